import pg from 'pg';
import type { TestApp } from './app.ts';

export type RoleScope = {
  role?: string;
  userId?: string;
  coachId?: string;
  clientId?: string;
  relationshipStatus?: string;
};
type Query = <Row extends pg.QueryResultRow>(text: string, values?: unknown[]) => Promise<pg.QueryResult<Row>>;

/** Runs statements as the application role in a scope, under row-level security, and rolls them back. */
export async function asAppRole<Result>(
  { services }: TestApp,
  { role = '', userId = '', coachId = '', clientId = '', relationshipStatus = 'active' }: RoleScope,
  work: (query: Query) => Promise<Result>,
): Promise<Result> {
  const client = await services.db.pool.connect();
  const query: Query = (text, values) => client.query(text, values);
  try {
    await query('begin');
    const scope = {
      role,
      user_id: userId,
      coach_id: coachId,
      client_id: clientId,
      relationship_status: relationshipStatus,
    };
    // Like the product: a cluster passes SET LOCAL on to its machines, but not function calls.
    for (const [name, value] of Object.entries(scope))
      await query(`set local app.${name} = ${pg.escapeLiteral(value)}`);
    return await work(query);
  } finally {
    await query('rollback');
    client.release();
  }
}
