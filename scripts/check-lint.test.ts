import path from 'node:path';
import { beforeAll, describe, expect, test } from 'vitest';
import { createFixture } from './fixture.ts';
import { run } from './run-command.mjs';

const SERVER = 'apps/server/src/features/checkins/checkins';
const WEB = 'apps/web/src';

/** Lints a fixture; answers with the rules that were broken, as `rule file`. */
async function lint(files: Record<string, string>): Promise<{ code: number; broken: string[]; output: string }> {
  const { root, remove } = createFixture(files);
  try {
    const { code, output } = await run('biome', ['check', '--error-on-warnings', '--reporter=github', '.'], {
      cwd: root,
    });
    const found = output.matchAll(/^::\w+ title=([^,]+),file=([^,]+)/gm);
    const broken = [...found].map(
      ([, rule = '', file = '']) => `${rule} ${path.relative(root, path.resolve(root, file))}`,
    );
    return { code, broken, output };
  } finally {
    remove();
  }
}

/** A separate file name for each case, so that one run of the linter checks all of them. */
const own = (file: string, index: number) => file.replace(/([^/.]+)(?=[^/]*$)/, `$1-${index}`);

/** Lints the files of many cases at once. `rulesFor` has the rules that the file of one case broke. */
function lintTogether(cases: readonly [file: string, text: string][]) {
  let linted: Awaited<ReturnType<typeof lint>>;
  beforeAll(async () => {
    linted = await lint(Object.fromEntries(cases.map(([file, text], index) => [own(file, index), text])));
  });
  return {
    code: () => linted.code,
    rulesFor: (index: number) => {
      const [file = ''] = cases[index] ?? [];
      const ending = ` ${own(file, index)}`;
      return linted.broken.filter((line) => line.endsWith(ending)).map((line) => line.slice(0, -ending.length));
    },
  };
}

const importing = (specifier: string) => `import { x } from '${specifier}';\n\nexport const y = x;\n`;

test('a tree that follows every rule passes', async () => {
  const { code, output } = await lint({});
  expect(output).not.toContain('::');
  expect(code).toBe(0);
});

describe('import directions', () => {
  const REFUSED: [name: string, file: string, specifier: string][] = [
    ['contract -> server by path', 'packages/contract/src/metrics/metrics.ts', '../../../../apps/server/src/env.ts'],
    ['contract -> server by name', 'packages/contract/src/metrics/metrics.ts', '@stridewell/server/env'],
    ['contract -> web by path', 'packages/contract/src/metrics/metrics.ts', '../../../../apps/web/src/lib/format.ts'],
    ['contract -> web by name', 'packages/contract/src/metrics/metrics.ts', '@stridewell/web'],
    ['server -> web', `${SERVER}.jobs.ts`, '../../../../web/src/lib/format.ts'],
    ['server data -> web', `${SERVER}.data.ts`, '../../../../web/src/lib/format.ts'],
    ['web -> server by path', `${WEB}/lib/port.ts`, '../../../server/src/env.ts'],
    ['web -> server by name', `${WEB}/features/checkins/card.tsx`, '@stridewell/server/env'],
    ['site -> server by name', 'apps/site/src/parts/card.tsx', '@stridewell/server/env'],
    ['web route -> server', `${WEB}/routes/index.tsx`, '../../../server/src/env.ts'],
    ['shared -> feature', `${WEB}/shared/card.tsx`, '../features/checkins/checkins.queries.ts'],
    ['shared -> route', `${WEB}/shared/card.tsx`, '../routes/index.tsx'],
    ['shared -> app', `${WEB}/shared/card.tsx`, '../app/mount.ts'],
    ['ui -> feature', `${WEB}/ui/card.tsx`, '../features/checkins/checkins.queries.ts'],
    ['ui -> route', `${WEB}/ui/card.tsx`, '../routes/index.tsx'],
    ['ui -> app', `${WEB}/ui/card.tsx`, '../app/mount.ts'],
    ['device -> feature', `${WEB}/device/outbox.ts`, '../features/checkins/checkins.queries.ts'],
    ['device -> route', `${WEB}/device/outbox.ts`, '../routes/index.tsx'],
    ['device -> app', `${WEB}/device/outbox.ts`, '../app/mount.ts'],
    ['lib -> feature', `${WEB}/lib/card.ts`, '../features/checkins/checkins.queries.ts'],
    ['lib -> route', `${WEB}/lib/card.ts`, '../routes/index.tsx'],
    ['lib -> app', `${WEB}/lib/card.ts`, '../app/mount.ts'],
    ['ui -> shared', `${WEB}/ui/card.tsx`, '../shared/part.ts'],
    ['ui -> device', `${WEB}/ui/card.tsx`, '../device/part.ts'],
    ['device -> shared', `${WEB}/device/outbox.ts`, '../shared/part.ts'],
    ['device -> ui', `${WEB}/device/outbox.ts`, '../ui/part.ts'],
    ['lib -> shared', `${WEB}/lib/card.ts`, '../shared/part.ts'],
    ['lib -> ui', `${WEB}/lib/card.ts`, '../ui/part.ts'],
    ['lib -> device', `${WEB}/lib/card.ts`, '../device/part.ts'],
    ['feature -> route', `${WEB}/features/checkins/card.tsx`, '../../routes/index.tsx'],
    ['feature -> app', `${WEB}/features/checkins/card.tsx`, '../../app/mount.ts'],
    ['service -> table', `${SERVER}.service.ts`, './checkins.table.ts'],
    ['scopes -> table', `${SERVER}.scopes.ts`, './checkins.table.ts'],
    ['platform -> table', 'apps/server/src/platform/mail/mail.ts', './outbox.table.ts'],
    ['procedures -> table', `${SERVER}.procedures.ts`, './checkins.table.ts'],
    ['procedures -> drizzle', `${SERVER}.procedures.ts`, 'drizzle-orm'],
    ['procedures -> drizzle dialect', `${SERVER}.procedures.ts`, 'drizzle-orm/pg-core'],
  ];
  const refused = lintTogether(REFUSED.map(([, file, specifier]) => [file, importing(specifier)]));
  test.each(REFUSED.map(([name], index) => ({ name, index })))('$name is refused', ({ index }) => {
    expect(refused.rulesFor(index)).toContain('lint/style/noRestrictedImports');
    expect(refused.code()).not.toBe(0);
  });

  test('a dynamic import and an import of types count too', async () => {
    const { broken } = await lint({
      [`${WEB}/lib/later.ts`]: "export const later = () => import('../app/mount.ts');\n",
      [`${WEB}/lib/types.ts`]: "import type { Env } from '../../../server/src/env.ts';\n\nexport type Copy = Env;\n",
    });
    expect(broken).toContain(`lint/style/noRestrictedImports ${WEB}/lib/later.ts`);
    expect(broken).toContain(`lint/style/noRestrictedImports ${WEB}/lib/types.ts`);
  });

  const ALLOWED: [name: string, file: string, specifier: string][] = [
    ['data', `${SERVER}.data.ts`, './checkins.table.ts'],
    ['a table', `${SERVER}.table.ts`, '../clients/clients.table.ts'],
    ['platform/db', 'apps/server/src/platform/db/tables.ts', '../../features/checkins/checkins.table.ts'],
    ['the seed', 'apps/server/seed/demo.ts', '../src/features/checkins/checkins.table.ts'],
    ['a test', `${SERVER}.test.ts`, './checkins.table.ts'],
    ['test support', 'apps/server/test/factories.ts', '../src/features/checkins/checkins.table.ts'],
  ];
  const allowed = lintTogether(ALLOWED.map(([, file, specifier]) => [file, importing(specifier)]));
  test.each(ALLOWED.map(([name], index) => ({ name, index })))('$name may import a table', ({ index }) => {
    expect(allowed.rulesFor(index)).not.toContain('lint/style/noRestrictedImports');
  });
});

describe('the environment', () => {
  const FILES = [
    `${SERVER}.jobs.ts`,
    'apps/server/src/platform/logger.ts',
    'apps/server/seed/demo.ts',
    `${WEB}/lib/port.ts`,
    'packages/contract/src/metrics/metrics.ts',
  ];
  const linted = lintTogether(FILES.map((file) => [file, 'export const port = process.env.PORT;\n']));
  test.each(FILES.map((file, index) => ({ file, index })))('$file may not read process.env', ({ index }) => {
    expect(linted.rulesFor(index)).toEqual(['lint/style/noProcessEnv']);
  });
});

const RULES: [rule: string, file: string, text: string][] = [
  ['suspicious/noExplicitAny', `${SERVER}.jobs.ts`, 'export const a: any = 1;\n'],
  ['style/noNonNullAssertion', `${SERVER}.jobs.ts`, 'export const a = (b?: string) => b!;\n'],
  ['style/useImportType', `${SERVER}.jobs.ts`, "import { Env } from '../../env.ts';\n\nexport type Copy = Env;\n"],
  ['correctness/noUnusedImports', `${SERVER}.jobs.ts`, "import { port } from '../../env.ts';\n\nexport const a = 1;\n"],
  ['correctness/noUnusedVariables', `${SERVER}.jobs.ts`, 'const a = 1;\n\nexport const b = 2;\n'],
  ['correctness/useImportExtensions', `${SERVER}.jobs.ts`, importing('../../env')],
  [
    'nursery/noFloatingPromises',
    `${SERVER}.jobs.ts`,
    'export const a = async () => 1;\n\nexport const b = () => {\n  a();\n};\n',
  ],
  ['suspicious/noConsole', `${SERVER}.jobs.ts`, "export const a = () => console.log('a');\n"],
  ['suspicious/noEmptyBlockStatements', `${SERVER}.jobs.ts`, 'try {\n  JSON.parse("a");\n} catch {}\n'],
  ['suspicious/noTsIgnore', `${SERVER}.jobs.ts`, `// @ts-${'ignore'}\nexport const a: string = 1;\n`],
  ['performance/noBarrelFile', `${SERVER}.jobs.ts`, "export { port } from '../../env.ts';\n"],
  [
    'suspicious/noSkippedTests',
    `${SERVER}.test.ts`,
    `import { test } from 'vitest';\n\ntest.${'skip'}('a', () => undefined);\n`,
  ],
  [
    'suspicious/noFocusedTests',
    `${SERVER}.test.ts`,
    `import { test } from 'vitest';\n\ntest.${'only'}('a', () => undefined);\n`,
  ],
  [
    'suspicious/noPlaywrightWaitForTimeout',
    'e2e/checkins.spec.ts',
    "import { test } from '@playwright/test';\n\ntest('a', async ({ page }) => {\n  await page.waitForTimeout(5);\n});\n",
  ],
  ['a11y/useAltText', `${WEB}/ui/photo.tsx`, 'export const Photo = () => <img src="a.png" />;\n'],
  ['a11y/useButtonType', `${WEB}/ui/go.tsx`, 'export const Go = () => <button>Go</button>;\n'],
];

describe('lint rules', () => {
  const linted = lintTogether(RULES.map(([, file, text]) => [file, text]));
  test.each(RULES.map(([rule], index) => ({ rule, index })))('$rule', ({ rule, index }) => {
    expect(linted.rulesFor(index)).toContain(`lint/${rule}`);
    expect(linted.code()).not.toBe(0);
  });

  test('cycle', async () => {
    const { broken } = await lint({
      [`${WEB}/lib/a.ts`]: "import { b } from './b.ts';\n\nexport const a = () => b();\n",
      [`${WEB}/lib/b.ts`]: "import { a } from './a.ts';\n\nexport const b = () => a();\n",
    });
    expect(broken).toContain(`lint/suspicious/noImportCycles ${WEB}/lib/a.ts`);
  });

  test('format', async () => {
    const { code, output } = await lint({ [`${WEB}/lib/a.ts`]: 'export const a = "double"\n' });
    expect(output).toContain('format');
    expect(code).not.toBe(0);
  });
});
