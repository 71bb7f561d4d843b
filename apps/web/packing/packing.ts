import { type Bits, bitsOf, either, weigher, without } from './bits.ts';

/** Modules that the bundler itself would put into one file, because the same entries need them. */
export type Piece = {
  name: string;
  modules: readonly string[];
  /** Libraries change seldom, so they share no file with the product: a change of the product leaves them as they are. */
  isLibrary: boolean;
  /** Starts by its file, which therefore holds no other such piece. */
  isEntry?: boolean;
  /** Roughly what it adds to a file, compressed. */
  bytes: number;
  /** Names of the pieces that load before it. */
  imports: readonly string[];
  /** Names of the pieces that it may load later. */
  later: readonly string[];
};

/** Pieces that load in one go, and those that have loaded before. */
export type Visit = { pieces: ReadonlySet<string>; there: ReadonlySet<string>; weight: number };

/** A file of the build: its pieces, the visits that load it, and those before which it has loaded. */
type Pack = {
  pieces: string[];
  isLibrary: boolean;
  isEntry: boolean;
  bytes: number;
  visits: Bits;
  there: Bits;
  imports: Set<Pack>;
};
type Size = Pick<Pack, 'bytes' | 'visits'>;

/** Compressed bytes that are hardly worth a file. */
const SMALL_BYTES = 2000;

/** The pages are what people wait for. Most of what loads later is small, and many pages never load it. */
const LATER_WEIGHT = 0.2;

type Lookup = (name: string) => Piece;

const lookupOf = (pieces: readonly Piece[]): Lookup => {
  const named = new Map(pieces.map((piece) => [piece.name, piece]));
  return (name) => {
    const piece = named.get(name);
    if (!piece) throw new Error(`no piece is named ${name}`);
    return piece;
  };
};

/** Names of the pieces that load with `names`, in any order. */
export const loadedWith = (pieces: readonly Piece[], names: readonly string[]): Set<string> =>
  reach(names, new Set(), lookupOf(pieces), ({ imports }) => imports);

/** Like `loadedWith`, with all that may load later. Nothing is followed from the pieces that are `there` already. */
export const reachable = (
  pieces: readonly Piece[],
  names: readonly string[],
  there: ReadonlySet<string>,
): Set<string> => reach(names, new Set(there), lookupOf(pieces), ({ imports, later }) => [...imports, ...later]);

function reach(names: readonly string[], found: Set<string>, get: Lookup, next: (piece: Piece) => readonly string[]) {
  const open = [...names];
  for (let name = open.pop(); name !== undefined; name = open.pop()) {
    if (found.has(name)) continue;
    found.add(name);
    open.push(...next(get(name)));
  }
  return found;
}

/**
 * The visits that the packing counts. Each page is one. So is each other piece that loads later, without what every
 * page that may load it has anyway.
 * @param pages names of the pieces that each page starts with, and how much the page counts
 */
export function visitsOf(
  pieces: readonly Piece[],
  pages: readonly { names: readonly string[]; weight: number }[],
): Visit[] {
  const get = lookupOf(pieces);
  const visits = pages.map(({ names, weight }) => ({
    pieces: loadedWith(pieces, names),
    there: new Set<string>(),
    weight,
  }));
  const started = new Set(pages.flatMap(({ names }) => names));
  const later = new Set(pieces.flatMap((piece) => piece.later).filter((name) => !started.has(name)));
  return [
    ...visits,
    ...[...later].map((name) => {
      const hosts = visits.filter((visit) => [...visit.pieces].some((piece) => get(piece).later.includes(name)));
      const [first, ...others] = hosts.map((host) => host.pieces);
      const there = new Set([...(first ?? [])].filter((piece) => others.every((host) => host.has(piece))));
      const own = [...loadedWith(pieces, [name])].filter((piece) => !there.has(piece));
      return { pieces: new Set(own), there, weight: LATER_WEIGHT };
    }),
  ];
}

/**
 * Joins pieces while a file less saves more than the bytes that some visits then load in vain. No two files import each
 * other, so that modules run in the order of their imports.
 * @param requestBytes how many bytes one file more may cost each visit
 * @param smallFileBytes how many bytes, over all visits, may be loaded in vain to be rid of a small file
 * @returns the names of the pieces of each file
 */
export function pack(
  pieces: readonly Piece[],
  visits: readonly Visit[],
  requestBytes: number,
  smallFileBytes = 0,
): string[][] {
  const weigh = weigher(visits.map(({ weight }) => weight));
  const cost = ({ bytes, visits: loading }: Size): number => {
    const load = weigh(loading);
    const isSmall = load > 0 && bytes < SMALL_BYTES;
    return (requestBytes + bytes) * load + (isSmall ? smallFileBytes : 0);
  };
  const packs = packsOf(pieces, visits);
  const gains = new Map<Pack, Map<Pack, number>>(packs.map((one) => [one, new Map()]));
  const bests: Bests = new Map();
  const compare = (one: Pack, other: Pack) => {
    bests.delete(one);
    if (one.isLibrary !== other.isLibrary || (one.isEntry && other.isEntry)) return;
    // At most this much: what the two import may cost more.
    const most = cost(one) + cost(other) - cost(joined(one, other));
    if (most > 0) gains.get(one)?.set(other, most);
    else gains.get(one)?.delete(other);
  };
  // Each pair once: under the pack that comes first.
  for (const [index, one] of packs.entries()) for (const other of packs.slice(index + 1)) compare(one, other);
  for (let best = bestOf(gains, bests); best; best = bestOf(gains, bests)) {
    const { one, other, most } = best;
    bests.delete(one);
    const added = addedBy(one, other);
    const gain =
      cost(one) +
      cost(other) -
      cost(joined(one, other)) -
      [...added].reduce((sum, [imported, newly]) => sum + cost({ bytes: imported.bytes, visits: newly }), 0);
    if (gain <= 0 || isBetween(one, other) || isBetween(other, one)) gains.get(one)?.delete(other);
    else if (gain < most) gains.get(one)?.set(other, gain);
    else {
      for (const [imported, newly] of added) imported.visits = either(imported.visits, newly);
      join(one, other, gains.keys());
      gains.delete(other);
      for (const [third, candidates] of gains) if (candidates.delete(other)) bests.delete(third);
      let isAfter = false;
      for (const third of gains.keys()) {
        if (third === one) isAfter = true;
        else if (isAfter) compare(one, third);
        else compare(third, one);
      }
    }
  }
  return [...gains.keys()].map((one) => one.pieces);
}

/** A pack for each piece. Those of the same visits are joined at once, because that costs no visit anything. */
function packsOf(pieces: readonly Piece[], visits: readonly Visit[]): Pack[] {
  const packs = new Map(
    pieces.map(({ name, isLibrary, isEntry = false, bytes }): [string, Pack] => {
      const among = (has: (visit: Visit) => boolean) =>
        bitsOf(
          visits.length,
          visits.flatMap((visit, index) => (has(visit) ? [index] : [])),
        );
      const loading = among((visit) => visit.pieces.has(name));
      const there = among((visit) => visit.there.has(name));
      return [name, { pieces: [name], isLibrary, isEntry, bytes, visits: loading, there, imports: new Set() }];
    }),
  );
  for (const { name, imports } of pieces)
    for (const imported of imports) {
      const other = packs.get(imported);
      if (other) packs.get(name)?.imports.add(other);
    }
  const kept = new Set(packs.values());
  const alike = Map.groupBy(
    packs.values(),
    ({ isLibrary, visits: loading, there }) => `${isLibrary} ${loading.join()} ${there.join()}`,
  );
  for (const same of alike.values())
    for (const [index, one] of same.entries())
      for (const other of same.slice(index + 1)) {
        if (!kept.has(one) || !kept.has(other) || (one.isEntry && other.isEntry)) continue;
        if (isBetween(one, other) || isBetween(other, one)) continue;
        kept.delete(other);
        join(one, other, kept);
      }
  return [...kept];
}

/** Both as one file. */
function joined(one: Pack, other: Pack): Size & Pick<Pack, 'there' | 'isEntry'> {
  const there = either(one.there, other.there);
  return {
    isEntry: one.isEntry || other.isEntry,
    bytes: one.bytes + other.bytes,
    visits: without(either(one.visits, other.visits), there),
    there,
  };
}

/** The visits that load an imported pack only once the two are joined, by pack. */
function addedBy(one: Pack, other: Pack): Map<Pack, Bits> {
  const added = new Map<Pack, Bits>();
  const { visits } = joined(one, other);
  for (const half of [one, other]) {
    const newly = without(visits, half.visits);
    for (const imported of importedBy(half)) {
      if (imported === one || imported === other) continue;
      const loading = without(without(newly, imported.visits), imported.there);
      const before = added.get(imported);
      added.set(imported, before ? either(before, loading) : loading);
    }
  }
  return added;
}

/** All packs that load before `one`. */
function importedBy(one: Pack, leftOut?: Pack): Set<Pack> {
  const found = new Set([...one.imports].filter((imported) => imported !== leftOut));
  // A set grows while it is walked.
  for (const imported of found) for (const next of imported.imports) found.add(next);
  return found;
}

/** Whether `from` imports `to` through a third pack. As one file, the two would import it and be imported by it. */
const isBetween = (from: Pack, to: Pack): boolean => importedBy(from, to).has(to);

type Best = { one: Pack; other: Pack; most: number };

/** The best candidate of each pack whose candidates have not changed since. */
type Bests = Map<Pack, Best | null>;

function bestOf(gains: ReadonlyMap<Pack, ReadonlyMap<Pack, number>>, bests: Bests): Best | null {
  let best: Best | null = null;
  for (const [one, candidates] of gains) {
    const own = bests.get(one) ?? bestFor(one, candidates);
    bests.set(one, own);
    if (own && own.most > (best?.most ?? 0)) best = own;
  }
  return best;
}

function bestFor(one: Pack, candidates: ReadonlyMap<Pack, number>): Best | null {
  let best: Best | null = null;
  for (const [other, most] of candidates) if (most > (best?.most ?? 0)) best = { one, other, most };
  return best;
}

function join(one: Pack, other: Pack, all: Iterable<Pack>): void {
  Object.assign(one, joined(one, other));
  one.pieces.push(...other.pieces);
  for (const imported of other.imports) one.imports.add(imported);
  for (const { imports } of all) if (imports.delete(other)) imports.add(one);
  one.imports.delete(one);
}
