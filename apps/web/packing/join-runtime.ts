import path from 'node:path';
import type { Plugin } from 'vite';

/** The bundler's helpers for modules of the old form, a few hundred bytes that it puts into no other file. */
const RUNTIME = '\0rolldown/runtime.js';
const DECLARED = /^var (\w+) =/gm;
const IMPORT = /^import \{([^}]*)\} from "([^"]+)";/gm;
const COMMENT = /^\s*\/\/.*$/gm;

/** A script that is being written, whose final name is not known yet. */
type Rendered = {
  fileName: string;
  imports: readonly string[];
  modules: Readonly<Record<string, { code: string | null; renderedLength: number }>>;
};
type Chunks = Readonly<Record<string, Rendered>>;
/** A file of the build. */
type Output = { type: string; fileName: string; imports?: string[]; modules?: object };

const isRuntime = (modules: object | undefined): boolean => Object.keys(modules ?? {}).join() === RUNTIME;
const weightOf = ({ modules }: Rendered): number =>
  Object.values(modules).reduce((sum, { renderedLength }) => sum + renderedLength, 0);

/** The file with the helpers, and the largest of those that need nothing besides them. Every page loads both. */
function filesOf(chunks: Chunks): { runtime: Rendered; host: Rendered } | undefined {
  const all = Object.values(chunks);
  const runtime = all.find(({ modules }) => isRuntime(modules));
  if (!runtime) return undefined;
  const [host] = all
    .filter(({ imports }) => imports.join() === runtime.fileName)
    .sort((one, other) => weightOf(other) - weightOf(one));
  if (!host) throw new Error('no script of the build can take the helpers of the bundler');
  return { runtime, host };
}

/**
 * Takes the helpers of a script from the file that holds them, and puts them into that file.
 * @returns undefined when nothing changes
 */
export function joinHelpers(code: string, fileName: string, chunks: Chunks): string | undefined {
  const files = filesOf(chunks);
  if (!files || fileName === files.runtime.fileName) return undefined;
  const { runtime, host } = files;
  const helpers = runtime.modules[RUNTIME]?.code ?? '';
  const names = [...helpers.matchAll(DECLARED)].map(([, name = '']) => name);
  const from = `./${path.posix.basename(runtime.fileName)}`;
  const [found, imported = ''] = [...code.matchAll(IMPORT)].find(([, , file]) => file === from) ?? [];
  if (found === undefined) return undefined;
  const used = imported.split(',').map((part) => {
    const [, local = part.trim()] = /\bas (\S+)/.exec(part) ?? [];
    const index = names.indexOf(local.replace(/\$\d+$/, ''));
    if (index < 0) throw new Error(`${fileName} imports ${local}, which is no helper of the bundler`);
    return { local, exported: `rt${index}` };
  });
  if (fileName !== host.fileName) {
    const list = used.map(({ local, exported }) => `${exported} as ${local}`).join(', ');
    return code.replace(found, () => `import { ${list} } from "./${path.posix.basename(host.fileName)}";`);
  }
  const own = `const [${names.map((_, index) => `rt${index}`).join(', ')}] = (() => {\n${helpers}\nreturn [${names.join(', ')}]; })();`;
  const locals = used.map(({ local, exported }) => `const ${local} = ${exported};`).join(' ');
  const exported = `export { ${names.map((_, index) => `rt${index}`).join(', ')} };`;
  // One line, so that the lines of the source map stay.
  return code.replace(found, () => `${own} ${locals} ${exported}`.replace(COMMENT, '').replace(/\s*\n\s*/g, ' '));
}

/** Removes the file that no script imports any more. */
export function removeRuntime(bundle: Record<string, Output>): void {
  const chunks = Object.values(bundle).filter(({ type }) => type === 'chunk');
  const runtime = chunks.find(({ modules }) => isRuntime(modules));
  if (!runtime) return;
  for (const chunk of chunks) chunk.imports = chunk.imports?.filter((file) => file !== runtime.fileName) ?? [];
  delete bundle[runtime.fileName];
  delete bundle[`${runtime.fileName}.map`];
}

/** Puts the helpers of the bundler into the libraries that every page loads, because they are too small for a request. */
export const joinRuntime = (): Plugin => ({
  name: 'join-runtime',
  apply: 'build',
  enforce: 'pre',
  applyToEnvironment: ({ name }) => name === 'client',
  renderChunk(code, { fileName }, _options, { chunks }) {
    const joined = joinHelpers(code, fileName, chunks);
    return joined === undefined ? undefined : { code: joined, map: null };
  },
  generateBundle: {
    order: 'pre',
    handler(_options, bundle) {
      removeRuntime(bundle);
    },
  },
});
