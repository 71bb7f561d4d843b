import { sql } from 'drizzle-orm';
import { timelineEvent } from '../../core/events/events.data.ts';
import type { CoachKey } from '../../core/tenancy/placement.ts';
import { plannedSets } from './workouts.data.ts';

const isWorkoutOf = (coachId: CoachKey) => sql`l.coach_id = ${coachId} and l.subject_id = ${timelineEvent.subjectId}
    and not l.deleted`;

/** Timeline line of a finished workout, with its current data. */
export const workoutLine = (
  coachId: CoachKey,
) => sql`select jsonb_build_object('kind', 'workout', 'id', ${timelineEvent.id}, 'logId', l.id, 'name', l.name,
    'sets', l.sets, 'plannedSets', ${plannedSets(sql`l.head`)}, 'volumeKg', l.volume_kg, 'records', l.records, 'swaps', l.swaps) as line
  from workout_logs l where ${isWorkoutOf(coachId)} and l.finished_at is not null`;

/** Timeline line of a pain flag. Deleted flags are not shown. */
export const painLine = (
  coachId: CoachKey,
) => sql`select jsonb_build_object('kind', 'pain', 'id', ${timelineEvent.id}, 'logId', l.id, 'name', l.name,
    'part', flag ->> 'part', 'level', flag ->> 'level',
    'exercise', (select done ->> 'name' from jsonb_array_elements(l.head -> 'exercises') done
      where done ->> 'key' = flag ->> 'exerciseKey')) as line
  from workout_logs l cross join lateral jsonb_array_elements(l.head -> 'pains') flag
  where ${isWorkoutOf(coachId)} and flag ->> 'id' = ${timelineEvent.data} ->> 'flagId'
    and not (flag ->> 'deleted')::boolean`;
