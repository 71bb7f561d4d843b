import { readFileSync } from 'node:fs';
import path from 'node:path';
import { minify, type Plugin, preprocessCSS, type ResolvedConfig } from 'vite';

/** Lines of the built page that name files of the program. */
const PROGRAM = /^[ \t]*<(?:script type="module"|link rel="(?:modulepreload|stylesheet)").*\n/gm;
const SCHEME = '<script src="/color-scheme.js"></script>';
/** Where the server adds the files of the page, and its outline. */
const OUTLINE = '<!-- outline -->';
const FILES = '<!-- files -->';

/** Writing of most people here, in which all pages are set. */
const FONTS = /-latin-wght-normal-.*\.woff2$/;

type Parts = { scheme: string; start: string; styles: string; fonts: readonly string[] };

/** The libraries of the entry as scripts before it, and its styles. */
function inOrder(files: readonly string[]): string[] {
  const libraries = files.filter((line) => line.includes('"modulepreload"'));
  const scripts = libraries.map((line) =>
    line.replace('<link rel="modulepreload"', '<script type="module"').replace(/href=("[^"]+")>/, 'src=$1></script>'),
  );
  const others = files.filter((line) => !libraries.includes(line));
  return [...scripts, ...others];
}

/**
 * The page of the app, with all that its first paint needs, and with its program aside until then.
 * @throws when the built page does not have the parts that are moved
 */
export function paintFirst(html: string, { scheme, start, styles, fonts }: Parts): string {
  const files = html.match(PROGRAM) ?? [];
  if (files.length === 0 || !html.includes(SCHEME) || !html.includes(OUTLINE))
    throw new Error('the page of the app does not name its program as it is expected to');
  // Fonts that arrive after the page is drawn cause a second layout of all of it.
  const early = fonts.map(
    (file) => `    <link rel="preload" as="font" type="font/woff2" crossorigin href="/${file}">\n`,
  );
  const program = `<template id="program">\n${[...inOrder(files), ...early].join('')}    ${FILES}\n    </template>`;
  return html
    .replace(PROGRAM, '')
    .replace(SCHEME, () => `<script>${scheme}</script>\n    <style>${styles}</style>`)
    .replace(OUTLINE, () => `${OUTLINE}\n    ${program}\n    <script>${start}</script>`);
}

const COMMENT = /\/\*[\s\S]*?\*\//g;

/** Lets browsers paint the outline of a page before they load the program. */
export function firstPaint(root: string): Plugin {
  let config: ResolvedConfig;
  const at = (file: string) => path.join(root, file);
  const scriptOf = async (file: string) => (await minify(file, readFileSync(at(file), 'utf8'))).code.trim();
  return {
    name: 'first-paint',
    apply: 'build',
    configResolved(resolved) {
      config = resolved;
    },
    transformIndexHtml: {
      order: 'post',
      async handler(html, { bundle = {} }) {
        const styles = at('src/app/first-paint.css');
        const { code } = await preprocessCSS(readFileSync(styles, 'utf8'), styles, config);
        return paintFirst(html, {
          scheme: await scriptOf('public/color-scheme.js'),
          start: await scriptOf('src/app/first-paint.js'),
          styles: code.replace(COMMENT, '').replace(/\s+/g, ' ').trim(),
          fonts: Object.keys(bundle).filter((file) => FONTS.test(file)),
        });
      },
    },
  };
}
