import { Column, is, type Placeholder, SQL, sql } from 'drizzle-orm';
import type { Tx } from './database.ts';
import type { Scope } from '../../core/tenancy/scope.ts';

type Statement<Row> = { prepare(name: string): { execute(values?: Record<string, unknown>): Promise<Row> } };
type ScopeIds = Pick<Scope, 'coachId' | 'clientId' | 'userId'>;
/** The places in the text of a statement that `Values` and the ids of the scope go to. */
export type Places<Values> = { readonly [Name in keyof (Values & ScopeIds)]: Placeholder };

const places = new Proxy({}, { get: (_target, name) => sql.placeholder(String(name)) });

type Decoder = { mapFromDriverValue(value: unknown): unknown };
type Field = { path: readonly string[]; field: unknown };
/** What the query builder keeps in a statement of its own and we know of. */
type Mapped = { fields?: readonly Field[]; customResultMapper?: (rows: readonly unknown[][]) => unknown[] };

const isDecoder = (value: unknown): value is Decoder =>
  typeof value === 'object' && value !== null && 'mapFromDriverValue' in value;

/** Where the library finds how a value is read; undefined for what only it knows to read. */
function decoderOf({ path, field }: Field): { name: string; decoder: Decoder } | undefined {
  const [name] = path;
  if (name === undefined || path.length > 1) return undefined;
  const written = is(field, SQL.Aliased) ? field.sql : field;
  const decoder: unknown = is(written, Column) ? written : is(written, SQL) ? Reflect.get(written, 'decoder') : null;
  return isDecoder(decoder) ? { name, decoder } : undefined;
}

/** Finds out once how the columns of a statement are read, where the library does so for every row. */
function mapOnce(statement: Mapped): void {
  const decoders = statement.fields?.map(decoderOf);
  const columns = decoders?.filter((one) => one !== undefined);
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

/**
 * A statement of a hot path: its text is built once a connection and prepared by the server under `name`, where the
 * query builder would otherwise write the same text again for every request.
 */
export function prepared<Row, S extends Scope, Values extends Record<string, unknown>>(
  name: string,
  build: (tx: Tx<S>, places: Places<Values>) => Statement<Row>,
): (tx: Tx<S>, values: Values) => Promise<Row> {
  const kept = new WeakMap<object, ReturnType<Statement<Row>['prepare']>>();
  return (tx, values) => {
    let statement = kept.get(tx.connection);
    if (!statement) {
      statement = build(tx, places as Places<Values>).prepare(name);
      mapOnce(statement as Mapped);
      kept.set(tx.connection, statement);
    }
    const { coachId, clientId, userId } = tx.scope;
    return statement.execute({ coachId, clientId, userId, ...values });
  };
}
