import pg from 'pg';
import { noteFailure } from './failures.ts';

/** How long a connection may take, or a free one of a full pool. */
const CONNECT_MS = 15_000;

type OnLost = (error: Error) => void;

/**
 * A pool that survives the loss of its connections. A pool listens to idle connections alone: one that is lost while it
 * is in use would end the process.
 * @param onLost called for every lost connection; its work fails with an error of its own
 */
export function createPool(options: pg.PoolConfig, onLost: OnLost): pg.Pool {
  const pool = new pg.Pool({ connectionTimeoutMillis: CONNECT_MS, keepAlive: true, ...options });
  pool.on('connect', (client) => {
    if (options.pipeline) writeOncePerTurn(client);
    let lost = false;
    client.on('error', (error) => {
      // The server says why it hangs up, and then the connection ends: two events for one loss.
      if (!lost) onLost(error);
      lost = true;
    });
  });
  // Repeats what an idle connection has already said.
  pool.on('error', () => undefined);
  return pool;
}

/** Sends what is queried in one turn with one write: waking the other end costs as much as a small statement. */
function writeOncePerTurn(client: pg.PoolClient): void {
  const { stream } = client.connection;
  let corked = false;
  Reflect.set(client, 'query', (...parameters: unknown[]) => {
    if (!corked) {
      corked = true;
      stream.cork();
      process.nextTick(() => {
        corked = false;
        stream.uncork();
      });
    }
    return Reflect.apply(pg.Client.prototype.query, client, parameters);
  });
}

/**
 * A pool for a library that turns failures into errors of its own. `databaseUse` still shows that the database could
 * not be reached.
 */
export function createNotedPool(options: pg.PoolConfig, onLost: OnLost): pg.Pool {
  const pool = createPool(options, onLost);
  noteFailures(pool, ['query', 'connect']);
  pool.on('connect', (client) => noteFailures(client, ['query']));
  return pool;
}

function noteFailures(target: object, methods: readonly string[]): void {
  for (const name of methods) {
    const method: unknown = Reflect.get(target, name);
    if (typeof method !== 'function') throw new TypeError(`the driver has no method ${name}`);
    Reflect.set(target, name, (...parameters: unknown[]) => {
      const result: unknown = Reflect.apply(method, target, parameters);
      if (result instanceof Promise) result.catch(noteFailure);
      return result;
    });
  }
}

/**
 * Runs `work` on a connection of its own and closes it. A connection that is lost between two statements fails the next
 * one instead of ending the process.
 */
export async function withConnection<T>(url: string, work: (client: pg.Client) => Promise<T>): Promise<T> {
  const client = new pg.Client({ connectionString: url, connectionTimeoutMillis: CONNECT_MS, keepAlive: true });
  let lost: Error | undefined;
  client.on('error', (error) => {
    lost ??= error;
  });
  try {
    await client.connect();
    return await work(client);
  } catch (error) {
    // The driver only says then that the connection cannot be used.
    throw lost === undefined || error === lost ? error : new Error('the database connection was lost', { cause: lost });
  } finally {
    await client.end();
  }
}
