import { and, desc, eq, gte, isNotNull, lt, type SQL, sql } from 'drizzle-orm';
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

const bestWhere = (condition: SQL) =>
  sql<number | null>`max(${workoutSets.oneRepMaxKg}) filter (where ${condition})`.mapWith(workoutSets.oneRepMaxKg);

type BestMaxes = { exercise: string; earlier: number | null; recent: number | null };

/**
 * The best estimated one-rep max of each exercise in kg, from `since` up to but not including `before`: `earlier` than
 * the day `split`, and from it on.
 */
export const selectBestMaxes = (
  tx: PersonTx,
  clientId: string,
  { since, split, before }: { since: string; split: string; before: string },
): Promise<BestMaxes[]> =>
  tx
    .select({
      exercise: workoutSets.exercise,
      earlier: bestWhere(sql`${workoutSets.day} < ${split}`),
      recent: bestWhere(sql`${workoutSets.day} >= ${split}`),
    })
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
