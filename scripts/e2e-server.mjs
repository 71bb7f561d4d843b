/**
 * The server of the end-to-end tests: the real build in demo mode, with an empty data folder that is deleted at the
 * end. Usage: node scripts/e2e-server.mjs <port> <data folder>. With DATABASE_URL it uses that database, which must be
 * empty.
 */
import { mkdirSync, rmSync } from 'node:fs';
import { build } from './build.mjs';
import { openToDatabase, startBuiltServer } from './built-server.mjs';

const [port, dataDir] = process.argv.slice(2);
if (!port || !dataDir) throw new Error('Usage: node scripts/e2e-server.mjs <port> <data folder>');

await build({ ifChanged: true });

// A run that was killed leaves its folder behind.
rmSync(dataDir, { recursive: true, force: true });
mkdirSync(dataDir);
openToDatabase(dataDir);
const env = { TRUST_PROXY: 'loopback', WALKTHROUGH_URL: 'https://walk.example/embed/7' };
const child = startBuiltServer({ port, dataDir, env }, 'inherit');

// Signals reach the whole process group. The server drains on its own signal, and this process stays to clean up.
for (const signal of /** @type {const} */ (['SIGINT', 'SIGTERM'])) process.on(signal, () => undefined);

child.on('error', (error) => console.error(error.message));
child.on('close', (code) => {
  rmSync(dataDir, { recursive: true, force: true });
  process.exitCode = code ?? 1;
});
