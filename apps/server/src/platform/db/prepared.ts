import { type Placeholder, sql } from 'drizzle-orm';
import type { Tx } from './database.ts';
import type { Scope } from './scope.ts';

type Statement<Row> = { prepare(name: string): { execute(values?: Record<string, unknown>): Promise<Row> } };
type ScopeIds = Pick<Scope, 'coachId' | 'clientId' | 'userId'>;
/** The places in the text of a statement that `Values` and the ids of the scope go to. */
export type Places<Values> = { readonly [Name in keyof (Values & ScopeIds)]: Placeholder };

const places = new Proxy({}, { get: (_target, name) => sql.placeholder(String(name)) });

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
      kept.set(tx.connection, statement);
    }
    const { coachId, clientId, userId } = tx.scope;
    return statement.execute({ coachId, clientId, userId, ...values });
  };
}
