import { addBits, type Bits, bitsOf, membersOf, sizeOf, weigher, without } from './bits.ts';
import type { Piece, Visit } from './packing.ts';

/** A page: its section, the most that it may load, and the most that it may add to another page of its section. */
export type Screen = { section: string; bytes: number; further: { bytes: number; files: number } };

/** A file as it follows from its pieces. `visits`: those that load it, also because another file imports it. */
export type File = {
  pieces: Set<number>;
  bytes: number;
  isLibrary: boolean;
  /** Pieces that start by their file, of which it may hold one. */
  entries: number;
  /** Visits that need one of its pieces. */
  needed: Bits;
  visits: Bits;
  there: Bits;
  imports: readonly number[];
};

/**
 * Costs are in bytes over all visits, so that a limit that is exceeded outweighs what a page loads in vain. `furtherFile`
 * counts once for a page, and `furtherStep` for each page that it adds too many files to: a change that helps after some
 * of them is a step towards one that helps after all.
 */
const COST = { overByte: 40, smallFile: 200_000, furtherFile: 200_000, furtherStep: 2000 };

/** A file below this may have less than the 2 kB that a file should have. */
const SMALL_BYTES = 2800;

/** How much more a limit costs in each round that exceeds it. */
const INSISTENCE = 1.3;

/** How many files more than at the start there may be in the end. */
const SPARE_FILES = 16;

/** Estimates of a page differ by about one percent from what its files weigh in the end. */
const MARGIN = 0.985;

/**
 * A file compresses better than its pieces do, because they repeat each other: the largest one adds nearly all of its
 * bytes, and each other one less. Fitted to the files of a build, which it meets within 6 %.
 */
const IN_FILE = { file: 145, largest: 0.28, each: 0.87 };

/** Which file each piece is in, and what the pages then load. */
export class Layout {
  readonly files: File[];
  readonly #fileOf: number[];
  /** Files whose pieces, or the files that they import, have changed since the last update. */
  readonly #changed: Set<number>;
  /** The bits of all files in one piece each, which `files` has views of: they are followed hundreds of thousands of times. */
  readonly #bits: { words: number; needed: Bits; visits: Bits; there: Bits };
  /** How many files import each file and are not followed yet. */
  readonly #waiting: Int32Array;
  /** Files in the order in which they are followed. */
  readonly #order: Int32Array;
  /** The files that each page loads. */
  readonly #loaded: { bytes: number; files: Bits }[];
  readonly #pieces: { bytes: number; isLibrary: boolean; isEntry: boolean; loading: Bits; there: Bits }[];
  readonly #imports: readonly (readonly number[])[];
  readonly #importers: readonly number[][];
  readonly #screens: readonly Screen[];
  readonly #sections: readonly number[][];
  readonly #weigh: (visits: Bits) => number;
  readonly #requestBytes: number;
  /** How much more than at first a page over its limit costs, and a file that is too small. */
  readonly #strictness: { pages: Float64Array; smallFiles: number };

  /**
   * @param start names of the pieces of each file
   * @param screens the pages, which are the first visits
   */
  constructor(
    pieces: readonly Piece[],
    start: readonly (readonly string[])[],
    visits: readonly Visit[],
    screens: readonly Screen[],
    requestBytes: number,
  ) {
    const indexOf = new Map(pieces.map(({ name }, index) => [name, index]));
    const visitsWith = (has: (visit: Visit) => boolean): Bits =>
      bitsOf(
        visits.length,
        visits.flatMap((visit, index) => (has(visit) ? [index] : [])),
      );
    this.#pieces = pieces.map(({ name, bytes, isLibrary, isEntry = false }) => ({
      bytes,
      isLibrary,
      isEntry,
      loading: visitsWith((visit) => visit.pieces.has(name)),
      there: visitsWith((visit) => visit.there.has(name)),
    }));
    this.#imports = pieces.map(({ imports }) => imports.flatMap((name) => indexOf.get(name) ?? []));
    this.#importers = pieces.map(() => []);
    for (const [from, imports] of this.#imports.entries()) for (const to of imports) this.#importers[to]?.push(from);
    const startOf = new Map(start.flatMap((names, file) => names.map((name) => [name, file])));
    this.#fileOf = pieces.map(({ name }) => startOf.get(name) ?? 0);
    // Some more, which are empty, for pieces that get a separate file.
    const size = start.length + SPARE_FILES;
    const words = Math.ceil(visits.length / 32);
    const emptyBits = () => new Uint32Array(size * words);
    this.#bits = { words, needed: emptyBits(), visits: emptyBits(), there: emptyBits() };
    this.#waiting = new Int32Array(size);
    this.#order = new Int32Array(size);
    this.files = Array.from({ length: size }, (_, file) => {
      const part = (bits: Bits) => bits.subarray(file * words, (file + 1) * words);
      return {
        pieces: new Set<number>(),
        bytes: 0,
        isLibrary: false,
        entries: 0,
        needed: part(this.#bits.needed),
        visits: part(this.#bits.visits),
        there: part(this.#bits.there),
        imports: [],
      };
    });
    for (const [piece, file] of this.#fileOf.entries()) this.files[file]?.pieces.add(piece);
    this.#changed = new Set(this.files.keys());
    this.#loaded = screens.map(() => ({ bytes: 0, files: bitsOf(size, []) }));
    this.#screens = screens;
    this.#sections = [...Map.groupBy(screens.keys(), (page) => screens[page]?.section).values()];
    this.#weigh = weigher(visits.map(({ weight }) => weight));
    this.#requestBytes = requestBytes;
    this.#strictness = { pages: new Float64Array(screens.length).fill(1), smallFiles: 1 };
  }

  weightOf(visits: Bits): number {
    return this.#weigh(visits);
  }

  visitsOf(piece: number): Bits {
    return this.#pieces[piece]?.loading ?? new Uint32Array();
  }

  /** Whether a page needs a piece, and does not only load it in vain. */
  isOnPage(piece: number, page: number): boolean {
    return ((this.visitsOf(piece)[page >> 5] ?? 0) & (1 << (page & 31))) !== 0;
  }

  /** Whether a page needs less than half of a file that it loads. */
  isMostlyVain(file: number, page: number): boolean {
    const pieces = [...(this.files[file]?.pieces ?? [])];
    const sum = (some: number[]) => some.reduce((bytes, piece) => bytes + this.bytesOf(piece), 0);
    return 2 * sum(pieces.filter((piece) => this.isOnPage(piece, page))) < sum(pieces);
  }

  bytesOf(piece: number): number {
    return this.#pieces[piece]?.bytes ?? 0;
  }

  fileOf(piece: number): number {
    return this.#fileOf[piece] ?? 0;
  }

  /** Puts a piece into another file. */
  move(piece: number, to: number): void {
    const from = this.fileOf(piece);
    this.files[from]?.pieces.delete(piece);
    this.files[to]?.pieces.add(piece);
    this.#fileOf[piece] = to;
    this.#changed.add(from).add(to);
    for (const importer of this.#importers[piece] ?? []) this.#changed.add(this.fileOf(importer));
  }

  /** Files that one of two files imports and that import the other one: joining the two alone would make a circle. */
  between(one: number, other: number): number[] {
    this.update();
    const [ofOne, ofOther] = [this.#importedBy(one), this.#importedBy(other)];
    return [...this.files.keys()].filter((file) => {
      if (file === one || file === other) return false;
      return (
        (ofOne.has(file) && this.#importedBy(file).has(other)) || (ofOther.has(file) && this.#importedBy(file).has(one))
      );
    });
  }

  #importedBy(file: number): Set<number> {
    const found = new Set(this.files[file]?.imports);
    // A set grows while it is walked.
    for (const imported of found) for (const next of this.files[imported]?.imports ?? []) found.add(next);
    return found;
  }

  /** The pieces of each file. */
  groups(): number[][] {
    return this.files.map(({ pieces }) => [...pieces]);
  }

  /**
   * Brings `files` up to date with the place of each piece.
   * @returns false when files import each other, or one has several entries
   */
  update(): boolean {
    this.#fillFiles();
    return this.#followImports() && this.files.every(({ entries }) => entries < 2);
  }

  /**
   * The weight of all pages, and how far it exceeds limits.
   * @param most a cost above this needs not be exact
   * @returns infinity for files that cannot be
   */
  cost(most = Number.POSITIVE_INFINITY): number {
    if (!this.update()) return Number.POSITIVE_INFINITY;
    const first = this.#costOfFiles();
    if (first > most) return first;
    this.#fillPages();
    const { pages, smallFiles } = this.#strictness;
    const cost = first + smallFiles * this.#costOfSmallFiles() + this.#costOfPages(pages);
    return cost > most ? cost : cost + this.#costOfFurtherScreens(pages);
  }

  /** Whether a page exceeds a limit, or loads a file that is too small. */
  isOver(): boolean {
    return this.excesses().length > 0 || this.#costOfSmallFiles() > 0;
  }

  /** The cost of all limits that are exceeded, before `insist` raises it. */
  penalty(): number {
    this.cost();
    const alike = this.#strictness.pages.map(() => 1);
    return this.#costOfSmallFiles() + this.#costOfPages(alike) + this.#costOfFurtherScreens(alike);
  }

  /** Makes limits that are exceeded cost more. Those that are kept stay as they are, so they may give way. */
  insist(): void {
    const { pages } = this.#strictness;
    for (const { page } of this.excesses()) pages[page] = INSISTENCE * (pages[page] ?? 1);
    if (this.#costOfSmallFiles() > 0) this.#strictness.smallFiles *= INSISTENCE;
  }

  /** Lists for each page that exceeds a limit the files that it loads, and those that it adds to some other page. */
  excesses(): { page: number; loaded: number[]; added: number[] }[] {
    this.cost();
    return [...this.#screens.entries()].flatMap(([page, { bytes, section, further }]) => {
      const own = this.#loaded[page];
      if (!own) return [];
      const loaded = membersOf(own.files);
      const over = [...this.#screens.entries()]
        .filter(([, from]) => from.section === section)
        .map(([from]) => ({ from, ...this.#addedBy(page, from) }))
        .filter((added) => added.files > further.files || added.bytes > further.bytes * MARGIN)
        .sort((one, other) => other.files - one.files || other.bytes - one.bytes)[0];
      if (!over) return own.bytes > bytes * MARGIN ? [{ page, loaded, added: [] }] : [];
      const there = this.#loaded[over.from]?.files ?? own.files;
      return [{ page, loaded, added: membersOf(without(own.files, there)) }];
    });
  }

  #fillFiles(): void {
    for (const index of this.#changed) {
      const file = this.files[index];
      if (file) this.#fill(file, index);
    }
    this.#changed.clear();
  }

  #fill(file: File, index: number): void {
    let sum = 0;
    let largest = 0;
    const imports = new Set<number>();
    file.entries = 0;
    file.needed.fill(0);
    file.there.fill(0);
    for (const piece of file.pieces) {
      const own = this.#pieces[piece];
      if (!own) continue;
      sum += own.bytes;
      largest = Math.max(largest, own.bytes);
      file.isLibrary = own.isLibrary;
      if (own.isEntry) file.entries += 1;
      addBits(file.needed, own.loading);
      addBits(file.there, own.there);
      for (const imported of this.#imports[piece] ?? []) imports.add(this.fileOf(imported));
    }
    imports.delete(index);
    file.imports = [...imports];
    file.bytes = file.pieces.size > 0 ? IN_FILE.each * sum + IN_FILE.largest * largest + IN_FILE.file : 0;
  }

  /** @returns false when files import each other */
  #followImports(): boolean {
    const [waiting, order, files] = [this.#waiting, this.#order, this.files];
    const { words, needed, visits, there } = this.#bits;
    visits.set(needed);
    waiting.fill(0);
    for (const { imports } of files) for (const to of imports) waiting[to] = (waiting[to] ?? 0) + 1;
    let known = 0;
    for (let file = 0; file < files.length; file++) if (waiting[file] === 0) order[known++] = file;
    for (let followed = 0; followed < known; followed++) {
      const file = order[followed] ?? 0;
      const from = file * words;
      for (let word = from; word < from + words; word++) visits[word] = (visits[word] ?? 0) & ~(there[word] ?? 0);
      for (const to of files[file]?.imports ?? []) {
        const start = to * words;
        for (let word = 0; word < words; word++)
          visits[start + word] = (visits[start + word] ?? 0) | (visits[from + word] ?? 0);
        const left = (waiting[to] ?? 0) - 1;
        waiting[to] = left;
        if (left === 0) order[known++] = to;
      }
    }
    return known === files.length;
  }

  #costOfFiles(): number {
    let cost = 0;
    for (const { bytes, visits } of this.files)
      if (bytes > 0) cost += (bytes + this.#requestBytes) * this.#weigh(visits);
    return cost;
  }

  /** Lists the files of each page. Most attempts cost too much without it. */
  #fillPages(): void {
    for (const page of this.#loaded) {
      page.bytes = 0;
      page.files.fill(0);
    }
    const words = Math.ceil(this.#loaded.length / 32);
    for (const [index, { bytes, visits }] of this.files.entries()) {
      if (bytes === 0) continue;
      for (let word = 0; word < words; word++)
        for (let rest = visits[word] ?? 0; rest !== 0; rest &= rest - 1) {
          const page = this.#loaded[word * 32 + 31 - Math.clz32(rest & -rest)];
          if (!page) break;
          page.bytes += bytes;
          page.files[index >> 5] = (page.files[index >> 5] ?? 0) | (1 << (index & 31));
        }
    }
  }

  #costOfSmallFiles(): number {
    let cost = 0;
    for (const { bytes, visits } of this.files)
      if (bytes > 0 && bytes < SMALL_BYTES && this.#isOnPage(visits)) cost += COST.smallFile + SMALL_BYTES - bytes;
    return cost;
  }

  /** Whether a page is among the visits: pages are the first ones. */
  #isOnPage(visits: Bits): boolean {
    const word = visits.findIndex((bits) => bits !== 0);
    if (word < 0) return false;
    const bits = visits[word] ?? 0;
    return word * 32 + 31 - Math.clz32(bits & -bits) < this.#screens.length;
  }

  #costOfPages(strictness: Float64Array): number {
    let cost = 0;
    for (const [page, { bytes }] of this.#screens.entries()) {
      const over = Math.max(0, (this.#loaded[page]?.bytes ?? 0) - bytes * MARGIN);
      cost += (strictness[page] ?? 1) * COST.overByte * over;
    }
    return cost;
  }

  #costOfFurtherScreens(strictness: Float64Array): number {
    let cost = 0;
    for (const section of this.#sections)
      for (const page of section) {
        const limit = this.#screens[page]?.further;
        if (!limit || limit.files === Number.POSITIVE_INFINITY) continue;
        let own = 0;
        let files = 0;
        let bytes = 0;
        for (const from of section) {
          const added = this.#addedBy(page, from);
          files = Math.max(files, added.files);
          bytes = Math.max(bytes, added.bytes);
          own += COST.furtherStep * Math.max(0, added.files - limit.files);
        }
        own += COST.furtherFile * Math.max(0, files - limit.files);
        own += COST.overByte * Math.max(0, bytes - limit.bytes * MARGIN);
        cost += (strictness[page] ?? 1) * own;
      }
    return cost;
  }

  /** The files that a page loads after another one. */
  #addedBy(page: number, from: number): { bytes: number; files: number } {
    const own = this.#loaded[page]?.files ?? new Uint32Array();
    const there = this.#loaded[from]?.files ?? new Uint32Array();
    let bytes = 0;
    let files = 0;
    for (let word = 0; word < own.length; word++) {
      let added = (own[word] ?? 0) & ~(there[word] ?? 0);
      files += sizeOf(added);
      for (; added !== 0; added &= added - 1)
        bytes += this.files[word * 32 + 31 - Math.clz32(added & -added)]?.bytes ?? 0;
    }
    return { bytes, files };
  }
}
