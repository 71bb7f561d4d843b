/**
 * Builds if needed, runs the checks and all tests, and sums up. The last line is `N passed, N failed`.
 * Usage: node scripts/test.mjs [--suite=check|pages|contract|server|web|site|scripts|bench|e2e|database|features|smoke]...
 * Without a suite it runs all but `database`, `features` and `smoke`, which are parts of `server` and `e2e` for a run on
 * two versions of PostgreSQL. A check counts as one test, and so do the limits of all pages. A skipped test, a runner that
 * crashed and a suite without tests count as failed.
 */
import { existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { dataDir } from '../e2e/support/server-under-test.ts';
import { build } from './build.mjs';
import { fillDataDir, templateOf } from './built-server.mjs';
import { runChecks } from './check.mjs';
import { checkPages } from './check-pages.mjs';
import { ROOT, run } from './run-command.mjs';
import { readBrowserReport, readUnitReport, sumUp } from './test-reports.mjs';

/** @typedef {import('./test-reports.mjs').SuiteResult} SuiteResult */

/** @type {Record<string, string>} The suites of Vitest and the folders of their tests. */
const UNIT = {
  contract: 'packages/contract',
  server: 'apps/server',
  web: 'apps/web',
  site: 'apps/site',
  scripts: 'scripts',
  bench: 'bench',
};
/** @type {Record<string, string[]>} The projects of Vitest for suites that are not a project of the same name. */
const PROJECTS = { server: ['server', 'rules'], database: ['server'], features: ['server', 'rules'], site: ['web'] };
const ALL = ['check', 'pages', ...Object.keys(UNIT), 'e2e'];
const SUITES = [...ALL, 'database', 'features', 'smoke'];

/** @param {string} name */
const serverTest = (name) => `apps/server/test/${name}.test.ts`;
/** The server's tests about the database itself, about what each caller may do and see, and about starts and upgrades. */
const DATABASE = [
  'apps/server/src/platform/db/',
  ...['security-walk', 'isolation-walk', 'one-machine', 'sharding', 'backfill', 'main', 'starting', 'commands'].map(
    serverTest,
  ),
];

/** @returns {Promise<SuiteResult>} */
async function runBuild() {
  try {
    await build({ ifChanged: true });
    return { suite: 'build', passed: 1, problems: [] };
  } catch (error) {
    const message = error instanceof Error ? error.message : String(error);
    console.log(message);
    return { suite: 'build', passed: 0, problems: [message.split('\n')[0] ?? message] };
  }
}

/** @returns {Promise<SuiteResult>} */
async function runCheckSuite() {
  const results = await runChecks();
  const problems = results.filter(({ ok }) => !ok).map(({ name }) => name);
  return { suite: 'check', passed: results.length - problems.length, problems };
}

/** @returns {Promise<SuiteResult>} */
async function runPages() {
  const problems = await checkPages();
  return { suite: 'pages', passed: problems.length > 0 ? 0 : 1, problems };
}

/**
 * Runs the tests of Vitest at once: one run after the other would leave processors idle at the end of each.
 * @param {string[]} suites
 * @param {string} file where the report goes
 * @returns {Promise<SuiteResult[]>}
 */
async function runUnit(suites, file) {
  /** @type {Record<string, string>} */
  const folders = Object.fromEntries(suites.map((name) => [name, UNIT[name] ?? 'apps/server']));
  const projects = new Set(suites.flatMap((name) => PROJECTS[name] ?? [name]));
  const paths = suites.flatMap((name) => (name === 'database' ? DATABASE : [`${folders[name]}/`]));
  const chosen = [...projects].map((name) => `--project=${name}`);
  const reports = ['--reporter=default', '--reporter=json', `--outputFile.json=${file}`];
  const env = suites.includes('features') ? { TEST_WITHOUT_WALKS: 'true' } : {};
  const { code } = await run('vitest', ['run', ...paths, ...chosen, ...reports], { show: true, env });
  return readUnitReport(readReport(file), code, folders, ROOT);
}

/**
 * Fills the demo of the browser tests, and compiles them by listing them. Both use one processor, so they run beside the
 * unit tests.
 * @returns {Promise<boolean>} whether the demo is filled; otherwise the server of the tests does it, and says why it fails
 */
async function prepareBrowserTests() {
  const [filled] = await Promise.allSettled([fillDataDir(templateOf(dataDir)), run('playwright', ['test', '--list'])]);
  return filled.status === 'fulfilled';
}

/**
 * @param {'e2e' | 'smoke'} suite
 * @param {string} file where the report goes
 * @param {boolean} isFilled whether the data of its server are there
 * @returns {Promise<SuiteResult[]>}
 */
async function runBrowser(suite, file, isFilled) {
  // Playwright decides on colours for its workers; NO_COLOR beside that makes Node warn in each of them.
  const env = { PLAYWRIGHT_JSON_OUTPUT_FILE: file, NO_COLOR: undefined, ...(isFilled && { E2E_FILLED: 'true' }) };
  const args = ['test', '--reporter=list,json', ...(suite === 'smoke' ? ['--grep=@smoke'] : [])];
  const { code } = await run('playwright', args, { show: true, env });
  return readBrowserReport(readReport(file), code, suite);
}

/** @param {string} file */
function readReport(file) {
  return existsSync(file) ? JSON.parse(readFileSync(file, 'utf8')) : undefined;
}

/**
 * @param {string[]} suites
 * @param {SuiteResult[]} results filled while it runs, so that a crash keeps the results before it
 */
async function runSuites(suites, results) {
  const folder = mkdtempSync(path.join(os.tmpdir(), 'stridewell-test-'));
  try {
    const isBuilt = ['check', 'pages', 'e2e', 'smoke'].some((suite) => suites.includes(suite));
    const isChecked = suites.includes('check');
    // The build uses one processor most of the time. Both read the generated files, so these are written first.
    if (isBuilt && isChecked) await run('node', ['scripts/generate-routes.mjs']);
    const started = [...(isBuilt ? [runBuild()] : []), ...(isChecked ? [runCheckSuite()] : [])];
    results.push(...(await Promise.all(started)));
    // A build that failed has no pages.
    if (suites.includes('pages') && results.every(({ suite, passed }) => suite !== 'build' || passed > 0))
      results.push(await runPages());
    // The whole suite of the server includes the tests about its database.
    const database = suites.includes('database') && !suites.includes('server') ? ['database'] : [];
    const features = suites.includes('features') && !suites.includes('server') ? ['features'] : [];
    const unit = [...Object.keys(UNIT).filter((name) => suites.includes(name)), ...database, ...features];
    const filled = unit.length > 0 && suites.includes('e2e') && !process.env.DATABASE_URL && prepareBrowserTests();
    if (unit.length) results.push(...(await runUnit(unit, path.join(folder, 'unit.json'))));
    for (const suite of /** @type {const} */ (['e2e', 'smoke'])) {
      if (!suites.includes(suite)) continue;
      results.push(...(await runBrowser(suite, path.join(folder, `${suite}.json`), await filled)));
    }
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

/** @type {SuiteResult[]} */
const results = [];
try {
  const wanted = process.argv.slice(2).map((argument) => argument.replace(/^--suite=/, ''));
  const unknown = wanted.filter((name) => !SUITES.includes(name));
  if (unknown.length) throw new Error(`No such suite: ${unknown.join(', ')}. There are: ${SUITES.join(', ')}`);
  await runSuites(wanted.length ? wanted : ALL, results);
} catch (error) {
  console.log(error instanceof Error ? error.stack : error);
  results.push({ suite: 'run', passed: 0, problems: ['the test runner itself failed'] });
}

console.log('');
for (const { suite, passed, problems } of results)
  console.log(`${suite}: ${sumUp([{ suite, passed, problems }]).line}`);
for (const { suite, problems, unsteady = [] } of results) {
  for (const problem of problems) console.log(`  ${suite}: ${problem}`);
  for (const name of unsteady) console.log(`  ${suite}: needed a second attempt: ${name}`);
}
const attempts = results.reduce((sum, { unsteady = [] }) => sum + unsteady.length, 0);
if (attempts) console.log(`${attempts} needed a second attempt`);
const { failed, line } = sumUp(results);
console.log(line);
process.exitCode = failed ? 1 : 0;
