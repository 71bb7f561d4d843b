import { isDeepStrictEqual } from 'node:util';
import type { AuditFacts } from '@stridewell/contract/audit/audit.rules';
import {
  type CuratedInput,
  curatedInput,
  type Exercise,
  type ExerciseInput,
  exerciseInput,
} from '@stridewell/contract/exercises/exercises';
import { compareNames, EXERCISE_BOUNDS, isAddedId } from '@stridewell/contract/exercises/exercises.rules';
import { refuse } from '../../core/refusals.ts';
import type { OperatorScope } from '../../core/tenancy/scope.ts';
import type { Tx } from '../../platform/db/database.ts';
import { auditAbout } from '../audit/audit.service.ts';
import { countOtherCurated, findCurated, lockCurated, selectCurated, storeCurated } from './exercises.curated.data.ts';
import type { StoredExercise } from './exercises.data.ts';
import { asCurated, findBuiltIn, mergeCurated } from './exercises.merge.rules.ts';

/** Exercises of all coaches by name: built-in ones with operators' changes, and added ones. */
export const listCuratedExercises = async (tx: Tx<OperatorScope>): Promise<Exercise[]> =>
  mergeCurated(await selectCurated(tx)).sort((a, b) => compareNames(a.name, b.name));

export type Curation = { exerciseId: string; basedOn: number; exercise: CuratedInput | null; hidden: boolean };

/**
 * Adds, changes, hides or restores an exercise for all coaches. Coaches who have edited the exercise keep their
 * version. Idempotent.
 * @throws CURATED_CHANGED when it was changed since version `basedOn`, TOO_MANY_CURATED, NOT_FOUND
 */
export async function curateExercise(
  tx: Tx<OperatorScope, 'CURATED_CHANGED' | 'TOO_MANY_CURATED'>,
  { exerciseId: id, basedOn, exercise, hidden }: Curation,
  now: Date,
): Promise<Exercise> {
  if (!findBuiltIn(id) && !isAddedId(id)) throw refuse('NOT_FOUND');
  await lockCurated(tx);
  const stored = await findCurated(tx, id);
  const before = stored ?? { id, exercise: null, hidden: false, version: 0 };
  const wanted = { id, exercise: exercise && originalAsNull(id, { ...exercise, tags: [] }), hidden };
  if (isDeepStrictEqual(wanted, { id, exercise: before.exercise, hidden: before.hidden })) return asCurated(before);
  if (before.version !== basedOn) throw refuse(tx, 'CURATED_CHANGED');
  const isNew = wanted.exercise !== null && before.exercise === null;
  if (isNew && (await countOtherCurated(tx, id)) >= EXERCISE_BOUNDS.curated) throw refuse(tx, 'TOO_MANY_CURATED');
  const after = { ...wanted, version: before.version + 1 };
  await storeCurated(tx, after, now);
  auditCuration(tx, before, after);
  return asCurated(after);
}

/** Saving a built-in exercise with its original content restores it. */
function originalAsNull(id: string, exercise: ExerciseInput): ExerciseInput | null {
  const original = findBuiltIn(id);
  if (!original) return exercise;
  return isDeepStrictEqual(exerciseInput.parse(original), exercise) ? null : exercise;
}

/** Records the differences. For cues, which are long, only their number. */
function auditCuration(tx: Tx<OperatorScope>, before: StoredExercise, after: StoredExercise): void {
  const [was, is] = [factsOf(before), factsOf(after)];
  const changed = Object.keys(is).filter((key) => !isDeepStrictEqual(was[key], is[key]));
  const changedOf = ({ cues, ...facts }: AuditFacts): AuditFacts => {
    const counted = { ...facts, cues: Array.isArray(cues) ? cues.length : 0 };
    return Object.fromEntries(Object.entries(counted).filter(([key]) => changed.includes(key)));
  };
  auditAbout(tx, tx.scope.userId, {
    action: 'exercise.curated',
    before: { exercise: before.id, ...changedOf(was) },
    after: { exercise: after.id, ...changedOf(is) },
  });
}

/** Facts of an exercise, without fields that only coaches' exercises have. */
function factsOf({ id, exercise, hidden }: StoredExercise): AuditFacts {
  const known = exercise ?? findBuiltIn(id);
  return { ...(known && curatedInput.parse(known)), hidden };
}
