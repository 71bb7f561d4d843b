/**
 * The server of the end-to-end tests: the real build in demo mode, with an empty data folder that is deleted at the
 * end. Usage: node scripts/e2e-server.mjs <port> <data folder>. With DATABASE_URL it uses that database, which must be
 * empty. Without, tests that need a separate server find a copy of the filled data folder beside it.
 */
import { mkdirSync, rmSync } from 'node:fs';
import { build } from './build.mjs';
import {
  copyDataDir,
  openToDatabase,
  startBuiltServer,
  startReadyServer,
  stopServer,
  templateOf,
} from './built-server.mjs';

const [port, dataDir] = process.argv.slice(2);
if (!port || !dataDir) throw new Error('Usage: node scripts/e2e-server.mjs <port> <data folder>');

await build({ ifChanged: true });

const template = templateOf(dataDir);
const removeFolders = () => {
  for (const folder of [dataDir, template]) rmSync(folder, { recursive: true, force: true });
};

// A run that was killed leaves its folders behind.
removeFolders();
mkdirSync(dataDir);
openToDatabase(dataDir);
if (!process.env.DATABASE_URL) {
  // Filling a database takes several times as long as starting with it. Another port, because this server is not the
  // one that the tests wait for.
  await stopServer(await startReadyServer({ port: 0, dataDir }));
  await copyDataDir(dataDir, template);
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
