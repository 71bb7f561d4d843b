import { isDeepStrictEqual } from 'node:util';
import type { Exercise, ExerciseInput, ImportedExercise } from '@stridewell/contract/exercises/exercises';
import { compareNames, EXERCISE_BOUNDS } from '@stridewell/contract/exercises/exercises.rules';
import { parseFileUrl } from '@stridewell/contract/files/files.rules';
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

/** The shared version of an exercise; undefined for a coach's own exercise or an unknown id. */
async function findShared(tx: Tx<CoachScope>, id: string): Promise<Exercise | undefined> {
  const curated = isOwnId(id) ? undefined : await findCurated(tx, id);
  return curated ? asShared(curated) : findBuiltIn(id);
}

/** The coach's library by name: built-in exercises with operators' and the coach's changes, and own ones. */
export const listExercises = async (tx: Tx<CoachScope>): Promise<Exercise[]> =>
  mergeLibrary(await selectLibraryRows(tx)).sort((a, b) => compareNames(a.name, b.name));

/** The library of the client's coach, unordered. Only the named stored exercises include their cues. */
export const listCoachExercises = async (tx: Tx<ClientScope>, withCues: readonly string[]): Promise<Exercise[]> =>
  mergeLibrary(await selectLibraryFacts(tx, withCues));

const VIDEO_USE = { clientId: null, purpose: 'exercise' } as const;

const videosOf = (exercises: readonly (ExerciseInput | null)[]): string[] =>
  exercises.flatMap((exercise) => parseFileUrl(exercise?.videoUrl ?? '')?.fileId ?? []);

/** Attaches the uploaded video of an exercise, and releases the previous one. @throws FILE_NOT_FOUND */
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
 * Adds an own exercise, or changes an own or built-in one only for this coach. Idempotent.
 * @throws EXERCISE_CHANGED when it was changed since version `basedOn`, TOO_MANY_EXERCISES, NOT_FOUND, FILE_NOT_FOUND
 *   for a missing uploaded video
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
  // A concurrent request was first.
  const first = await lockExercise(tx, id);
  if (!first?.exercise || !isDeepStrictEqual(first.exercise, exercise)) throw refuse(tx, 'EXERCISE_CHANGED');
  return asOwn(first, shared);
}

/**
 * Adds own exercises, all or none. Skips existing ones, so a repeated request adds nothing.
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
  // A row without a difference would hide later changes of operators.
  if (shared && stored.exercise === null && shared.hidden === hidden) await deleteStoredExercises(tx, [id]);
  return asOwn(stored, shared);
}

/** Deletes an own exercise, or resets a built-in one to the shared version. Idempotent. */
export async function deleteExercise(tx: Tx<CoachScope>, id: string, now: Date): Promise<void> {
  const deleted = await deleteStoredExercises(tx, [id]);
  await releaseFiles(tx, { ...VIDEO_USE, ids: videosOf(deleted), now });
}

/** Deletes own exercises. Idempotent. @returns how many were deleted */
export async function deleteExercises(tx: Tx<CoachScope>, ids: readonly string[], now: Date): Promise<number> {
  const deleted = await deleteStoredExercises(tx, ids);
  await releaseFiles(tx, { ...VIDEO_USE, ids: videosOf(deleted), now });
  return deleted.length;
}
