import { sql } from 'drizzle-orm';
import { excerpt, timelineEvent } from '../../core/events/events.data.ts';
import type { CoachKey } from '../../core/tenancy/placement.ts';

/** Timeline line of a day with photos. Excludes days whose photos were all deleted. */
export const foodPhotosLine = (
  coachId: CoachKey,
) => sql`select jsonb_build_object('kind', 'food_photos', 'id', ${timelineEvent.id}, 'day', f.day,
    'photos', count(*)) as line
  from food_entries f where f.coach_id = ${coachId} and f.client_id = ${timelineEvent.clientId}
    and f.day = (${timelineEvent.data} ->> 'day')::date and f.kind = 'photo' and not f.deleted
  group by f.day`;

/** Timeline line of a comment on the food log. */
export const foodCommentLine = (
  coachId: CoachKey,
) => sql`select jsonb_build_object('kind', 'food_comment', 'id', c.id, 'day', c.day, 'meal', c.meal,
    'text', ${excerpt(sql`c.text`)}) as line
  from food_comments c where c.coach_id = ${coachId} and c.id = ${timelineEvent.subjectId}`;
