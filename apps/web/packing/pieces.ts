import { promisify } from 'node:util';
import { brotliCompress, constants } from 'node:zlib';
import { build, minify, type PluginOption, type Rolldown, type UserConfig } from 'vite';
import { loadedWith, type Piece } from './packing.ts';
import { LAYER_ORDER } from './styles-in-scripts.ts';

type Sources = {
  root: string;
  /** Makes the plugins that turn sources into modules. */
  plugins: PluginOption[];
  css: NonNullable<UserConfig['css']>;
  /** The entries, where no page names them. */
  input?: Readonly<Record<string, string>>;
};

/** A piece with its code and styles, short as in the build. */
export type ReadPiece = Piece & { text: string };

/** The files of a build without any packing. */
export async function readPieces({ root, plugins, css, input }: Sources): Promise<ReadPiece[]> {
  const later = new Map<string, readonly string[]>();
  const styles = new Map<string, string>();
  const built = await build({
    root,
    configFile: false,
    logLevel: 'error',
    css,
    plugins: [
      plugins,
      {
        name: 'read-pieces',
        generateBundle(_options, bundle) {
          for (const { fileName, moduleIds, viteMetadata } of chunksOf(Object.values(bundle))) {
            for (const module of moduleIds) later.set(module, this.getModuleInfo(module)?.dynamicallyImportedIds ?? []);
            const sheets = [...(viteMetadata?.importedCss ?? [])].map((file) => bundle[file]);
            styles.set(fileName, sheets.map((sheet) => (sheet?.type === 'asset' ? String(sheet.source) : '')).join(''));
          }
        },
      },
    ],
    build: {
      write: false,
      minify: false,
      cssMinify: false,
      modulePreload: false,
      ...(input ? { rolldownOptions: { input } } : {}),
    },
  });
  const chunks = chunksOf([built].flat().flatMap((output) => ('output' in output ? output.output : [])));
  const names = new Set(chunks.map(({ fileName }) => fileName));
  const nameOf = new Map(
    chunks.flatMap(({ fileName, moduleIds }) =>
      moduleIds.map((module) => [module, isLibrary(module) ? libraryPart(fileName) : fileName]),
    ),
  );
  const filled = new Set(nameOf.values());
  const partsOf = (file: string) => [libraryPart(file), file].filter((name) => filled.has(name));
  const read = chunks.flatMap(({ fileName, moduleIds, modules, imports, isEntry, facadeModuleId }) =>
    partsOf(fileName).map(async (name): Promise<ReadPiece> => {
      const ofLibraries = name !== fileName;
      const own = moduleIds.filter((module) => isLibrary(module) === ofLibraries);
      const imported = imports.filter((file) => names.has(file)).flatMap(partsOf);
      const text = await shorten(
        own.map((module) => modules[module]?.code ?? '').join('\n'),
        name === partsOf(fileName).at(-1) ? (styles.get(fileName) ?? '') : '',
      );
      return {
        name,
        text,
        modules: own,
        isLibrary: ofLibraries,
        isEntry: isEntry && facadeModuleId !== null && own.includes(facadeModuleId),
        bytes: (await compressedBytes(text, FAST)) * ALONE,
        imports: ofLibraries
          ? imported.filter((part) => !names.has(part))
          : [...imported, ...partsOf(fileName).filter((part) => part !== name)],
        later: [
          ...new Set(own.flatMap((module) => later.get(module) ?? []).flatMap((module) => nameOf.get(module) ?? [])),
        ],
      };
    }),
  );
  return await Promise.all(read);
}

/**
 * The pieces that load with the entry, as two: its libraries, which keep a file that stays when the product changes, and
 * the rest. All other libraries share files with the product, because a page would load nearly twice as many.
 * @param main the module of the entry
 */
export async function joinFrame(pieces: readonly ReadPiece[], main: string): Promise<Piece[]> {
  const entry = pieces.filter(({ modules }) => modules.includes(main)).map(({ name }) => name);
  const frame = loadedWith(pieces, entry);
  const joined = new Map(
    pieces
      .filter(({ name }) => frame.has(name))
      .map(({ name, isLibrary: isOfLibrary }) => [name, isOfLibrary ? 'libraries of the frame' : 'frame']),
  );
  const renamed = (names: readonly string[], own: string) =>
    [...new Set(names.map((name) => joined.get(name) ?? name))].filter((name) => name !== own);
  const parts = [...new Set(joined.values())].map(async (name): Promise<Piece> => {
    const among = pieces.filter((piece) => joined.get(piece.name) === name);
    // Exact, because every page counts it.
    const bytes = await compressedBytes(among.map(({ text }) => text).join('\n'), BEST);
    return {
      name,
      modules: among.flatMap(({ modules }) => modules),
      isLibrary: among.every((piece) => piece.isLibrary),
      bytes: bytes * ALONE_IN_FULL,
      imports: renamed(
        among.flatMap(({ imports }) => imports),
        name,
      ),
      later: renamed(
        among.flatMap(({ later }) => later),
        name,
      ),
    };
  });
  return [
    ...(await Promise.all(parts)),
    ...pieces
      .filter(({ name }) => !frame.has(name))
      // Names hold hashes, which differ between folders: the files must not.
      .sort((one, other) => (one.modules.join() < other.modules.join() ? -1 : 1))
      .map(({ name, modules, bytes, imports, later }) => ({
        name,
        modules,
        isLibrary: false,
        bytes,
        imports: renamed(imports, name),
        later: renamed(later, name),
      })),
  ];
}

const compress = promisify(brotliCompress);
const FAST = 6;
const BEST = 11;

/** The weight of a piece in a file, because files repeat themselves less than their pieces do. */
const ALONE = 0.8;
/** The same for a text that is nearly all of its file, compressed as well as the file. */
const ALONE_IN_FULL = 0.84;

/** Short as in the build, without the names that bundling would shorten further. */
async function shorten(code: string, styles: string): Promise<string> {
  const { code: short } = await minify('piece.js', code, { compress: false, mangle: { toplevel: true } });
  return short + styles.replace(LAYER_ORDER, '').replace(/\s+/g, ' ');
}

async function compressedBytes(text: string, quality: number): Promise<number> {
  const { length } = await compress(text, { params: { [constants.BROTLI_PARAM_QUALITY]: quality } });
  return length;
}

/** An icon is a few hundred bytes, and comes and goes with the page that shows it. */
const ICON = /\/node_modules\/@tabler\/icons-react\/dist\/esm\/icons\//;

/** Virtual modules are helpers of the build tools. */
const isLibrary = (module: string): boolean =>
  (module.includes('/node_modules/') && !ICON.test(module)) || module.startsWith('\0');

const libraryPart = (file: string) => `${file} libraries`;

export const chunksOf = (outputs: readonly (Rolldown.OutputChunk | Rolldown.OutputAsset)[]): Rolldown.OutputChunk[] =>
  outputs.filter((output) => output.type === 'chunk');
