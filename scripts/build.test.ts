import { cpSync, existsSync, globSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { brotliDecompressSync } from 'node:zlib';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { hashSources, isBuilt } from './build.mjs';
import { createFixture, type Fixture } from './fixture.ts';
import { ROOT, run } from './run-command.mjs';

const anUnbuilt = () => createFixture({ 'package-lock.json': '{}\n' });

let fixture: Fixture;
beforeEach(() => {
  fixture = anUnbuilt();
});
afterEach(() => fixture.remove());

const write = (file: string, text: string) => writeFileSync(path.join(fixture.root, file), text);

/** Builds in a separate process, like `npm start` and the tests. */
function buildApart({ root } = fixture) {
  const module = JSON.stringify(path.join(ROOT, 'scripts/build.mjs'));
  const options = JSON.stringify({ root, ifChanged: true });
  return run('node', ['--input-type=module', '-e', `const m = await import(${module}); await m.build(${options});`]);
}

describe('the fingerprint', () => {
  test.each([
    'apps/server/src/main.ts',
    'apps/web/src/new.css',
    'apps/web/index.html',
    'apps/web/vite.config.ts',
    'packages/contract/src/checkins/checkins.ts',
    'package-lock.json',
  ])('%s changes it', (file) => {
    const before = hashSources(fixture.root);
    write(file, 'changed\n');
    expect(hashSources(fixture.root)).not.toBe(before);
  });

  test.each(['apps/web/src/routeTree.gen.ts', 'apps/web/src/main.test.tsx', 'README.md', 'knip.json'])(
    '%s does not',
    (file) => {
      const before = hashSources(fixture.root);
      write(file, 'changed\n');
      expect(hashSources(fixture.root)).toBe(before);
    },
  );

  test('a moved file changes it', () => {
    write('apps/web/src/a.css', '');
    const before = hashSources(fixture.root);
    rmSync(path.join(fixture.root, 'apps/web/src/a.css'));
    write('apps/web/src/b.css', '');
    expect(hashSources(fixture.root)).not.toBe(before);
  });
});

test('two concurrent builds build once', async () => {
  const both = await Promise.all([buildApart(), buildApart()]);
  expect(both.map(({ code }) => code)).toEqual([0, 0]);
  expect(both.filter(({ output }) => output.includes('Built in'))).toHaveLength(1);
  expect(isBuilt(fixture.root)).toBe(true);
});

describe('after a build', () => {
  /** Built once, because a build takes seconds. Each test gets a copy of what was built. */
  let built: Fixture;
  beforeAll(async () => {
    built = anUnbuilt();
    await buildApart(built);
  });
  afterAll(() => built.remove());
  beforeEach(() => {
    for (const app of ['server', 'web', 'site'].map((name) => `apps/${name}/dist`)) {
      cpSync(path.join(built.root, app), path.join(fixture.root, app), { recursive: true });
    }
  });

  test('the next one does nothing, and a change builds again', async () => {
    expect(await buildApart()).toEqual({ code: 0, output: '' });
    write('apps/web/src/lib/format.ts', 'export const format = (day: Date) => day.toJSON();\n');
    expect(isBuilt(fixture.root)).toBe(false);
    expect((await buildApart()).output).toContain('Built in');
  });

  test('files for browsers have a compressed copy', () => {
    const [file] = globSync('apps/web/dist/**/*.js', { cwd: fixture.root }).map((name) =>
      path.join(fixture.root, name),
    );
    expect(brotliDecompressSync(readFileSync(`${file}.br`))).toEqual(readFileSync(file ?? ''));
  });

  test('a failed build explains why and leaves nothing that looks finished', async () => {
    write('apps/web/src/lib/format.ts', 'export const format = (;\n');
    const { code, output } = await buildApart();
    expect(code).not.toBe(0);
    expect(output).toContain('apps/web cannot be built');
    expect(existsSync(path.join(fixture.root, 'apps/server/dist/.build-hash'))).toBe(false);
  });

  test('an installation without the tools explains in one sentence what to do', async () => {
    const sentence =
      'and the tools to build are not installed: run "npm ci --include=dev && npm run build", after which ' +
      '"npm prune --omit=dev" may remove them.';
    rmSync(path.join(fixture.root, 'node_modules/vite'));
    // An existing build stays usable without them.
    expect(await buildApart()).toEqual({ code: 0, output: '' });
    write('apps/server/src/env.ts', 'export const port = process.env.WEB_PORT;\n');
    expect((await buildApart()).output).toContain(`The build is older than its sources, ${sentence}`);
    rmSync(path.join(fixture.root, 'apps/server/dist'), { recursive: true });
    const { code, output } = await buildApart();
    expect(code).not.toBe(0);
    expect(output).toContain(`There is no build, ${sentence}`);
  });

  test('a missing output builds again', () => {
    expect(isBuilt(fixture.root)).toBe(true);
    rmSync(path.join(fixture.root, 'apps/web/dist'), { recursive: true });
    expect(isBuilt(fixture.root)).toBe(false);
  });
});
