import { type SQL, sql } from 'drizzle-orm';
import type { NodePgDatabase } from 'drizzle-orm/node-postgres';
import { eventRecordedAt } from '../../core/events/events.data.ts';
import { lastVisitUntil } from '../clients/clients.visits.service.ts';
import { endsOfPaying, hasFailedPayment } from '../money/money.figures.service.ts';
import { knownDaysUntil } from './retention.facts.data.ts';
import type { Activity, Leaving } from './retention.features.rules.ts';

/** A transaction that may read the events of the tenant. */
export type Reader = Pick<NodePgDatabase<Record<string, never>>, 'execute'>;

type Tenant = { coachId: string; timeZone: string };

const STATUS_TYPES = sql.raw(
  ['accepted', 'paused', 'resumed', 'archived', 'restored', 'ended'].map((type) => `'relationship.${type}'`).join(', '),
);
/** Events that clients cause. Sessions are not among them, because the coach records those. */
const ACTIVITY_TYPES = sql.raw(
  ['checkin.submitted', 'workout.completed', 'message.sent', 'measurement.recorded', 'food.photographed']
    .map((type) => `'${type}'`)
    .join(', '),
);

/**
 * The activity of the coach's active clients as of the end of past days, in one statement that reads the events of a client
 * once for each day (`offset 0` keeps the moment of an event from being computed for each figure). Events are
 * append-only and count from when they were recorded, so later events never change an earlier day. A visit has its day,
 * and a reason that the coach knows counts from when they said so. A pause is no silence: its days are left out, and
 * silence starts again at its end. Clients who deleted their account or
 * objected to being scored have no rows.
 * @param days in the coach's time zone
 * @param onlyOf one client instead of all
 */
export async function selectActivity(
  tx: Reader,
  { coachId, timeZone }: Tenant,
  days: readonly string[],
  onlyOf: string | null = null,
) {
  const dayOf = (at: SQL) => sql`(${at} at time zone ${timeZone})::date`;
  const { rows } = await tx.execute<Activity & { clientId: string; day: string }>(sql`
    with asked as (
      select d.day, (d.day + 1)::timestamp at time zone ${timeZone} as cutoff
      from json_array_elements_text(${JSON.stringify(days)}::json) j(value) cross join lateral (select j.value::date as day) d
    ),
    changes as (
      select e.client_id, e.type, e.data ->> 'status' as restored, e.occurred_at,
        lead(e.occurred_at) over (partition by e.client_id order by e.occurred_at, e.id) as until
      from events e where e.coach_id = ${coachId} and e.type in (${STATUS_TYPES}) and e.client_id not in (
        select r.client_id from client_coach_relationships r
        where r.coach_id = ${coachId} and r.status = 'ended' and r.person_id is null)
        and e.client_id not in (
        select o.client_id from coachings o where o.coach_id = ${coachId} and o.scoring_objected_at is not null)
        and (${onlyOf}::uuid is null or e.client_id = ${onlyOf}::uuid)
    ),
    active as (
      select a.day, a.cutoff, c.client_id, ${dayOf(sql`c.occurred_at`)} as since,
        (select ${dayOf(sql`min(f.occurred_at)`)} from changes f where f.client_id = c.client_id
          and f.type = 'relationship.accepted') as accepted,
        (select coalesce(json_agg(json_build_array(${dayOf(sql`p.occurred_at`)}, ${dayOf(sql`p.until`)})), '[]')
          from changes p where p.client_id = c.client_id and p.until < a.cutoff
            and (p.type in ('relationship.paused', 'relationship.archived', 'relationship.ended')
              or p.restored = 'paused')) as pauses
      from asked a join changes c on c.occurred_at < a.cutoff and (c.until is null or c.until >= a.cutoff)
      where c.type in ('relationship.accepted', 'relationship.resumed')
        or c.type = 'relationship.restored' and c.restored = 'active'
    )
    select s.client_id as "clientId", s.day::text, s.since::text, s.accepted::text, s.pauses,
      ${lastVisitUntil(coachId, sql`s.client_id`, sql`s.day`)} as visit,
      ${knownDaysUntil(coachId, { clientId: sql`s.client_id`, day: sql`s.day`, cutoff: sql`s.cutoff`, dayOf })} as known,
      x.days, x.workout::text, x.check_in::text as "checkIn", x.message::text, x.messages, x.check_ins as "checkIns",
      x.contacts, x.interval_days as "intervalDays", x.recent_reply as "recentReply", x.usual_reply as "usualReply"
    from active s
    cross join lateral (
      select coalesce(json_agg(distinct s.day - x.on_day) filter (where x.is_activity), '[]') as days,
        max(x.on_day) filter (where x.is_activity and x.type = 'workout.completed') as workout,
        max(x.on_day) filter (where x.is_activity and x.type = 'checkin.submitted') as check_in,
        max(x.on_day) filter (where x.is_activity and x.type = 'message.sent') as message,
        count(*) filter (where x.is_recent and x.is_activity and x.type = 'message.sent')::int as messages,
        count(*) filter (where x.is_recent and x.is_activity and x.type = 'checkin.submitted')::int as check_ins,
        count(*) filter (where x.is_recent and x.actor = 'coach' and (x.is_talk or x.type = 'session.completed'
          or x.type = 'checkin.reviewed' and (x.data ->> 'replied')::boolean))::int as contacts,
        (array_agg((x.data ->> 'intervalDays')::int order by x.at desc)
          filter (where x.type = 'checkin.schedule_set'))[1] as interval_days,
        avg(x.reply) filter (where x.answered >= s.cutoff - interval '28 days')::float8 as recent_reply,
        avg(x.reply)::float8 as usual_reply
      from (
        select w.*, w.at >= s.cutoff - interval '28 days' as is_recent,
          w.actor = 'client' and w.type in (${ACTIVITY_TYPES}) as is_activity, ${dayOf(sql`w.at`)} as on_day,
          case when w.is_talk and w.actor = 'coach' and w.answerer = 'client'
            then ln(1 + extract(epoch from w.answered - w.at) / 3600) end as reply
        from (
          select v.*, lead(v.at) over t as answered, lead(v.actor) over t as answerer
          from (
            select e.id, e.type, e.actor, e.data, ${eventRecordedAt} as at,
              e.type = 'message.sent' and e.data ->> 'broadcastId' is null as is_talk
            from events e
            where e.coach_id = ${coachId} and e.client_id = s.client_id and (e.type in (${ACTIVITY_TYPES})
              or e.type in ('checkin.reviewed', 'session.completed', 'checkin.schedule_set'))
            offset 0
          ) v
          where v.at < s.cutoff
          window t as (partition by v.is_talk order by v.at, v.id)
        ) w
        offset 0
      ) x
    ) x
    order by s.client_id, s.day`);
  return rows;
}

/**
 * The days on which clients left, by client and day: the coaching ended or was archived, a whole payment was refunded, or
 * no subscription followed one that ended. `byPayment`: a payment had failed, which is no question of motivation.
 */
export async function selectLeavings(tx: Reader, { coachId, timeZone }: Tenant) {
  const { rows } = await tx.execute<Leaving>(sql`
    select l.client_id as "clientId", l.day::text, ${hasFailedPayment(coachId, sql`l.client_id`, sql`l.day`)} as "byPayment"
    from (
      select e.client_id, (e.occurred_at at time zone ${timeZone})::date as day
      from events e where e.coach_id = ${coachId} and e.type in ('relationship.ended', 'relationship.archived')
      union all ${endsOfPaying(coachId)}
    ) l
    order by l.client_id, l.day`);
  return rows;
}

/** Coaches by id, for the owner of the database. */
export async function selectTenants(tx: Reader, after: string | null, limit: number): Promise<Tenant[]> {
  const { rows } = await tx.execute<Tenant>(sql`select id as "coachId", time_zone as "timeZone" from coaches
    where ${after}::uuid is null or id > ${after}::uuid order by id limit ${limit}`);
  return rows;
}
