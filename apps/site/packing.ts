import { globSync } from 'node:fs';
import { createRequire } from 'node:module';
import path from 'node:path';
import react from '@vitejs/plugin-react';
import type { Plugin, UserConfig } from 'vite';
import { SITE_LIMIT } from '../../scripts/pages-budgets.mjs';
import { pack, visitsOf } from '../web/packing/packing.ts';
import { readPieces } from '../web/packing/pieces.ts';
import { refine } from '../web/packing/refine.ts';

/** Bytes that one file more may cost a page. Less than in the app, whose pages load several times as many files. */
const REQUEST_BYTES = 1500;

/** Bytes that all pages together may load in vain, so that a small file is joined to another. */
const SMALL_FILE_BYTES = 25_000;

/** Visitors seldom open several pages with islands. */
const NO_LIMIT = { bytes: Number.POSITIVE_INFINITY, files: Number.POSITIVE_INFINITY };

/** Brings islands to life. Every page with one loads it. */
const RENDERER = createRequire(import.meta.url).resolve('@astrojs/react/client.js');

/** Options that Astro passes to the renderer by a module of its build. They change no imports. */
const rendererOptions: Plugin = {
  name: 'renderer-options',
  resolveId: (id) => (id === 'astro:react:opts' ? `\0${id}` : undefined),
  load: (id) => (id === '\0astro:react:opts' ? 'export default {}' : undefined),
};

type Settings = { root: string } & Required<Pick<UserConfig, 'css' | 'resolve'>>;

/**
 * Decides which modules of the islands share a file. The bundler alone makes a file for each combination of islands that
 * need a module, most of them smaller than a request.
 */
export function packIslands({ root, css, resolve }: Settings): Plugin {
  const fileOf = new Map<string, string>();
  return {
    name: 'pack-islands',
    apply: 'build',
    applyToEnvironment: ({ name }) => name === 'client',
    // An island may share its file with what other islands import.
    options: (options) => ({ ...options, preserveEntrySignatures: 'allow-extension' }),
    configEnvironment: (name) =>
      name === 'client'
        ? {
            build: {
              rolldownOptions: {
                output: {
                  codeSplitting: {
                    includeDependenciesRecursively: false,
                    groups: [{ name: (module) => fileOf.get(module) ?? null }],
                  },
                },
              },
            },
          }
        : undefined,
    async buildStart() {
      const islands = globSync('src/islands/*.tsx', { cwd: root }).map((file) => path.join(root, file));
      const input = Object.fromEntries([RENDERER, ...islands].map((file) => [path.parse(file).name, file]));
      const plugins = [react(), rendererOptions, { name: 'aliases', config: () => ({ resolve }) }];
      const read = await readPieces({ root, plugins, css, input });
      const pieces = read.map((piece) => ({ ...piece, isLibrary: false }));
      const startOf = (module: string) =>
        pieces.filter(({ modules }) => modules.includes(module)).map(({ name }) => name);
      const pages = islands.map((island) => ({ names: [...startOf(RENDERER), ...startOf(island)], weight: 1 }));
      const visits = visitsOf(pieces, pages);
      const screens = pages.map(() => ({ section: '', bytes: SITE_LIMIT, further: NO_LIMIT }));
      const packs = refine(
        pieces,
        pack(pieces, visits, REQUEST_BYTES, SMALL_FILE_BYTES),
        visits,
        screens,
        REQUEST_BYTES,
      );
      const modulesOf = new Map(pieces.map(({ name, modules }) => [name, modules]));
      for (const [index, names] of packs.entries())
        for (const module of names.flatMap((name) => modulesOf.get(name) ?? [])) fileOf.set(module, `part-${index}`);
    },
  };
}
