import { expect, it } from 'vitest';
import { listPages } from './page-list.ts';

const chunk = (fileName: string, modules: Record<string, number>, imports: string[] = [], styles: string[] = []) => ({
  fileName,
  imports,
  moduleIds: Object.keys(modules),
  modules: Object.fromEntries(Object.entries(modules).map(([id, renderedLength]) => [id, { renderedLength }])),
  viteMetadata: { importedCss: new Set(styles) },
});

it('lists what loads with a page, with the styles of all its scripts', () => {
  const chunks = [
    chunk('assets/main.js', { '/app/src/main.tsx': 10 }, ['assets/library.js'], ['assets/main.css']),
    chunk('assets/library.js', { '/app/node_modules/a/a.js': 20 }, [], ['assets/library.css']),
    chunk('assets/page.js', { '/app/src/page.tsx': 30 }, ['assets/library.js']),
    chunk('assets/other.js', { '/app/src/other.tsx': 40 }, ['assets/page.js']),
  ];
  const { pages, files } = listPages(
    chunks,
    [{ address: '/page', modules: ['/app/src/main.tsx', '/app/src/page.tsx'] }],
    '/app',
  );
  expect(pages['/page']?.sort()).toEqual([
    'assets/library.css',
    'assets/library.js',
    'assets/main.css',
    'assets/main.js',
    'assets/page.js',
  ]);
  expect(files['assets/page.js']).toEqual({
    imports: ['assets/library.js'],
    styles: [],
    modules: { 'src/page.tsx': 30 },
  });
});
