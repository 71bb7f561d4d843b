import { spawn } from 'node:child_process';
import { once } from 'node:events';
import net from 'node:net';
import { ROOT } from '../scripts/run-command.mjs';
import type { RunFolder } from './run-folder.ts';

/** Builds what changed. Its words go to standard error, because standard output is for figures. */
export async function buildServer(folder: RunFolder): Promise<void> {
  const child = spawn(process.execPath, ['scripts/build.mjs', '--if-changed'], {
    cwd: ROOT,
    stdio: ['ignore', process.stderr, process.stderr],
  });
  folder.own(child);
  const [code] = await once(child, 'exit');
  if (code !== 0) throw new Error(`the build ended with ${code}`);
}

export type StartedServer = { address: string; seconds: number; stop(): Promise<void> };

/**
 * Starts the built server as `npm start` does, in a process of its own, with nothing but these variables.
 * @returns once it serves, with the seconds that took
 * @throws when it ends before
 */
export async function startServer(folder: RunFolder, variables: Record<string, string>): Promise<StartedServer> {
  const port = await freePort();
  const start = performance.now();
  const child = spawn(process.execPath, ['--enable-source-maps', 'apps/server/dist/main.js'], {
    cwd: ROOT,
    env: { PATH: process.env.PATH, LOG_LEVEL: 'error', ...variables, PORT: String(port) },
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  folder.own(child);
  const ended = once(child, 'exit');
  await new Promise<void>((resolve, reject) => {
    let output = '';
    child.stdout.on('data', (chunk: Buffer) => {
      output += chunk.toString();
      if (output.includes('ready at')) resolve();
    });
    child.once('exit', (code) => reject(new Error(`the built server ended with ${code} before it served`)));
    child.once('error', reject);
  });
  return {
    address: `http://localhost:${port}`,
    seconds: (performance.now() - start) / 1000,
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
