import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { chmodSync, mkdirSync, mkdtempSync, rmSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { ROOT, run, toolEnv } from './run-command.mjs';

/** @typedef {{ port: number | string, dataDir: string, env?: Record<string, string | undefined> }} ServerOptions */

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
 * The folder with what the demo puts into an empty data folder. `scripts/e2e-server.mjs` fills it, or `scripts/test.mjs`
 * before, beside other tests.
 * @param {string} dataDir data folder of the server that all specs share
 */
export const templateOf = (dataDir) => `${dataDir}-template`;

/**
 * Fills an empty data folder with the demo, which takes several times as long as starting with it.
 * @param {string} dataDir
 * @throws Error when the server ends before it is ready
 */
export async function fillDataDir(dataDir) {
  rmSync(dataDir, { recursive: true, force: true });
  mkdirSync(dataDir);
  openToDatabase(dataDir);
  await stopServer(await startReadyServer({ port: 0, dataDir, env: { DATABASE_URL: undefined } }));
}

/**
 * Copies a data folder with its owners, because PostgreSQL runs as another user than root.
 * @param {string} from
 * @param {string} to an empty folder, or none
 * @throws Error when it could not be copied whole
 */
export async function copyDataDir(from, to) {
  const { code, output } = await run('cp', ['-a', `${from}/.`, to]);
  if (code !== 0) throw new Error(`${from} could not be copied: ${output}`);
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
 * @param {ServerOptions} options
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

/**
 * Starts the real build and waits until it is ready. It inherits standard error.
 * @param {ServerOptions} options
 * @returns {Promise<import('node:child_process').ChildProcess>}
 * @throws Error when it ends before it is ready
 */
export function startReadyServer(options) {
  const child = startBuiltServer(options, ['ignore', 'pipe', 'inherit']);
  let said = '';
  return new Promise((resolve, reject) => {
    child.once('close', (code) => reject(new Error(`the server ended with ${code}`)));
    child.stdout?.on('data', (/** @type {Buffer} */ chunk) => {
      said += chunk.toString();
      if (said.includes('ready at ')) resolve(child);
    });
  });
}

/**
 * Ends a server that was started here.
 * @param {import('node:child_process').ChildProcess} child
 * @returns {Promise<number | null>} its exit code
 */
export async function stopServer(child) {
  if (child.exitCode !== null) return child.exitCode;
  const ended = once(child, 'exit');
  child.kill('SIGTERM');
  const [code] = await ended;
  return code;
}
