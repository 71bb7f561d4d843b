import { isDeepStrictEqual } from 'node:util';
import type { Exercise, ExerciseInput, ImportedExercise } from '@stridewell/contract/exercises/exercises';
import { compareNames, EXERCISE_BOUNDS } from '@stridewell/contract/exercises/exercises.rules';
import { parseFileUrl } from '@stridewell/contract/files/files';
import { z } from 'zod';
import { refuse } from '../../core/refusals.ts';
import type { ClientScope, CoachScope } from '../../core/tenancy/scope.ts';
import type { Tx } from '../../platform/db/database.ts';
import { attachFiles, releaseFiles } from '../files/files.service.ts';
import { findCurated } from './exercises.curated.data.ts';
import {
  countStoredExercises,
  deleteStoredExercises,
  insertExercise,
  insertExercises,
  lockExercise,
  lockLibrary,
  selectLibraryFacts,
  selectLibraryRows,
  updateStoredExercise,
} from './exercises.data.ts';
import { asOwn, asShared, findBuiltIn, mergeLibrary } from './exercises.merge.rules.ts';

const isOwnId = (id: string): boolean => z.uuid().safeParse(id).success;

/** An exercise as every coach has it; undefined for the id of a coach's own, and for none. */
async function findShared(tx: Tx<CoachScope>, id: string): Promise<Exercise | undefined> {
  const curated = isOwnId(id) ? undefined : await findCurated(tx, id);
  return curated ? asShared(curated) : findBuiltIn(id);
}

/** Built-in exercises with the changes of operators and of the coach, and the coach's own, by name. */
export const listExercises = async (tx: Tx<CoachScope>): Promise<Exercise[]> =>
  mergeLibrary(await selectLibraryRows(tx)).sort((a, b) => compareNames(a.name, b.name));

/** The library of the coach of the client in scope, in no order. Of stored ones, only those named have their cues. */
export const listCoachExercises = async (tx: Tx<ClientScope>, withCues: readonly string[]): Promise<Exercise[]> =>
  mergeLibrary(await selectLibraryFacts(tx, withCues));

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
  const shared = await findShared(tx, id);
  if (!shared && !isOwnId(id)) throw refuse('NOT_FOUND');
  const stored = await lockExercise(tx, id);
  if (stored?.exercise && isDeepStrictEqual(stored.exercise, exercise)) return asOwn(stored, shared);
  if ((stored?.version ?? 0) !== basedOn) throw refuse(tx, 'EXERCISE_CHANGED');
  if (!stored?.exercise) {
    await lockLibrary(tx);
    if ((await countStoredExercises(tx)) >= EXERCISE_BOUNDS.own) throw refuse(tx, 'TOO_MANY_EXERCISES');
  }
  await holdVideo(tx, stored?.exercise ?? null, exercise, now);
  const saved = stored
    ? await updateStoredExercise(tx, id, { exercise })
    : await insertExercise(tx, { id, exercise, hidden: false });
  if (saved) return asOwn(saved, shared);
  // Another request came first.
  const first = await lockExercise(tx, id);
  if (!first?.exercise || !isDeepStrictEqual(first.exercise, exercise)) throw refuse(tx, 'EXERCISE_CHANGED');
  return asOwn(first, shared);
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
  const shared = await findShared(tx, id);
  const inserted = shared && (await insertExercise(tx, { id, exercise: null, hidden }));
  const stored = inserted || (await updateStoredExercise(tx, id, { hidden }));
  if (!stored) throw refuse('NOT_FOUND');
  // A row that says no more than the library would outlast a later change of an operator.
  if (shared && stored.exercise === null && shared.hidden === hidden) await deleteStoredExercises(tx, [id]);
  return asOwn(stored, shared);
}

/** Deletes an own exercise, or returns a built-in one to that of all coaches. Repeating changes nothing. */
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
