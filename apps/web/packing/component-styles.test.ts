import { globSync } from 'node:fs';
import path from 'node:path';
import { expect, it } from 'vitest';
import { componentStyles } from './component-styles.ts';

const library = path.join(import.meta.dirname, '../../../node_modules/@mantine/core');
const { transform } = componentStyles();
const imported = (id: string): string => {
  if (typeof transform !== 'function') throw new Error('no transform');
  const result: unknown = Reflect.apply(transform, undefined, ['export {};', id]);
  return typeof result === 'object' && result !== null && 'code' in result ? String(result.code) : '';
};

it('brings the styles of every component that has some', () => {
  const classNames = globSync('esm/**/*.module.mjs', { cwd: library });
  expect(classNames.length).toBeGreaterThan(60);
  for (const file of classNames) {
    const [, name = ''] =
      /import '@mantine\/core\/styles\/(\w+)\.layer\.css'/.exec(imported(path.join(library, file))) ?? [];
    expect(globSync(`styles/${name}.layer.css`, { cwd: library }), file).toHaveLength(1);
  }
});

it('leaves the styles of every page, and no component', () => {
  const code = imported('/app/src/app/library.css');
  expect(code).toMatch(/^@layer elements, mantine;/);
  expect(code.match(/styles\/[\w-]+/g)).toEqual(['styles/baseline', 'styles/default-css-variables', 'styles/global']);
  expect(imported('/app/src/app/global.css')).toBe('');
});
