import { type Placeholder, sql } from 'drizzle-orm';
import type pg from 'pg';
import { countStatement, type Tx } from './database.ts';
import { joinTransaction, type PreparedStatement, senderOf } from './drizzle-internals.ts';
import type { Scope } from './scope.ts';

type Statement<Row> = { prepare(name: string): PreparedStatement<Row> };
type ScopeIds = { coachId: string; clientId: string; userId: string };
/** Placeholders for `Values` and for the ids of the scope. */
export type Places<Values> = { readonly [Name in keyof (Values & ScopeIds)]: Placeholder };

const places = new Proxy({}, { get: (_target, name) => sql.placeholder(String(name)) });

/**
 * A statement of a hot path. Its text is built once per connection, and the server prepares it under `name`. The query
 * builder would build the same text for every request.
 */
export function prepared<Row, S extends Scope, Values extends Record<string, unknown>>(
  name: string,
  build: (tx: Tx<S>, places: Places<Values>) => Statement<Row>,
): (tx: Tx<S>, values: Values) => Promise<Row> {
  const senders = new WeakMap<object, ReturnType<typeof senderOf<Row>>>();
  return (tx, values) => {
    const { connection, requireOpen, sendAs, scope, answers, keysFor, carried, beforeCommit } = tx;
    // The statement belongs to the connection, so it stays usable after the transaction ends.
    requireOpen();
    let send = senders.get(connection);
    if (!send) {
      const lasting = Object.assign(joinTransaction(connection.db), {
        connection,
        requireOpen,
        sendAs,
        scope,
        answers,
        keysFor,
        carried,
        beforeCommit,
      });
      send = senderOf(build(lasting, places as Places<Values>).prepare(name));
      senders.set(connection, send);
    }
    return send(connection.client, values, scope.settings);
  };
}

/** A statement of a hot path that the query builder cannot prepare, as text with `$1` and so on. */
export async function queryPrepared<Row extends pg.QueryResultRow>(
  { connection, requireOpen }: Tx,
  query: { name: string; text: string; values: unknown[] },
): Promise<Row[]> {
  requireOpen();
  countStatement();
  return (await connection.client.query<Row>(query)).rows;
}
