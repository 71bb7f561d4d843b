import { and, count, eq, isNotNull, sql } from 'drizzle-orm';
import type { CoachScope, OperatorScope } from '../../core/tenancy/scope.ts';
import type { Tx } from '../../platform/db/database.ts';
import type { StoredExercise } from './exercises.data.ts';
import { curatedExercises } from './exercises.table.ts';

const CURATED = {
  id: curatedExercises.id,
  exercise: curatedExercises.exercise,
  hidden: curatedExercises.hidden,
  version: curatedExercises.version,
};

export const selectCurated = (tx: Tx<OperatorScope>): Promise<StoredExercise[]> =>
  tx.select(CURATED).from(curatedExercises);

export async function findCurated(tx: Tx<CoachScope | OperatorScope>, id: string): Promise<StoredExercise | undefined> {
  const [row] = await tx.select(CURATED).from(curatedExercises).where(eq(curatedExercises.id, id));
  return row;
}

/** Locks curated exercises until the transaction ends, so that one operator changes them at a time. */
export async function lockCurated(tx: Tx<OperatorScope>): Promise<void> {
  await tx.execute(sql`select pg_advisory_xact_lock(hashtextextended('curated exercises', 0))`);
}

/** Counts exercises that operators have added or changed, except this one. */
export async function countOtherCurated(tx: Tx<OperatorScope>, id: string): Promise<number> {
  const [row] = await tx
    .select({ count: count() })
    .from(curatedExercises)
    .where(and(isNotNull(curatedExercises.exercise), sql`${curatedExercises.id} <> ${id}`));
  return row?.count ?? 0;
}

/** Stores an exercise under the lock, and increments its version. */
export async function storeCurated(tx: Tx<OperatorScope>, row: StoredExercise, now: Date): Promise<void> {
  const set = { ...row, changedAt: now, changedBy: tx.scope.userId };
  await tx.insert(curatedExercises).values(set).onConflictDoUpdate({ target: curatedExercises.id, set });
}
