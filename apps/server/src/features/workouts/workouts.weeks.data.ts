import { type Placeholder, sql } from 'drizzle-orm';
import { relationships } from '../../core/relationships/relationships.table.ts';
import type { CoachScope } from '../../core/tenancy/scope.ts';
import type { Tx } from '../../platform/db/database.ts';
import { type Places, prepared } from '../../platform/db/prepared.ts';
import { selectTrainingDays } from '../programs/programs.schedule.service.ts';
import { workoutLogs } from './workouts.table.ts';

/** Number of the week before today, from 0, with its workouts. */
type StoredWeek = [week: number, done: number, due: number];

/** The due workouts of one client and template. `lastDay`: the newest day. */
export type ProgramWeeks = {
  clientId: string;
  programId: string | null;
  name: string;
  lastDay: string;
  weeks: StoredWeek[];
};

/** The `days` up to and including `to`, in parts of `partDays`. */
type ClientDays = {
  clientIds: readonly string[];
  todays: readonly string[];
  to: readonly string[];
  days: number;
  partDays: number;
};

const weeklyWorkouts = prepared(
  'weekly_workouts',
  (tx: Tx<CoachScope>, { coachId, clientIds, todays, to, days, partDays }: Places<ClientDays>) =>
    tx
      .select({
        clientId: sql<string>`g.client_id`,
        programId: sql<string | null>`g.program_id`,
        name: sql<string>`(array_agg(g.name order by g.last_day desc))[1]`,
        lastDay: sql<string>`max(g.last_day)::text`,
        weeks: sql<StoredWeek[]>`json_agg(json_build_array(g.week, g.done, g.due))`,
      })
      .from(sql`(select d.client_id, d.program_id, d.name, (d.last - d.day) / ${partDays}::integer as week, max(d.day) as last_day,
          count(*) filter (where d.done) as done, count(*) as due
        from ${dueDays(coachId, { clientIds, todays, to, days })} d
        group by d.client_id, d.program_id, d.name, week) g`)
      .groupBy(sql`g.client_id, g.program_id`),
);

// The logs are read once as a set, because a lookup for each of thousands of days would take most of the time.
/** Days on which a workout was due. SQL version of the contract's `dueWorkouts`, for the `days` days up to `to`. */
const dueDays = (
  coachId: Placeholder,
  { clientIds, todays, to, days }: { [Name in Exclude<keyof ClientDays, 'partDays'>]: Placeholder },
) => sql`(select p.* from (
    select c.client_id, c.today, c.last, r.check_in_pauses, t.program_id, t.name, t.day,
      (t.client_program_id, t.key) in (select l.client_program_id, l.day_key from ${workoutLogs} l
        where l.coach_id = ${coachId} and l.client_id = any(${clientIds}::uuid[]) and l.client_program_id is not null
          and l.day_key is not null and l.finished_at is not null and not l.deleted) as done
    from unnest(${clientIds}::uuid[], ${todays}::date[], ${to}::date[]) as c(client_id, today, last)
      join ${relationships} r on r.coach_id = ${coachId} and r.client_id = c.client_id
      cross join lateral ${selectTrainingDays(coachId, sql`c.client_id`, {
        from: sql`c.last - ${days}::integer + 1`,
        to: sql`c.last`,
      })} t) p
  where p.done or (p.day < p.today and not p.check_in_pauses @> p.day))`;

/** A client with their own today. */
type ClientToday = { clientId: string; today: string };

/** Due workouts of clients in the weeks before each client's own today, by template and week. */
export const selectWeeklyWorkouts = (
  tx: Tx<CoachScope>,
  clients: readonly ClientToday[],
  weeks: number,
): Promise<ProgramWeeks[]> => {
  const todays = clients.map(({ today }) => today);
  const clientIds = clients.map(({ clientId }) => clientId);
  return weeklyWorkouts(tx, { clientIds, todays, to: todays, days: 7 * weeks, partDays: 7 });
};

/** Due workouts in the `days` up to `to`, as week 0, and in as many days before them, as week 1. */
export const selectPeriodWorkouts = (
  tx: Tx<CoachScope>,
  clients: readonly ClientToday[],
  { to, days }: { to: string; days: number },
): Promise<ProgramWeeks[]> =>
  weeklyWorkouts(tx, {
    clientIds: clients.map(({ clientId }) => clientId),
    todays: clients.map(({ today }) => today),
    to: clients.map(() => to),
    days: 2 * days,
    partDays: days,
  });
