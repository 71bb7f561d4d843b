import { Column, DrizzleQueryError, is, type Logger, Param, Placeholder, SQL, type SQLWrapper } from 'drizzle-orm';
import { type NodePgDatabase, NodePgSession, NodePgTransaction } from 'drizzle-orm/node-postgres';
import type { ClientBase, PoolClient, QueryArrayConfig } from 'pg';

/**
 * The only file that reaches into undocumented parts of Drizzle. `drizzle-internals.test.ts` fails when an upgrade
 * changes one of them.
 */

export type NoSchema = Record<string, never>;
/** All that Drizzle needs of a connection. */
export type Sender = Pick<PoolClient, 'query'>;
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
  client?: Sender,
  logger?: Logger,
): NodePgTransaction<NoSchema, NoSchema> {
  const { dialect, session } = db as Internals;
  const own =
    client && new NodePgSession<NoSchema, NoSchema>(client as PoolClient, dialect, undefined, logger && { logger });
  return new NodePgTransaction<NoSchema, NoSchema>(dialect, own ?? session, undefined);
}

/** The connection that sends the statements of `db`, which is inside a transaction. */
export const clientOf = (db: NodePgDatabase<NoSchema>): PoolClient => Reflect.get((db as Internals).session, 'client');

type Decoder = { mapFromDriverValue(value: unknown): unknown };
type Field = { path: readonly string[]; field: unknown };
type Values = Readonly<Record<string, unknown>>;
/** A statement that the query builder prepared. */
export type PreparedStatement<Result> = { execute(values?: Record<string, unknown>): Promise<Result> };
type StatementInternals = {
  params?: readonly unknown[];
  queryConfig?: QueryArrayConfig;
  logger?: Logger;
  fields?: readonly Field[];
};

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

/** Reads the rows of a selection; undefined for a nested selection, and for a statement that returns none. */
function rowReader(fields: readonly Field[] = []): ((rows: readonly unknown[][]) => unknown[]) | undefined {
  const decoders = fields.map(decoderOf);
  const columns = decoders.filter((decoder) => decoder !== undefined);
  if (columns.length === 0 || columns.length !== decoders.length) return undefined;
  // A copy has room for all columns, which an object that grows by one at a time would have to make again and again.
  const blank: Record<string, unknown> = Object.fromEntries(columns.map(({ name }) => [name, null]));
  return (rows) =>
    rows.map((row) => {
      const result = { ...blank };
      let index = 0;
      for (const { name, decoder } of columns) {
        const value = row[index];
        result[name] = value === null ? null : decoder.mapFromDriverValue(value);
        index += 1;
      }
      return result;
    });
}

/** A selection that the query builder has not sent yet. */
export type Selection<Result> = PromiseLike<Result> & SQLWrapper & { prepare(name: string): PreparedStatement<Result> };

/** How many columns a selection has, and how to read its rows. @throws TypeError for a nested selection */
export function columnsOf<Row>(selection: Selection<Row[]>): { count: number; read: (rows: unknown[][]) => Row[] } {
  const statement: object = selection.prepare('');
  const { fields = [] }: StatementInternals = statement;
  const read = rowReader(fields);
  if (!read) throw new TypeError('only a flat selection can be read with others');
  return { count: fields.length, read: (rows) => read(rows) as Row[] };
}

/** Finds a parameter of a statement among the values of a call, or else among the ids of its scope. */
function parameterReader(parameter: unknown): (values: Values, ids: Values) => unknown {
  const encoder = is(parameter, Param) && is(parameter.value, Placeholder) ? parameter.encoder : null;
  const placeholder = encoder ? (parameter as Param).value : parameter;
  if (!is(placeholder, Placeholder)) return () => parameter;
  const { name } = placeholder;
  return (values, ids) => {
    const known = name in values ? values : ids;
    if (!(name in known)) throw new Error(`a statement has no value for ${name}`);
    return encoder ? encoder.mapToDriverValue(known[name]) : known[name];
  };
}

/**
 * A function that sends a prepared statement. It looks up placeholders and decoders once, where Drizzle does so for
 * every call and every row, and waits for one promise.
 */
export function senderOf<Result>(
  prepared: PreparedStatement<Result>,
): (client: ClientBase, values: Values, ids: Values) => Promise<Result> {
  const statement: object = prepared;
  const { params = [], queryConfig, logger, fields }: StatementInternals = statement;
  const readRows = rowReader(fields);
  if (!readRows || !queryConfig) return (_client, values, ids) => prepared.execute({ ...ids, ...values });
  const readers = params.map(parameterReader);
  const { name, text, types } = queryConfig;
  // The driver copies the own properties of a query, which takes longer than anything else it does before sending.
  const shared = { name, text, types, rowMode: 'array' as const };
  return async (client, values, ids) => {
    const parameters = readers.map((read) => read(values, ids));
    logger?.logQuery(text, parameters);
    let rows: unknown[][];
    try {
      const query: typeof shared & { values?: unknown[] } = Object.create(shared);
      query.values = parameters;
      ({ rows } = await client.query(query));
    } catch (error) {
      throw new DrizzleQueryError(text, parameters, error instanceof Error ? error : undefined);
    }
    return readRows(rows) as Result;
  };
}
