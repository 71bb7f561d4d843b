import type { ExerciseInput, ImportedExercise } from '@stridewell/contract/exercises/exercises';
import { and, count, eq, inArray, isNotNull, type SQL, sql } from 'drizzle-orm';
import { type PgColumn, unionAll } from 'drizzle-orm/pg-core';
import type { ClientScope, CoachScope } from '../../core/tenancy/scope.ts';
import type { Tx } from '../../platform/db/database.ts';
import { coachExercises, curatedExercises } from './exercises.table.ts';

const STORED = {
  id: coachExercises.id,
  exercise: coachExercises.exercise,
  hidden: coachExercises.hidden,
  version: coachExercises.version,
};
export type StoredExercise = { id: string; exercise: ExerciseInput | null; hidden: boolean; version: number };

const isExercise = (tx: Tx<CoachScope>, id: string) =>
  and(eq(coachExercises.coachId, tx.scope.coachId), eq(coachExercises.id, id));

/** A row of the coach, or of operators for all coaches. */
export type LibraryRow = StoredExercise & { curated: boolean };

type ExerciseColumn = (column: PgColumn) => SQL;
const whole: ExerciseColumn = (column) => sql`${column}`;

/** Reads the rows of operators and of one coach, unordered, in one statement. */
function selectRows(tx: Tx<CoachScope | ClientScope>, exercise: ExerciseColumn): Promise<LibraryRow[]> {
  const shared = tx
    .select({
      curated: sql<boolean>`true`.as('curated'),
      id: curatedExercises.id,
      exercise: exercise(curatedExercises.exercise).mapWith(curatedExercises.exercise).as('exercise'),
      hidden: curatedExercises.hidden,
      version: curatedExercises.version,
    })
    .from(curatedExercises);
  const own = tx
    .select({
      curated: sql<boolean>`false`.as('curated'),
      id: coachExercises.id,
      exercise: exercise(coachExercises.exercise).mapWith(coachExercises.exercise).as('exercise'),
      hidden: coachExercises.hidden,
      version: coachExercises.version,
    })
    .from(coachExercises)
    .where(eq(coachExercises.coachId, tx.scope.coachId));
  return unionAll(shared, own);
}

/** A coach's differences from the built-in exercises. */
export const selectLibraryRows = (tx: Tx<CoachScope>): Promise<LibraryRow[]> => selectRows(tx, whole);

/** The same for a client of the coach. Only these exercises include their cues, which are most of the size. */
export const selectLibraryFacts = (tx: Tx<ClientScope>, withCues: readonly string[]): Promise<LibraryRow[]> =>
  selectRows(
    tx,
    (column) => sql`case when id = any(${sql.param([...withCues])}::text[]) then ${column}
      else ${column} || '{"cues":[]}' end`,
  );

/** Reads an exercise and locks it until the transaction ends. */
export async function lockExercise(tx: Tx<CoachScope>, id: string): Promise<StoredExercise | undefined> {
  const [row] = await tx.select(STORED).from(coachExercises).where(isExercise(tx, id)).for('update');
  return row;
}

/** Locks the coach's library until the transaction ends, so that concurrent additions cannot exceed its limit. */
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

/** @returns undefined when a concurrent request has created it first */
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

/** Adds exercises, except existing ones. @returns how many are new */
export async function insertExercises(tx: Tx<CoachScope>, exercises: readonly ImportedExercise[]): Promise<number> {
  const { coachId } = tx.scope;
  const rows = await tx
    .insert(coachExercises)
    .values(exercises.map(({ id, exercise }) => ({ coachId, id, exercise, version: 1 })))
    .onConflictDoNothing()
    .returning({ id: coachExercises.id });
  return rows.length;
}

/** @returns undefined when the coach has no such row */
export async function updateStoredExercise(
  tx: Tx<CoachScope>,
  id: string,
  change: { exercise: ExerciseInput } | { hidden: boolean },
): Promise<StoredExercise | undefined> {
  const next = 'exercise' in change ? { ...change, version: sql`${coachExercises.version} + 1` } : change;
  const [row] = await tx.update(coachExercises).set(next).where(isExercise(tx, id)).returning(STORED);
  return row;
}

/** @returns the coach's content of those that existed */
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
