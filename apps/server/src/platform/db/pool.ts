import pg from 'pg';
import { noteFailure } from './failures.ts';

/** Time limit for connecting, and for waiting until a full pool has a free connection. */
const CONNECT_MS = 15_000;

type OnLost = (error: Error) => void;

type OnConnected = Parameters<pg.Pool['connect']>[0];

/** An idle connection is handed over at once, so that waiting for one needs no time limit, and no timer. */
class Pool extends pg.Pool {
  override connect(): Promise<pg.PoolClient>;
  override connect(onConnected: OnConnected): void;
  override connect(onConnected?: OnConnected): Promise<pg.PoolClient> | undefined {
    const connect = () => Reflect.apply(super.connect, this, [onConnected]);
    if (this.idleCount <= this.waitingCount) return connect();
    const limit = this.options.connectionTimeoutMillis;
    this.options.connectionTimeoutMillis = 0;
    try {
      return connect();
    } finally {
      this.options.connectionTimeoutMillis = limit;
    }
  }
}

/**
 * A pool that survives lost connections. The driver's pool listens only to idle connections, so losing one that is in
 * use would end the process.
 * @param onLost called for every lost connection; its work fails separately
 */
export function createPool(options: pg.PoolConfig, onLost: OnLost): pg.Pool {
  const pool = new Pool({ connectionTimeoutMillis: CONNECT_MS, keepAlive: true, ...options });
  pool.on('connect', (client) => {
    if (options.pipeline) writeOncePerTurn(client);
    let lost = false;
    client.on('error', (error) => {
      // A lost connection causes two events: the server's reason, and the end of the connection.
      if (!lost) onLost(error);
      lost = true;
    });
  });
  // Repeats errors that idle connections have already reported.
  pool.on('error', () => undefined);
  return pool;
}

/** Sends the queries of one turn with one write: waking the other end costs as much as a small statement. */
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
 * A pool for a library that replaces connection errors with other ones. `databaseUse` still shows that the database
 * could not be reached.
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
 * Runs `work` on a new connection and closes it. A connection that is lost between two statements fails the next one
 * instead of ending the process.
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
    // The driver's error would only say that the connection cannot be used.
    throw lost === undefined || error === lost ? error : new Error('the database connection was lost', { cause: lost });
  } finally {
    await client.end();
  }
}
