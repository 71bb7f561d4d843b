import { lookup } from 'node:dns/promises';
import { once } from 'node:events';
import http from 'node:http';
import net from 'node:net';
import { PlainError } from '../plain-error.ts';

/** Retry-After while the server starts, and how often the waiting page reloads. */
const RETRY_SECONDS = 2;

/** Holds the server's port while the server starts. */
export type Door = {
  /** Says on the waiting page what happens now, like `Preparing the database`. */
  say(step: string): void;
  /** Hands all further connections to `server`, which listens from now on. */
  open(server: http.Server): Promise<void>;
};

type Place = { port: number; host: string };

/**
 * Listens at once, so that an occupied port is reported before anything else starts, and no other program can take it
 * meanwhile. Until the server is ready, requests get 503, and a browser gets a page that says so and reloads itself.
 * @param place `title`: what the page says first, like `Stridewell is starting`
 * @throws PlainError when the port cannot be opened
 */
export async function holdPort({ port, host, title }: Place & { title: string }): Promise<Door> {
  let now = 'Starting';
  const waiting = http.createServer((request, response) => answerStarting(request, response, () => page(title, now)));
  const [first = host, ...others] = host === 'localhost' ? await listLocal() : [host];
  const main = await listen(waiting, { port, host: first });
  const held = (main.address() as net.AddressInfo).port;
  const further = await Promise.all(others.map((address) => listenIfPossible(waiting, { port: held, host: address })));
  return {
    say(step) {
      now = step;
    },
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

function answerStarting(
  { url, method, headers }: http.IncomingMessage,
  response: http.ServerResponse,
  page: () => string,
) {
  const isAlive = url === '/healthz';
  const isPage = !isAlive && url !== '/readyz' && method === 'GET' && headers.accept?.includes('text/html') === true;
  response.writeHead(isAlive ? 200 : 503, {
    'content-type': isPage ? 'text/html; charset=utf-8' : 'application/json; charset=utf-8',
    'content-security-policy': "default-src 'none'; style-src 'unsafe-inline'",
    'cache-control': 'no-store',
    connection: 'close',
    ...(isAlive ? {} : { 'retry-after': String(RETRY_SECONDS) }),
  });
  response.end(isPage ? page() : JSON.stringify({ status: isAlive ? 'alive' : 'starting' }));
}

const ESCAPED: Record<string, string> = { '&': '&amp;', '<': '&lt;', '>': '&gt;' };
const inHtml = (text: string) => text.replace(/[&<>]/g, (sign) => ESCAPED[sign] ?? sign);

/** Loads nothing else, because nothing else is served yet. */
const page = (title: string, step: string): string => `<!doctype html>
<html lang="en">
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark">
<meta http-equiv="refresh" content="${RETRY_SECONDS}">
<title>${inHtml(title)}</title>
<style>
  body { max-width: 32rem; margin: 20vh auto; padding: 0 1.5rem; font: 1.125rem/1.5 system-ui, sans-serif }
  h1 { font-size: 1.5rem; line-height: 1.25 }
  p + p { opacity: 0.75 }
</style>
<main>
  <h1>${inHtml(title)}</h1>
  <p role="status">${inHtml(step)}…</p>
  <p>This page opens the app as soon as it is ready.</p>
</main>
</html>
`;

/** All loopback addresses of this machine, because `localhost` can mean either one. */
const listLocal = async (): Promise<string[]> => {
  const found = (await lookup('localhost', { all: true })).map(({ address }) => address);
  return [...new Set(found)];
};

async function listen(waiting: http.Server, at: Place): Promise<net.Server> {
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
async function listenIfPossible(waiting: http.Server, at: Place): Promise<net.Server | undefined> {
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
export function describePortError(code: string, { port, host }: Place): string {
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
