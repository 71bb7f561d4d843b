import { sql } from 'drizzle-orm';
import type { Tx } from './database.ts';
import { columnsOf, type Selection } from './drizzle-internals.ts';

type Rows<Selections> = {
  [Name in keyof Selections]: Selections[Name] extends PromiseLike<infer Result> ? Result : never;
};

/**
 * Reads several selections with one statement, for a screen that needs a little of many tables. Each gives the rows
 * that it would give alone, in its order. Rows travel as JSON, so this is not for bytes or numbers of over 15 digits.
 * @throws TypeError for a nested selection
 */
export async function selectTogether<const Selections extends Record<string, Selection<unknown[]>>>(
  tx: Pick<Tx, 'execute'>,
  selections: Selections,
): Promise<Rows<Selections>> {
  const parts = Object.entries(selections).map(([name, selection]) => {
    const { count, read } = columnsOf(selection);
    const columns = sql.join(
      Array.from({ length: count }, (_, index) => sql.identifier(`c${index}`)),
      sql`, `,
    );
    const rows = sql`(select coalesce(json_agg(json_build_array(${columns})), '[]') from ${selection} as r(${columns}))`;
    return { name, read, column: sql`${rows} as ${sql.identifier(name)}` };
  });
  const columns = parts.map(({ column }) => column);
  const { rows } = await tx.execute<Record<string, unknown[][]>>(sql`select ${sql.join(columns, sql`, `)}`);
  const [row = {}] = rows;
  return Object.fromEntries(parts.map(({ name, read }) => [name, read(row[name] ?? [])])) as Rows<Selections>;
}
