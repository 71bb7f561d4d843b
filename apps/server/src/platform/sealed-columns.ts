import { getTableName, isNotNull, type SQL, sql } from 'drizzle-orm';
import type { NodePgDatabase } from 'drizzle-orm/node-postgres';
import type { PgColumn, PgTable } from 'drizzle-orm/pg-core';
import type { Seal } from './seal.ts';

/** A column of sealed texts. */
export type SealedColumn = {
  table: PgTable;
  sealed: PgColumn;
  /** Finds few rows of the table: the tenant, or the id. */
  key: PgColumn;
  /** Until then a process replaces the text, and expects the one that it has read. */
  busyUntil?: PgColumn;
};

export type Resealed = {
  name: string;
  /** Texts that were sealed with a former key. */
  renewed: number;
  /** Texts that another process was replacing. */
  busy: number;
  /** Texts that none of the keys opens. */
  unreadable: number;
};

type Renew = Pick<Seal, 'renew'>;

/** Seals a text again. Null if it has the present key, undefined if no key opens it. */
function renewed({ renew }: Renew, text: string): string | null | undefined {
  try {
    return renew(text);
  } catch {
    return undefined;
  }
}

/** Seals all texts of a column with the present key, also while servers work with them. */
export async function resealColumn(
  owner: NodePgDatabase,
  seal: Renew,
  { table, sealed, key, busyUntil }: SealedColumn,
): Promise<Resealed> {
  const result = { name: `${getTableName(table)}.${sealed.name}`, renewed: 0, busy: 0, unreadable: 0 };
  const isFree: SQL = busyUntil ? sql`(${busyUntil} is null or ${busyUntil} <= now())` : sql`true`;
  const rows = await owner
    .select({ key: sql<string>`${key}`, text: sql<string>`${sealed}` })
    .from(table)
    .where(isNotNull(sealed));
  for (const row of rows) {
    const text = renewed(seal, row.text);
    if (text === null) continue;
    if (text === undefined) {
      result.unreadable += 1;
      continue;
    }
    const { rowCount } = await owner.execute(sql`update ${table} set ${sql.identifier(sealed.name)} = ${text}
      where ${key} = ${row.key} and ${sealed} = ${row.text} and ${isFree}`);
    if (rowCount === 1) result.renewed += 1;
    else result.busy += 1;
  }
  return result;
}

/** Counts waiting jobs whose content is not sealed with the present key. They end within hours. */
export async function countFormerJobs(owner: NodePgDatabase, seal: Renew): Promise<number> {
  const { rows } = await owner.execute<{ text: string }>(sql`select data->>'sealed' as text from pgboss.job
    where state in ('created', 'retry', 'active') and data->>'sealed' is not null`);
  return rows.filter(({ text }) => renewed(seal, text) !== null).length;
}
