import path from 'node:path';
import type { Plugin, PluginOption, UserConfig } from 'vite';
import { loadedWith, type Piece, pack, reachable, visitsOf } from './packing.ts';
import { listPages, type PageList } from './page-list.ts';
import { chunksOf, joinFrame, readPieces } from './pieces.ts';
import { refine } from './refine.ts';
import { readSaved, savedFrom, startFrom, writeSaved } from './saved.ts';

/** Bytes that one file more may cost: what a request takes on a phone's network. */
const REQUEST_BYTES = 6500;

/** The same at the start. Pages end lighter when it joins too much, because what was joined is taken apart again. */
const REQUEST_BYTES_AT_START = 7500;

/** Bytes that all visits together may load in vain, so that a small file is joined to another. */
const SMALL_FILE_BYTES = 40_000;

/** How much a page of the offline section counts: phones open it, often on a slow line. */
const OFFLINE_WEIGHT = 3;

/** Weight of a page that already loads a lot, so that no other code is packed into its files. */
const HEAVY_WEIGHT = 8;

/** The weight from which a page is a heavy one. */
const HEAVY_BYTES = 250_000;

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
  /** Parts that load on their own and that a page shows at once: files by the module that asks for them. */
  shownAtOnce: Readonly<Record<string, readonly string[]>>;
  /** Addresses of the pages, by the file of their route. */
  addresses: ReadonlyMap<string, string>;
  /** The section whose pages open without a network, and files that they need besides it. */
  offline: { section: string; files: readonly string[] };
  /** The most that a page may load, and that it may add to another page of its section. */
  limitsOf: (address: string) => Limits;
};

type Limits = { bytes: number; further: { bytes: number; files: number } };

type Built = Plugin & {
  /** Files that open the offline section, with their styles and fonts. Known once the build has ended. */
  offlineFiles: () => ReadonlySet<string>;
  /** Scripts and styles that load with each page, by its address. Known with the files above. */
  pageFiles: () => PageList['pages'];
};

/**
 * Decides which modules share a file. The bundler alone makes a file for each combination of pages that need a module,
 * which is hundreds. Built twice: the first time to learn who needs what once unused code is gone, and how much it is.
 */
export function packing(options: Options): Built {
  const fileOf = new Map<string, string>();
  let pages: Page[] = [];
  const offlineModules = new Set<string>();
  const offlineFiles = new Set<string>();
  let pageFiles: PageList['pages'] = {};
  return {
    name: 'packing',
    apply: 'build',
    enforce: 'post',
    offlineFiles: () => offlineFiles,
    pageFiles: () => pageFiles,
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
        const { root, main, sources, css } = options;
        const pieces = await joinFrame(await readPieces({ root, plugins: sources(), css }), path.join(root, main));
        const starts = startsOf(pieces, options);
        pages = starts.pages;
        const visits = visitsOf(pieces, pages);
        const limits = pages.map(({ address, section }) => ({ section, ...options.limitsOf(address) }));
        const packs = packsOf(pieces, visits, limits);
        const modulesOf = new Map(pieces.map(({ name, modules }) => [name, modules]));
        for (const [index, names] of packs.entries())
          for (const module of names.flatMap((name) => modulesOf.get(name) ?? [])) fileOf.set(module, `pack-${index}`);
        for (const name of starts.offline) for (const module of modulesOf.get(name) ?? []) offlineModules.add(module);
      },
    },
    generateBundle(_options, bundle) {
      const list = listPages(chunksOf(Object.values(bundle)), pages, options.root);
      pageFiles = list.pages;
      this.emitFile({ type: 'asset', fileName: '.vite/pages.json', source: JSON.stringify(list) });
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

/**
 * The names of the pieces of each file. Every build but a search takes what was found before, and finds places for what
 * is new. While nothing is new, it takes half the time.
 */
function packsOf(
  pieces: readonly Piece[],
  visits: ReturnType<typeof visitsOf>,
  limits: readonly (Limits & { section: string })[],
): string[][] {
  const isSearch = Boolean(process.env.SEARCH_PACKING);
  const known = startFrom(readSaved(), pieces);
  if (known && !known.hasNew && !isSearch) return known.packs;
  const start = known?.packs ?? pack(pieces, visits, REQUEST_BYTES_AT_START, SMALL_FILE_BYTES);
  const packs = refine(pieces, start, visits, limits, REQUEST_BYTES, isSearch ? undefined : 1);
  if (isSearch || process.env.SAVE_PACKING) writeSaved(savedFrom(packs, pieces));
  return packs;
}

/** A page: its address, its section, and the pieces that it starts with. */
type Page = { address: string; section: string; weight: number; names: string[]; modules: string[] };

/** The pages with the pieces that each starts with, and all pieces of the offline section. */
function startsOf(pieces: readonly Piece[], options: Options) {
  const { root, main, frames, shownAtOnce, addresses, offline } = options;
  const nameOf = new Map(pieces.flatMap(({ name, modules }) => modules.map((module) => [module, name])));
  const inRoot = (module: string) => path.join(root, module);
  const pieceOf = (module: string): string => {
    const name = nameOf.get(module);
    if (name === undefined) throw new Error(`${module} is in no file of the build`);
    return name;
  };
  /** With the parts that what loads shows at once. */
  const completed = (modules: readonly string[]): string[] => {
    const loaded = loadedWith(pieces, modules.map(pieceOf));
    const added = Object.entries(shownAtOnce)
      .filter(([module]) => loaded.has(pieceOf(inRoot(module))))
      .flatMap(([, parts]) => parts.map(inRoot))
      .filter((part) => !loaded.has(pieceOf(part)));
    return added.length > 0 ? completed([...modules, ...added]) : [...modules];
  };
  const bytesOf = new Map(pieces.map(({ name, bytes }) => [name, bytes]));
  const bytesWith = (names: readonly string[]) =>
    [...loadedWith(pieces, names)].reduce((sum, name) => sum + (bytesOf.get(name) ?? 0), 0);
  const pages = [...addresses].flatMap(([file, address]): Page[] => {
    const page = `${inRoot(file)}${PAGE_PART}`;
    if (!nameOf.has(page)) return [];
    const section = address.split('/')[1] ?? '';
    const layouts = layoutsOf(file).map((layout) => `${inRoot(layout)}${PAGE_PART}`);
    const modules = completed([
      inRoot(main),
      page,
      ...layouts.filter((layout) => nameOf.has(layout)),
      ...(frames[section] ?? []).map(inRoot),
    ]);
    const names = modules.map(pieceOf);
    const weight = section === offline.section ? OFFLINE_WEIGHT : bytesWith(names) > HEAVY_BYTES ? HEAVY_WEIGHT : 1;
    return [{ address, section, weight, modules, names }];
  });
  const frame = loadedWith(pieces, [pieceOf(inRoot(main))]);
  const opened = pages.flatMap(({ section, names }) => (section === offline.section ? names : []));
  return {
    pages,
    // Nothing that the entry loads later: that is every page.
    offline: reachable(pieces, [...opened, ...offline.files.map((file) => pieceOf(inRoot(file)))], frame),
  };
}

/** The files of the routes around a route's page: `a.tsx` and `a.b.tsx` for `a.b.c.tsx`. */
function layoutsOf(file: string): string[] {
  const { dir, name } = path.parse(file);
  const words = name.split('.');
  return words.slice(1).map((_, index) => path.join(dir, `${words.slice(0, index + 1).join('.')}.tsx`));
}
