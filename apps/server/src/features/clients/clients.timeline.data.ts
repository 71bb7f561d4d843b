import type { TimelineEntry } from '@stridewell/contract/clients/clients.timeline';
import type { TimelineFilter } from '@stridewell/contract/clients/clients.timeline.rules';
import type { EventType } from '@stridewell/contract/events';
import { type SQL, sql } from 'drizzle-orm';
import { excerpt, timelineEvent } from '../../core/events/events.data.ts';
import { registryOf } from '../../core/registry.ts';
import type { CoachKey } from '../../core/tenancy/placement.ts';
import type { CoachScope } from '../../core/tenancy/scope.ts';
import type { Tx } from '../../platform/db/database.ts';

/** The event after which a page begins. */
export type TimelinePlace = { at: Date; id: string };

export type TimelineRange = {
  clientId: string;
  filter: TimelineFilter;
  place: TimelinePlace;
  /** First instant of the day of `place`, in `timeZone`. */
  dayStart: Date;
  now: Date;
  timeZone: string;
  limit: number;
};

const STATUS_TYPES = [
  'relationship.added',
  'relationship.invited',
  'relationship.accepted',
  'relationship.declined',
  'relationship.revoked',
  'relationship.paused',
  'relationship.resumed',
  'relationship.archived',
  'relationship.restored',
  'relationship.ended',
  'record.updated',
  'onboarding.completed',
] as const satisfies readonly EventType[];

/** Event types of each filter. */
const TYPES_OF: Readonly<Record<Exclude<TimelineFilter, 'all'>, readonly EventType[]>> = {
  status: STATUS_TYPES,
  check_in: ['checkin.submitted'],
  message: ['message.sent'],
  session: ['session.started'],
  program: ['program.assigned', 'program.changed', 'program.ended', 'adjustment.applied', 'adjustment.undone'],
  workout: ['workout.completed', 'workout.pain_flagged'],
  nutrition: ['target.changed', 'meal_plan.assigned', 'food.photographed', 'food.commented'],
  note: ['note.created'],
  measurement: ['measurement.recorded'],
};

const statusLine = () => sql`select jsonb_build_object('kind', 'status', 'id', ${timelineEvent.id}, 'event',
    case ${timelineEvent.type} when 'record.updated' then 'record_edited'
      when 'onboarding.completed' then 'onboarding_completed' else split_part(${timelineEvent.type}, '.', 2) end,
    'actor', ${timelineEvent.actor}, 'fields', coalesce(${timelineEvent.data} -> 'fields', '[]')) as line`;

/** Timeline lines for changes of the relationship, which need only the event. */
export const statusLines = Object.fromEntries(STATUS_TYPES.map((type) => [type, statusLine]));

export const noteLine = (
  coachId: CoachKey,
) => sql`select jsonb_build_object('kind', 'note', 'id', n.id, 'text', ${excerpt(sql`n.text`)},
    'pinned', n.pinned) as line
  from client_notes n where n.coach_id = ${coachId} and n.id = ${timelineEvent.subjectId}
    and n.removed_at is null`;

/** Each type reads its part of the index backwards from the cursor, and stops after a page. */
function selectLines(tx: Tx<CoachScope>, types: readonly EventType[], range: TimelineRange): SQL[] {
  const { coachId } = tx.scope;
  const { clientId, place, now, limit } = range;
  const lines = registryOf(tx).timelineLines;
  const before = sql`(${place.at.toISOString()}::timestamptz, ${place.id}::uuid)`;
  return types.flatMap((type) => {
    if (type === 'message.sent') return [selectMessageDays(coachId, range, before)];
    const line = lines[type]?.(coachId);
    if (!line) return [];
    return [
      sql`select e.id, e.occurred_at, l.line from events e cross join lateral (${line}) l
        where e.coach_id = ${coachId} and e.client_id = ${clientId} and e.type = ${type}
        and (e.occurred_at, e.id) < ${before}
        ${type === 'session.started' ? sql`and e.occurred_at <= ${now.toISOString()}::timestamptz` : sql``}
        order by e.occurred_at desc, e.id desc limit ${limit}`,
    ];
  });
}

/**
 * Groups a conversation by day. Jumps from the last message of a day to that of the previous one, so that only messages
 * of the page are counted. A day with a message after the cursor was already shown.
 */
function selectMessageDays(coachId: string, range: TimelineRange, before: SQL): SQL {
  const { clientId, timeZone, limit } = range;
  const dayStart = sql`${range.dayStart.toISOString()}::timestamptz`;
  const sent = sql`m.coach_id = ${coachId} and m.client_id = ${clientId} and m.type = 'message.sent'`;
  const last = (from: SQL) => sql`select m.id, m.subject_id, m.occurred_at,
    date_trunc('day', m.occurred_at at time zone ${timeZone}) at time zone ${timeZone} as start
    from events m where ${sent} and ${from} order by m.occurred_at desc, m.id desc limit 1`;
  const shown = sql`exists (select 1 from events m where ${sent} and (m.occurred_at, m.id) >= ${before}
    and m.occurred_at < ${dayStart} + interval '26 hours'
    and date_trunc('day', m.occurred_at at time zone ${timeZone})
      = date_trunc('day', ${dayStart} at time zone ${timeZone}))`;
  return sql`select hop.id, hop.occurred_at, (select jsonb_build_object('kind', 'message', 'id', hop.subject_id,
      'coach', count(*) filter (where m.actor <> 'client'), 'client', count(*) filter (where m.actor = 'client'))
      from events m where ${sent} and m.occurred_at >= hop.start and m.occurred_at <= hop.occurred_at) as line
    from (with recursive hops as (
      (${last(sql`(m.occurred_at, m.id) < ${before} and (m.occurred_at < ${dayStart} or not ${shown})`)})
      union all
      select earlier.* from hops, lateral (${last(sql`m.occurred_at < hops.start`)}) earlier
    ) select * from hops limit ${limit}) hop`;
}

/** An entry with its cursor. */
export type TimelineLine = TimelinePlace & { entry: TimelineEntry };

/** At most `limit` entries before the cursor, latest first. */
export async function selectTimeline(tx: Tx<CoachScope>, range: TimelineRange): Promise<TimelineLine[]> {
  const types = range.filter === 'all' ? Object.values(TYPES_OF).flat() : TYPES_OF[range.filter];
  const { rows } = await tx.execute<{ entry: TimelineEntry; event_id: string }>(sql`select t.id as event_id,
    jsonb_build_object('at', to_char(t.occurred_at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"')) || t.line as entry
    from (${sql.join(
      selectLines(tx, types, range).map((part) => sql`(${part})`),
      sql` union all `,
    )}) t order by t.occurred_at desc, t.id desc limit ${range.limit}`);
  return rows.map(({ entry, event_id }) => ({ entry, at: new Date(entry.at), id: event_id }));
}
