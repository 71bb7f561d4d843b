import { lookup } from 'node:dns/promises';
import { once } from 'node:events';
import http from 'node:http';
import net from 'node:net';
import { PlainError } from '../plain-error.ts';

/** Retry-After while the database starts. */
const RETRY_SECONDS = 2;

/** Holds the server's port while the server starts. */
export type Door = {
  /** Hands all further connections to `server`, which listens from now on. */
  open(server: http.Server): Promise<void>;
};

/**
 * Listens at once, so that an occupied port is reported before anything else starts, and no other program can take it
 * meanwhile. Until the server is ready, requests get 503.
 * @throws PlainError when the port cannot be opened
 */
export async function holdPort({ port, host }: { port: number; host: string }): Promise<Door> {
  const waiting = http.createServer(answerStarting);
  const [first = host, ...others] = host === 'localhost' ? await listLocal() : [host];
  const main = await listen(waiting, { port, host: first });
  const held = (main.address() as net.AddressInfo).port;
  const further = await Promise.all(others.map((address) => listenIfPossible(waiting, { port: held, host: address })));
  return {
    async open(server) {
      const listening = once(server, 'listening');
      // Both servers share the operating system's socket, so no connection is refused in between.
      server.listen(main);
      await listening;
      for (const each of further) {
        if (!each) continue;
        each.removeAllListeners('connection');
        each.on('connection', (socket) => server.emit('connection', socket));
        server.once('close', () => each.close());
      }
    },
  };
}

const answerStarting: http.RequestListener = (request, response) => {
  const isAlive = request.url === '/healthz';
  response.writeHead(isAlive ? 200 : 503, {
    'content-type': 'application/json; charset=utf-8',
    'cache-control': 'no-store',
    connection: 'close',
    ...(isAlive ? {} : { 'retry-after': String(RETRY_SECONDS) }),
  });
  response.end(JSON.stringify({ status: isAlive ? 'alive' : 'starting' }));
};

/** All loopback addresses of this machine, because `localhost` can mean either one. */
const listLocal = async (): Promise<string[]> => {
  const found = (await lookup('localhost', { all: true })).map(({ address }) => address);
  return [...new Set(found)];
};

async function listen(waiting: http.Server, at: { port: number; host: string }): Promise<net.Server> {
  const server = net.createServer((socket) => waiting.emit('connection', socket));
  try {
    server.listen(at);
    await once(server, 'listening');
    return server;
  } catch (error) {
    throw new PlainError(describePortError(codeOf(error), at), { cause: error });
  }
}

/** Listens on the second loopback address, which a machine without IPv6 lacks. */
async function listenIfPossible(
  waiting: http.Server,
  at: { port: number; host: string },
): Promise<net.Server | undefined> {
  try {
    return await listen(waiting, at);
  } catch (error) {
    const code = error instanceof PlainError && codeOf(error.cause);
    if (code === 'EADDRNOTAVAIL' || code === 'EAFNOSUPPORT') return undefined;
    throw error;
  }
}

const codeOf = (error: unknown): string =>
  error instanceof Error && 'code' in error && typeof error.code === 'string' ? error.code : '';

/** Explains what to do about a port that cannot be opened. */
export function describePortError(code: string, { port, host }: { port: number; host: string }): string {
  if (code === 'EADDRINUSE') {
    return `Port ${port} on ${host} is in use: stop the program that uses it, or set PORT to another one.`;
  }
  if (code === 'EACCES') {
    return `This user may not listen on port ${port}: set PORT to 1024 or above, and let a proxy listen on ${port} where it is needed.`;
  }
  if (code === 'EADDRNOTAVAIL' || code === 'ENOTFOUND' || code === 'EAI_AGAIN') {
    return `HOST=${host} is no address of this machine: set it to one, such as 127.0.0.1, or 0.0.0.0 for all.`;
  }
  return `Port ${port} on ${host} cannot be opened (${code}).`;
}
