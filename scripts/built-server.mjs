import { spawn } from 'node:child_process';
import { chmodSync, mkdtempSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { ROOT, toolEnv } from './run-command.mjs';

/** @returns {string} a new data folder for the server; the caller deletes it */
export function newDataDir() {
  const dataDir = mkdtempSync(path.join(os.tmpdir(), 'stridewell-e2e-'));
  // The embedded database drops root rights and must still reach its folder.
  chmodSync(dataDir, 0o755);
  return dataDir;
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
      // With an external database the server does not generate secrets.
      AUTH_SECRET: 'end-to-end-tests-only-not-a-secret',
      ...env,
    }),
  });
}
