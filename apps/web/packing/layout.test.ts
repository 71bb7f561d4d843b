import { describe, expect, it } from 'vitest';
import { Layout, type Screen } from './layout.ts';
import type { Piece, Visit } from './packing.ts';
import { refine } from './refine.ts';

const piece = (name: string, bytes: number, imports: string[] = []): Piece => ({
  name,
  modules: [`${name}.ts`],
  isLibrary: false,
  bytes,
  imports,
  later: [],
});
const visit = (names: string): Visit => ({ pieces: new Set(names), there: new Set(), weight: 1 });
const screen = (limits: { bytes?: number; files?: number; added?: number } = {}): Screen => ({
  section: 'coach',
  bytes: limits.bytes ?? 1_000_000,
  further: { bytes: limits.added ?? 1_000_000, files: limits.files ?? 100 },
});

/** The files as sorted words, like `ab`. */
const words = (packs: string[][]) => packs.map((names) => names.toSorted().join('')).sort();

describe('the cost of files', () => {
  const cost = (pieces: Piece[], files: string[], visits: Visit[], screens: Screen[]) =>
    new Layout(
      pieces,
      files.map((file) => [...file]),
      visits,
      screens,
      1000,
    ).cost();

  /** A file with its request. Of its pieces, all but the largest compress better in it than alone. */
  const loaded = (largest: number, others = 0) => 1.15 * largest + 0.87 * others + 145 + 1000;

  it('is what each visit loads, with its requests', () => {
    const pieces = [piece('a', 5000), piece('b', 7000)];
    const both = [screen(), screen()];
    expect(cost(pieces, ['a', 'b'], [visit('ab'), visit('a')], both)).toBeCloseTo(2 * loaded(5000) + loaded(7000));
    expect(cost(pieces, ['ab'], [visit('ab'), visit('a')], both)).toBeCloseTo(2 * loaded(7000, 5000));
  });

  it('counts what another piece of a file imports', () => {
    const pieces = [piece('a', 5000), piece('b', 5000, ['i']), piece('i', 7000)];
    expect(cost(pieces, ['ab', 'i'], [visit('a')], [screen()])).toBeCloseTo(loaded(5000, 5000) + loaded(7000));
  });

  it('is infinite when a file has two entries', () => {
    const pieces = [
      { ...piece('a', 5000), isEntry: true },
      { ...piece('b', 5000), isEntry: true },
    ];
    expect(cost(pieces, ['a', 'b'], [visit('ab')], [screen()])).toBeLessThan(20_000);
    expect(cost(pieces, ['ab'], [visit('ab')], [screen()])).toBe(Number.POSITIVE_INFINITY);
  });

  it('grows where limits are exceeded when they are insisted on', () => {
    const layoutOf = (limit: Screen) => new Layout([piece('a', 5000)], [['a']], [visit('a')], [limit], 1000);
    const [over, within] = [layoutOf(screen({ bytes: 4000 })), layoutOf(screen())];
    expect([over.isOver(), within.isOver()]).toEqual([true, false]);
    const before = [over.cost(), within.cost()];
    over.insist();
    within.insist();
    expect(over.cost()).toBeGreaterThan(1.2 * (before[0] ?? 0));
    expect(within.cost()).toBe(before[1]);
  });

  it('is infinite when files import each other', () => {
    const pieces = [piece('a', 5000, ['b']), piece('b', 5000, ['c']), piece('c', 5000)];
    expect(cost(pieces, ['ac', 'b'], [visit('abc')], [screen()])).toBe(Number.POSITIVE_INFINITY);
  });

  it('is far higher where a page exceeds its limit, or a file is small', () => {
    const heavy = [piece('a', 5000)];
    expect(cost(heavy, ['a'], [visit('a')], [screen({ bytes: 4000 })])).toBeGreaterThan(40_000);
    expect(cost([piece('a', 500)], ['a'], [visit('a')], [screen()])).toBeGreaterThan(200_000);
  });

  it('is far higher where a page adds more than it may to another of its section', () => {
    const pieces = [piece('a', 5000), piece('b', 5000), piece('c', 5000)];
    const visits = [visit('a'), visit('abc')];
    expect(cost(pieces, ['a', 'b', 'c'], visits, [screen(), screen({ files: 1 })])).toBeGreaterThan(200_000);
    expect(cost(pieces, ['a', 'bc'], visits, [screen(), screen({ files: 1 })])).toBeLessThan(200_000);
    expect(cost(pieces, ['a', 'bc'], visits, [screen(), screen({ added: 5000 })])).toBeGreaterThan(200_000);
    const other = { ...screen({ files: 1 }), section: 'client' };
    expect(cost(pieces, ['a', 'b', 'c'], visits, [screen(), other])).toBeLessThan(200_000);
  });
});

describe('refining', () => {
  const refined = (pieces: Piece[], files: string[], visits: Visit[], screens: Screen[], requestBytes = 1000) =>
    words(
      refine(
        pieces,
        files.map((file) => [...file]),
        visits,
        screens,
        requestBytes,
      ),
    );

  it('takes a piece out of a file that others load in vain', () => {
    const pieces = [piece('a', 5000), piece('b', 40_000), piece('c', 5000)];
    const visits = [visit('a'), visit('a'), visit('abc')];
    expect(refined(pieces, ['ab', 'c'], visits, [screen(), screen(), screen()])).toEqual(['a', 'bc']);
  });

  it('joins files until no page adds too many', () => {
    const pieces = [piece('a', 9000), piece('b', 9000), piece('c', 9000)];
    const visits = [visit('a'), visit('abc'), visit('ab')];
    expect(refined(pieces, ['a', 'b', 'c'], visits, [screen(), screen(), screen()])).toEqual(['a', 'b', 'c']);
    const [one, few] = [screen(), screen({ files: 1 })];
    expect(refined(pieces, ['a', 'b', 'c'], visits, [one, few, one])).not.toEqual(['a', 'b', 'c']);
  });

  it('joins what lies between two files as well', () => {
    // The files of `a` and `c` alone would import the one of `b` and be imported by it.
    const pieces = [piece('a', 9000, ['b']), piece('b', 9000, ['c']), piece('c', 9000)];
    const visits = [visit('c'), visit('abc')];
    const [one, few] = [screen({ files: 1 }), screen({ files: 1 })];
    expect(refined(pieces, ['a', 'b', 'c'], visits, [one, few])).toEqual(['ab', 'c']);
  });

  it('leaves no small file where another one can take it', () => {
    const pieces = [piece('a', 9000), piece('b', 300)];
    expect(refined(pieces, ['a', 'b'], [visit('ab'), visit('a')], [screen(), screen()], 1)).toEqual(['ab']);
  });

  it('keeps libraries apart from the product, and makes no circle', () => {
    const pieces = [
      piece('a', 900, ['b']),
      { ...piece('b', 900, ['c']), isLibrary: true },
      { ...piece('c', 900), isLibrary: true },
    ];
    expect(refined(pieces, ['a', 'b', 'c'], [visit('abc')], [screen()], 50_000)).toEqual(['a', 'bc']);
    const around = [piece('a', 900, ['b']), { ...piece('b', 900, ['c']), isLibrary: true }, piece('c', 900)];
    expect(refined(around, ['a', 'b', 'c'], [visit('abc')], [screen()], 50_000)).toEqual(['a', 'b', 'c']);
  });
});
