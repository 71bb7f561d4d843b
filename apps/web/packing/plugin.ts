import path from 'node:path';
import { build, type Plugin, type PluginOption, type Rolldown, type UserConfig } from 'vite';
import { loadedWith, type Piece, pack, reachable, visitsOf } from './packing.ts';

/** Bytes of source that one file more may cost: about 5 kB compressed, what a request takes on a phone's network. */
const REQUEST_BYTES = 25_000;

/** The part of a route's file that shows its page. */
const PAGE_PART = '?tsr-split=component---loader';

type Options = {
  root: string;
  /** The entry of the app. */
  main: string;
  /** Makes the plugins that turn sources into modules. */
  sources: () => PluginOption[];
  css: NonNullable<UserConfig['css']>;
  /** Parts of the frame that the pages of a section show at once: files by the first word of the address. */
  frames: Readonly<Record<string, readonly string[]>>;
  /** Addresses of the pages, by the file of their route. */
  addresses: ReadonlyMap<string, string>;
  /** The section whose pages open without a network, and files that they need besides it. */
  offline: { section: string; files: readonly string[] };
};

type Built = Plugin & {
  /** Files that open the offline section, with their styles and fonts. Known once the build has ended. */
  offlineFiles: () => ReadonlySet<string>;
};

/**
 * Decides which modules share a file. The bundler alone makes a file for each combination of pages that need a module,
 * which is hundreds. Built twice: the first time to learn who needs what once unused code is gone, and how much it is.
 */
export function packing(options: Options): Built {
  const fileOf = new Map<string, string>();
  const offlineModules = new Set<string>();
  const offlineFiles = new Set<string>();
  return {
    name: 'packing',
    apply: 'build',
    offlineFiles: () => offlineFiles,
    config: () => ({
      build: {
        rolldownOptions: {
          output: {
            codeSplitting: {
              includeDependenciesRecursively: false,
              groups: [{ debugName: 'packing', name: (module) => fileOf.get(module) ?? null }],
            },
          },
        },
      },
    }),
    buildStart: {
      order: 'pre',
      sequential: true,
      async handler() {
        const pieces = await readPieces(options);
        const { pages, offline } = startsOf(pieces, options);
        const packs = pack(pieces, visitsOf(pieces, pages), REQUEST_BYTES);
        const modulesOf = new Map(pieces.map(({ name, modules }) => [name, modules]));
        for (const [index, names] of packs.entries())
          for (const module of names.flatMap((name) => modulesOf.get(name) ?? [])) fileOf.set(module, `pack-${index}`);
        for (const name of offline) for (const module of modulesOf.get(name) ?? []) offlineModules.add(module);
      },
    },
    generateBundle(_options, bundle) {
      const visit = (file: string) => {
        const chunk = bundle[file];
        if (offlineFiles.has(file) || chunk?.type !== 'chunk') return;
        const { importedCss = [], importedAssets = [] } = chunk.viteMetadata ?? {};
        for (const one of [file, ...importedCss, ...importedAssets]) offlineFiles.add(one);
        for (const imported of chunk.imports) visit(imported);
      };
      for (const chunk of Object.values(bundle))
        if (chunk.type === 'chunk' && chunk.moduleIds.some((module) => offlineModules.has(module)))
          visit(chunk.fileName);
    },
  };
}

/** The files of a build without any packing. */
async function readPieces({ root, sources, css }: Options): Promise<Piece[]> {
  const later = new Map<string, readonly string[]>();
  const built = await build({
    root,
    configFile: false,
    logLevel: 'warn',
    css,
    plugins: [
      sources(),
      {
        name: 'read-pieces',
        generateBundle(_options, bundle) {
          for (const chunk of chunksOf(Object.values(bundle)))
            for (const module of chunk.moduleIds)
              later.set(module, this.getModuleInfo(module)?.dynamicallyImportedIds ?? []);
        },
      },
    ],
    build: { write: false, minify: false, cssMinify: false, modulePreload: false },
  });
  const chunks = chunksOf([built].flat().flatMap((output) => ('output' in output ? output.output : [])));
  const names = new Set(chunks.map(({ fileName }) => fileName));
  const nameOf = new Map(chunks.flatMap(({ fileName, moduleIds }) => moduleIds.map((module) => [module, fileName])));
  return chunks.map(({ fileName, moduleIds, modules, imports, viteMetadata }) => ({
    name: fileName,
    modules: moduleIds,
    bytes: Object.values(modules).reduce((sum, { renderedLength }) => sum + renderedLength, 0),
    hasStyles: (viteMetadata?.importedCss.size ?? 0) > 0,
    imports: imports.filter((file) => names.has(file)),
    later: [
      ...new Set(moduleIds.flatMap((module) => later.get(module) ?? []).flatMap((module) => nameOf.get(module) ?? [])),
    ],
  }));
}

const chunksOf = (outputs: readonly (Rolldown.OutputChunk | Rolldown.OutputAsset)[]): Rolldown.OutputChunk[] =>
  outputs.filter((output) => output.type === 'chunk');

/** The pieces that each page starts with, and all pieces of the offline section. */
function startsOf(pieces: readonly Piece[], { root, main, frames, addresses, offline }: Options) {
  const nameOf = new Map(pieces.flatMap(({ name, modules }) => modules.map((module) => [module, name])));
  const pieceOf = (module: string): string => {
    const name = nameOf.get(path.join(root, module));
    if (name === undefined) throw new Error(`${module} is in no file of the build`);
    return name;
  };
  const starts = [...addresses].flatMap(([file, address]) => {
    const page = nameOf.get(`${path.join(root, file)}${PAGE_PART}`);
    if (page === undefined) return [];
    const section = address.split('/')[1] ?? '';
    return [{ section, names: [pieceOf(main), page, ...(frames[section] ?? []).map(pieceOf)] }];
  });
  const frame = loadedWith(pieces, [pieceOf(main)]);
  const opened = starts.flatMap(({ section, names }) => (section === offline.section ? names : []));
  return {
    pages: starts.map(({ names }) => names),
    // Nothing that the entry loads later: that is every page.
    offline: reachable(pieces, [...opened, ...offline.files.map(pieceOf)], frame),
  };
}
