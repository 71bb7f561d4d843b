import { sql } from 'drizzle-orm';
import type { OwnerDb } from './factories.ts';

/** One of so many other days has a visit as well. */
const ONE_IN = sql.raw('4');

/**
 * Visits of clients on the days on which they did something, and on some days in between. None is later than their last
 * act, so clients are as silent as without visits. A day depends on the client's name, so each seed has the same ones.
 */
export async function seedVisits(db: OwnerDb, now: Date): Promise<void> {
  await db.execute(sql`
    with acts as (
      select e.coach_id, e.client_id, e.occurred_at as at from events e
      where e.actor = 'client' and e.type <> 'session.started'
      union all
      select f.coach_id, f.client_id, f.arrived_at from food_entries f where f.import_id is null
      union all
      select h.coach_id, h.client_id, h.recorded_at from habit_days h
    ),
    visited as (
      select a.coach_id, a.client_id, (a.at at time zone c.time_zone)::date as day, c.time_zone, min(a.at) as first_at,
        max(a.at) as last_at
      from acts a join coaches c on c.id = a.coach_id
      where a.at <= ${now.toISOString()}::timestamptz
      group by a.coach_id, a.client_id, day, c.time_zone
    ),
    between_acts as (
      select v.coach_id, v.client_id, d::date as day,
        (d::date + time '18:00' + make_interval(mins => abs(hashtext(r.full_name || d.number)) % 240)) at time zone
          v.time_zone as at
      from (select coach_id, client_id, time_zone, min(day) as first, max(day) as last from visited
          group by coach_id, client_id, time_zone) v
        join client_coach_relationships r on r.coach_id = v.coach_id and r.client_id = v.client_id
        cross join lateral generate_series(v.first + 1, v.last - 1, interval '1 day') with ordinality as d(d, number)
      where abs(hashtext(r.full_name || ' ' || d.number)) % ${ONE_IN} = 0
    )
    insert into client_visits (coach_id, client_id, day, first_at, last_at)
    select coach_id, client_id, day, first_at, last_at from visited
    union all
    select b.coach_id, b.client_id, b.day, b.at, b.at from between_acts b where not exists (
      select from visited v where v.coach_id = b.coach_id and v.client_id = b.client_id and v.day = b.day)`);
}
