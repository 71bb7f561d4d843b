import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { loadedWith, type Piece, pack, reachable, type Visit, visitsOf } from './packing.ts';

const piece = (name: string, bytes = 1000, imports: string[] = [], later: string[] = []): Piece => ({
  name,
  modules: [`${name}.ts`],
  isLibrary: false,
  bytes,
  imports,
  later,
});

const visit = (names: string, weight = 1): Visit => ({ pieces: new Set(names), there: new Set(), weight });

/** The packs as sorted words, like `ab`. */
const packed = (pieces: Piece[], visits: Visit[], requestBytes: number, smallFileBytes?: number) =>
  pack(pieces, visits, requestBytes, smallFileBytes)
    .map((names) => names.sort().join(''))
    .sort();

describe('what loads', () => {
  const pieces = [
    piece('m', 0, ['k'], ['p', 'q']),
    piece('k'),
    piece('p', 0, ['m', 's'], ['l']),
    piece('q'),
    piece('s', 0, [], ['q']),
    piece('l', 0, ['k', 'x']),
    piece('x'),
  ];

  it('follows imports only', () => {
    expect([...loadedWith(pieces, ['p'])].sort()).toEqual(['k', 'm', 'p', 's']);
  });

  it('follows what may load later, but not from what is there', () => {
    const frame = loadedWith(pieces, ['m']);
    expect([...reachable(pieces, ['p'], frame)].sort()).toEqual(['k', 'l', 'm', 'p', 'q', 's', 'x']);
    expect([...reachable(pieces, ['l'], frame)].sort()).toEqual(['k', 'l', 'm', 'x']);
  });

  it('refuses a name that it does not know', () => {
    expect(() => loadedWith(pieces, ['z'])).toThrow('no piece is named z');
  });
});

describe('visits', () => {
  it('leaves out of a later piece what all pages that load it have', () => {
    const pieces = [
      piece('m', 0, [], ['p', 'q']),
      piece('p', 0, ['m', 'k'], ['l']),
      piece('q', 0, ['m', 'k', 'x'], ['l']),
      piece('k'),
      piece('x'),
      piece('l', 0, ['k', 'x']),
    ];
    const [p, q, l] = visitsOf(pieces, [
      { names: ['m', 'p'], weight: 1 },
      { names: ['m', 'q'], weight: 1 },
    ]).map((one) => [...one.pieces].sort().join(''));
    expect([p, q, l]).toEqual(['kmp', 'kmqx', 'lx']);
  });
});

describe('packing', () => {
  it('joins pieces of the same visits for nothing', () => {
    expect(packed([piece('a'), piece('b'), piece('c')], [visit('ab'), visit('c')], 1)).toEqual(['ab', 'c']);
  });

  it('joins when a request costs more than the bytes loaded in vain', () => {
    const pieces = [piece('a', 5000), piece('b', 900)];
    const visits = [visit('ab'), visit('a')];
    expect(packed(pieces, visits, 1000)).toEqual(['ab']);
    expect(packed(pieces, visits, 800)).toEqual(['a', 'b']);
  });

  it('joins a small file to another for more than it saves one visit', () => {
    const pieces = [piece('a', 50_000), piece('b', 1900), piece('c', 20_000)];
    const visits = [visit('abc'), visit('a'), visit('ab')];
    expect(packed(pieces, visits, 900)).toEqual(['a', 'b', 'c']);
    expect(packed(pieces, visits, 900, 7000)).toEqual(['ab', 'c']);
  });

  it('keeps libraries apart from the product', () => {
    const pieces = [piece('a', 1), { ...piece('b', 1), isLibrary: true }, { ...piece('c', 1), isLibrary: true }];
    expect(packed(pieces, [visit('abc'), visit('ab')], 1_000_000)).toEqual(['a', 'bc']);
  });

  it('puts no two entries into one file', () => {
    const entries = ['a', 'b'].map((name) => ({ ...piece(name, 1), isEntry: true }));
    expect(packed([...entries, piece('c', 1)], [visit('abc'), visit('abc')], 1_000_000)).toEqual(['ac', 'b']);
  });

  it('keeps apart what no visit loads together', () => {
    expect(packed([piece('a', 1), piece('b', 1)], [visit('a'), visit('b')], 1_000_000)).toEqual(['a', 'b']);
  });

  it('counts what the extra modules import', () => {
    // The visit of `a` alone would load `b`, and therefore `i`.
    const pieces = [piece('a', 1000), piece('b', 900, ['i']), piece('i', 5000)];
    expect(packed(pieces, [visit('abi'), visit('a')], 1000)).toEqual(['a', 'bi']);
  });

  it('does not join two files around a third that loads between them', () => {
    const pieces = [piece('a', 1000, ['b']), piece('b', 1000, ['c']), piece('c', 1000)];
    expect(packed(pieces, [visit('ac'), visit('b')], 5000)).toEqual(['a', 'b', 'c']);
  });

  it('keeps every piece once and makes no circle', () => {
    const graph = fc.array(fc.tuple(fc.nat(9999), fc.array(fc.nat(40), { maxLength: 4 }), fc.nat(31)), {
      minLength: 1,
      maxLength: 40,
    });
    fc.assert(
      fc.property(graph, fc.nat(20_000), (drawn, requestBytes) => {
        // Imports point to earlier pieces, so that the pieces themselves have no circle.
        const pieces = drawn.map(([bytes, links], index) =>
          piece(`p${index}`, bytes, [...new Set(links.filter((link) => link < index).map((link) => `p${link}`))]),
        );
        const visits = Array.from({ length: 5 }, (_, bit) => ({
          pieces: loadedWith(
            pieces,
            drawn.flatMap(([, , mask], index) => ((mask >> bit) & 1 ? [`p${index}`] : [])),
          ),
          there: new Set<string>(),
          weight: 1,
        }));
        const packs = pack(pieces, visits, requestBytes);
        expect(packs.flat().sort()).toEqual(pieces.map(({ name }) => name).sort());
        const packOf = new Map(packs.flatMap((names, index) => names.map((name) => [name, index] as const)));
        const done = new Set<number>();
        const open = new Set<number>();
        const enter = (index: number): void => {
          expect(open.has(index)).toBe(false);
          if (done.has(index)) return;
          open.add(index);
          for (const { name, imports } of pieces)
            if (packOf.get(name) === index)
              for (const imported of imports) {
                const next = packOf.get(imported);
                if (next !== undefined && next !== index) enter(next);
              }
          open.delete(index);
          done.add(index);
        };
        for (const index of packs.keys()) enter(index);
      }),
    );
  });
});
