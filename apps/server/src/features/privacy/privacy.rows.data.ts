import { setTimeout as rest } from 'node:timers/promises';
import { and, asc, eq, getTableColumns, type SQL, sql } from 'drizzle-orm';
import type { PgColumn } from 'drizzle-orm/pg-core';
import type { ExportedTable, ExportReader, ExportScope } from '../../core/exports.ts';
import { relationships } from '../../core/relationships/relationships.table.ts';
import type { CoachScope } from '../../core/tenancy/scope.ts';
import type { Database } from '../../platform/db/database.ts';

export type ExportedRow = Readonly<Record<string, unknown>>;

/** Keys of the columns that a page needs for the next one and that are not shown. */
const ORDER_KEY = 'order_';

/** What each table of a part is limited to. Row-level security says the same; this finds the index. */
function ownRows(exported: ExportedTable, scope: ExportScope): SQL[] {
  const { coachId, clientId, userId }: Record<string, PgColumn> = getTableColumns(exported.table);
  const of = scope.settings;
  return [
    ...(coachId && of.coachId ? [eq(coachId, of.coachId)] : []),
    ...(clientId && of.clientId ? [eq(clientId, of.clientId)] : []),
    ...(userId && scope.role === 'user' && of.userId ? [eq(userId, of.userId)] : []),
  ];
}

/** The rows that follow `last` in the order of the table. */
function following(order: readonly PgColumn[], last: readonly unknown[]): SQL {
  const columns = sql.join([...order], sql`, `);
  const values = sql.join(
    order.map((column, index) => sql.param(last[index], column)),
    sql`, `,
  );
  return sql`(${columns}) > (${values})`;
}

/**
 * The rows of a table that the scope reads, page by page, so that a long table needs no more memory than a short one.
 * Rests after each page for as long as it took, so that requests get at least half of the database.
 */
export async function* readRows(
  db: Database,
  scope: ExportScope,
  exported: ExportedTable,
  reader: ExportReader,
): AsyncGenerator<ExportedRow> {
  const { table, order, page } = exported;
  const shown = exported.columns[reader] ?? {};
  const ordering = Object.fromEntries(order.map((column, index) => [`${ORDER_KEY}${index}`, column]));
  const conditions = [...ownRows(exported, scope), exported.where[reader]?.(scope)];
  let last: unknown[] | undefined;
  for (;;) {
    const start = performance.now();
    const after = last && following(order, last);
    const rows: ExportedRow[] = await db.read(scope, (tx) =>
      tx
        .select({ ...shown, ...ordering })
        .from(table)
        .where(and(...conditions, after))
        .orderBy(...order.map((column) => asc(column)))
        .limit(page),
    );
    for (const row of rows) yield Object.fromEntries(Object.keys(shown).map((name) => [name, row[name]]));
    const end = rows.at(-1);
    if (!end || rows.length < page) return;
    last = Object.keys(ordering).map((key) => end[key]);
    await rest(performance.now() - start);
  }
}

/** The names of a coach's clients by id, for tables that hold only the id. */
export async function readClientNames(db: Database, scope: CoachScope): Promise<Map<string, string>> {
  const rows = await db.read(scope, (tx) =>
    tx
      .select({ id: relationships.clientId, name: relationships.fullName })
      .from(relationships)
      .where(eq(relationships.coachId, scope.coachId)),
  );
  return new Map(rows.map(({ id, name }) => [id, name]));
}
