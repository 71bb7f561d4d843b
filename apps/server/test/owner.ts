import { sql } from 'drizzle-orm';
import pg from 'pg';
import { inject } from 'vitest';
import type { TestApp } from './app.ts';
import { copyTemplate } from './cluster.ts';

/** A connection as the owner of a fresh copy of the migrated database. `close` drops the copy. */
export async function connectAsOwner(): Promise<{ owner: pg.Client; close(): Promise<void> }> {
  const { url, drop } = await copyTemplate(inject('clusterUrl'), inject('template'));
  const owner = new pg.Client({ connectionString: url });
  await owner.connect();
  return {
    owner,
    async close() {
      await owner.end();
      await drop();
    },
  };
}

export async function countRows({ owner }: TestApp, table: string): Promise<number> {
  const { rows } = await owner.execute<{ count: number }>(sql.raw(`select count(*)::int as count from ${table}`));
  return rows[0]?.count ?? 0;
}
