import { LABEL_AHEAD_DAYS } from '@stridewell/contract/clients/clients.labels.rules';
import type { Pause } from '@stridewell/contract/people.rules';
import { addDays, dayInZone } from '@stridewell/contract/time';
import { ADHERENCE_DAYS, dueWorkouts, type PlannedDay } from '@stridewell/contract/workouts/workouts.adherence.rules';
import { percentOfWorkouts, plannedDays, type Training, training } from './workouts.adherence.data.ts';
import { type ProgramWeeks, selectWeeklyWorkouts } from './workouts.weeks.data.ts';

/** What other features select of planned workouts. */
export {
  type ProgramWeeks,
  percentOfWorkouts,
  plannedDays,
  selectWeeklyWorkouts as listWeeklyWorkouts,
  type Training,
  training,
};

/** Days that hold the last four weeks and those ahead of a label, in every time zone. */
export function trainingRange(now: Date): { from: string; to: string } {
  const utcDay = dayInZone(now, 'UTC');
  return { from: addDays(utcDay, -ADHERENCE_DAYS - 1), to: addDays(utcDay, 1 + LABEL_AHEAD_DAYS) };
}

/**
 * The days on which a workout of a client was due. Days are those of the client, and the coach's for a former client.
 * @param timeZone of the coach
 */
export const dueWorkoutsOf = (
  found: Training | null,
  pauses: readonly Pause[],
  { now, timeZone }: { now: Date; timeZone: string },
): PlannedDay[] =>
  found ? dueWorkouts(found.planned, { today: dayInZone(now, found.timeZone ?? timeZone), pauses }) : [];
