import { setTimeout as rest } from 'node:timers/promises';
import { and, asc, eq, getTableColumns, type SQL, sql } from 'drizzle-orm';
import type { PgColumn } from 'drizzle-orm/pg-core';
import type { ExportedTable, ExportReader, ExportScope } from '../../core/exports.ts';
import { relationships } from '../../core/relationships/relationships.table.ts';
import type { CoachScope } from '../../core/tenancy/scope.ts';
import type { Database } from '../../platform/db/database.ts';

export type ExportedRow = Readonly<Record<string, unknown>>;
type Pages = AsyncGenerator<ExportedRow[]>;

/** Prefix of hidden columns that are the cursor of the next page. */
const ORDER_KEY = 'order_';

/**
 * The owner columns of a table, with the ids of the scope. Row-level security filters too, but these conditions use the
 * index.
 */
function ownIds({ table }: ExportedTable, scope: ExportScope): Map<PgColumn, string> {
  const columns: Record<string, PgColumn> = getTableColumns(table);
  const names = scope.role === 'user' ? ['userId'] : ['coachId', 'clientId'];
  return new Map(
    names.flatMap((name): [PgColumn, string][] => {
      const [column, id] = [columns[name], scope.settings[name]];
      return column && id ? [[column, id]] : [];
    }),
  );
}

/** Condition for rows after `last` in the order of these columns. */
function following(order: readonly PgColumn[], last: ExportedRow): SQL {
  const values = order.map((column, index) => sql.param(last[ORDER_KEY + index], column));
  return sql`(${sql.join([...order], sql`, `)}) > (${sql.join(values, sql`, `)})`;
}

/**
 * Reads the rows of a table in the scope, page by page, so that memory does not grow with the table. Rests after each
 * page for as long as it took, so that requests get at least half of the database.
 */
export async function* readPages(
  db: Database,
  scope: ExportScope,
  exported: ExportedTable,
  reader: ExportReader,
): Pages {
  const { table, page, words } = exported;
  const said = (name: string, value: unknown) => words[name]?.(value) ?? value;
  const shown = exported.columns[reader] ?? {};
  const ids = ownIds(exported, scope);
  // Columns with a fixed value would prevent the use of the index.
  const order = exported.order.filter((column) => !ids.has(column));
  const ordering = Object.fromEntries(order.map((column, index) => [ORDER_KEY + index, column]));
  const conditions = [...Array.from(ids, ([column, id]) => eq(column, id)), exported.where[reader]?.(scope)];
  let last: ExportedRow | undefined;
  do {
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
    if (rows.length > 0)
      yield rows.map((row) => Object.fromEntries(Object.keys(shown).map((name) => [name, said(name, row[name])])));
    last = order.length > 0 && rows.length === page ? rows.at(-1) : undefined;
    if (last) await rest(performance.now() - start);
  } while (last);
}

/** Names of a coach's clients by id, for tables that have only the id. */
export async function readClientNames(db: Database, scope: CoachScope): Promise<Map<string, string>> {
  const rows = await db.read(scope, (tx) =>
    tx
      .select({ id: relationships.clientId, name: relationships.fullName })
      .from(relationships)
      .where(eq(relationships.coachId, scope.coachId)),
  );
  return new Map(rows.map(({ id, name }) => [id, name]));
}
