import { Column, is, type Logger, SQL } from 'drizzle-orm';
import { type NodePgDatabase, NodePgSession, NodePgTransaction } from 'drizzle-orm/node-postgres';
import type { PoolClient } from 'pg';

/**
 * The only file that reaches into undocumented parts of Drizzle. `drizzle-internals.test.ts` fails when an upgrade
 * changes one of them.
 */

export type NoSchema = Record<string, never>;
type Internals = NodePgDatabase<NoSchema> & {
  session: NodePgSession<NoSchema, NoSchema>;
  dialect: ConstructorParameters<typeof NodePgTransaction>[0];
};

/**
 * A transaction object on a connection that is already inside one. Drizzle's own `transaction()` would begin and end a
 * second transaction; on this object a nested `transaction()` is a savepoint.
 * @param client sends the statements, when it is not the one of `db`
 */
export function joinTransaction(
  db: NodePgDatabase<NoSchema>,
  client?: PoolClient,
  logger?: Logger,
): NodePgTransaction<NoSchema, NoSchema> {
  const { dialect, session } = db as Internals;
  const own = client && new NodePgSession<NoSchema, NoSchema>(client, dialect, undefined, logger && { logger });
  return new NodePgTransaction<NoSchema, NoSchema>(dialect, own ?? session, undefined);
}

type Decoder = { mapFromDriverValue(value: unknown): unknown };
type Field = { path: readonly string[]; field: unknown };
type PreparedStatement = { fields?: readonly Field[]; customResultMapper?: (rows: readonly unknown[][]) => unknown[] };

const isDecoder = (value: unknown): value is Decoder =>
  typeof value === 'object' && value !== null && 'mapFromDriverValue' in value;

/** The name and decoder of a selected column; undefined for shapes that only Drizzle itself can read. */
function decoderOf({ path, field }: Field): { name: string; decoder: Decoder } | undefined {
  const [name] = path;
  if (name === undefined || path.length > 1) return undefined;
  const selected = is(field, SQL.Aliased) ? field.sql : field;
  const decoder: unknown = is(selected, Column)
    ? selected
    : is(selected, SQL)
      ? Reflect.get(selected, 'decoder')
      : null;
  return isDecoder(decoder) ? { name, decoder } : undefined;
}

/**
 * Looks up the decoders of a prepared statement once. Drizzle looks them up again for every row.
 * Leaves statements with nested selections as they are.
 */
export function cacheDecoders(prepared: object): void {
  const statement: PreparedStatement = prepared;
  const decoders = statement.fields?.map(decoderOf);
  const columns = decoders?.filter((decoder) => decoder !== undefined);
  if (!columns || columns.length !== decoders?.length) return;
  statement.customResultMapper = (rows) =>
    rows.map((row) => {
      const result: Record<string, unknown> = {};
      for (const [index, { name, decoder }] of columns.entries()) {
        const value = row[index];
        result[name] = value === null ? null : decoder.mapFromDriverValue(value);
      }
      return result;
    });
}
