import type { EventType } from '@stridewell/contract/events';
import { type SQL, sql } from 'drizzle-orm';
import type { NodePgDatabase } from 'drizzle-orm/node-postgres';
import { eventRecordedAt } from '../../core/events/events.data.ts';
import { visitDaysOf } from '../clients/clients.visits.service.ts';
import { endsOfPaying, hasFailedPayment } from '../money/money.ledger.service.ts';
import { ACT_PLACES, ACTS, EPOCH, type Recorded, STATUS_TYPES } from './retention.activity.rules.ts';
import { knownDaysOf } from './retention.facts.data.ts';
import type { Leaving } from './retention.features.rules.ts';

/** A transaction that may read the events of the tenant. */
export type Reader = Pick<NodePgDatabase<Record<string, never>>, 'execute'>;

export type Tenant = { coachId: string; timeZone: string };

const namesOf = (types: readonly EventType[]): SQL => sql.raw(types.map((type) => `'${type}'`).join(', '));
const STATUS_EVENTS = namesOf(STATUS_TYPES.map((type) => `relationship.${type}` as const));
/** Events that say something about a client. A session is no act of the client, because the coach records it. */
const ACT_EVENTS = namesOf([
  'workout.completed',
  'checkin.submitted',
  'message.sent',
  'measurement.recorded',
  'food.photographed',
  'checkin.reviewed',
  'session.completed',
]);

const isOf = (type: EventType): SQL => sql`e.type = ${sql.raw(`'${type}'`)}`;
/** The act of an event; null for events that do not count, such as a message to a group. */
const actOfEvent = sql`case
  when ${isOf('message.sent')} then case
    when e.actor = 'client' then ${sql.raw(`${ACTS.message}`)}
    when e.data ->> 'broadcastId' is not null then null
    when e.actor = 'coach' then ${sql.raw(`${ACTS.coachMessage}`)}
    else ${sql.raw(`${ACTS.automaticMessage}`)} end
  when ${isOf('session.completed')} or ${isOf('checkin.reviewed')} then case
    when e.actor = 'coach' and (${isOf('session.completed')} or (e.data ->> 'replied')::boolean)
      then ${sql.raw(`${ACTS.contact}`)} end
  when e.actor <> 'client' then null
  when ${isOf('workout.completed')} then ${sql.raw(`${ACTS.workout}`)}
  when ${isOf('checkin.submitted')} then ${sql.raw(`${ACTS.checkIn}`)}
  else ${sql.raw(`${ACTS.other}`)} end`;

/**
 * All that is recorded about the clients of the coach, in one statement that reads each event once; `activitiesOf` takes
 * the state of a day from it. Clients who deleted their account or objected to being scored have no rows.
 * @param onlyOf one client instead of all
 */
export async function selectRecorded(
  tx: Reader,
  { coachId, timeZone }: Tenant,
  onlyOf: string | null = null,
): Promise<Recorded[]> {
  const dayOf = (at: SQL) => sql`(${at} at time zone ${timeZone})::date - ${EPOCH}::date`;
  const ofOne = (clientId: SQL) => (onlyOf === null ? sql`true` : sql`${clientId} = ${onlyOf}::uuid`);
  const { rows } = await tx.execute<Recorded>(sql`
    select c.client_id as "clientId", c.changes, a.acts, a.days as "actDays", s.schedules, v.visits, k.known
    from (
      select e.client_id, json_agg(json_build_array(${dayOf(sql`e.occurred_at`)}, substr(e.type, 14), e.data ->> 'status')
        order by e.occurred_at, e.id) as changes
      from events e where e.coach_id = ${coachId} and e.type in (${STATUS_EVENTS}) and ${ofOne(sql`e.client_id`)}
        and e.client_id not in (select r.client_id from client_coach_relationships r
          where r.coach_id = ${coachId} and r.status = 'ended' and r.person_id is null)
        and e.client_id not in (select o.client_id from coachings o
          where o.coach_id = ${coachId} and o.scoring_objected_at is not null)
      group by e.client_id
    ) c
    left join (
      select e.client_id, json_agg(e.packed) as acts, json_agg(e.day) as days
      from (
        select e.client_id, (date_part('epoch', e.at) * 1000)::bigint * ${sql.raw(`${ACT_PLACES}`)} + e.act as packed,
          ${dayOf(sql`e.at`)} as day
        from (
          select e.client_id, ${eventRecordedAt} as at, ${actOfEvent} as act
          from events e where e.coach_id = ${coachId} and e.type in (${ACT_EVENTS}) and ${ofOne(sql`e.client_id`)}
          offset 0
        ) e
        where e.act is not null
      ) e
      group by e.client_id
    ) a on a.client_id = c.client_id
    left join (
      select e.client_id, json_agg(json_build_array(${dayOf(sql`e.at`)}, e.days) order by e.at, e.id) as schedules
      from (
        select e.client_id, e.id, ${eventRecordedAt} as at, (e.data ->> 'intervalDays')::int as days
        from events e where e.coach_id = ${coachId} and ${isOf('checkin.schedule_set')} and ${ofOne(sql`e.client_id`)}
        offset 0
      ) e
      group by e.client_id
    ) s on s.client_id = c.client_id
    left join (${visitDaysOf(coachId, ofOne)}) v on v.client_id = c.client_id
    left join (${knownDaysOf(coachId, { dayOf, ofOne })}) k on k.client_id = c.client_id
    order by c.client_id`);
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
