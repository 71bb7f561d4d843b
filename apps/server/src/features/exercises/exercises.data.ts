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

/** What the coach has stored, or operators have for all coaches. */
export type LibraryRow = StoredExercise & { curated: boolean };

type ExerciseColumn = (column: PgColumn) => SQL;
const whole: ExerciseColumn = (column) => sql`${column}`;

/** The rows of operators and of one coach, in no order and in one statement. */
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

/** What differs from the built-in exercises for a coach. */
export const selectLibraryRows = (tx: Tx<CoachScope>): Promise<LibraryRow[]> => selectRows(tx, whole);

/** The same as a client of the coach reads them: cues are most of their size, so only these exercises have theirs. */
export const selectLibraryFacts = (tx: Tx<ClientScope>, withCues: readonly string[]): Promise<LibraryRow[]> =>
  selectRows(
    tx,
    (column) => sql`case when id = any(${sql.param([...withCues])}::text[]) then ${column}
      else ${column} || '{"cues":[]}' end`,
  );

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
