import type { ExerciseInput, ImportedExercise } from '@stridewell/contract/exercises';
import { and, count, eq, inArray, isNotNull, sql } from 'drizzle-orm';
import type { ClientScope, CoachScope } from '../../core/tenancy/scope.ts';
import type { Tx } from '../../platform/db/database.ts';
import { coachExercises } from './exercises.table.ts';

const STORED = {
  id: coachExercises.id,
  exercise: coachExercises.exercise,
  hidden: coachExercises.hidden,
  version: coachExercises.version,
};
export type StoredExercise = { id: string; exercise: ExerciseInput | null; hidden: boolean; version: number };

const isExercise = (tx: Tx<CoachScope>, id: string) =>
  and(eq(coachExercises.coachId, tx.scope.coachId), eq(coachExercises.id, id));

/** The coach's own exercises and changes, in no order. */
export const selectStoredExercises = (tx: Tx<CoachScope>): Promise<StoredExercise[]> =>
  tx.select(STORED).from(coachExercises).where(eq(coachExercises.coachId, tx.scope.coachId));

/** The same as a client of the coach reads them: cues are most of their size, so only these exercises have theirs. */
export const selectStoredFacts = (tx: Tx<ClientScope>, withCues: readonly string[]): Promise<StoredExercise[]> =>
  tx
    .select({
      ...STORED,
      exercise: sql<ExerciseInput | null>`case when ${coachExercises.id} = any(${sql.param([...withCues])}::text[])
        then ${coachExercises.exercise} else ${coachExercises.exercise} || '{"cues":[]}' end`.mapWith(
        coachExercises.exercise,
      ),
    })
    .from(coachExercises)
    .where(eq(coachExercises.coachId, tx.scope.coachId));

/** Locked until the transaction ends. */
export async function lockExercise(tx: Tx<CoachScope>, id: string): Promise<StoredExercise | undefined> {
  const [row] = await tx.select(STORED).from(coachExercises).where(isExercise(tx, id)).for('update');
  return row;
}

/** Lets one request at a time add to the coach's library until the transaction ends, so that its limit holds. */
export async function lockLibrary(tx: Tx<CoachScope>): Promise<void> {
  await tx.execute(sql`select pg_advisory_xact_lock(hashtextextended(${`exercises:${tx.scope.coachId}`}, 0))`);
}

export async function countStoredExercises(tx: Tx<CoachScope>): Promise<number> {
  const [row] = await tx
    .select({ count: count() })
    .from(coachExercises)
    .where(and(eq(coachExercises.coachId, tx.scope.coachId), isNotNull(coachExercises.exercise)));
  return row?.count ?? 0;
}

/** Undefined when two requests created it at once and this one came second. */
export async function insertExercise(
  tx: Tx<CoachScope>,
  { id, exercise, hidden }: Pick<StoredExercise, 'id' | 'exercise' | 'hidden'>,
): Promise<StoredExercise | undefined> {
  const [row] = await tx
    .insert(coachExercises)
    .values({ coachId: tx.scope.coachId, id, exercise, hidden, version: exercise ? 1 : 0 })
    .onConflictDoNothing()
    .returning(STORED);
  return row;
}

/** Keeps rows that exist. @returns how many are new */
export async function insertExercises(tx: Tx<CoachScope>, exercises: readonly ImportedExercise[]): Promise<number> {
  const { coachId } = tx.scope;
  const rows = await tx
    .insert(coachExercises)
    .values(exercises.map(({ id, exercise }) => ({ coachId, id, exercise, version: 1 })))
    .onConflictDoNothing()
    .returning({ id: coachExercises.id });
  return rows.length;
}

/** Undefined when the coach has no such row. */
export async function updateStoredExercise(
  tx: Tx<CoachScope>,
  id: string,
  change: { exercise: ExerciseInput } | { hidden: boolean },
): Promise<StoredExercise | undefined> {
  const next = 'exercise' in change ? { ...change, version: sql`${coachExercises.version} + 1` } : change;
  const [row] = await tx.update(coachExercises).set(next).where(isExercise(tx, id)).returning(STORED);
  return row;
}

/** @returns what the coach had entered, of those that existed */
export async function deleteStoredExercises(
  tx: Tx<CoachScope>,
  ids: readonly string[],
): Promise<(ExerciseInput | null)[]> {
  const rows = await tx
    .delete(coachExercises)
    .where(and(eq(coachExercises.coachId, tx.scope.coachId), inArray(coachExercises.id, [...ids])))
    .returning({ exercise: coachExercises.exercise });
  return rows.map(({ exercise }) => exercise);
}
