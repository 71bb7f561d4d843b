import { setTimeout as rest } from 'node:timers/promises';
import { and, asc, eq, getTableColumns, type SQL, sql } from 'drizzle-orm';
import type { PgColumn } from 'drizzle-orm/pg-core';
import type { ExportedTable, ExportReader, ExportScope } from '../../core/exports.ts';
import { relationships } from '../../core/relationships/relationships.table.ts';
import type { CoachScope } from '../../core/tenancy/scope.ts';
import type { Database } from '../../platform/db/database.ts';

export type ExportedRow = Readonly<Record<string, unknown>>;
type Pages = AsyncGenerator<ExportedRow[]>;

/** Begins the keys of the columns that lead to the next page and that are not shown. */
const ORDER_KEY = 'order_';

/** The columns that say whose a row is, with the ids of the scope. Row-level security says the same; this finds the index. */
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

/** The rows that follow `last` in the order of these columns. */
function following(order: readonly PgColumn[], last: ExportedRow): SQL {
  const values = order.map((column, index) => sql.param(last[ORDER_KEY + index], column));
  return sql`(${sql.join([...order], sql`, `)}) > (${sql.join(values, sql`, `)})`;
}

/**
 * The rows of a table that the scope reads, page by page, so that a long table needs no more memory than a short one.
 * Rests after each page for as long as it took, so that requests get at least half of the database.
 */
export async function* readPages(
  db: Database,
  scope: ExportScope,
  exported: ExportedTable,
  reader: ExportReader,
): Pages {
  const { table, page } = exported;
  const shown = exported.columns[reader] ?? {};
  const ids = ownIds(exported, scope);
  // Columns with one value would keep the index from leading to the page.
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
      yield rows.map((row) => Object.fromEntries(Object.keys(shown).map((name) => [name, row[name]])));
    last = order.length > 0 && rows.length === page ? rows.at(-1) : undefined;
    if (last) await rest(performance.now() - start);
  } while (last);
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
