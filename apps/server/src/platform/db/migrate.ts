import { readMigrationFiles } from 'drizzle-orm/migrator';
import { drizzle, type NodePgDatabase } from 'drizzle-orm/node-postgres';
import type pg from 'pg';
import { migrateQueue, type QueueDefinition } from '../queue/migrate.ts';
import { type Placement, preparePlacing, setUpLogin } from './distribute.ts';
import { applyFunctions } from './functions.ts';
import { withConnection } from './pool.ts';
import { ensureRoles } from './roles.ts';

/** Any constant will do; it only has to be the same in every process. */
const MIGRATION_LOCK = 7_274_110;

/**
 * Brings the database to this version: roles, tables, functions, queue. Runs as the owner. Of processes that start
 * together, one does the work while the others wait.
 */
export async function migrateDatabase(options: {
  ownerUrl: string;
  secret: string;
  migrationsFolder: string;
  functionsFolder: string;
  /** Where new tables go, if the others are distributed over the machines of a cluster. */
  placement: Placement;
  queues: readonly QueueDefinition[];
  /** Work of features on the migrated database, before other processes may continue. */
  afterwards?: (owner: NodePgDatabase) => Promise<void>;
}): Promise<void> {
  await withConnection(options.ownerUrl, async (owner) => {
    await owner.query('SELECT pg_advisory_lock($1)', [MIGRATION_LOCK]);
    await ensureRoles(owner, options.secret);
    await setUpLogin(owner, options.secret);
    await applyMigrations(owner, options);
    await applyFunctions(owner, options.functionsFolder);
    await migrateQueue(options.ownerUrl, options.queues);
    await options.afterwards?.(drizzle(owner));
  });
}

/** Where Drizzle's own migrator keeps its record, which has each migration with its hash and time. */
const RECORD = 'drizzle.__drizzle_migrations';
const CREATED_TABLE = /\bCREATE TABLE "([a-z_]+)"/;

/** Applies the migrations that are newer than the last one, in one transaction. */
async function applyMigrations(
  owner: pg.Client,
  { migrationsFolder, placement }: { migrationsFolder: string; placement: Placement },
): Promise<void> {
  await owner.query('CREATE SCHEMA IF NOT EXISTS drizzle');
  await owner.query(
    `CREATE TABLE IF NOT EXISTS ${RECORD} (id SERIAL PRIMARY KEY, hash text NOT NULL, created_at bigint)`,
  );
  const { rows } = await owner.query<{ last: string | null }>(`SELECT max(created_at) AS last FROM ${RECORD}`);
  const last = Number(rows[0]?.last ?? 0);
  const added = readMigrationFiles({ migrationsFolder }).filter(({ folderMillis }) => folderMillis > last);
  if (added.length === 0) return;
  await owner.query('BEGIN');
  try {
    const place = await preparePlacing(owner, placement);
    for (const { sql, hash, folderMillis } of added) {
      for (const statement of sql) {
        await owner.query(statement);
        const table = place && CREATED_TABLE.exec(statement)?.[1];
        if (table) await place(table);
      }
      await owner.query(`INSERT INTO ${RECORD} (hash, created_at) VALUES ($1, $2)`, [hash, folderMillis]);
    }
    await owner.query('COMMIT');
  } catch (error) {
    await owner.query('ROLLBACK');
    throw error;
  }
}
