/**
 * Builds the web app (apps/web/dist), the public site (apps/site/dist) and the server (apps/server/dist).
 * Usage: node scripts/build.mjs [--if-changed], which skips the build when the sources have not changed.
 */
import { createHash } from 'node:crypto';
import { existsSync, mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { readFile, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { setTimeout } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { brotliCompress } from 'node:zlib';
import { ROOT, run } from './run-command.mjs';

const brotli = promisify(brotliCompress);
const HASH_FILE = 'apps/server/dist/.build-hash';
const OUTPUTS = ['apps/server/dist/main.js', 'apps/web/dist', 'apps/site/dist'];
const LOCK_FILE = 'node_modules/.cache/build.lock';
const LOCK_WAIT_MS = 10 * 60 * 1000;
const LOCK_RETRY_MS = 200;
/** More than a part of the build needs. */
const BYTES_OF_PART = 1.5 * 1024 ** 3;

/** Inputs of a build; folders include everything below them. */
const SOURCES = [
  'apps',
  'packages',
  'package-lock.json',
  'tsconfig.base.json',
  'scripts/build.mjs',
  'scripts/pages-budgets.mjs',
];

/** Outputs, installed packages and files for tests only. */
const LEFT_OUT = /^(node_modules|dist|test|\..*|routeTree\.gen\.ts|rpc-procedures\.(\w+\.)?gen\.json|.*\.test\.tsx?)$/;

/**
 * Fingerprint of all build inputs, from the files because changes may not be committed.
 * @param {string} root absolute path of the repository
 * @returns {string}
 */
export function hashSources(root) {
  const hash = createHash('sha256');
  /** @param {string} relative */
  const add = (relative) => {
    const absolute = path.join(root, relative);
    if (!existsSync(absolute)) return;
    hash.update(`${relative}\0`).update(readFileSync(absolute)).update('\0');
  };
  /** @param {string} folder */
  const walk = (folder) => {
    const entries = readdirSync(path.join(root, folder), { withFileTypes: true });
    for (const entry of entries.sort((a, b) => (a.name < b.name ? -1 : 1))) {
      if (LEFT_OUT.test(entry.name)) continue;
      const relative = `${folder}/${entry.name}`;
      if (entry.isDirectory()) walk(relative);
      else add(relative);
    }
  };
  for (const source of SOURCES) {
    if (path.extname(source)) add(source);
    else walk(source);
  }
  return hash.digest('hex');
}

/**
 * @param {string} root
 * @returns {boolean} whether the outputs exist and match the current sources
 */
export function isBuilt(root) {
  if (!OUTPUTS.every((file) => existsSync(path.join(root, file)))) return false;
  const file = path.join(root, HASH_FILE);
  return existsSync(file) && readFileSync(file, 'utf8') === hashSources(root);
}

/**
 * The parts of the product, the one that takes longest first.
 * @type {Record<string, (root: string, signal?: AbortSignal) => Promise<void>>}
 */
const PARTS = {
  'web app': buildWeb,
  'public site': buildSite,
  server: (root, signal) => buildApp(root, 'apps/server', signal),
};

/**
 * Builds all apps, as many at a time as fit into the memory. Concurrent builds run one after the other.
 * @param {{ ifChanged?: boolean, root?: string, signal?: AbortSignal, say?: (sentence: string) => void }} [options]
 *   `root`: absolute path of the repository. `signal` stops the build. `say` gets each step as a sentence
 * @throws with the tool's output when a build fails; the next start then builds again
 */
export async function build({ ifChanged = false, root = ROOT, signal, say = console.log } = {}) {
  if (ifChanged && isBuilt(root)) return;
  checkTools(root);
  const release = await lock(root, say, signal);
  try {
    if (ifChanged && isBuilt(root)) return;
    const start = performance.now();
    // Computed before the build, so edits during the build trigger another one at the next start.
    const hash = hashSources(root);
    rmSync(path.join(root, HASH_FILE), { force: true });
    const names = Object.keys(PARTS);
    say(`Building the ${names.slice(0, -1).join(', the ')} and the ${names.at(-1)}`);
    await buildParts(root, say, signal);
    writeFileSync(path.join(root, HASH_FILE), hash);
    say(`Built in ${secondsSince(start)} s`);
  } finally {
    release();
  }
}

/**
 * Builds the parts in lanes. Waits for all before it returns, even if one fails.
 * @param {string} root
 * @param {(sentence: string) => void} say
 * @param {AbortSignal} [signal]
 */
async function buildParts(root, say, signal) {
  const queue = Object.entries(PARTS);
  const all = queue.length;
  let done = 0;
  const lane = async () => {
    for (let part = queue.shift(); part && !signal?.aborted; part = queue.shift()) {
      const [name, buildPart] = part;
      const start = performance.now();
      await buildPart(root, signal);
      done += 1;
      say(`Built the ${name} in ${secondsSince(start)} s (${done} of ${all})`);
    }
  };
  const lanes = Math.max(1, Math.min(all, Math.floor(process.availableMemory() / BYTES_OF_PART)));
  const ended = await Promise.allSettled(Array.from({ length: lanes }, lane));
  signal?.throwIfAborted();
  const failed = ended.find((result) => result.status === 'rejected');
  if (failed) throw failed.reason;
}

/** @param {number} start */
const secondsSince = (start) => ((performance.now() - start) / 1000).toFixed(1);

/**
 * Checks that the tools of a build are installed. An installation for production leaves them out.
 * @param {string} root
 * @throws Error saying what to do
 */
function checkTools(root) {
  if (existsSync(path.join(root, 'node_modules/vite'))) return;
  const state = existsSync(path.join(root, OUTPUTS[0] ?? ''))
    ? 'The build is older than its sources'
    : 'There is no build';
  throw new Error(
    `${state}, and the tools to build are not installed: run "npm ci --include=dev && npm run build", after which ` +
      '"npm prune --omit=dev" may remove them.',
  );
}

/** @param {string} root @param {AbortSignal} [signal] */
async function buildWeb(root, signal) {
  await buildApp(root, 'apps/web', signal);
  await compress(path.join(root, 'apps/web/dist'));
}

/** @param {string} root @param {AbortSignal} [signal] */
async function buildSite(root, signal) {
  await runBuild(root, 'apps/site', ['astro', 'build', '--silent'], signal);
  await compress(path.join(root, 'apps/site/dist/client'));
}

/**
 * Writes a Brotli copy of each script and style, because the best compression is too slow for each request.
 * @param {string} folder
 */
async function compress(folder) {
  const files = readdirSync(folder, { encoding: 'utf8', recursive: true }).filter((file) => /\.(js|css)$/.test(file));
  await Promise.all(
    files.map(async (file) => {
      const source = path.join(folder, file);
      await writeFile(`${source}.br`, await brotli(await readFile(source)));
    }),
  );
}

/**
 * @param {string} root
 * @param {string} app
 * @param {AbortSignal} [signal]
 */
const buildApp = (root, app, signal) => runBuild(root, app, ['vite', 'build', '--logLevel', 'warn'], signal);

/**
 * @param {string} root
 * @param {string} app
 * @param {[string, ...string[]]} command
 * @param {AbortSignal} [signal]
 */
async function runBuild(root, app, [command, ...args], signal) {
  const cwd = path.join(root, app);
  const env = { NODE_ENV: 'production', ASTRO_TELEMETRY_DISABLED: '1' };
  const { code, output } = await run(command, args, { cwd, env, signal });
  if (code !== 0) throw new Error(`${app} cannot be built:\n${output}`);
}

/**
 * Waits for the build lock. An SQLite file lock is used, because the system releases it when its process dies.
 * @param {string} root
 * @param {(sentence: string) => void} say
 * @param {AbortSignal} [signal]
 * @returns {Promise<() => void>} releases the lock
 */
async function lock(root, say, signal) {
  const file = path.join(root, LOCK_FILE);
  mkdirSync(path.dirname(file), { recursive: true });
  const database = new DatabaseSync(file, { timeout: 0 });
  const end = performance.now() + LOCK_WAIT_MS;
  for (let isFirst = true; ; isFirst = false) {
    try {
      database.exec('BEGIN EXCLUSIVE');
      return () => database.close();
    } catch (error) {
      if (performance.now() > end || !isBusy(error)) throw error;
      if (isFirst) say('Waiting for another build of this folder');
      await setTimeout(LOCK_RETRY_MS);
      signal?.throwIfAborted();
    }
  }
}

const SQLITE_BUSY = 5;
/** @param {unknown} error */
const isBusy = (error) => error instanceof Error && 'errcode' in error && error.errcode === SQLITE_BUSY;

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  try {
    await build({ ifChanged: process.argv.includes('--if-changed') });
  } catch (error) {
    console.error(error instanceof Error ? error.message : error);
    process.exitCode = 1;
  }
}
