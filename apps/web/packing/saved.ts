import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import type { Piece } from './packing.ts';

/** Each file of an earlier build: one module of each of its pieces. */
export type Saved = readonly (readonly string[])[];

const FILE = path.join(import.meta.dirname, 'packed.json');
const ROOT = path.join(import.meta.dirname, '../../..');

/** The same on every machine. Virtual modules begin with a character that no file name has. */
const keyOf = (module: string): string =>
  module.startsWith('\0') ? module.slice(1) : path.relative(ROOT, module).replaceAll(path.sep, '/');

/** The files of the build that was saved last; undefined if there is none. */
export const readSaved = (): Saved | undefined =>
  existsSync(FILE) ? JSON.parse(readFileSync(FILE, 'utf8')) : undefined;

export function writeSaved(saved: Saved): void {
  const lines = saved.map((file) => `  ${JSON.stringify(file)}`);
  writeFileSync(FILE, `[\n${lines.join(',\n')}\n]\n`);
}

/**
 * @param packs the names of the pieces of each file
 * @returns the files in a stable order
 */
export function savedFrom(packs: readonly (readonly string[])[], pieces: readonly Piece[]): Saved {
  const keyOfPiece = new Map(pieces.map(({ name, modules }) => [name, modules.map(keyOf).sort()[0] ?? name]));
  const files = packs.map((names) => names.map((name) => keyOfPiece.get(name) ?? name).sort());
  return files.sort(([one = ''], [other = '']) => (one < other ? -1 : 1));
}

/**
 * Puts the pieces into the files that they were in. What is new gets a separate file for the search to join.
 * @returns the names of the pieces of each file, and whether anything is new
 */
export function startFrom(
  saved: Saved | undefined,
  pieces: readonly Piece[],
): { packs: string[][]; hasNew: boolean } | undefined {
  if (!saved) return undefined;
  let hasNew = false;
  const fileOf = new Map(saved.flatMap((keys, file) => keys.map((key) => [key, file])));
  const files = saved.map((): string[] => []);
  for (const { name, modules } of pieces) {
    const known = modules.map((module) => fileOf.get(keyOf(module))).find((file) => file !== undefined);
    if (known !== undefined) files[known]?.push(name);
    else {
      files.push([name]);
      hasNew = true;
    }
  }
  return { packs: files.filter((names) => names.length > 0), hasNew };
}
