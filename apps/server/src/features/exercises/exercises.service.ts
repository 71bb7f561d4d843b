import { isDeepStrictEqual } from 'node:util';
import type { Exercise, ExerciseInput, ImportedExercise } from '@stridewell/contract/exercises';
import { compareNames, EXERCISE_BOUNDS } from '@stridewell/contract/exercises.rules';
import { parseFileUrl } from '@stridewell/contract/files';
import { z } from 'zod';
import { refuse } from '../../core/refusals.ts';
import type { ClientScope, CoachScope } from '../../core/tenancy/scope.ts';
import type { Tx } from '../../platform/db/database.ts';
import { attachFiles, releaseFiles } from '../files/files.service.ts';
import {
  countStoredExercises,
  deleteStoredExercises,
  insertExercise,
  insertExercises,
  lockExercise,
  lockLibrary,
  type StoredExercise,
  selectStoredExercises,
  selectStoredFacts,
  updateStoredExercise,
} from './exercises.data.ts';
import { BUILT_IN_EXERCISES } from './exercises.library.data.ts';

/** The library of a coach who has changed nothing. */
export const builtInLibrary: readonly Exercise[] = BUILT_IN_EXERCISES.map((exercise) => ({
  ...exercise,
  ...{ videoUrl: '', tags: [], builtIn: true, changed: false, hidden: false, version: 0 },
}));
const builtIns: ReadonlyMap<string, Exercise> = new Map(builtInLibrary.map((exercise) => [exercise.id, exercise]));

const isOwnId = (id: string): boolean => z.uuid().safeParse(id).success;

/** @throws Error for a row without an exercise that is not built in; rows never become such */
function combine({ id, exercise, hidden, version }: StoredExercise): Exercise {
  const builtIn = builtIns.get(id);
  const facts = exercise ?? builtIn;
  if (!facts) throw new Error('an own exercise has no content');
  return {
    ...facts,
    id,
    builtIn: builtIn !== undefined,
    changed: builtIn !== undefined && exercise !== null,
    hidden,
    version,
  };
}

function combineAll(rows: readonly StoredExercise[]): Exercise[] {
  const all = new Map(builtIns);
  for (const stored of rows) all.set(stored.id, combine(stored));
  return [...all.values()];
}

/** Built-in exercises with the coach's changes, and the coach's own, by name. */
export const listExercises = async (tx: Tx<CoachScope>): Promise<Exercise[]> =>
  combineAll(await selectStoredExercises(tx)).sort((a, b) => compareNames(a.name, b.name));

/** The library of the coach of the client in scope, in no order. Of the coach's own, only those named have their cues. */
export const listCoachExercises = async (tx: Tx<ClientScope>, withCues: readonly string[]): Promise<Exercise[]> =>
  combineAll(await selectStoredFacts(tx, withCues));
const VIDEO_USE = { clientId: null, purpose: 'exercise' } as const;

const videosOf = (exercises: readonly (ExerciseInput | null)[]): string[] =>
  exercises.flatMap((exercise) => parseFileUrl(exercise?.videoUrl ?? '')?.fileId ?? []);

/** Keeps the uploaded video that an exercise names, and releases the one before. @throws FILE_NOT_FOUND */
async function holdVideo(
  tx: Tx<CoachScope, 'FILE_NOT_FOUND'>,
  before: ExerciseInput | null,
  { videoUrl }: ExerciseInput,
  now: Date,
): Promise<void> {
  if (before?.videoUrl === videoUrl) return;
  const video = parseFileUrl(videoUrl);
  if (video) {
    const isOwn = video.coachId === tx.scope.coachId;
    if (!isOwn || !(await attachFiles(tx, { ...VIDEO_USE, ids: [video.fileId], now }))) {
      throw refuse(tx, 'FILE_NOT_FOUND');
    }
  }
  await releaseFiles(tx, { ...VIDEO_USE, ids: videosOf([before]), now });
}

/**
 * Adds an own exercise, or changes an own or built-in one for this coach alone. A repeated request changes nothing.
 * @throws EXERCISE_CHANGED when it was changed since version `basedOn`, TOO_MANY_EXERCISES, NOT_FOUND, FILE_NOT_FOUND for
 * an uploaded video that is gone
 */
export async function saveExercise(
  tx: Tx<CoachScope, 'EXERCISE_CHANGED' | 'TOO_MANY_EXERCISES' | 'FILE_NOT_FOUND'>,
  { exerciseId: id, basedOn, exercise }: { exerciseId: string; basedOn: number; exercise: ExerciseInput },
  now: Date,
): Promise<Exercise> {
  if (!builtIns.has(id) && !isOwnId(id)) throw refuse('NOT_FOUND');
  const stored = await lockExercise(tx, id);
  if (stored?.exercise && isDeepStrictEqual(stored.exercise, exercise)) return combine(stored);
  if ((stored?.version ?? 0) !== basedOn) throw refuse(tx, 'EXERCISE_CHANGED');
  if (!stored?.exercise) {
    await lockLibrary(tx);
    if ((await countStoredExercises(tx)) >= EXERCISE_BOUNDS.own) throw refuse(tx, 'TOO_MANY_EXERCISES');
  }
  await holdVideo(tx, stored?.exercise ?? null, exercise, now);
  const saved = stored
    ? await updateStoredExercise(tx, id, { exercise })
    : await insertExercise(tx, { id, exercise, hidden: false });
  if (saved) return combine(saved);
  // Another request came first.
  const first = await lockExercise(tx, id);
  if (!first?.exercise || !isDeepStrictEqual(first.exercise, exercise)) throw refuse(tx, 'EXERCISE_CHANGED');
  return combine(first);
}

/**
 * Adds own exercises, all or none. Keeps those that exist, so a repeated request adds nothing.
 * @returns how many were added
 * @throws TOO_MANY_EXERCISES
 */
export async function importExercises(
  tx: Tx<CoachScope, 'TOO_MANY_EXERCISES'>,
  exercises: readonly ImportedExercise[],
): Promise<number> {
  await lockLibrary(tx);
  const added = await insertExercises(tx, exercises);
  if (added > 0 && (await countStoredExercises(tx)) > EXERCISE_BOUNDS.own) throw refuse(tx, 'TOO_MANY_EXERCISES');
  return added;
}

/**
 * Hides an exercise in this coach's library, or shows it again.
 * @throws NOT_FOUND
 */
export async function setExerciseHidden(tx: Tx<CoachScope>, id: string, hidden: boolean): Promise<Exercise> {
  const inserted = builtIns.has(id) && (await insertExercise(tx, { id, exercise: null, hidden }));
  const stored = inserted || (await updateStoredExercise(tx, id, { hidden }));
  if (!stored) throw refuse('NOT_FOUND');
  return combine(stored);
}

/** Deletes an own exercise, or returns a built-in one to its original. Repeating changes nothing. */
export async function deleteExercise(tx: Tx<CoachScope>, id: string, now: Date): Promise<void> {
  const deleted = await deleteStoredExercises(tx, [id]);
  await releaseFiles(tx, { ...VIDEO_USE, ids: videosOf(deleted), now });
}

/** Deletes own exercises. Repeating changes nothing. @returns how many were deleted */
export async function deleteExercises(tx: Tx<CoachScope>, ids: readonly string[], now: Date): Promise<number> {
  const deleted = await deleteStoredExercises(tx, ids);
  await releaseFiles(tx, { ...VIDEO_USE, ids: videosOf(deleted), now });
  return deleted.length;
}
