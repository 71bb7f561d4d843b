import Fastify from 'fastify';
import pg from 'pg';
import { recordStatements, type Statement } from '../apps/server/test/statements.ts';
import type { Product } from './product.ts';

/** Records the statements of one request, including transaction control and the session row. */
export const recordRequest = (product: Product, url: string, by: 'coach' | 'client' = 'coach'): Promise<Statement[]> =>
  recordStatements(async () => {
    const { statusCode } = await product.app.inject({ url, headers: { cookie: product.cookies[by] } });
    if (statusCode !== 200) throw new Error(`${url} answered ${statusCode}`);
  });

/**
 * A Fastify route that only runs these statements and returns their rows: the session row first, because the scope of
 * the others depends on it, and then the others at once.
 */
export async function bareRoute(
  url: string,
  statements: readonly Statement[],
): Promise<{ address: string; close(): Promise<void> }> {
  const pool = new pg.Pool({ connectionString: url, max: 10, pipeline: true });
  const app = Fastify({ logger: false });
  const [session, ...others] = statements;
  if (!session) throw new Error('nothing was recorded');
  app.get('/', async () => {
    await pool.query(session);
    const client = await pool.connect();
    try {
      const results = await Promise.all(others.map((statement) => client.query(statement)));
      return results.flatMap((result) => [result].flat().map(({ rows }) => rows));
    } finally {
      client.release();
    }
  });
  const address = await app.listen({ port: 0, host: '127.0.0.1' });
  return {
    address,
    async close() {
      await app.close();
      await pool.end();
    },
  };
}
