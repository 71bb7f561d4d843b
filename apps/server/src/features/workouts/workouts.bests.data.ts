import type { Best, WorkoutBest } from '@stridewell/contract/workouts/workouts.records.rules';
import { and, eq, gte, inArray, lt, max, ne, sql } from 'drizzle-orm';
import type { ClientScope } from '../../core/tenancy/scope.ts';
import type { Tx } from '../../platform/db/database.ts';
import { isLogOf, isPerformedSet, isSetOfLog, type PersonTx } from './workouts.data.ts';
import { workoutLogs, workoutSets } from './workouts.table.ts';

/** A load that was lifted at least once. SQL version of a part of the contract's `bestOf`. */
const liftedKg = sql`case when ${workoutSets.weightKg} > 0 and ${workoutSets.reps} is distinct from 0
  then ${workoutSets.weightKg} end`;

const BEST = {
  oneRepMaxKg: max(workoutSets.oneRepMaxKg),
  weightKg: sql<number | null>`max(${liftedKg})`.mapWith(workoutSets.weightKg),
};

/** The best sets of these exercises in all workouts that a client started before another workout. */
export async function findBests(
  tx: PersonTx,
  clientId: string,
  exercises: readonly string[],
  { id, startedAt }: { id: string; startedAt: Date },
): Promise<ReadonlyMap<string, Best>> {
  if (exercises.length === 0) return new Map();
  const { coachId } = tx.scope;
  const rows = await tx
    .select({ exercise: workoutSets.exercise, ...BEST })
    .from(workoutSets)
    .innerJoin(workoutLogs, isSetOfLog)
    .where(
      and(
        eq(workoutSets.coachId, coachId),
        eq(workoutSets.clientId, clientId),
        inArray(workoutSets.exercise, [...exercises]),
        isPerformedSet,
        ne(workoutSets.logId, id),
        eq(workoutLogs.deleted, false),
        lt(workoutLogs.startedAt, startedAt),
      ),
    )
    .groupBy(workoutSets.exercise);
  return new Map(rows.map(({ exercise, ...best }) => [exercise, best]));
}

/** The best sets of each exercise in each workout of the client in scope. */
export async function selectWorkoutBests(tx: Tx<ClientScope>): Promise<WorkoutBest[]> {
  const { coachId, clientId } = tx.scope;
  const rows = await tx
    .select({
      logId: workoutSets.logId,
      exercise: workoutSets.exercise,
      startedAt: workoutLogs.startedAt,
      ...BEST,
    })
    .from(workoutSets)
    .innerJoin(workoutLogs, isSetOfLog)
    .where(
      and(
        eq(workoutSets.coachId, coachId),
        eq(workoutSets.clientId, clientId),
        ne(workoutSets.exercise, ''),
        isPerformedSet,
        eq(workoutLogs.deleted, false),
      ),
    )
    .groupBy(workoutSets.logId, workoutSets.exercise, workoutLogs.startedAt);
  return rows.map(({ startedAt, ...best }) => ({ ...best, startedAt: startedAt.getTime() }));
}

/** Whether the client in scope started another workout at or after a time. */
export async function hasLaterLog(tx: Tx<ClientScope>, id: string, startedAt: Date): Promise<boolean> {
  const rows = await tx
    .select({ id: workoutLogs.id })
    .from(workoutLogs)
    .where(and(isLogOf(tx, tx.scope.clientId), ne(workoutLogs.id, id), gte(workoutLogs.startedAt, startedAt)))
    .limit(1);
  return rows.length > 0;
}

/** Counts the records of each workout of the client in scope that was started at or after a time. */
export const selectRecordCounts = (tx: Tx<ClientScope>, from: Date) =>
  tx
    .select({ id: workoutLogs.id, records: workoutLogs.records })
    .from(workoutLogs)
    .where(and(isLogOf(tx, tx.scope.clientId), eq(workoutLogs.deleted, false), gte(workoutLogs.startedAt, from)));

/** Stores the numbers of records of workouts of the client in scope. */
export async function updateRecordCounts(tx: Tx<ClientScope>, counts: ReadonlyMap<string, number>): Promise<void> {
  if (counts.size === 0) return;
  const { coachId, clientId } = tx.scope;
  await tx.execute(sql`update ${workoutLogs} l set records = counted.records
    from unnest(${sql.param([...counts.keys()])}::text[], ${sql.param([...counts.values()])}::int[])
      as counted(id, records)
    where l.coach_id = ${coachId} and l.client_id = ${clientId} and l.id = counted.id`);
}
