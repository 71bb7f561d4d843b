import { randomBytes } from 'node:crypto';
import { chmod, mkdtemp, rm } from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import { setTimeout } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import pg from 'pg';
import { queues } from '../src/jobs.ts';
import { startEmbeddedPostgres } from '../src/platform/db/embedded.ts';
import { migrateDatabase } from '../src/platform/db/migrate.ts';

/** Signs cookies and derives role passwords in every test. */
export const TEST_SECRET = 'a-secret-that-only-the-tests-know-0123456789';
export const migrationsFolder = fileURLToPath(new URL('../migrations', import.meta.url));

const withDatabase = (url: string, name: string): string => {
  const result = new URL(url);
  result.pathname = `/${name}`;
  return result.href;
};

/** Runs one statement on a connection of its own. */
export async function runAsOwner(url: string, statement: string): Promise<void> {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  try {
    await client.query(statement);
  } finally {
    await client.end();
  }
}

/** The cluster of one test run: the embedded one without durability, or the one that DATABASE_URL names. */
export async function startTestCluster(
  databaseUrl: string | undefined,
): Promise<{ url: string; stop(): Promise<void> }> {
  if (databaseUrl) return { url: databaseUrl, stop: async () => undefined };
  const dir = await mkdtemp(path.join(os.tmpdir(), 'stridewell-test-'));
  // The user that runs PostgreSQL has to get in.
  await chmod(dir, 0o755);
  const cluster = await startEmbeddedPostgres({ dir, durable: false });
  return {
    url: cluster.ownerUrl,
    async stop() {
      await cluster.stop();
      await rm(dir, { recursive: true, force: true });
    },
  };
}

/** Brings a test database to a version: to the present one unless `folder` has the migrations of an earlier one. */
export const migrateTestDatabase = (ownerUrl: string, folder = migrationsFolder): Promise<void> =>
  migrateDatabase({ ownerUrl, secret: TEST_SECRET, migrationsFolder: folder, queues });

/** A migrated database that others are copied from. */
export async function createTemplate(clusterUrl: string, folder?: string): Promise<string> {
  const name = `template_${randomBytes(5).toString('hex')}`;
  await runAsOwner(clusterUrl, `CREATE DATABASE ${name}`);
  await migrateTestDatabase(withDatabase(clusterUrl, name), folder);
  return name;
}

/** A fresh copy of the template; about 40 ms. */
export async function copyTemplate(
  clusterUrl: string,
  template: string,
): Promise<{ url: string; drop(): Promise<void> }> {
  const name = `test_${randomBytes(6).toString('hex')}`;
  await runAsOwner(clusterUrl, `CREATE DATABASE ${name} TEMPLATE ${template} STRATEGY FILE_COPY`);
  return {
    url: withDatabase(clusterUrl, name),
    drop: () => dropWhenLeft(clusterUrl, name),
  };
}

/**
 * Drops a database once its last connection is gone. A pool that has ended is still saying goodbye, and a server that
 * hangs up on it then would be an uncaught error.
 */
async function dropWhenLeft(clusterUrl: string, name: string): Promise<void> {
  const client = new pg.Client({ connectionString: clusterUrl });
  await client.connect();
  try {
    for (let tries = 0; tries < 250; tries += 1) {
      const { rows } = await client.query('SELECT 1 FROM pg_stat_activity WHERE datname = $1', [name]);
      if (rows.length === 0) break;
      await setTimeout(20);
    }
    await client.query(`DROP DATABASE IF EXISTS ${name} WITH (FORCE)`);
  } finally {
    await client.end();
  }
}
