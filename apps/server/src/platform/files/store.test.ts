import { mkdtemp, readdir, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { Readable } from 'node:stream';
import { text } from 'node:stream/consumers';
import S3rver from 's3rver';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createFileStore, type FileStore } from './store.ts';

let dataDir: string;
let bucketServer: S3rver;
const stores: Record<string, FileStore> = {};

beforeAll(async () => {
  dataDir = await mkdtemp(path.join(tmpdir(), 'stridewell-store-'));
  bucketServer = new S3rver({
    port: 0,
    address: '127.0.0.1',
    silent: true,
    directory: path.join(dataDir, 'bucket'),
    configureBuckets: [{ name: 'files', configs: [] }],
  });
  const { port } = await bucketServer.run();
  const region = { dataDir, FILES_S3_REGION: 'us-east-1' };
  stores['a disk'] = createFileStore(region);
  stores['a bucket'] = createFileStore({
    ...region,
    FILES_S3_BUCKET: 'files',
    FILES_S3_ENDPOINT: `http://127.0.0.1:${port}`,
    FILES_S3_ACCESS_KEY_ID: 'S3RVER',
    FILES_S3_SECRET_ACCESS_KEY: 'S3RVER',
  });
});
afterAll(async () => {
  await bucketServer.close();
  await rm(dataDir, { recursive: true });
});

/** Messages of the disk and the bucket for a missing file. */
const GONE = /ENOENT|NoSuchKey|does not exist/;

describe.each(['a disk', 'a bucket'])('%s', (kind) => {
  const storeOf = (): FileStore => {
    const store = stores[kind];
    if (!store) throw new Error(`no store is called ${kind}`);
    return store;
  };
  const put = (key: string, content: string) => storeOf().put(key, Readable.from([content]));
  const read = async (key: string) => text(await storeOf().get(key));

  it('returns the content that was written last', async () => {
    await put('coach/file/1/full', 'one');
    await put('coach/file/1/full', 'another');
    expect(await read('coach/file/1/full')).toBe('another');
    await put('coach/file/1/empty', '');
    expect(await read('coach/file/1/empty')).toBe('');
  });

  it('returns a range', async () => {
    await put('coach/file/2/full', '0123456789');
    const part = async (start: number, end: number) => text(await storeOf().get('coach/file/2/full', { start, end }));
    expect([await part(0, 1), await part(3, 5), await part(8, 9)]).toEqual(['01', '345', '89']);
  });

  it('deletes one folder with its contents, and no other', async () => {
    for (const key of ['a/x/1/full', 'a/x/1/came/original', 'a/x/10/full', 'a/xx/1/full']) await put(key, key);
    await storeOf().deleteFolder('a/x/1');
    for (const key of ['a/x/1/full', 'a/x/1/came/original']) {
      await expect(read(key)).rejects.toMatchObject({ message: expect.stringMatching(GONE) });
    }
    expect(await read('a/x/10/full')).toBe('a/x/10/full');
    expect(await read('a/xx/1/full')).toBe('a/xx/1/full');
    await storeOf().deleteFolder('a/never');
  });

  it('lists the folders in a folder', async () => {
    for (const key of ['listed/b/file', 'listed/a/file', 'listed/file', 'listed-too/c/file']) await put(key, key);
    expect((await storeOf().listFolders('listed')).sort()).toEqual(['a', 'b']);
    expect(await storeOf().listFolders('never')).toEqual([]);
  });

  it('throws the error that ended the contents early, and leaves no file on the machine', async () => {
    const localFiles = async () => (await readdir(tmpdir())).filter((name) => /^stridewell-[\da-f]{8}-/.test(name));
    const before = await localFiles();
    const contents = Readable.from(
      (function* () {
        yield 'one';
        throw new Error('too large');
      })(),
    );
    await expect(storeOf().put('a/late/1/full', contents)).rejects.toThrow('too large');
    expect(await localFiles()).toEqual(before);
  });
});
