import { spawn } from 'node:child_process';
import { once } from 'node:events';
import net from 'node:net';
import { ROOT } from '../scripts/run-command.mjs';
import type { RunFolder } from './run-folder.ts';

/** Builds if sources changed. Prints to standard error, because standard output is for figures. */
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
 * Starts the built server like `npm start`, in a separate process with only these variables.
 * @returns the seconds until it served
 * @throws when it ends before that
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
