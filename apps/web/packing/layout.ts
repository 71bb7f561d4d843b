import { addBits, type Bits, bitsOf, membersOf, removeBits, sizeOf, weigher } from './bits.ts';
import type { Piece, Visit } from './packing.ts';

/** A page: its section, the most that it may load, and the most that it may add to another page of its section. */
export type Screen = { section: string; bytes: number; further: { bytes: number; files: number } };

/** A file as it follows from its pieces. `visits`: those that load it, also because another file imports it. */
export type File = {
  pieces: number;
  bytes: number;
  isLibrary: boolean;
  visits: Bits;
  there: Bits;
  imports: Bits;
  /** Files that import it and are not counted yet. */
  importers: number;
};

/** Costs are in bytes over all visits, so that a limit that is exceeded outweighs what a page loads in vain. */
const COST = { overByte: 40, smallFile: 200_000, furtherFile: 200_000 };

/** A file below this may have less than the 2 kB that a file should have. */
const SMALL_BYTES = 2300;

/** Estimates differ by a few percent from what the files weigh in the end. */
const MARGIN = 0.97;

/** Which file each piece is in, and what the pages then load. */
export class Layout {
  readonly files: File[];
  readonly fileOf: number[];
  /** The files that each page loads. */
  readonly #loaded: { bytes: number; files: Bits }[];
  readonly #pieces: { bytes: number; isLibrary: boolean; loading: Bits; there: Bits }[];
  readonly #imports: [from: number, to: number][];
  readonly #screens: readonly Screen[];
  readonly #sections: readonly number[][];
  readonly #weigh: (visits: Bits) => number;
  readonly #requestBytes: number;

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
    this.#pieces = pieces.map(({ name, bytes, isLibrary }) => ({
      bytes,
      isLibrary,
      loading: visitsWith((visit) => visit.pieces.has(name)),
      there: visitsWith((visit) => visit.there.has(name)),
    }));
    this.#imports = pieces.flatMap(({ imports }, from) =>
      imports.flatMap((name): [number, number][] => {
        const to = indexOf.get(name);
        return to === undefined ? [] : [[from, to]];
      }),
    );
    const startOf = new Map(start.flatMap((names, file) => names.map((name) => [name, file])));
    this.fileOf = pieces.map(({ name }) => startOf.get(name) ?? 0);
    // One more, which is empty: a piece may get a file of its own.
    const size = start.length + 1;
    this.files = Array.from({ length: size }, () => ({
      pieces: 0,
      bytes: 0,
      isLibrary: false,
      visits: bitsOf(visits.length, []),
      there: bitsOf(visits.length, []),
      imports: bitsOf(size, []),
      importers: 0,
    }));
    this.#loaded = screens.map(() => ({ bytes: 0, files: bitsOf(size, []) }));
    this.#screens = screens;
    this.#sections = [...Map.groupBy(screens.keys(), (page) => screens[page]?.section).values()];
    this.#weigh = weigher(visits.map(({ weight }) => weight));
    this.#requestBytes = requestBytes;
  }

  weightOf(visits: Bits): number {
    return this.#weigh(visits);
  }

  visitsOf(piece: number): Bits {
    return this.#pieces[piece]?.loading ?? new Uint32Array();
  }

  bytesOf(piece: number): number {
    return this.#pieces[piece]?.bytes ?? 0;
  }

  /** The pieces of each file. */
  groups(): number[][] {
    const groups = this.files.map((): number[] => []);
    for (const [piece, file] of this.fileOf.entries()) groups[file]?.push(piece);
    return groups;
  }

  /**
   * Brings `files` up to date with the place of each piece.
   * @returns false when files import each other
   */
  update(): boolean {
    this.#fillFiles();
    return this.#followImports();
  }

  /**
   * The weight of all pages, and how far it exceeds limits.
   * @returns infinity when files import each other
   */
  cost(): number {
    if (!this.update()) return Number.POSITIVE_INFINITY;
    return this.#costOfFiles() + this.#costOfPages() + this.#costOfFurtherScreens();
  }

  #fillFiles(): void {
    for (const file of this.files) {
      file.pieces = 0;
      file.bytes = 0;
      file.importers = 0;
      file.visits.fill(0);
      file.there.fill(0);
      file.imports.fill(0);
    }
    for (const [piece, { bytes, isLibrary, loading, there }] of this.#pieces.entries()) {
      const file = this.#fileOf(piece);
      if (!file) continue;
      file.pieces += 1;
      file.bytes += bytes;
      file.isLibrary = isLibrary;
      addBits(file.visits, loading);
      addBits(file.there, there);
    }
    for (const [from, to] of this.#imports) {
      const imported = this.fileOf[to] ?? 0;
      const bits = this.fileOf[from] === imported ? undefined : this.#fileOf(from)?.imports;
      if (bits) bits[imported >> 5] = (bits[imported >> 5] ?? 0) | (1 << (imported & 31));
    }
  }

  #fileOf(piece: number): File | undefined {
    return this.files[this.fileOf[piece] ?? -1];
  }

  /** @returns false when files import each other */
  #followImports(): boolean {
    for (const { imports } of this.files) for (const to of membersOf(imports)) this.#count(to, 1);
    const ready = this.files.filter(({ importers }) => importers === 0);
    // A list grows while it is walked.
    for (const { visits, there, imports } of ready) {
      removeBits(visits, there);
      for (const to of membersOf(imports)) {
        const imported = this.files[to];
        if (!imported) continue;
        addBits(imported.visits, visits);
        this.#count(to, -1);
        if (imported.importers === 0) ready.push(imported);
      }
    }
    return ready.length === this.files.length;
  }

  #count(file: number, change: number): void {
    const imported = this.files[file];
    if (imported) imported.importers += change;
  }

  #costOfFiles(): number {
    for (const page of this.#loaded) {
      page.bytes = 0;
      page.files.fill(0);
    }
    let cost = 0;
    for (const [index, { pieces, bytes, visits }] of this.files.entries()) {
      if (pieces === 0) continue;
      cost += (bytes + this.#requestBytes) * this.#weigh(visits);
      let isOnPage = false;
      for (const visit of membersOf(visits)) {
        const page = this.#loaded[visit];
        if (!page) break;
        isOnPage = true;
        page.bytes += bytes;
        page.files[index >> 5] = (page.files[index >> 5] ?? 0) | (1 << (index & 31));
      }
      if (isOnPage && bytes < SMALL_BYTES) cost += COST.smallFile + SMALL_BYTES - bytes;
    }
    return cost;
  }

  #costOfPages(): number {
    let cost = 0;
    for (const [page, { bytes }] of this.#screens.entries())
      cost += COST.overByte * Math.max(0, (this.#loaded[page]?.bytes ?? 0) - bytes * MARGIN);
    return cost;
  }

  #costOfFurtherScreens(): number {
    let cost = 0;
    for (const section of this.#sections)
      for (const page of section) {
        const limit = this.#screens[page]?.further;
        if (!limit || limit.files === Number.POSITIVE_INFINITY) continue;
        let files = 0;
        let bytes = 0;
        for (const from of section) {
          const added = this.#addedBy(page, from);
          files = Math.max(files, added.files);
          bytes = Math.max(bytes, added.bytes);
        }
        cost += COST.furtherFile * Math.max(0, files - limit.files);
        cost += COST.overByte * Math.max(0, bytes - limit.bytes * MARGIN);
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
