import { sql } from 'drizzle-orm';
import { timelineEvent } from '../../core/events/events.data.ts';
import type { CoachKey } from '../../core/tenancy/placement.ts';
import { plannedSets } from './workouts.data.ts';

const isWorkoutOf = (coachId: CoachKey) => sql`l.coach_id = ${coachId} and l.subject_id = ${timelineEvent.subjectId}
    and not l.deleted`;

/** A finished workout in the timeline, as it is now. */
export const workoutLine = (
  coachId: CoachKey,
) => sql`select jsonb_build_object('kind', 'workout', 'id', ${timelineEvent.id}, 'logId', l.id, 'name', l.name,
    'sets', l.sets, 'plannedSets', ${plannedSets(sql`l.head`)}, 'volumeKg', l.volume_kg, 'records', l.records, 'swaps', l.swaps) as line
  from workout_logs l where ${isWorkoutOf(coachId)} and l.finished_at is not null`;

/** A pain flag in the timeline. One that the client deleted is not shown. */
export const painLine = (
  coachId: CoachKey,
) => sql`select jsonb_build_object('kind', 'pain', 'id', ${timelineEvent.id}, 'logId', l.id, 'name', l.name,
    'part', flag ->> 'part', 'level', flag ->> 'level',
    'exercise', (select done ->> 'name' from jsonb_array_elements(l.head -> 'exercises') done
      where done ->> 'key' = flag ->> 'exerciseKey')) as line
  from workout_logs l cross join lateral jsonb_array_elements(l.head -> 'pains') flag
  where ${isWorkoutOf(coachId)} and flag ->> 'id' = ${timelineEvent.data} ->> 'flagId'
    and not (flag ->> 'deleted')::boolean`;
