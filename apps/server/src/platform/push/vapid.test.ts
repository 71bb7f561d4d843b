import { mkdtemp, readdir, rm, stat } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { expect, it, onTestFinished } from 'vitest';
import { readVapidKeys } from './vapid.ts';

async function aDataDir(): Promise<string> {
  const dataDir = await mkdtemp(path.join(tmpdir(), 'vapid-'));
  onTestFinished(() => rm(dataDir, { recursive: true, force: true }));
  return dataDir;
}

it('generates one pair for all processes of a data directory', async () => {
  const dataDir = await aDataDir();
  const [first, ...others] = await Promise.all([1, 2, 3, 4].map(() => readVapidKeys({ dataDir })));
  expect(first?.publicKey).toMatch(/^[\w-]{87}$/);
  expect(first?.privateKey).toMatch(/^[\w-]{43}$/);
  for (const other of [...others, await readVapidKeys({ dataDir })]) expect(other).toEqual(first);
  expect(await readdir(dataDir)).toEqual(['vapid-keys.json']);
  expect((await stat(path.join(dataDir, 'vapid-keys.json'))).mode & 0o777).toBe(0o600);
});

it('takes the configured pair, and none for another database without one', async () => {
  const dataDir = await aDataDir();
  const database = { dataDir, DATABASE_URL: 'postgres://db/x' };
  const configured = { VAPID_PUBLIC_KEY: 'public', VAPID_PRIVATE_KEY: 'private' };
  const keys = { publicKey: 'public', privateKey: 'private' };
  expect(await readVapidKeys(database)).toBeNull();
  expect(await readVapidKeys({ ...database, ...configured })).toEqual(keys);
  expect(await readVapidKeys({ dataDir, ...configured })).toEqual(keys);
  expect(await readdir(dataDir)).toEqual([]);
});
