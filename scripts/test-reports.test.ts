import { describe, expect, test } from 'vitest';
import { readBrowserReport, readUnitReport, sumUp } from './test-reports.mjs';

const FOLDERS = { server: 'apps/server', web: 'apps/web' };
const unit = (statuses: Record<string, string[]>, success = true) => ({
  success,
  testResults: Object.entries(statuses).map(([file, list]) => ({
    name: `/repo/${file}`,
    status: list.every((status) => status === 'passed') && list.length ? 'passed' : 'failed',
    message: list.length ? '' : 'Cannot find module\nat import',
    assertionResults: list.map((status, at) => ({ fullName: `test ${at}`, status })),
  })),
});
const line = (results: Parameters<typeof sumUp>[0]) => sumUp(results).line;

describe('unit tests', () => {
  const read = (report: Parameters<typeof readUnitReport>[0], code: number) =>
    readUnitReport(report, code, FOLDERS, '/repo');

  test('passed tests are summed by suite', () => {
    const results = read(unit({ 'apps/server/a.test.ts': ['passed', 'passed'], 'apps/web/b.test.ts': ['passed'] }), 0);
    expect(results.map((result) => line([result]))).toEqual(['2 passed, 0 failed', '1 passed, 0 failed']);
  });

  test('failed, skipped and planned tests are failed ones, by name', () => {
    const statuses = ['passed', 'failed', 'skipped', 'todo'];
    const results = read(unit({ 'apps/server/a.test.ts': statuses, 'apps/web/b.test.ts': ['passed'] }, false), 1);
    expect(line(results)).toBe('2 passed, 3 failed');
    expect(results[0]?.problems).toEqual([
      'apps/server/a.test.ts > test 1',
      'apps/server/a.test.ts > test 2 (skipped)',
      'apps/server/a.test.ts > test 3 (todo)',
    ]);
  });

  test('a file that cannot be loaded is one failed test', () => {
    const results = read(unit({ 'apps/server/a.test.ts': [], 'apps/web/b.test.ts': ['passed'] }, false), 1);
    expect(results[0]?.problems).toEqual(['apps/server/a.test.ts: Cannot find module']);
  });

  test('a suite in which nothing ran has failed', () => {
    expect(line(read(unit({ 'apps/server/a.test.ts': ['passed'] }), 0))).toBe('1 passed, 1 failed');
  });

  test('an error outside of tests fails a run whose tests all passed', () => {
    const passed = { 'apps/server/a.test.ts': ['passed'], 'apps/web/b.test.ts': ['passed'] };
    expect(line(read(unit(passed), 1))).toBe('2 passed, 1 failed');
    expect(line(read(unit(passed, false), 0))).toBe('2 passed, 1 failed');
  });

  test('a runner that left no report has failed every suite', () => {
    expect(line(read(undefined, 137))).toBe('0 passed, 2 failed');
  });
});

describe('browser tests', () => {
  const browser = (statuses: string[], errors: string[] = []) => ({
    errors: errors.map((message) => ({ message })),
    suites: [
      {
        title: 'site.spec.ts',
        specs: [],
        suites: [
          {
            title: 'landing',
            specs: statuses.map((status, at) => ({
              title: `test ${at}`,
              tests: [{ status }],
            })),
          },
        ],
      },
    ],
  });

  test('only expected outcomes pass', () => {
    const results = readBrowserReport(browser(['expected', 'unexpected', 'skipped']), 1);
    expect(line(results)).toBe('1 passed, 2 failed');
    expect(results[0]?.problems[0]).toBe('site.spec.ts > landing > test 1 (unexpected)');
  });

  test('a test that passed at the second attempt is named', () => {
    const results = readBrowserReport(browser(['expected', 'flaky']), 0);
    expect(line(results)).toBe('2 passed, 0 failed');
    expect(results[0]?.unsteady).toEqual(['site.spec.ts > landing > test 1']);
  });

  test('a part of the suite is reported under its own name', () => {
    expect(readBrowserReport(browser(['expected']), 0, 'smoke')[0]?.suite).toBe('smoke');
  });

  test.each([
    ['nothing ran', readBrowserReport(browser([]), 0), '0 passed, 1 failed'],
    ['no server', readBrowserReport(browser([], ['The server ended early\nat start']), 1), '0 passed, 1 failed'],
    ['no report', readBrowserReport(undefined, 1), '0 passed, 1 failed'],
    ['a crash after the tests', readBrowserReport(browser(['expected']), 1), '1 passed, 1 failed'],
  ])('%s', (_, results, expected) => {
    expect(line(results)).toBe(expected);
  });
});
