import { expect, it } from 'vitest';
import { moveStyles } from './styles-in-scripts.ts';

const chunk = (fileName: string, code: string, imports: string[], styles: string[], isEntry = false) => ({
  type: 'chunk',
  fileName,
  code,
  imports,
  isEntry,
  viteMetadata: { importedCss: new Set(styles) },
});
const asset = (fileName: string, source: string) => ({ type: 'asset', fileName, source });
const build = () => ({
  'main.js': chunk('main.js', 'main();', ['kit.js'], ['main.css'], true),
  'kit.js': chunk('kit.js', 'kit();', [], ['kit.css']),
  'page.js': chunk('page.js', 'page();\n//# sourceMappingURL=page.js.map', ['kit.js'], ['page.css']),
  'plain.js': chunk('plain.js', 'plain();', [], []),
  'main.css': asset('main.css', '@layer a,b;'),
  'kit.css': asset('kit.css', '.kit{}'),
  'page.css': asset('page.css', '@layer a;@layer b{.page{content:"x"}}@layer c,d;'),
});

it('moves the styles of a script that loads later into the script, without the order of the layers', () => {
  const bundle = build();
  moveStyles(bundle);
  expect(Object.keys(bundle)).not.toContain('page.css');
  expect(bundle['page.js'].viteMetadata.importedCss.size).toBe(0);
  expect(bundle['page.js'].code).toBe(
    String.raw`page();
{let s=new CSSStyleSheet;s.replaceSync("@layer b{.page{content:\"x\"}}");document.adoptedStyleSheets.push(s)}
//# sourceMappingURL=page.js.map`,
  );
});

it('leaves files to the entry, to what it imports, and to scripts without styles', () => {
  const bundle = build();
  moveStyles(bundle);
  expect(Object.keys(bundle)).toEqual(expect.arrayContaining(['main.css', 'kit.css']));
  expect(bundle['kit.js'].code).toBe('kit();');
  expect(bundle['plain.js'].code).toBe('plain();');
});
