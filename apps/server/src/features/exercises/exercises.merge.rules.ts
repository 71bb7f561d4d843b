import type { Exercise } from '@stridewell/contract/exercises/exercises';
import { BUILT_IN_EXERCISES } from './exercises.content.ts';
import type { LibraryRow, StoredExercise } from './exercises.data.ts';

/** The library of a coach without changes by operators or the coach. */
export const builtInLibrary: readonly Exercise[] = BUILT_IN_EXERCISES.map((exercise) => ({
  ...exercise,
  videoUrl: '',
  tags: [],
  builtIn: true,
  changed: false,
  hidden: false,
  version: 0,
}));
const builtIns: ReadonlyMap<string, Exercise> = new Map(builtInLibrary.map((exercise) => [exercise.id, exercise]));

export const findBuiltIn = (id: string): Exercise | undefined => builtIns.get(id);

type Layer = Pick<StoredExercise, 'id' | 'exercise' | 'hidden'>;

/** @throws Error for a row without content and without an exercise to hide, which writes prevent */
function onTop({ id, exercise, hidden }: Layer, below: Exercise | undefined) {
  const facts = exercise ?? below;
  if (!facts) throw new Error('an exercise has no content');
  return { ...facts, id, hidden };
}

/** An exercise for every coach, from an operators' row. */
export const asShared = (row: StoredExercise): Exercise => ({
  ...onTop(row, builtIns.get(row.id)),
  builtIn: true,
  changed: false,
  version: 0,
});

/** The same for operators. */
export const asCurated = (row: StoredExercise): Exercise => ({
  ...onTop(row, builtIns.get(row.id)),
  builtIn: builtIns.has(row.id),
  changed: builtIns.has(row.id) && row.exercise !== null,
  version: row.version,
});

/** An exercise of a coach, from the coach's row. @param shared undefined for the coach's own exercise */
export const asOwn = (row: StoredExercise, shared: Exercise | undefined): Exercise => ({
  ...onTop(row, shared),
  builtIn: shared !== undefined,
  changed: shared !== undefined && row.exercise !== null,
  version: row.version,
});

/** Merges the built-in exercises, the operators' changes, and on top the coach's. */
export function mergeLibrary(rows: readonly LibraryRow[]): Exercise[] {
  const { curated = [], own = [] } = Object.groupBy(rows, (row) => (row.curated ? 'curated' : 'own'));
  const all = new Map(builtIns);
  for (const row of curated) all.set(row.id, asShared(row));
  for (const row of own) all.set(row.id, asOwn(row, all.get(row.id)));
  return [...all.values()];
}

/** All curated exercises, including unchanged ones. */
export function mergeCurated(rows: readonly StoredExercise[]): Exercise[] {
  const all = new Map(builtIns);
  for (const row of rows) all.set(row.id, asCurated(row));
  return [...all.values()];
}
