// @vitest-environment node
import { expect, it } from 'vitest';
import { anneal } from './anneal.ts';
import type { Screen } from './layout.ts';
import type { Piece, Visit } from './packing.ts';

const REQUEST_BYTES = 1000;
const STEPS = 2000;

const piece = (name: string, bytes: number): Piece => ({
  name,
  modules: [`${name}.ts`],
  isLibrary: false,
  bytes,
  imports: [],
  later: [],
});
const visit = (names: string): Visit => ({ pieces: new Set(names), there: new Set(), weight: 1 });
const screen = (files: number): Screen => ({
  section: 'coach',
  bytes: 1_000_000,
  files,
  further: { bytes: 1_000_000, files: 100 },
});
const packed = (files: string[], pieces: Piece[], visits: Visit[], screens: Screen[], steps = STEPS) =>
  anneal(
    pieces,
    files.map((file) => [...file]),
    visits,
    screens,
    REQUEST_BYTES,
    steps,
  )
    .map((names) => names.toSorted().join(''))
    .sort();

it('exchanges pieces of two files, which makes pages heavier before it makes them lighter', () => {
  const pieces = [piece('a', 9000), piece('b', 9000), piece('c', 9000), piece('d', 9000)];
  const visits = [visit('ab'), visit('cd')];
  expect(packed(['ac', 'bd'], pieces, visits, [screen(100), screen(100)])).toEqual(['ab', 'cd']);
});

it('keeps the number of files of each page', () => {
  const pieces = [piece('a', 9000), piece('b', 9000), piece('c', 9000)];
  const visits = [visit('a'), visit('b'), visit('abc')];
  expect(packed(['a', 'b', 'c'], pieces, visits, [screen(100), screen(100), screen(2)])).toHaveLength(2);
});

it('keeps the files that it starts with where it finds nothing better', () => {
  const pieces = [piece('a', 9000), piece('b', 9000)];
  const visits = [visit('a'), visit('b'), visit('ab')];
  // So few that the last ones still make pages heavier.
  for (const steps of [1, 2, 3, 4, 5, 6, 7, 8])
    expect(packed(['a', 'b'], pieces, visits, [screen(100), screen(100), screen(100)], steps)).toEqual(['a', 'b']);
});

it('finds the same files each time', () => {
  const pieces = [...'abcdef'].map((name, index) => piece(name, 3000 + 500 * index));
  const visits = [visit('abc'), visit('cde'), visit('aef'), visit('bdf')];
  const screens = visits.map(() => screen(2));
  const once = packed([...'abcdef'], pieces, visits, screens);
  expect(packed([...'abcdef'], pieces, visits, screens)).toEqual(once);
});
