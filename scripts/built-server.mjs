import { spawn } from 'node:child_process';
import { chmodSync, mkdtempSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { ROOT, toolEnv } from './run-command.mjs';

/** Opens the outbox of a server under test to callers from any address. */
export const OUTBOX_TOKEN = 'outbox-of-the-browser-tests';

/** Signs the cookies of the end-to-end tests' servers, so that tests can store sessions. */
export const AUTH_SECRET = 'end-to-end-tests-only-not-a-secret';

/** @returns {string} an empty folder for the server's data; the caller removes it */
export function newDataDir() {
  const dataDir = mkdtempSync(path.join(os.tmpdir(), 'stridewell-e2e-'));
  openToDatabase(dataDir);
  return dataDir;
}

/**
 * Opens the folder for PostgreSQL, which does not run as root.
 * @param {string} dataDir
 */
export function openToDatabase(dataDir) {
  chmodSync(dataDir, 0o755);
}

/**
 * Starts the real build in demo mode. With DATABASE_URL it uses that database, which should be empty.
 * @param {{ port: number | string, dataDir: string, env?: Record<string, string | undefined> }} options
 * @param {import('node:child_process').StdioOptions} stdio
 */
export function startBuiltServer({ port, dataDir, env = {} }, stdio) {
  return spawn('node', ['--enable-source-maps', 'apps/server/dist/main.js'], {
    cwd: ROOT,
    stdio,
    env: toolEnv({
      NODE_ENV: 'production',
      NODE_COMPILE_CACHE: path.join(ROOT, 'node_modules/.cache/compile'),
      PORT: String(port),
      DATA_DIR: dataDir,
      DEMO: 'true',
      LOG_LEVEL: process.env.LOG_LEVEL ?? 'warn',
      // Each test has a different address, so the outbox treats it as a remote caller.
      METRICS_TOKEN: OUTBOX_TOKEN,
      AUTH_SECRET,
      ...env,
    }),
  });
}
