/**
 * Runs every check, even after a failure, and prints a line for each.
 * Usage: node scripts/check.mjs [name...], where a name is the start of a check's name: types, lint, ...
 */
import { fileURLToPath } from 'node:url';
import { run } from './run-command.mjs';

/** @typedef {{ name: string, ok: boolean, seconds: number, output: string }} CheckResult */

/** More lanes are not faster on two cores, because the type checker uses several threads. */
const LANES = 2;

/** For the type checker, a Go program that spent a quarter of its time on garbage. It now collects only above 3 GiB. */
const COLLECT_LATE = { GOGC: 'off', GOMEMLIMIT: '3GiB' };

/**
 * Never incremental, because the compiler's cache hides errors about removed exports.
 * @param {string} project folder with a tsconfig.json
 * @returns {[command: string, ...args: string[]]}
 */
const typeCheck = (project) => ['tsc', '-p', project, '--noEmit', '--checkers', '1'];

/** @typedef {Record<string, [command: string, ...args: string[]]>} Checks by name */

/** @type {Checks} The longest come early, so that no lane is left with one at the end. */
const CHECKS = {
  'types: generated files': ['node', 'scripts/generate-routes.mjs'],
  'types: API document': ['node', 'scripts/check-api-document.mjs'],
  lint: ['biome', 'check', '--error-on-warnings', '--colors=off', '.'],
  'types: apps/server, scripts and e2e': typeCheck('.'),
  'types: apps/web and apps/site': typeCheck('apps/site'),
  unused: ['knip', '--no-progress'],
  'types: packages/contract': typeCheck('packages/contract'),
  structure: ['node', 'scripts/check-structure.mjs'],
};

/** @type {Record<string, string[]>} The checks that write what another one reads. */
const READS = {
  'types: apps/web and apps/site': ['types: generated files'],
  'types: apps/server, scripts and e2e': ['types: generated files', 'types: API document'],
  unused: ['types: generated files', 'types: API document'],
};

/**
 * @param {string} name
 * @param {Checks} checks
 * @returns {Promise<CheckResult>}
 */
async function runCheck(name, checks) {
  const [command, ...args] = checks[name] ?? [''];
  const start = performance.now();
  const { code, output } = await run(command, args, { env: COLLECT_LATE });
  const seconds = (performance.now() - start) / 1000;
  console.log(`${code === 0 ? 'ok    ' : 'FAILED'} ${name} ${seconds.toFixed(1)} s`);
  if (code !== 0) console.log(output.replace(/^/gm, '  '));
  return { name, ok: code === 0, seconds, output };
}

/**
 * Runs the checks whose names start with an entry of `wanted`, by default all, and prints a line for each.
 * @param {string[]} [wanted]
 * @param {Checks} [checks]
 * @returns {Promise<CheckResult[]>} in the order they ended
 * @throws Error for an unknown check
 */
export async function runChecks(wanted = [], checks = CHECKS) {
  const chosen = Object.keys(checks).filter((name) => !wanted.length || wanted.some((word) => name.startsWith(word)));
  if (!chosen.length) throw new Error(`No such check. There are: ${Object.keys(checks).join(', ')}`);
  /** @type {CheckResult[]} */
  const results = [];
  /** @type {Map<string, Promise<void>>} */
  const running = new Map();
  const waiting = new Set(chosen);
  while (waiting.size > 0 || running.size > 0) {
    const isReady = (/** @type {string} */ name) =>
      (READS[name] ?? []).every((read) => !waiting.has(read) && !running.has(read));
    const next = running.size < LANES ? [...waiting].find(isReady) : undefined;
    if (next === undefined) {
      await Promise.race(running.values());
      continue;
    }
    waiting.delete(next);
    const end = (/** @type {CheckResult} */ result) => {
      results.push(result);
      running.delete(next);
    };
    running.set(next, runCheck(next, checks).then(end));
  }
  return results;
}

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  const results = await runChecks(process.argv.slice(2));
  process.exitCode = results.every(({ ok }) => ok) ? 0 : 1;
}
