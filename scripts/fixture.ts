import { execFileSync } from 'node:child_process';
import { copyFileSync, mkdirSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { ROOT } from './run-command.mjs';

/** Paths from the root of the fixture, and what is in them. */
type Files = Record<string, string>;

const manifest = (name: string, more: object = {}) =>
  JSON.stringify({ name, version: '1.0.0', private: true, type: 'module', ...more });

const viteConfig = (input: string, name: string) =>
  [
    'export default {',
    `  build: { ssr: true, rolldownOptions: { input: '${input}', output: { entryFileNames: '${name}.js' } } },`,
    '};',
    '',
  ].join('\n');

/** A small product in which nothing breaks a rule. */
const CLEAN: Files = {
  'package.json': manifest('fixture', {
    workspaces: ['packages/*', 'apps/*'],
    scripts: { build: 'vite build' },
    devDependencies: { vite: '*' },
  }),
  'packages/contract/package.json': manifest('@stridewell/contract', { exports: { './*': './src/*.ts' } }),
  'packages/contract/tsconfig.json':
    '{ "extends": "../../tsconfig.base.json", "compilerOptions": { "types": [] }, "include": ["src"] }\n',
  'packages/contract/src/features.ts':
    "export const FEATURES = [\n  { name: 'checkins', band: 'domain' },\n  { name: 'clients', band: 'domain' },\n];\n",
  'packages/contract/src/checkins/checkins.ts': 'export const MISSED_AFTER_DAYS = 7;\n',
  'apps/server/package.json': manifest('@stridewell/server', { dependencies: { '@stridewell/contract': '*' } }),
  'apps/server/vite.config.ts': viteConfig('src/main.ts', 'main'),
  'apps/server/src/main.ts': [
    "import { port } from './env.ts';",
    "import { features } from './features.ts';",
    '',
    'for (const feature of features) feature.run(port);',
    '',
  ].join('\n'),
  'apps/server/src/features.ts': [
    "import { FEATURES } from '@stridewell/contract/features';",
    "import { checkins } from './features/checkins/checkins.feature.ts';",
    '',
    'export const features = FEATURES.map(() => checkins);',
    '',
  ].join('\n'),
  'apps/server/src/features/checkins/checkins.feature.ts':
    "import { recent } from './checkins.service.ts';\n\nexport const checkins = { name: 'checkins', run: recent };\n",
  'apps/server/src/env.ts': 'export const port = process.env.PORT;\n',
  'apps/server/src/platform/db/mint.ts': "export const mint = (coach: string) => ['coach', coach].join();\n",
  'apps/server/src/features/checkins/checkins.table.ts': "export const checkIns = 'check_ins';\n",
  'apps/server/src/features/checkins/checkins.scopes.ts':
    "import { mint } from '../../platform/db/mint.ts';\n\nexport const allow = () => mint('coach');\n",
  'apps/server/src/features/checkins/checkins.data.ts':
    "import { checkIns } from './checkins.table.ts';\n\nexport const list = (scope: string) => [checkIns, scope];\n",
  'apps/server/src/features/checkins/checkins.service.ts': [
    "import { MISSED_AFTER_DAYS } from '@stridewell/contract/checkins/checkins';",
    "import { list } from './checkins.data.ts';",
    "import { allow } from './checkins.scopes.ts';",
    '',
    'export const recent = (port?: string) => list(port ?? allow()).slice(-MISSED_AFTER_DAYS);',
    '',
  ].join('\n'),
  'apps/web/package.json': manifest('@stridewell/web'),
  'apps/web/vite.config.ts': viteConfig('src/main.tsx', 'main'),
  'apps/web/src/main.tsx': "import { mount } from './app/mount.ts';\n\nmount();\n",
  'apps/web/src/app/mount.ts':
    "import { format } from '../lib/format.ts';\n\nexport const mount = () => format(new Date(0));\n",
  'apps/web/src/lib/format.ts': 'export const format = (day: Date) => day.toISOString();\n',
  'apps/site/package.json': manifest('@stridewell/site', { devDependencies: { astro: '*' } }),
  'apps/site/astro.config.ts':
    "import { defineConfig } from 'astro/config';\n\nexport default defineConfig({ outDir: 'dist/client' });\n",
  'apps/site/src/pages/index.astro': '<h1>Hello</h1>\n',
};

/** A temporary repository with the rules of this one. */
export type Fixture = { root: string; remove: () => void };

/**
 * Makes a repository that follows every rule, changed by `files`: they replace or add.
 * The caller removes it.
 */
export function createFixture(files: Files = {}): Fixture {
  const root = mkdtempSync(path.join(os.tmpdir(), 'stridewell-fixture-'));
  for (const file of ['biome.json', 'knip.json', 'tsconfig.base.json', '.gitignore']) {
    copyFileSync(path.join(ROOT, file), path.join(root, file));
  }
  for (const [file, text] of Object.entries({ ...CLEAN, ...files })) {
    mkdirSync(path.dirname(path.join(root, file)), { recursive: true });
    writeFileSync(path.join(root, file), text);
  }
  mkdirSync(path.join(root, 'node_modules/@stridewell'), { recursive: true });
  symlinkSync(path.join(root, 'packages/contract'), path.join(root, 'node_modules/@stridewell/contract'));
  for (const tool of ['vite', 'astro']) {
    symlinkSync(path.join(ROOT, 'node_modules', tool), path.join(root, 'node_modules', tool));
  }
  execFileSync('git', ['init', '--quiet'], { cwd: root });
  return { root, remove: () => rmSync(root, { recursive: true, force: true }) };
}
