import { sql } from 'drizzle-orm';
import { timelineEvent } from '../../core/events/events.data.ts';
import type { CoachKey } from '../../core/tenancy/placement.ts';

/** A change of the client's coming days in the timeline. */
export const adjustmentLine = (
  coachId: CoachKey,
) => sql`select jsonb_build_object('kind', 'adjustment', 'id', ${timelineEvent.id},
    'event', split_part(${timelineEvent.type}, '.', 2), 'change', a.kind, 'automatic', a.decided_by = 'rules',
    'reason', a.reason) as line
  from adjustments a where a.coach_id = ${coachId} and a.id = ${timelineEvent.subjectId}`;
