import { afterEach, beforeAll, beforeEach, describe, expect, test, vi } from 'vitest';
import { runChecks } from './check.mjs';
import { createFixture } from './fixture.ts';
import { run } from './run-command.mjs';

async function runIn(files: Record<string, string>, command: string, ...args: string[]) {
  const { root, remove } = createFixture(files);
  try {
    return await run(command, args, { cwd: root });
  } finally {
    remove();
  }
}

describe('types', () => {
  const typeCheck = (files: Record<string, string>) => runIn(files, 'tsc', '-p', 'packages/contract');

  test('correct types pass', async () => {
    const files = { 'packages/contract/src/metrics/metrics.ts': "export const a: string = 'a';\n" };
    expect(await typeCheck(files)).toEqual({ code: 0, output: '' });
  });

  const REFUSED = [
    ['a wrong type', 'export const a: string = 1;'],
    ['null where it is not expected', 'export const a = (b: string | null): number => b.length;'],
    ['an implicit any', 'export const a = (b) => b;'],
    ['an unchecked index', 'export const a = (b: string[]): string => b[0];'],
    ['undefined for an optional property', 'export const a: { b?: string } = { b: undefined };'],
    ['syntax that cannot be erased', 'export enum A {\n  B,\n}'],
    ['a type imported as a value', "import { A } from './checkins.ts';\n\nexport type B = A;"],
    ['an unused variable', 'const a = 1;\n\nexport const b = 2;'],
    [
      'a fallthrough',
      'export const a = (b: number) => {\n  switch (b) {\n    case 1:\n      b += 1;\n    default:\n      return b;\n  }\n};',
    ],
  ].map(([name, text], index) => ({ name, text, file: `packages/contract/src/metrics/metrics-${index}.ts` }));
  let checked: Awaited<ReturnType<typeof typeCheck>>;
  beforeAll(async () => {
    checked = await typeCheck(Object.fromEntries(REFUSED.map(({ file, text }) => [file, `${text}\n`])));
  });
  test.each(REFUSED)('$name is refused', ({ file }) => {
    expect(checked.output).toContain(`${file}(`);
    expect(checked.code).not.toBe(0);
  });
});

describe('unused', () => {
  const unused = (files: Record<string, string>) => runIn(files, 'knip', '--no-progress', '--no-config-hints');

  test('a tree in which all is used passes', async () => {
    expect(await unused({})).toEqual({ code: 0, output: '' });
  });

  test('an unused export is refused', async () => {
    const file = 'apps/web/src/lib/format.ts';
    const text = 'export const format = (day: Date) => day.toISOString();\n\nexport const forgotten = 1;\n';
    const { code, output } = await unused({ [file]: text });
    expect(output).toMatch(/Unused exports \(1\)\nforgotten .*apps\/web\/src\/lib\/format\.ts/);
    expect(code).not.toBe(0);
  });

  test('an unused export of the contract is refused, although the package offers all its files', async () => {
    const file = 'packages/contract/src/checkins/checkins.ts';
    const text = 'export const MISSED_AFTER_DAYS = 7;\nexport const forgotten = 1;\n';
    const { output } = await unused({ [file]: text });
    expect(output).toMatch(/Unused exports \(1\)\nforgotten .*checkins\/checkins\.ts/);
  });

  test('an unused file is refused', async () => {
    const { code, output } = await unused({ 'apps/web/src/lib/forgotten.ts': 'export const a = 1;\n' });
    expect(output).toMatch(/Unused files \(1\)\napps\/web\/src\/lib\/forgotten\.ts/);
    expect(code).not.toBe(0);
  });

  test('an unused dependency is refused', async () => {
    const manifest = { name: '@stridewell/web', private: true, dependencies: { 'drizzle-orm': '0.45.4' } };
    const { code, output } = await unused({ 'apps/web/package.json': JSON.stringify(manifest) });
    expect(output).toMatch(/Unused dependencies \(1\)\ndrizzle-orm/);
    expect(code).not.toBe(0);
  });

  test('a dependency that no manifest names is refused', async () => {
    const text = "import { sql } from 'drizzle-orm';\n\nexport const format = () => sql;\n";
    const { code, output } = await unused({ 'apps/web/src/lib/format.ts': text });
    expect(output).toMatch(/Unlisted dependencies \(1\)\ndrizzle-orm/);
    expect(code).not.toBe(0);
  });
});

describe('the run', () => {
  const said: string[] = [];
  beforeEach(() => {
    said.length = 0;
    vi.spyOn(console, 'log').mockImplementation((line: string) => void said.push(line));
  });
  afterEach(() => vi.restoreAllMocks());

  test('every check runs when one fails, and what it said is shown', async () => {
    const results = await runChecks([], {
      first: ['node', '-e', 'console.log("the reason"); process.exitCode = 3'],
      second: ['node', '-e', ''],
      third: ['no-such-tool'],
    });
    expect(Object.fromEntries(results.map(({ name, ok }) => [name, ok]))).toEqual({
      first: false,
      second: true,
      third: false,
    });
    expect(said.join('\n')).toMatch(/FAILED first [\d.]+ s\n {2}the reason/);
    expect(said.join('\n')).toMatch(/^ok {5}second [\d.]+ s$/m);
    expect(said.join('\n')).toContain('ENOENT');
  });

  test('only the checks asked for run; an unknown name is an error', async () => {
    const checks: Parameters<typeof runChecks>[1] = { lint: ['node', '-e', ''], types: ['node', '-e', ''] };
    expect((await runChecks(['ty'], checks)).map(({ name }) => name)).toEqual(['types']);
    await expect(runChecks(['none'], checks)).rejects.toThrow('There are: lint, types');
  });
});
