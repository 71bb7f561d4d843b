import type { Plugin } from 'vite';

/** The library's class names of a component, which only the component itself imports. */
const CLASS_NAMES = /@mantine\/core\/esm\/(?:components|utils)\/.*\/(\w+)\.module\.mjs$/;
const ALL_STYLES = /\/src\/app\/library\.css$/;

/** Styles that belong to no component. */
const OF_EVERY_PAGE = ['baseline', 'default-css-variables', 'global'];

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
    if (component) return { code: `import '@mantine/core/styles/${component}.layer.css';\n${code}`, map: null };
    if (!ALL_STYLES.test(id)) return undefined;
    const imports = OF_EVERY_PAGE.map((name) => `@import '@mantine/core/styles/${name}.layer.css';`);
    return { code: ['@layer elements, mantine;', ...imports].join('\n'), map: null };
  },
});
