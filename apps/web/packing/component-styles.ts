import { readFileSync } from 'node:fs';
import path from 'node:path';
import type { Plugin } from 'vite';

/** The library's class names of a component, which only the component itself imports. */
const CLASS_NAMES = /@mantine\/core\/esm\/(?:components|utils)\/.*\/(\w+)\.module\.mjs$/;
const STYLES = /@mantine\/core\/styles\/(\w+)\.css$/;
const ALL_STYLES = /\/src\/app\/library\.css$/;

const LIBRARY = path.join(import.meta.dirname, '../../../node_modules/@mantine/core');

/** Styles that belong to no component. The values of the theme do neither. */
const OF_EVERY_PAGE = ['baseline', 'global'];
const VARIABLES = 'default-css-variables';

/** The layers in the order of the library, where what a component is made of comes first. */
function readOrder(): string {
  const all = readFileSync(path.join(import.meta.dirname, '../src/app/mantine.css'), 'utf8');
  const names = [...all.matchAll(/styles\/([\w-]+)\.css/g)].map(([, name = '']) => name);
  const components = names
    .filter((name) => ![...OF_EVERY_PAGE, VARIABLES].includes(name))
    .map((name) => `mantine.${name}`);
  return `@layer ${['elements', 'mantine.base', ...components].join(', ')};`;
}

/** Stands in every file, because any of them may load first. */
const ORDER = readOrder();

/** Colors of the library that no page uses. Each has thirty variables. */
const UNUSED_COLORS = /--mantine-color-(?:pink|grape|indigo|cyan|lime|green|orange)-[\w-]+:[^;}]*;?/g;

function readBase(): string {
  const variables = readFileSync(path.join(LIBRARY, `styles/${VARIABLES}.css`), 'utf8');
  return [
    ...OF_EVERY_PAGE.map((name) => `@import '@mantine/core/styles/${name}.css' layer(mantine.base);`),
    `@layer mantine.base {\n${variables.replace(UNUSED_COLORS, '')}\n}`,
  ].join('\n');
}
const BASE = readBase();

/**
 * Makes each component of the library bring its styles along, so that a page loads no others. For builds only: the
 * development server prepares the library as one module.
 */
export const componentStyles = (): Plugin => ({
  name: 'component-styles',
  apply: 'build',
  enforce: 'pre',
  transform(code, id) {
    const [, component] = CLASS_NAMES.exec(id) ?? [];
    if (component) return { code: `import '@mantine/core/styles/${component}.css';\n${code}`, map: null };
    const [, styled] = STYLES.exec(id) ?? [];
    if (styled) return { code: `${ORDER}\n@layer mantine.${styled} {\n${code}\n}`, map: null };
    return ALL_STYLES.test(id) ? { code: `${ORDER}\n${BASE}`, map: null } : undefined;
  },
});
