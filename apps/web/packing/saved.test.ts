// @vitest-environment node
import path from 'node:path';
import { expect, it } from 'vitest';
import type { Piece } from './packing.ts';
import { readSaved, savedFrom, startFrom } from './saved.ts';

const ROOT = path.join(import.meta.dirname, '../../..');
const piece = (name: string, ...files: string[]): Piece => ({
  name,
  modules: files.map((file) => path.join(ROOT, file)),
  isLibrary: false,
  bytes: 1000,
  imports: [],
  later: [],
});
const PIECES = [piece('a-x1', 'src/b.ts', 'src/a.ts'), piece('c-x1', 'src/c.ts'), piece('d-x1', 'src/d.ts')];

it('names a module of each piece, in an order that does not depend on the search', () => {
  const saved = [['src/a.ts', 'src/d.ts'], ['src/c.ts']];
  expect(savedFrom([['c-x1'], ['d-x1', 'a-x1']], PIECES)).toEqual(saved);
  expect(savedFrom([['a-x1', 'd-x1'], ['c-x1']], PIECES)).toEqual(saved);
});

it('finds the files again when pieces have other names, are new, or are gone', () => {
  const saved = savedFrom([['c-x1'], ['a-x1', 'd-x1']], PIECES);
  const later = [piece('a-y2', 'src/a.ts', 'src/e.ts'), piece('d-y2', 'src/d.ts'), piece('f-y2', 'src/f.ts')];
  expect(startFrom(saved, later)).toEqual({ packs: [['a-y2', 'd-y2'], ['f-y2']], hasNew: true });
  expect(startFrom(saved, later.slice(0, 2))).toEqual({ packs: [['a-y2', 'd-y2']], hasNew: false });
  expect(startFrom(undefined, later)).toBeUndefined();
});

it('reads the files of the build that was saved', () => {
  expect(readSaved()?.flat()).toContain('apps/web/index.html');
});
