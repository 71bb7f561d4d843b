import { readFile } from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';

export const port = Number(process.env.E2E_PORT ?? 3100);

/** Uses this name, because passkeys work on localhost and not on an IP address. */
export const origin = `http://localhost:${port}`;

/** Data folder of the server that all specs share. The port names it, so that every worker finds it. */
export const dataDir = path.join(os.tmpdir(), `stridewell-e2e-${port}`);

/** Returns the address of the embedded database in a data folder. */
export async function getEmbeddedUrl(folder: string): Promise<string> {
  const [password, lockFile] = await Promise.all([
    readFile(path.join(folder, 'pg-password'), 'utf8'),
    readFile(path.join(folder, 'pg', 'postmaster.pid'), 'utf8'),
  ]);
  // The fourth line of PostgreSQL's lock file is the port.
  const databasePort = lockFile.split('\n')[3];
  return `postgres://postgres:${password.trim()}@127.0.0.1:${databasePort}/stridewell`;
}

export const getSharedOwnerUrl = async (): Promise<string> => process.env.DATABASE_URL || getEmbeddedUrl(dataDir);
