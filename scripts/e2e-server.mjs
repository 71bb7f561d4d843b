/**
 * Server for the end-to-end tests: the real build in demo mode, with a new data folder that it deletes at the end.
 * Usage: node scripts/e2e-server.mjs <port>. With DATABASE_URL it uses that database, which should be empty.
 */
import { rmSync } from 'node:fs';
import { build } from './build.mjs';
import { newDataDir, startBuiltServer } from './built-server.mjs';

await build({ ifChanged: true });

const dataDir = newDataDir();
const env = { TRUST_PROXY: 'true' };
const child = startBuiltServer({ port: process.argv[2] ?? '3100', dataDir, env }, 'inherit');

// Signals reach the whole process group. The server drains by itself, and this process stays to clean up.
for (const signal of /** @type {const} */ (['SIGINT', 'SIGTERM'])) process.on(signal, () => undefined);

child.on('error', (error) => console.error(error.message));
child.on('close', (code) => {
  rmSync(dataDir, { recursive: true, force: true });
  process.exitCode = code ?? 1;
});
