import { randomUUID } from 'node:crypto';
import { createReadStream, createWriteStream } from 'node:fs';
import { chmod, mkdir, open, rename, rm, stat } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { isStorageFull, Unavailable } from '../db/failures.ts';

/** Bytes of a file from 0, both included. */
export type ByteRange = { start: number; end: number };

/**
 * Where the content of files is kept. Keys are folders and a name, made of ids and words of ours alone. While the store
 * cannot be reached, each call throws `Unavailable`.
 */
export type FileStore = {
  /** Writes all of `contents`, or throws why they ended early or could not be written. */
  put(key: string, contents: Readable): Promise<void>;
  get(key: string, range?: ByteRange): Promise<Readable>;
  /** Everything in a folder; nothing is fine as well. */
  deleteFolder(folder: string): Promise<void>;
};

const GONE = ['ENOENT', 'NoSuchKey', 'NotFound'];
/** Error codes of failing or remote disks, and of a process with too many open files. */
const DISK_AWAY = ['EIO', 'ESTALE', 'ENOTCONN', 'EHOSTDOWN', 'ETIMEDOUT', 'ENXIO', 'ENODEV', 'EMFILE', 'ENFILE'];
/** Answers of a bucket that is busy or failing: 408, 429 and those from 500 on. */
const isBusyStatus = (status: number) => status >= 500 || status === 408 || status === 429;
const CONNECT_MS = 5000;
/** A bucket that says nothing for so long is given up. */
const SILENCE_MS = 30_000;

/** Whether the store has nothing under a key, and did not fail in another way. */
export const isGone = (error: unknown): boolean =>
  error instanceof Error && (GONE.includes(error.name) || ('code' in error && GONE.includes(String(error.code))));

/** The bucket, or without one the folder for files on this machine. */
export type FileStoreOptions = {
  dataDir: string;
  FILES_S3_BUCKET?: string | undefined;
  FILES_S3_REGION?: string | undefined;
  FILES_S3_ENDPOINT?: string | undefined;
  FILES_S3_ACCESS_KEY_ID?: string | undefined;
  FILES_S3_SECRET_ACCESS_KEY?: string | undefined;
};

/** Files are kept in a bucket where one is named, else on this machine. */
export const createFileStore = (env: FileStoreOptions): FileStore =>
  env.FILES_S3_BUCKET ? createBucketStore(env, env.FILES_S3_BUCKET) : createDiskStore(env.dataDir);

/** What is made with the first call that succeeds, and then kept. */
function once<T>(make: () => Promise<T>): () => Promise<T> {
  let made: Promise<T> | undefined;
  return () => {
    made ??= make().catch((error: unknown) => {
      made = undefined;
      throw error;
    });
    return made;
  };
}

/** Only the user of the server reads what people upload. */
const FOLDER_MODE = 0o700;
const FILE_MODE = 0o600;

const away = (cause: unknown) => new Unavailable('the store of files cannot be reached', { cause });

/** Keeps files in a folder of this machine. A file appears under its name once all of it is on the disk. */
function createDiskStore(dataDir: string): FileStore {
  const location = path.join(dataDir, 'files');
  const fileOf = (key: string) => {
    const file = path.join(location, key);
    if (!file.startsWith(location + path.sep)) throw new RangeError('a key leads out of the folder for files');
    return file;
  };
  const prepare = once(async () => {
    await mkdir(location, { recursive: true, mode: FOLDER_MODE });
    // Earlier versions let other users of the machine in.
    await chmod(location, FOLDER_MODE);
  });
  /** Without its folder, a disk is not mounted. Then no file is lost, and none may be written in its place. */
  const requireFolder = async () => {
    await prepare();
    await stat(location).catch((error: unknown) => {
      throw away(error);
    });
  };
  /** @throws Unavailable where the disk failed, else the error */
  const explain = async (error: unknown): Promise<never> => {
    if (error instanceof Error && 'code' in error && DISK_AWAY.includes(String(error.code))) throw away(error);
    if (isGone(error)) await requireFolder();
    throw error;
  };
  return {
    async put(key, contents) {
      const file = fileOf(key);
      const part = `${file}.${randomUUID()}`;
      await requireFolder();
      try {
        await mkdir(path.dirname(file), { recursive: true, mode: FOLDER_MODE });
        await pipeline(contents, createWriteStream(part, { mode: FILE_MODE, flags: 'wx', flush: true }));
        await rename(part, file);
      } catch (error) {
        await rm(part, { force: true });
        if (contents.errored) throw error;
        await explain(error);
      }
    },
    async get(key, range) {
      const file = await open(fileOf(key)).catch(explain);
      return file.createReadStream(range);
    },
    async deleteFolder(folder) {
      // A folder that is away still holds its files when it is back.
      await requireFolder();
      await rm(fileOf(folder), { recursive: true, force: true, maxRetries: 10, retryDelay: 20 }).catch(explain);
    },
  };
}

/**
 * Why a bucket did not do its work.
 * @throws Unavailable where it gave no answer or was busy, else the error
 */
function explainBucket(error: unknown): never {
  if (isGone(error) || isStorageFull(error)) throw error;
  const { $metadata } = error instanceof Error ? (error as Error & { $metadata?: { httpStatusCode?: number } }) : {};
  const status = $metadata?.httpStatusCode;
  throw status === undefined || isBusyStatus(status) ? away(error) : error;
}

/** Keeps files in a bucket of S3 or of a store that speaks like it. Without keys, the machine's own are used. */
function createBucketStore(env: FileStoreOptions, bucket: string): FileStore {
  const { FILES_S3_REGION: region, FILES_S3_ENDPOINT: endpoint } = env;
  const { FILES_S3_ACCESS_KEY_ID: accessKeyId, FILES_S3_SECRET_ACCESS_KEY: secretAccessKey } = env;
  const client = once(async () => {
    const { S3Client } = await import('@aws-sdk/client-s3');
    return new S3Client({
      ...(region && { region }),
      requestHandler: { connectionTimeout: CONNECT_MS, socketTimeout: SILENCE_MS },
      // Stores that are not Amazon's break on what the client adds by itself.
      requestChecksumCalculation: 'WHEN_REQUIRED',
      ...(endpoint && { endpoint, forcePathStyle: true }),
      ...(accessKeyId && secretAccessKey && { credentials: { accessKeyId, secretAccessKey } }),
    });
  });
  const driver = once(async () => {
    const { S3Driver } = await import('flydrive/drivers/s3');
    // Buckets of today have no access lists, and other stores never had.
    return new S3Driver({ bucket, client: await client(), visibility: 'private', supportsACL: false });
  });
  return {
    async put(key, contents) {
      // The store wants to know the length before the first byte.
      const local = path.join(tmpdir(), `stridewell-${randomUUID()}`);
      try {
        await pipeline(contents, createWriteStream(local, { mode: 0o600 }));
        const { size } = await stat(local);
        const store = await driver();
        await store.putStream(key, createReadStream(local), { contentLength: size }).catch(explainBucket);
      } finally {
        await rm(local, { force: true });
      }
    },
    async get(key, range) {
      if (!range) return (await driver()).getStream(key).catch(explainBucket);
      const { GetObjectCommand } = await import('@aws-sdk/client-s3');
      const command = new GetObjectCommand({ Bucket: bucket, Key: key, Range: `bytes=${range.start}-${range.end}` });
      const { Body } = await (await client()).send(command).catch(explainBucket);
      if (!(Body instanceof Readable)) throw new Error('the bucket answered without content');
      return Body;
    },
    // The slash tells `a/1` from `a/10`.
    deleteFolder: async (folder) => (await driver()).deleteAll(`${folder}/`).catch(explainBucket),
  };
}
