import type { Plugin } from 'vite';

/** A file of the build, as the bundler reports it. */
type Output = {
  type: string;
  fileName: string;
  code?: string;
  source?: string | Uint8Array;
  isEntry?: boolean;
  imports?: string[];
  viteMetadata?: { importedCss: Set<string> };
};

/** The order of the layers. The styles of the entry tell it, and they come first in every page. */
export const LAYER_ORDER = /@layer [^{};]+;/g;
const MAP_COMMENT = /\n?\/\/# sourceMappingURL=.*\s*$/;

/** The script that adds these styles to the page when it runs. A content policy for styles allows that. */
const adopting = (styles: string): string =>
  `{let s=new CSSStyleSheet;s.replaceSync(${JSON.stringify(styles)});document.adoptedStyleSheets.push(s)}`;

/**
 * Moves the styles of scripts that load later into the scripts, because most are too small for a request. Those that
 * load with the entry stay files: the page waits for them before it draws.
 */
export function moveStyles(bundle: Record<string, Output>): void {
  const chunks = Object.values(bundle).filter(({ type }) => type === 'chunk');
  const first = new Set(chunks.filter(({ isEntry }) => isEntry).map(({ fileName }) => fileName));
  // A set grows while it is walked.
  for (const file of first) for (const imported of bundle[file]?.imports ?? []) first.add(imported);
  for (const chunk of chunks) {
    const files = chunk.viteMetadata?.importedCss;
    if (first.has(chunk.fileName) || !files?.size) continue;
    const styles = [...files].map((file) => String(bundle[file]?.source ?? '').replace(LAYER_ORDER, ''));
    const code = chunk.code ?? '';
    const [comment = ''] = MAP_COMMENT.exec(code) ?? [];
    chunk.code = `${code.slice(0, code.length - comment.length)}\n${adopting(styles.join(''))}${comment}`;
    for (const file of files) delete bundle[file];
    files.clear();
  }
}

export const stylesInScripts = (): Plugin => ({
  name: 'styles-in-scripts',
  apply: 'build',
  // After the styles are written, and before the files that each import loads are listed.
  enforce: 'post',
  generateBundle(_options, bundle) {
    moveStyles(bundle);
  },
});
