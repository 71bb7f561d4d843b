import { randomUUID } from 'node:crypto';
import { readdir, readFile, stat } from 'node:fs/promises';
import path from 'node:path';
import { Readable } from 'node:stream';
import { sql } from 'drizzle-orm';
import sharp from 'sharp';
import { afterAll, beforeAll, describe, expect, it, onTestFinished } from 'vitest';
import type { FileStore } from '../src/platform/files/store.ts';
import { createTestApp, type TestApp } from './app.ts';
import { aClient, aCoach, type Client, type Coach } from './people.ts';
import { PDF, uploadFile } from './uploads.ts';

let test: TestApp;
let coach: Coach;
let client: Client;
beforeAll(async () => {
  test = await createTestApp();
  coach = await aCoach(test);
  client = await aClient(test, { of: coach });
});
afterAll(() => test.close());

const folder = () => path.join(test.services.env.dataDir, 'files');
const everything = async () =>
  (await readdir(folder(), { recursive: true, withFileTypes: true })).map((entry) => ({
    file: path.join(entry.parentPath, entry.name),
    isFile: entry.isFile(),
  }));
const filesOnDisk = async () => (await everything()).filter(({ isFile }) => isFile).map(({ file }) => file);
const rows = async () => (await test.owner.execute(sql`select 1 from files`)).rows.length;
const upload = (content: Buffer, id = randomUUID()) =>
  uploadFile(test, client.caller, content, { coachId: coach.id, clientId: client.clientId, id });
const picture = () =>
  sharp({ create: { width: 64, height: 64, channels: 3, background: '#336699' } })
    .png()
    .toBuffer();

describe('uploaded files', () => {
  it('are readable only by the server’s user', async () => {
    expect((await upload(PDF)).status).toBe(200);
    expect((await upload(await picture())).status).toBe(200);
    const found = await everything();
    expect(found.filter(({ isFile }) => isFile)).toHaveLength(3);
    const modeOf = async (file: string) => ((await stat(file)).mode & 0o777).toString(8);
    expect(await modeOf(folder())).toBe('700');
    for (const { file, isFile } of found)
      expect({ file, mode: await modeOf(file) }).toEqual({ file, mode: isFile ? '600' : '700' });
  });
});

/** Makes the store fail like a full disk after `passed` writes, which stay. */
function fillDisk(code: string, passed: number): void {
  const { files } = test.services;
  const whole: FileStore = { ...files };
  let writes = 0;
  files.put = async (key, contents) => {
    writes += 1;
    await whole.put(key, contents);
    if (writes > passed) throw Object.assign(new Error(`${code}: no space left on device, write`), { code });
  };
  onTestFinished(() => void Object.assign(files, whole));
}

describe('a full disk', () => {
  it.each([
    ['ENOSPC', 0, 'a PDF'],
    ['EDQUOT', 0, 'a PDF'],
    ['ENOSPC', 0, 'a picture'],
    ['ENOSPC', 1, 'a picture'],
    ['ENOSPC', 2, 'a picture'],
  ])('answers 507 and keeps nothing (%s after %i writes of %s)', async (code, passed, kind) => {
    const before = { files: await filesOnDisk(), rows: await rows() };
    const content = kind === 'a PDF' ? PDF : await picture();
    const id = randomUUID();
    const restore = { ...test.services.files };
    fillDisk(code, passed);
    expect(await upload(content, id)).toEqual({
      status: 507,
      body: {
        code: 'INSUFFICIENT_STORAGE',
        message: 'The server has no space left, so nothing was saved. Please try again later.',
      },
    });
    expect({ files: await filesOnDisk(), rows: await rows() }).toEqual(before);
    // The same upload succeeds once there is space.
    Object.assign(test.services.files, restore);
    expect((await upload(content, id)).status).toBe(200);
  });

  it('of the database answers 507 too', async () => {
    await test.owner.execute(sql`
      create function full_disk() returns trigger language plpgsql as $$
      begin raise exception 'could not extend file' using errcode = '53100'; end $$`);
    await test.owner.execute(sql`create trigger full_disk before insert on rate_limits execute function full_disk()`);
    try {
      expect(await upload(PDF)).toMatchObject({ status: 507, body: { code: 'INSUFFICIENT_STORAGE' } });
    } finally {
      await test.owner.execute(sql`drop trigger full_disk on rate_limits`);
    }
  });
});

describe('a file of the disk', () => {
  it('appears once it is completely written', async () => {
    const before = await filesOnDisk();

    async function* slowly() {
      yield Buffer.from('one');
      const during = (await filesOnDisk()).filter((file) => !before.includes(file));
      expect(during.map((file) => path.basename(file))).toEqual([expect.stringMatching(/^full\.[\da-f-]{36}$/)]);
      yield Buffer.from('two');
    }
    await test.services.files.put('a/b/full', Readable.from(slowly()));
    expect(await readFile(path.join(folder(), 'a/b/full'), 'utf8')).toBe('onetwo');
  });
});
