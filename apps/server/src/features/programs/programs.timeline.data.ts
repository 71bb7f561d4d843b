import { sql } from 'drizzle-orm';
import { timelineEvent } from '../../core/events/events.data.ts';
import type { CoachKey } from '../../core/tenancy/placement.ts';

/** What happened to a client's program in the timeline. One that was removed before it started is not shown. */
export const programLine = (
  coachId: CoachKey,
) => sql`select jsonb_build_object('kind', 'program', 'id', ${timelineEvent.id},
    'event', split_part(${timelineEvent.type}, '.', 2), 'name', p.name,
    'startDay', ${timelineEvent.data} ->> 'startDay') as line
  from client_programs p where p.coach_id = ${coachId} and p.id = ${timelineEvent.subjectId}`;
