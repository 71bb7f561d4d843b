import { globSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { expect, it } from 'vitest';
import { componentStyles } from './component-styles.ts';

const library = path.join(import.meta.dirname, '../../../node_modules/@mantine/core');
const read = (file: string) => readFileSync(file, 'utf8');
const { transform } = componentStyles();
const transformed = (id: string, code = ''): string => {
  if (typeof transform !== 'function') throw new Error('no transform');
  const result: unknown = Reflect.apply(transform, undefined, [code, id]);
  return typeof result === 'object' && result !== null && 'code' in result ? String(result.code) : '';
};

it('brings the styles of every component that has some', () => {
  const classNames = globSync('esm/**/*.module.mjs', { cwd: library });
  expect(classNames.length).toBeGreaterThan(60);
  for (const file of classNames) {
    const [, name = ''] =
      /import '@mantine\/core\/styles\/(\w+)\.css'/.exec(transformed(path.join(library, file))) ?? [];
    expect(globSync(`styles/${name}.css`, { cwd: library }), file).toHaveLength(1);
  }
});

it('keeps the styles of a component in the order of the library, whenever they load', () => {
  const radio = transformed(path.join(library, 'styles/Radio.css'), '.radio {}');
  expect(radio).toMatch(/^@layer elements,.*;\n@layer mantine\.Radio \{\n\.radio \{\}\n\}$/);
  const [, layers = ''] = /^@layer (.*);$/m.exec(radio) ?? [];
  expect(transformed('/app/src/app/library.css')).toContain(`@layer ${layers};`);
  const order = layers.split(', ');
  expect(order.slice(0, 2)).toEqual(['elements', 'mantine.base']);
  const placeOf = (name: string) => order.indexOf(`mantine.${name}`);
  expect(placeOf('Input')).toBeGreaterThan(0);
  expect(placeOf('InlineInput')).toBeGreaterThan(placeOf('Input'));
  expect(placeOf('Radio')).toBeGreaterThan(placeOf('InlineInput'));
});

it('leaves the styles of every page, and no component', () => {
  const base = transformed('/app/src/app/library.css');
  expect(base.match(/styles\/[\w-]+/g)).toEqual(['styles/baseline', 'styles/global']);
  expect(base).toContain('--mantine-spacing-md:');
  expect(transformed('/app/src/app/global.css')).toBe('');
});

it('leaves out the colors that no page and no style of the library uses', () => {
  const base = transformed('/app/src/app/library.css');
  const names = read(path.join(library, 'styles/default-css-variables.css')).matchAll(/color-(\w+)-0:/g);
  const leftOut = [...new Set([...names].map(([, name = '']) => name))].filter(
    (name) => !base.includes(`color-${name}-`),
  );
  expect(leftOut).toHaveLength(7);
  const used = new RegExp(`--mantine-color-(?:${leftOut.join('|')})-|\\b(?:color|c|bg)="(?:${leftOut.join('|')})[".]`);
  const sources = globSync(['**/*.tsx', '**/*.ts', '**/*.css'], { cwd: path.join(import.meta.dirname, '../src') });
  for (const file of sources) expect(read(path.join(import.meta.dirname, '../src', file)), file).not.toMatch(used);
  for (const file of globSync('styles/[A-Z]*.css', { cwd: library })) {
    expect(read(path.join(library, file)), file).not.toMatch(used);
  }
});
