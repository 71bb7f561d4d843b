import { getTableColumns, is, SQL, sql } from 'drizzle-orm';
import type { PgColumn, PgTable } from 'drizzle-orm/pg-core';
import type { OwnerDb } from '../../seed/factories.ts';

/** A row of a table. Its values may be SQL about `n`, the number of the row from 1 on. */
export type NumberedRow<Table extends PgTable> = {
  [Column in keyof Table['$inferInsert']]: Table['$inferInsert'][Column] | SQL;
};

/** Stores rows that PostgreSQL makes, because sending thousands of rows takes longer than most tests. */
export async function insertMany<Table extends PgTable>(
  { owner }: { owner: OwnerDb },
  table: Table,
  count: number,
  row: NumberedRow<Table>,
): Promise<void> {
  const columns: Record<string, PgColumn> = getTableColumns(table);
  const [names, values]: [SQL[], SQL[]] = [[], []];
  for (const [key, value] of Object.entries(row)) {
    const column = columns[key];
    if (!column || value === undefined) continue;
    names.push(sql`${sql.identifier(column.name)}`);
    values.push(is(value, SQL) ? value : sql`${sql.param(value, column)}::${sql.raw(column.getSQLType())}`);
  }
  await owner.execute(sql`insert into ${table} (${sql.join(names, sql`, `)})
    select ${sql.join(values, sql`, `)} from generate_series(1, ${count}::int) n`);
}

/** The id of each row. */
export const NEW_ID = sql`gen_random_uuid()`;
