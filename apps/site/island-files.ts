import type { Plugin } from 'vite';
import { loadedWith, type Piece, pack, type Visit, visitsOf } from '../web/packing/packing.ts';
import { readPieces } from '../web/packing/pieces.ts';

/** Bytes of source that one file more may cost: about 4 kB compressed. */
const REQUEST_BYTES = 15_000;

/** Bytes of source that stay below 2 kB once they are compressed, with a reserve. */
const SMALLEST_FILE = 9000;

/** Every island starts with it. */
const RENDERER = /\/@astrojs\/react\//;

/**
 * Decides which modules of the islands share a file, as `apps/web/packing` does for the pages of the app. Built twice:
 * the first time to learn which islands need what.
 */
export function islandFiles(): Plugin {
  const fileOf = new Map<string, string>();
  return {
    name: 'island-files',
    apply: 'build',
    applyToEnvironment: ({ name }) => name === 'client',
    // Files of islands have more exports than the island.
    options: (options) => ({ ...options, preserveEntrySignatures: 'allow-extension' }),
    configEnvironment: (name) =>
      name === 'client'
        ? {
            build: {
              rolldownOptions: {
                output: {
                  codeSplitting: {
                    includeDependenciesRecursively: false,
                    groups: [{ debugName: 'islands', name: (module) => fileOf.get(module) ?? null }],
                  },
                },
              },
            },
          }
        : undefined,
    buildStart: {
      order: 'pre',
      sequential: true,
      async handler() {
        const { root, resolve, css, build } = this.environment.getTopLevelConfig();
        const { input } = this.environment.config.build.rolldownOptions;
        const pieces = await readPieces({
          root,
          resolve: { alias: resolve.alias },
          css,
          build: {
            assetsInlineLimit: build.assetsInlineLimit,
            rolldownOptions: { input: input ?? [], preserveEntrySignatures: 'strict' },
          },
        });
        const packs = pack(scriptsOnly(pieces), visitsOfIslands(pieces), REQUEST_BYTES, SMALLEST_FILE);
        const modulesOf = new Map(pieces.map(({ name, modules }) => [name, modules]));
        for (const [index, names] of packs.entries())
          for (const module of names.flatMap((name) => modulesOf.get(name) ?? [])) fileOf.set(module, `pack-${index}`);
      },
    },
  };
}

/** The site has too little code for files of libraries only, and its styles are part of the pages. */
const scriptsOnly = (pieces: readonly Piece[]): Piece[] =>
  pieces.map((piece) => ({ ...piece, isLibrary: false, hasStyles: false }));

/** A visit for each island with what brings it to life, and one for each part that loads later. */
function visitsOfIslands(pieces: readonly Piece[]): Visit[] {
  const entries = pieces.filter(({ isEntry }) => isEntry);
  const isRenderer = ({ modules }: Piece) => modules.some((module) => RENDERER.test(module));
  const renderers = entries.filter(isRenderer).map(({ name }) => name);
  const islands = entries.filter((entry) => !isRenderer(entry)).map(({ name }) => [...renderers, name]);
  const loaded = islands.map((names) => loadedWith(pieces, names));
  const isAlways = (name: string) => loaded.every((names) => names.has(name));
  const always = pieces.map(({ name }) => name).filter(isAlways);
  const visits = visitsOf(
    pieces,
    islands.map((names) => ({ names, weight: 1 })),
  );
  const ofIslands = visits.slice(0, islands.length);
  // A part of a part that loads later comes after an island, too.
  const later = visits.slice(islands.length).map(({ pieces: own, there, weight }) => ({
    pieces: new Set([...own].filter((name) => !isAlways(name))),
    there: new Set([...there, ...always]),
    weight,
  }));
  return [...ofIslands, ...later];
}
