// @vitest-environment node
import { expect, it } from 'vitest';
import { joinHelpers, removeRuntime } from './join-runtime.ts';

const RUNTIME = '\0rolldown/runtime.js';
const HELPERS = `//#region \\0rolldown/runtime.js
var __defProp = Object.defineProperty;
var __commonJSMin = (run, module) => () => (module || run((module = { exports: {} }).exports, module), module.exports);
// A comment.
var __exportAll = (all) => __defProp({}, "all", { value: all });
//#endregion`;

const rendered = (
  fileName: string,
  imports: string[],
  renderedLength: number,
  module = `${fileName}.ts`,
  code = '',
) => ({
  fileName,
  imports,
  modules: { [module]: { code, renderedLength } },
});
const CHUNKS = {
  'a/r.js': rendered('a/r.js', [], 300, RUNTIME, HELPERS),
  'a/react.js': rendered('a/react.js', ['a/r.js'], 5000),
  'a/small.js': rendered('a/small.js', ['a/r.js'], 50),
  'a/page.js': rendered('a/page.js', ['a/r.js', 'a/react.js'], 9000),
};

it('gives the helpers to the largest script that needs nothing else, on one line', () => {
  const code =
    'import { t as __commonJSMin } from "./r.js";\nexport const old = __commonJSMin((exports) => { exports.it = 1; });\n';
  const joined = joinHelpers(code, 'a/react.js', CHUNKS) ?? '';
  expect(joined.split('\n')).toHaveLength(code.split('\n').length);
  const run = new Function(`${joined.replaceAll(/export (\{.*?\};)?/g, '')}; return [old().it, rt2({ x: 3 }).all.x];`);
  expect(run()).toEqual([1, 3]);
  expect(joined).toContain('export { rt0, rt1, rt2 };');
});

it('lets other scripts import them from there, by whatever name they use', () => {
  const code = 'import { n as __exportAll$1, t as __commonJSMin } from "./r.js";\nimport { a } from "./react.js";\n';
  expect(joinHelpers(code, 'a/page.js', CHUNKS)).toBe(
    'import { rt2 as __exportAll$1, rt1 as __commonJSMin } from "./react.js";\nimport { a } from "./react.js";\n',
  );
  expect(joinHelpers('import { a } from "./react.js";', 'a/page.js', CHUNKS)).toBeUndefined();
});

it('refuses helpers that it does not know, and a build where no script can take them', () => {
  const unknown = 'import { n as __other } from "./r.js";';
  expect(() => joinHelpers(unknown, 'a/page.js', CHUNKS)).toThrow('a/page.js imports __other');
  const { 'a/r.js': runtime, 'a/page.js': page } = CHUNKS;
  expect(() => joinHelpers('', 'a/page.js', { 'a/r.js': runtime, 'a/page.js': page })).toThrow('can take the helpers');
});

it('removes their file', () => {
  const chunk = (fileName: string, imports: string[], module: string) => ({
    type: 'chunk',
    fileName,
    imports,
    modules: { [module]: {} },
  });
  const bundle = {
    'r.js': chunk('r.js', [], RUNTIME),
    'r.js.map': { type: 'asset', fileName: 'r.js.map' },
    'page.js': chunk('page.js', ['r.js', 'react.js'], 'page.ts'),
  };
  removeRuntime(bundle);
  expect(bundle).toEqual({ 'page.js': chunk('page.js', ['react.js'], 'page.ts') });
});
