import type { ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { rm } from 'node:fs/promises';
import net from 'node:net';
import { copyDataDir, newDataDir, startReadyServer, stopServer, templateOf } from '../../scripts/built-server.mjs';
import { getEmbeddedUrl, dataDir as sharedDataDir } from './server-under-test.ts';
import { test as base, expect } from './test.ts';

async function freePort(): Promise<number> {
  const server = net.createServer().listen(0, '127.0.0.1');
  await once(server, 'listening');
  const address = server.address();
  server.close();
  if (address === null || typeof address === 'string') throw new Error('no port is free');
  return address.port;
}

type ServerEnv = Readonly<Record<string, string>>;

/** A server that a test can stop and restart with the same address and data. It starts with the data of the demo. */
class OwnServer {
  readonly origin: string;
  readonly dataDir = newDataDir();
  readonly #port: number;
  readonly #env: ServerEnv;
  #child: ChildProcess | undefined;

  constructor(port: number, env: ServerEnv) {
    this.#port = port;
    this.#env = env;
    this.origin = `http://localhost:${port}`;
  }

  async fill(): Promise<void> {
    await copyDataDir(templateOf(sharedDataDir), this.dataDir);
  }

  async start(): Promise<void> {
    // Always its own database, because it stops with the server.
    const env = { ...this.#env, DATABASE_URL: undefined };
    this.#child = await startReadyServer({ port: this.#port, dataDir: this.dataDir, env });
    // Its start keeps the process busy on a busy machine, for which it refuses requests for a second.
    await expect.poll(async () => (await fetch(`${this.origin}/readyz`)).status).toBe(200);
  }

  /** @returns the exit code */
  async stop(): Promise<number | null> {
    const child = this.#child;
    this.#child = undefined;
    return child ? stopServer(child) : 0;
  }
}

/** A test with a separate server instead of the shared one. */
export const test = base.extend<{ serverEnv: ServerEnv; server: OwnServer }>({
  serverEnv: [{}, { option: true }],
  server: async ({ serverEnv }, use) => {
    const server = new OwnServer(await freePort(), serverEnv);
    await server.fill();
    await server.start();
    await use(server);
    await server.stop();
    await rm(server.dataDir, { recursive: true, force: true });
  },
  baseURL: async ({ server }, use) => use(server.origin),
  ownerUrl: async ({ server }, use) => use(await getEmbeddedUrl(server.dataDir)),
});
