import { randomBytes } from 'node:crypto';
import { mkdir, readFile, writeFile } from 'node:fs/promises';
import path from 'node:path';
import pg from 'pg';
import type { Logger } from '../logger.ts';
import { startEmbeddedPostgres } from './embedded.ts';
import { withConnection } from './pool.ts';

export type StartedDatabase = {
  /** May create roles and tables. */
  ownerUrl: string;
  /** Where the login roles connect. */
  url: string;
  /** Stops the embedded database; leaves an external one alone. */
  stop(): Promise<void>;
};

/** `DATABASE_URL`, or without one the folder of the embedded database. */
export type DatabaseOptions = {
  dataDir: string;
  DATABASE_URL?: string | undefined;
  DATABASE_OWNER_URL?: string | undefined;
  AUTH_SECRET?: string | undefined;
};

const DATABASE_NAME = 'stridewell';

export type StartOptions = {
  /** Called when the embedded database died and cannot be started again. */
  onGivenUp?: (error: unknown) => void;
  /** Uses the embedded database that another process of this installation runs, and leaves it running. */
  adopt?: boolean;
};

/** The database of this installation: the one that was configured, else the embedded one. */
export async function startDatabase(
  env: DatabaseOptions,
  log: Logger,
  { onGivenUp, adopt = false }: StartOptions,
): Promise<StartedDatabase> {
  if (env.DATABASE_URL) {
    return { ownerUrl: env.DATABASE_OWNER_URL ?? env.DATABASE_URL, url: env.DATABASE_URL, stop: async () => undefined };
  }
  const watcher = onGivenUp && {
    onRestart: (restart: object) => log.warn(restart, 'embedded database had died and was started again'),
    onAttemptFailed: (error: unknown) => log.error({ err: error }, 'embedded database not started again'),
    onGivenUp,
  };
  const embedded = await startEmbeddedPostgres({ dir: env.dataDir, adopt, ...(watcher && { watcher }) });
  log.info({ outcome: embedded.outcome, pid: embedded.pid }, 'embedded database');
  const url = new URL(embedded.ownerUrl);
  url.pathname = `/${DATABASE_NAME}`;
  await ensureDatabase(embedded.ownerUrl, DATABASE_NAME);
  return { ownerUrl: url.href, url: url.href, stop: embedded.stop };
}

async function ensureDatabase(ownerUrl: string, name: string): Promise<void> {
  await withConnection(ownerUrl, async (owner) => {
    const { rowCount } = await owner.query('SELECT 1 FROM pg_database WHERE datname = $1', [name]);
    if (rowCount === 0) await owner.query(`CREATE DATABASE ${pg.escapeIdentifier(name)}`);
  });
}

/** AUTH_SECRET, or the secret that was generated for this data directory at its first start. */
export async function readSecret(env: DatabaseOptions): Promise<string> {
  if (env.AUTH_SECRET) return env.AUTH_SECRET;
  const file = path.join(env.dataDir, 'auth-secret');
  await mkdir(env.dataDir, { recursive: true, mode: 0o700 });
  try {
    await writeFile(file, randomBytes(36).toString('base64url'), { mode: 0o600, flag: 'wx' });
  } catch (error) {
    if (!(error instanceof Error && 'code' in error && error.code === 'EEXIST')) throw error;
  }
  return readFile(file, 'utf8');
}
