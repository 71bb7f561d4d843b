import { once } from 'node:events';
import { rm } from 'node:fs/promises';
import net from 'node:net';
import { newDataDir, startBuiltServer } from '../../scripts/built-server.mjs';
import { getEmbeddedUrl } from './server-under-test.ts';
import { test as base } from './test.ts';

async function freePort(): Promise<number> {
  const server = net.createServer().listen(0, '127.0.0.1');
  await once(server, 'listening');
  const address = server.address();
  server.close();
  if (address === null || typeof address === 'string') throw new Error('no port is free');
  return address.port;
}

type ServerEnv = Readonly<Record<string, string>>;

/** A server that a test can stop and restart with the same address and data. */
class OwnServer {
  readonly origin: string;
  readonly dataDir = newDataDir();
  readonly #port: number;
  #child: ReturnType<typeof startBuiltServer> | undefined;

  readonly #env: ServerEnv;

  constructor(port: number, env: ServerEnv) {
    this.#port = port;
    this.#env = env;
    this.origin = `http://localhost:${port}`;
  }

  async start(): Promise<void> {
    // Always its own database, because it stops with the server.
    const options = { port: this.#port, dataDir: this.dataDir, env: { ...this.#env, DATABASE_URL: undefined } };
    const child = startBuiltServer(options, ['ignore', 'pipe', 'inherit']);
    this.#child = child;
    let said = '';
    await new Promise<void>((resolve, reject) => {
      child.once('close', (code) => reject(new Error(`the server ended with ${code}`)));
      child.stdout?.on('data', (chunk: Buffer) => {
        said += chunk.toString();
        if (said.includes('ready at ')) resolve();
      });
    });
  }

  /** @returns the exit code */
  async stop(): Promise<number | null> {
    const child = this.#child;
    this.#child = undefined;
    if (!child || child.exitCode !== null) return child?.exitCode ?? 0;
    const ended = once(child, 'exit');
    child.kill('SIGTERM');
    const [code] = await ended;
    return code;
  }
}

/** A test with a separate server instead of the shared one. */
export const test = base.extend<{ serverEnv: ServerEnv; server: OwnServer }>({
  serverEnv: [{}, { option: true }],
  server: async ({ serverEnv }, use) => {
    const server = new OwnServer(await freePort(), serverEnv);
    await server.start();
    await use(server);
    await server.stop();
    await rm(server.dataDir, { recursive: true, force: true });
  },
  baseURL: async ({ server }, use) => use(server.origin),
  ownerUrl: async ({ server }, use) => use(await getEmbeddedUrl(server.dataDir)),
});
