import { sql } from 'drizzle-orm';
import { excerpt, timelineEvent } from '../../core/events/events.data.ts';
import type { CoachKey } from '../../core/tenancy/placement.ts';

/** A check-in in the timeline. */
export const checkInLine = (
  coachId: CoachKey,
) => sql`select jsonb_build_object('kind', 'check_in', 'id', c.id, 'weightKg', c.weight_kg,
    'adherence', c.adherence, 'energy', c.energy, 'note', ${excerpt(sql`c.note`)}) as line
  from check_ins c where c.coach_id = ${coachId} and c.id = ${timelineEvent.subjectId}`;
