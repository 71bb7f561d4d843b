import pg from 'pg';
import { EmbeddedPostgresError, startEmbeddedPostgres } from '../src/platform/db/embedded.ts';

/**
 * Starts the embedded PostgreSQL of a directory in a separate process, for tests that kill it:
 * `node embedded-child.ts <dir> <hold|insert>`. Prints one JSON line for the start, and with `insert` the id of each
 * committed row of the table `acknowledged`. Runs until it is killed. When its input ends, it stops the server.
 */
const [dir = '', mode = 'hold'] = process.argv.slice(2);
const print = (value: unknown) => process.stdout.write(`${JSON.stringify(value)}\n`);

async function insertUntilKilled(url: string): Promise<never> {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  await client.query('CREATE TABLE IF NOT EXISTS acknowledged (id integer PRIMARY KEY)');
  const { rows } = await client.query<{ last: number }>('SELECT coalesce(max(id), 0) AS last FROM acknowledged');
  for (let id = (rows[0]?.last ?? 0) + 1; ; id += 1) {
    await client.query('INSERT INTO acknowledged VALUES ($1)', [id]);
    print(id);
  }
}

try {
  const server = await startEmbeddedPostgres({ dir, durable: mode === 'insert' });
  print({ outcome: server.outcome, pid: server.pid });
  if (mode === 'insert') await insertUntilKilled(server.ownerUrl);
  process.stdin.resume().once('end', async () => {
    await server.stop();
  });
} catch (error) {
  if (!(error instanceof EmbeddedPostgresError)) throw error;
  print({ code: error.code, message: error.message });
}
