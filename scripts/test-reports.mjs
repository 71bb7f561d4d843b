/**
 * The outcome of a suite. Every test that did not pass is a failed one, with its reason among the problems. `unsteady`
 * names the passed tests that needed a second attempt.
 * @typedef {{ suite: string, passed: number, problems: string[], unsteady?: string[] }} SuiteResult
 */

/**
 * @typedef {{ fullName: string, status: string }} UnitTest
 * @typedef {{ success: boolean, testResults: { name: string, status: string, message: string, assertionResults: UnitTest[] }[] }} UnitReport
 */

/**
 * @typedef {{ title: string, tests: { status: string }[] }} Spec
 * @typedef {{ title: string, specs: Spec[], suites?: Suite[] }} Suite
 * @typedef {{ suites: Suite[], errors: { message?: string }[] }} BrowserReport
 */

/**
 * Reads a report of Vitest's json reporter.
 * @param {UnitReport | undefined} report undefined when the runner left none
 * @param {number} code the runner's exit code
 * @param {Record<string, string>} folders the folder of each suite that was asked for, from the repository's root
 * @param {string} root
 * @returns {SuiteResult[]} one for each suite
 */
export function readUnitReport(report, code, folders, root) {
  const results = Object.entries(folders).map(([suite, folder]) => {
    const files = report?.testResults.filter(({ name }) => name.startsWith(`${root}/${folder}/`)) ?? [];
    const tests = files.flatMap(({ assertionResults }) => assertionResults);
    const problems = files.flatMap((file) => {
      const where = file.name.slice(root.length + 1);
      const bad = file.assertionResults.filter(({ status }) => status !== 'passed');
      if (file.status === 'failed' && !bad.length) return [`${where}: ${firstLine(file.message)}`];
      return bad.map(({ fullName, status }) => `${where} > ${fullName}${status === 'failed' ? '' : ` (${status})`}`);
    });
    if (!problems.length && !tests.length) problems.push(report ? 'no test ran' : `the runner ended with code ${code}`);
    return { suite, passed: tests.filter(({ status }) => status === 'passed').length, problems };
  });
  return addCrash(results, code !== 0 || report?.success === false, `the runner ended with code ${code}`);
}

/**
 * Reads a report of Playwright's json reporter.
 * @param {BrowserReport | undefined} report undefined when the runner left none
 * @param {number} code the runner's exit code
 * @param {string} suite
 * @returns {SuiteResult[]} one
 */
export function readBrowserReport(report, code, suite = 'e2e') {
  /** @type {string[]} */
  const problems = report?.errors.map(({ message }) => firstLine(message ?? 'an error without a message')) ?? [];
  /** @type {string[]} */
  const unsteady = [];
  let passed = 0;
  /** @param {Suite} suite @param {string} trail */
  const walk = (suite, trail) => {
    const here = trail ? `${trail} > ${suite.title}` : suite.title;
    for (const spec of suite.specs) {
      for (const test of spec.tests) {
        const name = `${here} > ${spec.title}`;
        if (test.status === 'expected' || test.status === 'flaky') passed += 1;
        else problems.push(`${name} (${test.status})`);
        if (test.status === 'flaky') unsteady.push(name);
      }
    }
    for (const inner of suite.suites ?? []) walk(inner, here);
  };
  for (const suite of report?.suites ?? []) walk(suite, '');
  if (!report) problems.push(`the runner ended with code ${code}`);
  else if (!passed && !problems.length) problems.push('no test ran');
  return addCrash([{ suite, passed, problems, unsteady }], code !== 0, `the runner ended with code ${code}`);
}

/**
 * Adds the failure of a runner whose tests all passed: an error outside of tests, such as an unhandled rejection.
 * @param {SuiteResult[]} results
 * @param {boolean} failed
 * @param {string} message
 * @returns {SuiteResult[]}
 */
function addCrash(results, failed, message) {
  if (!failed || results.some(({ problems }) => problems.length)) return results;
  return results.map((result, at) => (at === 0 ? { ...result, problems: [message] } : result));
}

/** @param {string} text */
function firstLine(text) {
  return text.trim().split('\n')[0] ?? '';
}

/**
 * The last line of a run: `N passed, N failed`.
 * @param {SuiteResult[]} results
 */
export function sumUp(results) {
  const passed = results.reduce((sum, result) => sum + result.passed, 0);
  const failed = results.reduce((sum, { problems }) => sum + problems.length, 0);
  return { passed, failed, line: `${passed} passed, ${failed} failed` };
}
