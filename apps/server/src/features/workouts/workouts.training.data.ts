import { sql } from 'drizzle-orm';
import type { CoachScope } from '../../core/tenancy/scope.ts';
import type { Tx } from '../../platform/db/database.ts';
import { workoutLogs, workoutSets } from './workouts.table.ts';

type TrainedRow = { exercise_id: string; workouts: number; recent_sets: number; one_rep_max_kg: number | null };

/**
 * Library exercises in a client's finished workouts, most frequent first, without warm-ups.
 * @param from first day
 * @param recentFrom first day of the sets that `recent_sets` counts
 */
export async function selectTrained(
  tx: Tx<CoachScope>,
  clientId: string,
  { from, recentFrom }: { from: string; recentFrom: string },
): Promise<TrainedRow[]> {
  const { rows } = await tx.execute<TrainedRow>(sql`select s.exercise_id, count(distinct s.log_id)::int as workouts,
      (count(*) filter (where s.day >= ${recentFrom}::date))::int as recent_sets, max(s.one_rep_max_kg) as one_rep_max_kg
    from ${workoutSets} s
    join ${workoutLogs} l on l.coach_id = s.coach_id and l.client_id = s.client_id and l.id = s.log_id
    where s.coach_id = ${tx.scope.coachId} and s.client_id = ${clientId} and s.day >= ${from}::date
      and s.exercise_id is not null and s.done and not s.deleted and s.kind <> 'warm_up'
      and l.finished_at is not null and not l.deleted
    group by s.exercise_id order by workouts desc, s.exercise_id`);
  return rows;
}

/** Number of workouts that a client has finished since a day, and their median length in minutes. */
export async function findTrainingTime(
  tx: Tx<CoachScope>,
  clientId: string,
  from: string,
): Promise<{ workouts: number; minutes: number | null }> {
  const { rows } = await tx.execute<{ workouts: number; minutes: number | null }>(sql`select count(*)::int as workouts,
      percentile_cont(0.5) within group (order by extract(epoch from l.finished_at - l.started_at) / 60) as minutes
    from ${workoutLogs} l
    where l.coach_id = ${tx.scope.coachId} and l.client_id = ${clientId} and l.day >= ${from}::date
      and l.finished_at is not null and not l.deleted`);
  return rows[0] ?? { workouts: 0, minutes: null };
}

/** A workout counts for at most this long: a longer one was left running. */
const LONGEST_WORKOUT_MINUTES = 240;

/** Minutes of the workouts that a client has finished on these days. */
export async function sumTrainingMinutes(
  tx: Tx<CoachScope>,
  clientId: string,
  { from, to }: { from: string; to: string },
): Promise<number> {
  const { rows } = await tx.execute<{ minutes: number }>(sql`select
      coalesce(sum(least(extract(epoch from l.finished_at - l.started_at) / 60, ${LONGEST_WORKOUT_MINUTES})), 0)::float8
        as minutes
    from ${workoutLogs} l
    where l.coach_id = ${tx.scope.coachId} and l.client_id = ${clientId}
      and l.day between ${from}::date and ${to}::date and l.finished_at > l.started_at and not l.deleted`);
  return rows[0]?.minutes ?? 0;
}
