import { ADHERENCE_DAYS, type PlannedDay } from '@stridewell/contract/workouts/workouts.adherence.rules';
import { type SQL, type SQLWrapper, sql } from 'drizzle-orm';
import { clientZone, isRelationshipWith } from '../../core/relationships/relationships.data.ts';
import { relationships } from '../../core/relationships/relationships.table.ts';
import type { CoachKey } from '../../core/tenancy/placement.ts';
import type { CoachScope } from '../../core/tenancy/scope.ts';
import type { Tx } from '../../platform/db/database.ts';
import { selectTrainingDays } from '../programs/programs.schedule.service.ts';
import { workoutLogs } from './workouts.table.ts';

/** A range of days, both included. */
type Days = { from: SQLWrapper | string; to: SQLWrapper | string };

// Arrays instead of objects, because repeated property names would be most of the data.
type StoredDay = [day: string, done: boolean];
const toPlannedDays = (days: readonly StoredDay[]) => days.map(([day, done]): PlannedDay => ({ day, done }));

/** Whether the workout of a training day `t` was finished. */
const isDone = (coachId: CoachKey, clientId: SQL): SQL => sql`exists (select from ${workoutLogs} l
  where l.coach_id = ${coachId} and l.client_id = ${clientId} and l.client_program_id = t.client_program_id
    and l.day_key = t.key and l.finished_at is not null and not l.deleted)`;

/** The planned workouts of a client in a range of days as JSON; null without any. */
const jsonOfDays = (coachId: CoachKey, clientId: SQL, days: Days): SQL => sql`(
  select json_agg(json_build_array(t.day, ${isDone(coachId, clientId)}) order by t.day)
  from ${selectTrainingDays(coachId, clientId, days)} t)`;

/** The planned workouts of a client in a range of days, by day. */
export const plannedDays = (coachId: CoachKey, clientId: SQL, days: Days): SQL<PlannedDay[]> =>
  sql`coalesce(${jsonOfDays(coachId, clientId, days)}, '[]')`.mapWith(toPlannedDays);

/**
 * `workoutPercent` of the workouts due in four weeks, for sorting a list; null while none was due.
 * @param clock the current time, and the coach's time zone for clients without one
 */
export const percentOfWorkouts = (
  coachId: CoachKey,
  days: Days,
  { now, timeZone }: { now: Date; timeZone: string },
): SQL<number | null> => {
  const clientId = sql`client_coach_relationships.client_id`;
  return sql`(select round(100.0 * count(*) filter (where d.done) / nullif(count(*), 0))::integer
    from (select t.day, ${isDone(coachId, clientId)} as done from ${selectTrainingDays(coachId, clientId, days)} t) d,
      (select (${now.toISOString()}::timestamptz
        at time zone coalesce(${clientZone(coachId)}, ${timeZone}))::date as today) n
    where d.day <= n.today and d.day > n.today - ${sql.raw(String(ADHERENCE_DAYS))}
      and (d.done or (d.day < n.today and not client_coach_relationships.check_in_pauses @> d.day)))`;
};

/** The planned workouts of a client, and their time zone, which is null for a former client. */
export type Training = { timeZone: string | null; planned: PlannedDay[] };
const toTraining = ({ timeZone, days }: { timeZone: string | null; days: StoredDay[] }): Training => ({
  timeZone,
  planned: toPlannedDays(days),
});

/**
 * The training of a relationship in a range of days, for selects from `relationships`; null without planned workouts.
 */
export const training = (coachId: CoachKey, days: Days): SQL<Training | null> =>
  sql`(select json_build_object('days', t.days, 'timeZone', ${clientZone(coachId)})
    from (select ${jsonOfDays(coachId, sql`client_coach_relationships.client_id`, days)} as days) t
    where t.days is not null)`.mapWith(toTraining);

/** The training of one client with the pauses of the coaching; undefined when the scope has no such client. */
export async function findTraining(tx: Tx<CoachScope>, clientId: string, days: { from: string; to: string }) {
  const [row] = await tx
    .select({ training: training(tx.scope.coachId, days), pauses: relationships.checkInPauses })
    .from(relationships)
    .where(isRelationshipWith(tx, clientId));
  return row;
}
