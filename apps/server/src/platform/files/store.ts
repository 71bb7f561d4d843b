import { randomUUID } from 'node:crypto';
import { createReadStream, createWriteStream } from 'node:fs';
import { chmod, mkdir, open, readdir, rename, rm, stat } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { isStorageFull, Unavailable } from '../db/failures.ts';

/** First and last byte of a range, counted from 0. */
export type ByteRange = { start: number; end: number };

/**
 * Stores the content of files. Keys are paths made of our ids and fixed words, never of user input. While the store
 * cannot be reached, each call throws `Unavailable`.
 */
export type FileStore = {
  /** @throws when `contents` end early or cannot be written completely */
  put(key: string, contents: Readable): Promise<void>;
  get(key: string, range?: ByteRange): Promise<Readable>;
  /** Names of the folders in a folder, which may not exist. */
  listFolders(folder: string): Promise<string[]>;
  /** Deletes everything in a folder, which may be empty. */
  deleteFolder(folder: string): Promise<void>;
};

const GONE = ['ENOENT', 'NoSuchKey', 'NotFound'];
/** Error codes of failing or unreachable disks, and of a process with too many open files. */
const DISK_AWAY = ['EIO', 'ESTALE', 'ENOTCONN', 'EHOSTDOWN', 'ETIMEDOUT', 'ENXIO', 'ENODEV', 'EMFILE', 'ENFILE'];
/** Answers of a bucket that is busy or failing: 408, 429 and those from 500 on. */
const isBusyStatus = (status: number) => status >= 500 || status === 408 || status === 429;
const CONNECT_MS = 5000;
/** Timeout for a silent bucket. */
const SILENCE_MS = 30_000;

/** Whether the error means that the key does not exist, as opposed to a failure of the store. */
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

/** Uses the configured bucket, or else a folder of this machine. */
export const createFileStore = (env: FileStoreOptions): FileStore =>
  env.FILES_S3_BUCKET ? createBucketStore(env, env.FILES_S3_BUCKET) : createDiskStore(env.dataDir);

/** Caches the result of the first call that succeeds. */
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

/** Only the server's user may read uploads. */
const FOLDER_MODE = 0o700;
const FILE_MODE = 0o600;

const away = (cause: unknown) => new Unavailable('the store of files cannot be reached', { cause });

/** Keeps files in a folder of this machine. A file appears under its name once it is completely written. */
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
  /**
   * A missing folder means that the disk is not mounted. The files still exist, and none may be written in their place.
   */
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
    async listFolders(folder) {
      await requireFolder();
      const entries = await readdir(fileOf(folder), { withFileTypes: true }).catch((error: unknown) =>
        isGone(error) ? [] : explain(error),
      );
      return entries.filter((entry) => entry.isDirectory()).map(({ name }) => name);
    },
    async deleteFolder(folder) {
      // An unmounted folder would still have its files later.
      await requireFolder();
      await rm(fileOf(folder), { recursive: true, force: true, maxRetries: 10, retryDelay: 20 }).catch(explain);
    },
  };
}

/**
 * Translates an error of the bucket.
 * @throws Unavailable where it gave no answer or was busy, else the error
 */
function explainBucket(error: unknown): never {
  if (isGone(error) || isStorageFull(error)) throw error;
  const { $metadata } = error instanceof Error ? (error as Error & { $metadata?: { httpStatusCode?: number } }) : {};
  const status = $metadata?.httpStatusCode;
  throw status === undefined || isBusyStatus(status) ? away(error) : error;
}

/** Keeps files in a bucket of S3 or of a compatible store. Without keys, the machine's credentials are used. */
function createBucketStore(env: FileStoreOptions, bucket: string): FileStore {
  const { FILES_S3_REGION: region, FILES_S3_ENDPOINT: endpoint } = env;
  const { FILES_S3_ACCESS_KEY_ID: accessKeyId, FILES_S3_SECRET_ACCESS_KEY: secretAccessKey } = env;
  const client = once(async () => {
    const { S3Client } = await import('@aws-sdk/client-s3');
    return new S3Client({
      ...(region && { region }),
      requestHandler: { connectionTimeout: CONNECT_MS, socketTimeout: SILENCE_MS },
      // Compatible stores refuse the checksums that the client adds by default.
      requestChecksumCalculation: 'WHEN_REQUIRED',
      ...(endpoint && { endpoint, forcePathStyle: true }),
      ...(accessKeyId && secretAccessKey && { credentials: { accessKeyId, secretAccessKey } }),
    });
  });
  const driver = once(async () => {
    const { S3Driver } = await import('flydrive/drivers/s3');
    // New S3 buckets have no access lists, and compatible stores never had them.
    return new S3Driver({ bucket, client: await client(), visibility: 'private', supportsACL: false });
  });
  return {
    async put(key, contents) {
      // The store needs the length before the first byte.
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
    async listFolders(folder) {
      const names: string[] = [];
      let paginationToken: string | undefined;
      do {
        const options = { recursive: false, ...(paginationToken && { paginationToken }) };
        const page = await (await driver()).listAll(`${folder}/`, options).catch(explainBucket);
        for (const entry of page.objects) if (entry.isDirectory) names.push(entry.name);
        paginationToken = page.paginationToken;
      } while (paginationToken);
      return names;
    },
    // The slash keeps `a/1` apart from `a/10`.
    deleteFolder: async (folder) => (await driver()).deleteAll(`${folder}/`).catch(explainBucket),
  };
}
