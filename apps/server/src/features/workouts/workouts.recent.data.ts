import { and, desc, eq, gte, isNotNull, lt, max, sql } from 'drizzle-orm';
import { isLogOf, isPerformedSet, isSetOfLog, type PersonTx } from './workouts.data.ts';
import { workoutLogs, workoutSets } from './workouts.table.ts';

/** Workouts of a client since a day, latest first. `lastSetAt`: when the last set was done. */
export const selectRecentLogs = (tx: PersonTx, clientId: string, since: string) =>
  tx
    .select({
      id: workoutLogs.id,
      head: workoutLogs.head,
      sets: workoutLogs.sets,
      lastSetAt: sql<Date | null>`(select max(s.changed_at) from ${workoutSets} s
        where s.coach_id = ${tx.scope.coachId} and s.client_id = ${clientId} and s.log_id = workout_logs.id
          and s.done and not s.deleted)`.mapWith(workoutSets.changedAt),
    })
    .from(workoutLogs)
    .where(and(isLogOf(tx, clientId), eq(workoutLogs.deleted, false), gte(workoutLogs.day, since)))
    .orderBy(desc(workoutLogs.startedAt), desc(workoutLogs.subjectId));

/** The best estimated one-rep max of each exercise in kg, from `since` up to but not including `before`. */
export async function selectBestMaxes(
  tx: PersonTx,
  clientId: string,
  { since, before }: { since: string; before: string },
): Promise<ReadonlyMap<string, number>> {
  const rows = await tx
    .select({ exercise: workoutSets.exercise, best: max(workoutSets.oneRepMaxKg) })
    .from(workoutSets)
    .innerJoin(workoutLogs, isSetOfLog)
    .where(
      and(
        eq(workoutSets.coachId, tx.scope.coachId),
        eq(workoutSets.clientId, clientId),
        isPerformedSet,
        isNotNull(workoutSets.oneRepMaxKg),
        gte(workoutSets.day, since),
        lt(workoutSets.day, before),
        eq(workoutLogs.deleted, false),
      ),
    )
    .groupBy(workoutSets.exercise);
  return new Map(rows.flatMap(({ exercise, best }) => (best === null ? [] : [[exercise, best]])));
}
