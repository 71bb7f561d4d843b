import type { LoggedSet, WorkoutLog } from '@stridewell/contract/workouts/workouts';
import { and, eq, inArray, ne, type SQL, type SQLWrapper, sql } from 'drizzle-orm';
import type { ClientScope, CoachScope } from '../../core/tenancy/scope.ts';
import type { Tx } from '../../platform/db/database.ts';
import { workoutLogs, workoutSets } from './workouts.table.ts';

/** A coach or a client. Row-level security limits the reads of each. */
export type PersonTx = Tx<CoachScope | ClientScope>;

export const isLogOf = (tx: PersonTx, clientId: string) =>
  and(eq(workoutLogs.coachId, tx.scope.coachId), eq(workoutLogs.clientId, clientId));

export const STORED_LOG = {
  id: workoutLogs.id,
  subjectId: workoutLogs.subjectId,
  head: workoutLogs.head,
  records: workoutLogs.records,
  completedAt: workoutLogs.completedAt,
};
export type StoredLog = Pick<typeof workoutLogs.$inferSelect, keyof typeof STORED_LOG>;

export async function findLog(tx: PersonTx, clientId: string, id: string): Promise<StoredLog | undefined> {
  const [row] = await tx
    .select(STORED_LOG)
    .from(workoutLogs)
    .where(and(isLogOf(tx, clientId), eq(workoutLogs.id, id)));
  return row;
}

/** SQL version of the contract's `countPlannedSets`, so that lists read a number instead of heads. */
export const plannedSets = (
  head: SQL,
): SQL<number> => sql<number>`(select coalesce(sum((target ->> 'count')::int), 0)::int
  from jsonb_path_query(${head}, '$.exercises[*] ? (!exists(@.replaces)).sets[*]') target
  where target ->> 'kind' <> 'warm_up' and target ->> 'reps' !~* '^\\s*warm.?up\\s*$')`;

const SET = {
  logId: workoutSets.logId,
  id: workoutSets.id,
  exerciseKey: workoutSets.exerciseKey,
  position: workoutSets.position,
  kind: workoutSets.kind,
  weightKg: workoutSets.weightKg,
  reps: workoutSets.reps,
  seconds: workoutSets.seconds,
  metres: workoutSets.metres,
  rir: workoutSets.rir,
  note: workoutSets.note,
  done: workoutSets.done,
  deleted: workoutSets.deleted,
  changedAt: workoutSets.changedAt,
  day: workoutSets.day,
  exerciseId: workoutSets.exerciseId,
  exerciseName: workoutSets.exerciseName,
  exercise: workoutSets.exercise,
  oneRepMaxKg: workoutSets.oneRepMaxKg,
};
export type StoredSet = Pick<typeof workoutSets.$inferSelect, keyof typeof SET>;

/** All sets of these workouts, unordered, including deleted ones. */
export const selectSets = (tx: PersonTx, clientId: string, logIds: readonly string[] | SQLWrapper) =>
  tx
    .select(SET)
    .from(workoutSets)
    .where(
      and(
        eq(workoutSets.coachId, tx.scope.coachId),
        eq(workoutSets.clientId, clientId),
        // Copied, because Drizzle accepts no readonly array.
        'getSQL' in logIds ? inArray(workoutSets.logId, logIds) : inArray(workoutSets.logId, [...logIds]),
      ),
    );

const toSet = (row: StoredSet): LoggedSet => ({
  id: row.id,
  exerciseKey: row.exerciseKey,
  position: row.position,
  kind: row.kind,
  weightKg: row.weightKg,
  reps: row.reps,
  seconds: row.seconds,
  metres: row.metres,
  rir: row.rir,
  note: row.note,
  done: row.done,
  deleted: row.deleted,
  changedAt: row.changedAt.toISOString(),
});

/**
 * A workout from its row and its sets; `sets` may include others. Sorts like merging does, because the database would
 * sort by its locale.
 */
export const toLog = ({ id, head }: StoredLog, sets: readonly StoredSet[]): WorkoutLog => ({
  id,
  head,
  sets: sets
    .filter(({ logId }) => logId === id)
    .map(toSet)
    .sort((a, b) => (a.id < b.id ? -1 : 1)),
});

export type NewLog = Omit<typeof workoutLogs.$inferInsert, 'coachId' | 'clientId'>;

/** Writes the workout of the client in scope. */
export async function upsertLog(tx: Tx<ClientScope>, row: NewLog): Promise<void> {
  const { coachId, clientId } = tx.scope;
  const { id: _, subjectId: __, ...changes } = row;
  await tx
    .insert(workoutLogs)
    .values({ ...row, coachId, clientId })
    .onConflictDoUpdate({ target: [workoutLogs.coachId, workoutLogs.clientId, workoutLogs.id], set: changes });
}

/** Writes sets of the client in scope with one statement. */
export async function upsertSets(tx: Tx<ClientScope>, rows: readonly StoredSet[]): Promise<void> {
  if (rows.length === 0) return;
  const { coachId, clientId } = tx.scope;
  const { logId: _, id: __, ...changed } = SET;
  await tx
    .insert(workoutSets)
    .values(rows.map((row) => ({ ...row, coachId, clientId })))
    .onConflictDoUpdate({
      target: [workoutSets.coachId, workoutSets.clientId, workoutSets.logId, workoutSets.id],
      set: Object.fromEntries(
        Object.entries(changed).map(([name, column]) => [name, sql.raw(`excluded.${column.name}`)]),
      ),
    });
}

/** Condition for sets that count as training. SQL version of the contract's `isPerformed`. */
export const isPerformedSet = and(
  eq(workoutSets.done, true),
  eq(workoutSets.deleted, false),
  ne(workoutSets.kind, 'warm_up'),
);

/** Join condition of sets and their workouts. */
export const isSetOfLog = and(
  eq(workoutLogs.coachId, workoutSets.coachId),
  eq(workoutLogs.clientId, workoutSets.clientId),
  eq(workoutLogs.id, workoutSets.logId),
);
