import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { chmod, mkdtemp, rm } from 'node:fs/promises';
import net from 'node:net';
import os from 'node:os';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { build } from '../scripts/build.mjs';

const root = fileURLToPath(new URL('..', import.meta.url));

/** Builds what changed and lends a data directory that goes with the work. */
export async function withDataDir<Value>(work: (dataDir: string) => Promise<Value>): Promise<Value> {
  await build({ ifChanged: true });
  const dataDir = await mkdtemp(path.join(os.tmpdir(), 'stridewell-bench-start-'));
  await chmod(dataDir, 0o755);
  try {
    return await work(dataDir);
  } finally {
    await rm(dataDir, { recursive: true, force: true });
  }
}

/** Seconds until the built server serves: on an empty data directory, seed included, and on the same one again. */
export const measureStarts = (): Promise<{ first: number; again: number }> =>
  withDataDir(async (dataDir) => ({ first: await startOnce(dataDir), again: await startOnce(dataDir) }));

async function startOnce(dataDir: string): Promise<number> {
  const server = await startServer(dataDir);
  await server.stop();
  return server.seconds;
}

export type StartedServer = { address: string; seconds: number; stop(): Promise<void> };

/** The built server as `npm start` runs it, in a process of its own. */
export async function startServer(dataDir: string): Promise<StartedServer> {
  const port = await freePort();
  const start = performance.now();
  const child = spawn(process.execPath, ['apps/server/dist/main.js'], {
    cwd: root,
    env: { PATH: process.env.PATH, DATA_DIR: dataDir, PORT: String(port), LOG_LEVEL: 'error' },
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  const ended = once(child, 'exit');
  let output = '';
  for await (const chunk of child.stdout) {
    output += String(chunk);
    if (output.includes('ready at')) break;
  }
  const seconds = (performance.now() - start) / 1000;
  if (!output.includes('ready at')) throw new Error('the built server did not start');
  return {
    address: `http://localhost:${port}`,
    seconds,
    async stop() {
      child.kill('SIGTERM');
      await ended;
    },
  };
}

async function freePort(): Promise<number> {
  const server = net.createServer().listen(0, '127.0.0.1');
  await once(server, 'listening');
  const address = server.address();
  server.close();
  await once(server, 'close');
  if (!address || typeof address === 'string') throw new Error('no port is free');
  return address.port;
}
