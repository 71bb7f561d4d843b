import { sql } from 'drizzle-orm';
import { excerpt, timelineEvent } from '../../core/events/events.data.ts';

/** A check-in in the timeline. */
export const checkInLine = sql`select jsonb_build_object('kind', 'check_in', 'id', c.id, 'weightKg', c.weight_kg,
    'adherence', c.adherence, 'energy', c.energy, 'note', ${excerpt(sql`c.note`)}) as line
  from check_ins c where c.coach_id = ${timelineEvent.coachId} and c.id = ${timelineEvent.subjectId}`;
