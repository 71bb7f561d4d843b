import { sql } from 'drizzle-orm';
import type { OwnerDb } from './factories.ts';

const INSERT = 'INSERT INTO events (coach_id, id, client_id, type, subject_id, actor, occurred_at, data)';
/** Condition for rows without a recorded event, so that seeding twice adds nothing. */
const isMissing = (type: string, row: string, subject = 'id') =>
  `NOT EXISTS (SELECT FROM events e WHERE e.coach_id = ${row}.coach_id AND e.client_id = ${row}.client_id
    AND e.type = '${type}' AND e.subject_id = ${row}.${subject})`;
const startsAt = `jsonb_build_object('startsAt', to_char(s.session_date AT TIME ZONE 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"'))`;

/** Statements that record the events of rows which bypassed the services, one for each event type. */
export const EVENTS_OF_ROWS: readonly string[] = [
  `${INSERT} SELECT r.coach_id, gen_random_uuid(), r.client_id, 'checkin.schedule_set', r.client_id, 'system',
    coalesce(r.accepted_at, r.created_at), jsonb_build_object('firstDay', r.check_in_anchor,
      'intervalDays', r.check_in_interval_days, 'weekdays', r.check_in_weekdays)
  FROM client_coach_relationships r
  WHERE r.check_in_anchor IS NOT NULL AND ${isMissing('checkin.schedule_set', 'r', 'client_id')}`,
  `${INSERT} SELECT c.coach_id, gen_random_uuid(), c.client_id, 'checkin.submitted', c.id,
    CASE WHEN c.by_coach THEN 'coach' ELSE 'client' END, c.submitted_at,
    jsonb_build_object('day', c.day, 'adherence', c.adherence, 'weighed', c.weight_kg IS NOT NULL)
  FROM check_ins c WHERE ${isMissing('checkin.submitted', 'c')}`,
  `${INSERT} SELECT c.coach_id, gen_random_uuid(), c.client_id, 'checkin.reviewed', c.id, 'coach', c.reviewed_at,
    jsonb_build_object('replied', c.reply_id IS NOT NULL)
  FROM check_ins c WHERE c.reviewed_at IS NOT NULL AND NOT c.by_coach AND ${isMissing('checkin.reviewed', 'c')}`,
  `${INSERT} SELECT m.coach_id, gen_random_uuid(), m.client_id, 'message.sent', m.id, m.sender, m.created_at,
    jsonb_build_object('seq', m.seq, 'broadcastId', b.broadcast_id)
  FROM messages m
  LEFT JOIN broadcast_recipients b ON b.coach_id = m.coach_id AND b.client_id = m.client_id AND b.seq = m.seq
  WHERE ${isMissing('message.sent', 'm')}`,
  `${INSERT} SELECT s.coach_id, gen_random_uuid(), s.client_id, 'session.started', s.id, s.booked_by, s.session_date,
    jsonb_build_object('seriesId', s.series_id)
  FROM coach_sessions s WHERE s.client_id IS NOT NULL AND ${isMissing('session.started', 's')}`,
  `${INSERT} SELECT s.coach_id, gen_random_uuid(), s.client_id, 'session.completed', s.id, 'coach',
    least(s.session_date + make_interval(mins => s.minutes), now()), ${startsAt}
  FROM coach_sessions s
  WHERE s.client_id IS NOT NULL AND s.status = 'completed' AND ${isMissing('session.completed', 's')}`,
  `${INSERT} SELECT s.coach_id, gen_random_uuid(), s.client_id, 'session.cancelled', s.id, s.booked_by, s.cancelled_at,
    ${startsAt}
  FROM coach_sessions s
  WHERE s.client_id IS NOT NULL AND s.cancelled_at IS NOT NULL AND ${isMissing('session.cancelled', 's')}`,
  `${INSERT} SELECT p.coach_id, gen_random_uuid(), p.client_id, 'program.assigned', p.id, 'coach', p.assigned_at,
    jsonb_build_object('startDay', p.start_day)
  FROM client_programs p WHERE ${isMissing('program.assigned', 'p')}`,
  `${INSERT} SELECT m.coach_id, gen_random_uuid(), m.client_id, 'meal_plan.assigned', m.id, 'coach', m.created_at,
    jsonb_build_object('startDay', m.start_day)
  FROM meal_plans m WHERE m.client_id IS NOT NULL AND ${isMissing('meal_plan.assigned', 'm')}`,
  `${INSERT} SELECT t.coach_id, gen_random_uuid(), t.client_id, 'target.changed', t.id,
    CASE WHEN t.created_by = 'coach' THEN 'coach' ELSE 'system' END, t.created_at, '{}'::jsonb
  FROM nutrition_targets t WHERE ${isMissing('target.changed', 't')}`,
  `${INSERT} SELECT f.coach_id, gen_random_uuid(), f.client_id, 'food.photographed', f.id, 'client', f.arrived_at,
    jsonb_build_object('day', f.day)
  FROM (SELECT DISTINCT ON (coach_id, client_id, day) * FROM food_entries WHERE kind = 'photo'
    ORDER BY coach_id, client_id, day, arrived_at, id) f WHERE ${isMissing('food.photographed', 'f')}`,
  `${INSERT} SELECT c.coach_id, gen_random_uuid(), c.client_id, 'food.commented', c.id, 'coach', c.created_at,
    jsonb_build_object('day', c.day)
  FROM food_comments c WHERE ${isMissing('food.commented', 'c')}`,
  `${INSERT} SELECT l.coach_id, gen_random_uuid(), l.client_id, 'workout.completed', l.subject_id, 'client', l.completed_at,
    jsonb_build_object('day', l.day)
  FROM workout_logs l WHERE l.completed_at IS NOT NULL AND l.imported_from IS NULL AND ${isMissing('workout.completed', 'l', 'subject_id')}`,
  `${INSERT} SELECT l.coach_id, gen_random_uuid(), l.client_id, 'workout.pain_flagged', l.subject_id, 'client',
    (flag ->> 'at')::timestamptz, jsonb_build_object('flagId', flag ->> 'id')
  FROM workout_logs l CROSS JOIN LATERAL jsonb_array_elements(l.head -> 'pains') flag
  WHERE ${isMissing('workout.pain_flagged', 'l', 'subject_id')}`,
  `${INSERT} SELECT n.coach_id, gen_random_uuid(), n.client_id, 'note.created', n.id, 'coach', n.created_at,
    jsonb_build_object('day', n.day)
  FROM client_notes n WHERE ${isMissing('note.created', 'n')}`,
  `${INSERT} SELECT m.coach_id, gen_random_uuid(), m.client_id, 'measurement.recorded', min(m.id::text)::uuid,
    (array_agg(m.source ORDER BY m.id))[1], m.recorded_at,
    jsonb_build_object('day', m.day, 'kinds', jsonb_agg(m.kind ORDER BY m.kind))
  FROM measurements m
  WHERE NOT EXISTS (SELECT FROM events e WHERE e.coach_id = m.coach_id AND e.client_id = m.client_id
    AND e.type = 'measurement.recorded' AND e.occurred_at = m.recorded_at)
  GROUP BY m.coach_id, m.client_id, m.recorded_at, m.day`,
];

export async function seedEvents(db: OwnerDb): Promise<void> {
  for (const statement of EVENTS_OF_ROWS) await db.execute(sql.raw(statement));
}
