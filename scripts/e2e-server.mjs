/**
 * The server of the end-to-end tests: the real build in demo mode, with an empty data folder that is deleted at the
 * end. Usage: node scripts/e2e-server.mjs <port> <data folder>. With DATABASE_URL it uses that database, which must be
 * empty. Without, tests that need a separate server find a copy of the filled data folder beside it. With E2E_FILLED that
 * copy is already there.
 */
import { mkdirSync, rmSync } from 'node:fs';
import { build } from './build.mjs';
import { copyDataDir, fillDataDir, openToDatabase, startBuiltServer, templateOf } from './built-server.mjs';

const [port, dataDir] = process.argv.slice(2);
if (!port || !dataDir) throw new Error('Usage: node scripts/e2e-server.mjs <port> <data folder>');

await build({ ifChanged: true });

const template = templateOf(dataDir);
const isFilled = Boolean(process.env.E2E_FILLED);
const removeFolders = () => {
  for (const folder of [dataDir, template]) rmSync(folder, { recursive: true, force: true });
};

// A run that was killed leaves its folders behind.
if (isFilled) rmSync(dataDir, { recursive: true, force: true });
else removeFolders();
mkdirSync(dataDir);
openToDatabase(dataDir);
if (!process.env.DATABASE_URL) {
  if (!isFilled) await fillDataDir(template);
  await copyDataDir(template, dataDir);
}
const env = { TRUST_PROXY: 'loopback', WALKTHROUGH_URL: 'https://walk.example/embed/7' };
const child = startBuiltServer({ port, dataDir, env }, 'inherit');

// Signals reach the whole process group. The server drains on its own signal, and this process stays to clean up.
for (const signal of /** @type {const} */ (['SIGINT', 'SIGTERM'])) process.on(signal, () => undefined);

child.on('error', (error) => console.error(error.message));
child.on('close', (code) => {
  removeFolders();
  process.exitCode = code ?? 1;
});
