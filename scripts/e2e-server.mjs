/**
 * The server of the end-to-end tests: the real build in demo mode, with a fresh data folder that goes with it.
 * Usage: node scripts/e2e-server.mjs <port>. With DATABASE_URL it uses that database, which should be empty.
 */
import { spawn } from 'node:child_process';
import { chmodSync, mkdtempSync, rmSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { build } from './build.mjs';
import { ROOT, toolEnv } from './run-command.mjs';

await build({ ifChanged: true });

const dataDir = mkdtempSync(path.join(os.tmpdir(), 'stridewell-e2e-'));
// The embedded database gives up root and must still reach its folder.
chmodSync(dataDir, 0o755);

const child = spawn('node', ['--enable-source-maps', 'apps/server/dist/main.js'], {
  cwd: ROOT,
  stdio: 'inherit',
  env: toolEnv({
    NODE_ENV: 'production',
    NODE_COMPILE_CACHE: path.join(ROOT, 'node_modules/.cache/compile'),
    PORT: process.argv[2] ?? '3100',
    DATA_DIR: dataDir,
    DEMO: 'true',
    LOG_LEVEL: process.env.LOG_LEVEL ?? 'warn',
    // A database of one's own does not generate secrets.
    AUTH_SECRET: 'end-to-end-tests-only-not-a-secret',
  }),
});

// Signals go to the whole process group: the server drains by itself, this process stays to clean up.
for (const signal of /** @type {const} */ (['SIGINT', 'SIGTERM'])) process.on(signal, () => undefined);

child.on('error', (error) => console.error(error.message));
child.on('close', (code) => {
  rmSync(dataDir, { recursive: true, force: true });
  process.exitCode = code ?? 1;
});
