import { build, type InlineConfig, type Rolldown } from 'vite';
import type { Piece } from './packing.ts';

/** Builds without any packing, and reads which modules share a file then. */
export async function readPieces(config: InlineConfig): Promise<Piece[]> {
  const later = new Map<string, readonly string[]>();
  const built = await build({
    ...config,
    configFile: false,
    // The packed build repeats the warnings.
    logLevel: 'error',
    plugins: [
      config.plugins,
      {
        name: 'read-pieces',
        generateBundle(_options, bundle) {
          for (const chunk of chunksOf(Object.values(bundle)))
            for (const module of chunk.moduleIds)
              later.set(module, this.getModuleInfo(module)?.dynamicallyImportedIds ?? []);
        },
      },
    ],
    build: { ...config.build, write: false, minify: false, cssMinify: false, modulePreload: false },
  });
  const chunks = chunksOf([built].flat().flatMap((output) => ('output' in output ? output.output : [])));
  const names = new Set(chunks.map(({ fileName }) => fileName));
  const nameOf = new Map(
    chunks.flatMap(({ fileName, moduleIds }) =>
      moduleIds.map((module) => [module, isLibrary(module) ? libraryPart(fileName) : fileName]),
    ),
  );
  const partsOf = (file: string) => [libraryPart(file), file].filter((name) => filled.has(name));
  const filled = new Set(
    chunks.flatMap(({ fileName, moduleIds }) =>
      moduleIds.map((module) => (isLibrary(module) ? libraryPart(fileName) : fileName)),
    ),
  );
  return chunks.flatMap(({ fileName, moduleIds, modules, imports, isEntry, facadeModuleId }) =>
    partsOf(fileName).map((name): Piece => {
      const ofLibraries = name !== fileName;
      const own = moduleIds.filter((module) => isLibrary(module) === ofLibraries);
      const imported = imports.filter((file) => names.has(file)).flatMap(partsOf);
      return {
        name,
        modules: own,
        isLibrary: ofLibraries,
        isEntry: isEntry && facadeModuleId !== null && own.includes(facadeModuleId),
        bytes: own.reduce((sum, module) => sum + (modules[module]?.renderedLength ?? 0), 0),
        hasStyles: own.some((module) => module.endsWith('.css')),
        imports: ofLibraries
          ? imported.filter((part) => !names.has(part))
          : [...imported, ...partsOf(fileName).filter((part) => part !== name)],
        later: [
          ...new Set(own.flatMap((module) => later.get(module) ?? []).flatMap((module) => nameOf.get(module) ?? [])),
        ],
      };
    }),
  );
}

/** Virtual modules are helpers of the build tools. */
const isLibrary = (module: string): boolean => module.includes('/node_modules/') || module.startsWith('\0');

const libraryPart = (file: string) => `${file} libraries`;

export const chunksOf = (outputs: readonly (Rolldown.OutputChunk | Rolldown.OutputAsset)[]): Rolldown.OutputChunk[] =>
  outputs.filter((output) => output.type === 'chunk');
