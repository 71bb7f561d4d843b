import { type Bits, either } from './bits.ts';
import { Layout, type Screen } from './layout.ts';
import type { Piece, Visit } from './packing.ts';

/** Rounds end earlier when one makes nothing better, or when some in a row bring no page closer to its limit. */
const MOST_ROUNDS = 12;
const MOST_IN_VAIN = 3;

/** The round from which files may be spread over others: before, joining them whole may do. */
const FIRST_LATE = 2;

/** Files that are tried for a piece, the most promising first. */
const TRIED = 10;
const TRIED_IN_REPAIR = 40;

/** Less than this is not worth another round. */
const LEAST_GAIN = 1000;

/**
 * Moves pieces between files, and joins files, as long as that makes the pages lighter or keeps a limit that is
 * exceeded. Joining alone, as `pack` does, cannot take back what it joined too early.
 * @param packs names of the pieces of each file
 * @param screens the pages, which are the first visits
 * @param requestBytes how many bytes one file more may cost each visit
 * @param mostInVain after how many rounds in a row that bring no page closer to its limit the search ends
 * @returns the names of the pieces of each file
 */
export function refine(
  pieces: readonly Piece[],
  packs: readonly (readonly string[])[],
  visits: readonly Visit[],
  screens: readonly Screen[],
  requestBytes: number,
  mostInVain = MOST_IN_VAIN,
): string[][] {
  const layout = new Layout(pieces, packs, visits, screens, requestBytes);
  let cost = layout.cost();
  /** Puts pieces into a file, if that is better. */
  const attempt = (moved: readonly number[], to: number): boolean => {
    const before = moved.map((piece) => layout.fileOf(piece));
    for (const piece of moved) layout.move(piece, to);
    const next = layout.cost(cost);
    const isBetter = next < cost - 1;
    if (isBetter) cost = next;
    else for (const [index, piece] of moved.entries()) layout.move(piece, before[index] ?? 0);
    return isBetter;
  };
  const moveToBest = (moved: readonly number[], most = TRIED): void => {
    for (const to of candidates(layout, moved, requestBytes, most)) if (attempt(moved, to)) break;
  };
  /** Spreads what a page needs of a file over its other files, if that is better. */
  const dissolve = (file: number, page: number, others: readonly number[]): void => {
    const [start, moved] = [
      cost,
      [...(layout.files[file]?.pieces ?? [])].filter((piece) => layout.isOnPage(piece, page)),
    ];
    for (const piece of moved) {
      const best = { to: file, cost: Number.POSITIVE_INFINITY };
      for (const to of others) {
        layout.move(piece, to);
        const next = layout.cost(best.cost);
        if (next < best.cost) Object.assign(best, { to, cost: next });
      }
      layout.move(piece, best.to);
    }
    const next = layout.cost();
    if (next < start - 1) cost = next;
    else for (const piece of moved) layout.move(piece, file);
  };
  /** Joins files of the pages that exceed a limit, and takes out of them what these pages do not need. */
  const repair = (isLate: boolean): void => {
    for (const { page, loaded, added } of layout.excesses()) {
      for (const file of added) {
        for (const to of loaded) {
          if (to === file || layout.files[to]?.isLibrary !== layout.files[file]?.isLibrary) continue;
          if (layout.files[file]?.pieces.size === 0) break;
          const group = [file, ...layout.between(file, to)].flatMap((one) => layout.groups()[one] ?? []);
          if (attempt(group, to)) break;
        }
      }
      for (const file of added.length > 0 ? added : loaded) {
        const isOfLibrary = layout.files[file]?.isLibrary;
        const others = loaded.filter((to) => to !== file && layout.files[to]?.isLibrary === isOfLibrary);
        if (isLate && (added.length > 0 || layout.isMostlyVain(file, page))) dissolve(file, page, others);
      }
      for (const file of loaded) {
        const vain = [...(layout.files[file]?.pieces ?? [])].filter((piece) => !layout.isOnPage(piece, page));
        if (vain.length > 0) moveToBest(vain, TRIED_IN_REPAIR);
      }
      for (const alike of alikePieces(layout)) {
        const [first = 0] = alike;
        if (!loaded.includes(layout.fileOf(first)) || layout.isOnPage(first, page)) continue;
        moveToBest(alike, TRIED_IN_REPAIR);
      }
    }
  };
  const place = () => pieces.map((_, piece) => layout.fileOf(piece));
  const best = { penalty: cost < Number.POSITIVE_INFINITY ? layout.penalty() : cost, fileOf: place() };
  let inVain = 0;
  for (let round = 0; round < MOST_ROUNDS && inVain < mostInVain; round++) {
    const before = cost;
    for (const alike of alikePieces(layout)) moveToBest(alike);
    for (const piece of notAlone(layout)) moveToBest([piece]);
    for (const group of layout.groups()) if (group.length > 0) moveToBest(group);
    repair(round >= FIRST_LATE);
    const penalty = layout.penalty();
    inVain = penalty < best.penalty ? 0 : inVain + 1;
    if (penalty <= best.penalty) Object.assign(best, { penalty, fileOf: place() });
    if (layout.isOver()) {
      layout.insist();
      cost = layout.cost();
    } else if (before - cost < LEAST_GAIN) break;
  }
  for (const [piece, file] of best.fileOf.entries()) if (layout.fileOf(piece) !== file) layout.move(piece, file);
  return layout
    .groups()
    .filter((group) => group.length > 0)
    .map((group) => group.flatMap((piece) => pieces[piece]?.name ?? []));
}

/** The pieces of each file that the same visits load. */
const alikePieces = (layout: Layout): number[][] => [
  ...Map.groupBy(
    layout.groups().flat(),
    (piece) => `${layout.fileOf(piece)} ${layout.visitsOf(piece).join()}`,
  ).values(),
];

/** Pieces that share a file with others of the same visits, which have moved together only. */
const notAlone = (layout: Layout): number[] => alikePieces(layout).flatMap((alike) => (alike.length > 1 ? alike : []));

/** The files that pieces of one file may move to, the least that it may cost first. */
function candidates(layout: Layout, moved: readonly number[], requestBytes: number, most: number): number[] {
  layout.update();
  const [first = 0] = moved;
  const from = layout.fileOf(first);
  const isLibrary = layout.files[from]?.isLibrary;
  const bytes = moved.reduce((sum, piece) => sum + layout.bytesOf(piece), 0);
  const visits = moved.map((piece) => layout.visitsOf(piece)).reduce((all: Bits, one) => either(all, one));
  const found: { to: number; least: number }[] = [];
  let isEmptyFound = false;
  for (const [to, file] of layout.files.entries()) {
    if (to === from) continue;
    if (file.pieces.size === 0) {
      if (!isEmptyFound) found.push({ to, least: (bytes + requestBytes) * layout.weightOf(visits) });
      isEmptyFound = true;
      continue;
    }
    if (file.isLibrary !== isLibrary) continue;
    const joined = layout.weightOf(either(file.visits, visits));
    found.push({ to, least: bytes * joined + (file.bytes + requestBytes) * (joined - layout.weightOf(file.visits)) });
  }
  return found
    .sort((one, other) => one.least - other.least)
    .slice(0, most)
    .map(({ to }) => to);
}
