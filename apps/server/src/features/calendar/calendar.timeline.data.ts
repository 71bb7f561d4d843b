import { sql } from 'drizzle-orm';
import { timelineEvent } from '../../core/events/events.data.ts';
import { events } from '../../core/events/events.table.ts';
import type { CoachKey } from '../../core/tenancy/placement.ts';

/**
 * Timeline line of a session, at its start. Each booking and move records a start, so outdated starts are left out, and
 * of two events with the same start the later one counts.
 */
export const sessionLine = (
  coachId: CoachKey,
) => sql`select jsonb_build_object('kind', 'session', 'id', s.id, 'sessionType', s.session_type,
    'completed', s.status = 'completed', 'missed', s.status = 'no_show') as line
  from coach_sessions s where s.coach_id = ${coachId} and s.id = ${timelineEvent.subjectId}
    and s.client_id = ${timelineEvent.clientId} and s.session_date = ${timelineEvent.occurredAt}
    and not exists (select from ${events} later where later.coach_id = ${coachId}
      and later.client_id = ${timelineEvent.clientId} and later.type = ${timelineEvent.type}
      and later.occurred_at = ${timelineEvent.occurredAt} and later.id > ${timelineEvent.id}
      and later.subject_id = ${timelineEvent.subjectId})`;
