import { randomUUID } from 'node:crypto';
import { link, mkdir, readFile, rm, writeFile } from 'node:fs/promises';
import path from 'node:path';
import webPush from 'web-push';
import { z } from 'zod';

/** The keys with which push services recognise this installation. Browsers subscribe with the public one. */
export type VapidKeys = { publicKey: string; privateKey: string };

const stored = z.object({ publicKey: z.string(), privateKey: z.string() });

type VapidEnv = {
  dataDir: string;
  DATABASE_URL?: string | undefined;
  VAPID_PUBLIC_KEY?: string | undefined;
  VAPID_PRIVATE_KEY?: string | undefined;
};

/**
 * The configured keys, or with the embedded database those that were generated for this data directory. Null: push is
 * not offered. Processes with another database may not share a directory, so they would generate different keys.
 */
export async function readVapidKeys(env: VapidEnv): Promise<VapidKeys | null> {
  const { dataDir, DATABASE_URL, VAPID_PUBLIC_KEY: publicKey, VAPID_PRIVATE_KEY: privateKey } = env;
  if (publicKey && privateKey) return { publicKey, privateKey };
  if (DATABASE_URL) return null;
  const file = path.join(dataDir, 'vapid-keys.json');
  await mkdir(dataDir, { recursive: true, mode: 0o700 });
  const draft = `${file}.${randomUUID()}`;
  try {
    await writeFile(draft, JSON.stringify(webPush.generateVAPIDKeys()), { mode: 0o600 });
    // The first process wins, and no other one reads half a file.
    await link(draft, file);
  } catch (error) {
    if (!(error instanceof Error && 'code' in error && error.code === 'EEXIST')) throw error;
  } finally {
    await rm(draft, { force: true });
  }
  return stored.parse(JSON.parse(await readFile(file, 'utf8')));
}
