import { sql } from 'drizzle-orm';
import { timelineEvent } from '../../core/events/events.data.ts';
import type { CoachKey } from '../../core/tenancy/placement.ts';

/** What one person measured together in the timeline. A value that the other side corrected later is a line of its own. */
export const measurementLine = (
  coachId: CoachKey,
) => sql`select jsonb_build_object('kind', 'measurement', 'id', min(m.id::text), 'day', m.day,
    'by', m.source, 'values', jsonb_agg(jsonb_build_object('kind', m.kind, 'value', m.value) order by m.kind)) as line
  from measurements m where m.coach_id = ${coachId} and m.client_id = ${timelineEvent.clientId}
    and m.recorded_at = ${timelineEvent.occurredAt} and m.day = (${timelineEvent.data} ->> 'day')::date
  group by m.day, m.source`;
