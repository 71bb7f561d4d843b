import { membersOf } from './bits.ts';
import { Layout, type Screen } from './layout.ts';
import type { Piece, Visit } from './packing.ts';

/** How many moves are tried. */
const STEPS = 500_000;

/** How much worse, in the bytes of `Layout.cost`, a move may typically be: at first and in the end. */
const WORSE = { first: 40_000, last: 500 };

/** How often a move is about a page over its limits, and after how many steps these are looked for again. */
const REPAIRS = 0.3;
const STEPS_OF_ROUND = 5000;

/** How often pieces that move get a separate file. */
const SEPARATE = 0.1;

/**
 * Moves pieces between files at random, and also where that makes the pages heavier: often at first, and hardly in the
 * end. `refine` takes only what is better at once, so it keeps a page that no single move brings below its limits.
 * @param packs names of the pieces of each file
 * @param screens the pages, which are the first visits
 * @param requestBytes how many bytes one file more may cost each visit
 * @returns the names of the pieces of each file: those of `packs` if it found nothing better
 */
export function anneal(
  pieces: readonly Piece[],
  packs: readonly (readonly string[])[],
  visits: readonly Visit[],
  screens: readonly Screen[],
  requestBytes: number,
  steps = STEPS,
): string[][] {
  const layout = new Layout(pieces, packs, visits, screens, requestBytes);
  const random = randomNumbers();
  const pick = <Item>(items: readonly Item[]): Item | undefined => items[Math.floor(random() * items.length)];
  const visitsOf = pieces.map((_, piece) => membersOf(layout.visitsOf(piece)));
  const needed = [...pieces.keys()].filter((piece) => visitsOf[piece]?.length);
  let over = layout.excesses();

  /** A piece with one of its visits, or with a page over its limits that loads the piece. */
  const choosePiece = (): { piece: number; visit: number } => {
    const page = random() < REPAIRS ? pick(over) : undefined;
    if (page) return { piece: pick([...(layout.files[pick(page.loaded) ?? 0]?.pieces ?? [])]) ?? 0, visit: page.page };
    const piece = pick(needed) ?? 0;
    return { piece, visit: pick(visitsOf[piece] ?? []) ?? 0 };
  };
  /** Pieces of its file that move with one: none, those of the same visits, what this visit needs or does not, or all. */
  const movedWith = (piece: number, visit: number): number[] => {
    const all = [...(layout.files[layout.fileOf(piece)]?.pieces ?? [])];
    const [alike, isNeeded] = [layout.visitsOf(piece).join(), layout.isOnPage(piece, visit)];
    return (
      pick([
        () => [piece],
        () => all.filter((other) => layout.visitsOf(other).join() === alike),
        () => all.filter((other) => layout.isOnPage(other, visit) === isNeeded),
        () => all,
      ])?.() ?? []
    );
  };
  /** A file that the visit loads as well, or an empty one. */
  const chooseFile = (from: number, visit: number): number | undefined => {
    const files = [...layout.files.entries()];
    if (random() < SEPARATE) return files.find(([, { pieces: inside }]) => inside.size === 0)?.[0];
    const others = files.filter(
      ([to, file]) =>
        to !== from &&
        file.pieces.size > 0 &&
        file.isLibrary === layout.files[from]?.isLibrary &&
        ((file.visits[visit >> 5] ?? 0) & (1 << (visit & 31))) !== 0,
    );
    return pick(others)?.[0];
  };

  const before = layout.cost();
  let cost = before;
  for (let step = 0; step < steps; step++) {
    const worse = WORSE.first * (WORSE.last / WORSE.first) ** (step / steps);
    const { piece, visit } = choosePiece();
    const from = layout.fileOf(piece);
    const to = chooseFile(from, visit);
    if (to === undefined) continue;
    const moved = movedWith(piece, visit);
    const most = cost - worse * Math.log(1 - random());
    for (const one of moved) layout.move(one, to);
    const next = layout.cost(most);
    if (next < most) cost = next;
    else for (const one of moved) layout.move(one, from);
    if (step % STEPS_OF_ROUND === 0) over = layout.excesses();
  }
  if (cost > before) return packs.map((names) => [...names]);
  return layout
    .groups()
    .filter((group) => group.length > 0)
    .map((group) => group.flatMap((piece) => pieces[piece]?.name ?? []));
}

/** Random numbers from 0 to below 1, the same in each search (mulberry32). */
function randomNumbers(): () => number {
  let state = 1;
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  };
}
