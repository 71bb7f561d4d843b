import { and, count, inArray } from 'drizzle-orm';
import type { ClientScope } from '../../core/tenancy/scope.ts';
import type { Tx } from '../../platform/db/database.ts';
import { isLogOf, type NewLog, type StoredSet } from './workouts.data.ts';
import { workoutLogs, workoutSets } from './workouts.table.ts';

/** Rows in one statement, because PostgreSQL accepts 65,535 parameters. */
const ROWS = 2000;

/** Finds which of these workouts the client in scope already has, including deleted ones. */
export async function findLogIds(tx: Tx<ClientScope>, ids: readonly string[]): Promise<ReadonlySet<string>> {
  const rows = await tx
    .select({ id: workoutLogs.id })
    .from(workoutLogs)
    .where(and(isLogOf(tx, tx.scope.clientId), inArray(workoutLogs.id, [...ids])));
  return new Set(rows.map(({ id }) => id));
}

export async function countLogs(tx: Tx<ClientScope>): Promise<number> {
  const [row] = await tx.select({ count: count() }).from(workoutLogs).where(isLogOf(tx, tx.scope.clientId));
  return row?.count ?? 0;
}

/** Adds workouts with their sets for the client in scope. */
export async function insertLogs(
  tx: Tx<ClientScope>,
  logs: readonly NewLog[],
  sets: readonly StoredSet[],
): Promise<void> {
  const { coachId, clientId } = tx.scope;
  await tx.insert(workoutLogs).values(logs.map((log) => ({ ...log, coachId, clientId })));
  for (let from = 0; from < sets.length; from += ROWS) {
    const rows = sets.slice(from, from + ROWS);
    await tx.insert(workoutSets).values(rows.map((set) => ({ ...set, coachId, clientId })));
  }
}
