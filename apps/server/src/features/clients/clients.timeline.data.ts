import { TIMELINE_EXCERPT, type TimelineEntry, type TimelineFilter } from '@stridewell/contract/clients.timeline.rules';
import { type SQL, sql } from 'drizzle-orm';
import type { CoachScope } from '../../core/tenancy/scope.ts';
import type { Tx } from '../../platform/db/database.ts';

/** Where a page begins: after this entry. */
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

type Kind = Exclude<TimelineFilter, 'all'>;

const excerpt = (text: SQL) =>
  sql`left(${text}, ${sql.raw(String(TIMELINE_EXCERPT))}) || case when char_length(${text}) > ${sql.raw(String(TIMELINE_EXCERPT))} then '…' else '' end`;

/** Each kind reads its own index backwards from the place and stops after a page, however long the history is. */
function parts(coachId: string, { clientId, place, dayStart, now, timeZone, limit }: TimelineRange): Record<Kind, SQL> {
  const own = (table: string) =>
    sql`${sql.raw(table)}.coach_id = ${coachId} and ${sql.raw(table)}.client_id = ${clientId}`;
  const before = sql`(${place.at.toISOString()}::timestamptz, ${place.id}::uuid)`;
  const order = (at: string) => sql`order by ${sql.raw(at)} desc, id desc limit ${limit}`;
  return {
    status: sql`select 'status' as kind, e.id, e.at,
      jsonb_build_object('event', e.kind, 'actor', e.actor, 'fields', e.fields) as detail
      from client_events e where ${own('e')} and (e.at, e.id) < ${before} ${order('e.at')}`,
    check_in: sql`select 'check_in' as kind, c.id, c.submitted_at as at, jsonb_build_object('weightKg', c.weight_kg,
      'adherence', c.adherence, 'energy', c.energy, 'note', ${excerpt(sql`c.note`)}) as detail
      from check_ins c where ${own('c')} and (c.submitted_at, c.id) < ${before} ${order('c.submitted_at')}`,
    session: sql`select 'session' as kind, s.id, s.session_date as at,
      jsonb_build_object('sessionType', s.session_type, 'completed', s.status = 'completed') as detail
      from coach_sessions s where ${own('s')} and (s.session_date, s.id) < ${before}
      and s.session_date <= ${now.toISOString()}::timestamptz ${order('s.session_date')}`,
    note: sql`select 'note' as kind, n.id, n.created_at as at,
      jsonb_build_object('text', ${excerpt(sql`n.text`)}, 'pinned', n.pinned) as detail
      from client_notes n where ${own('n')} and (n.created_at, n.id) < ${before} and n.removed_at is null
      ${order('n.created_at')}`,
    // What one person entered together is one entry.
    measurement: sql`select 'measurement' as kind, min(m.id::text)::uuid as id, m.recorded_at as at, jsonb_build_object(
      'day', m.day, 'by', m.source, 'values', jsonb_agg(jsonb_build_object('kind', m.kind, 'value', m.value) order by m.kind)) as detail
      from measurements m where ${own('m')} and m.recorded_at <= ${place.at.toISOString()}::timestamptz
      group by m.recorded_at, m.day, m.source having (m.recorded_at, min(m.id::text)::uuid) < ${before} ${order('m.recorded_at')}`,
    message: messageDays({ own, before, dayStart, timeZone, limit }),
  };
}

/**
 * A conversation in days: hops from the last message of one day to that of the day before, so that messages between
 * them are counted and the rest of the history is not read. A day of which something lies after the place was shown.
 */
function messageDays(range: {
  own: (table: string) => SQL;
  before: SQL;
  dayStart: Date;
  timeZone: string;
  limit: number;
}) {
  const { own, before, timeZone, limit } = range;
  const dayStart = sql`${range.dayStart.toISOString()}::timestamptz`;
  const last = (from: SQL) => sql`select m.id, m.created_at as at,
    date_trunc('day', m.created_at at time zone ${timeZone}) at time zone ${timeZone} as start
    from messages m where ${own('m')} and ${from} order by m.created_at desc, m.id desc limit 1`;
  const shown = sql`exists (select 1 from messages m where ${own('m')} and (m.created_at, m.id) >= ${before}
    and m.created_at < ${dayStart} + interval '26 hours'
    and date_trunc('day', m.created_at at time zone ${timeZone})
      = date_trunc('day', ${dayStart} at time zone ${timeZone}))`;
  return sql`select 'message' as kind, hop.id, hop.at, (select jsonb_build_object(
      'coach', count(*) filter (where m.sender = 'coach'), 'client', count(*) filter (where m.sender = 'client'))
      from messages m where ${own('m')} and m.created_at >= hop.start and m.created_at <= hop.at) as detail
    from (with recursive hops as (
      (${last(sql`(m.created_at, m.id) < ${before} and (m.created_at < ${dayStart} or not ${shown})`)})
      union all
      select earlier.* from hops, lateral (${last(sql`m.created_at < hops.start`)}) earlier
    ) select * from hops limit ${limit}) hop`;
}

/** At most `limit` entries before the place, the latest first. */
export async function selectTimeline(tx: Tx<CoachScope>, range: TimelineRange): Promise<TimelineEntry[]> {
  const all = parts(tx.scope.coachId, range);
  const chosen = range.filter === 'all' ? Object.values(all) : [all[range.filter]];
  const { rows } = await tx.execute<{ entry: TimelineEntry }>(sql`select jsonb_build_object('kind', t.kind, 'id', t.id,
    'at', to_char(t.at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"')) || t.detail as entry
    from (${sql.join(
      chosen.map((part) => sql`(${part})`),
      sql` union all `,
    )}) t order by t.at desc, t.id desc limit ${range.limit}`);
  return rows.map(({ entry }) => entry);
}
