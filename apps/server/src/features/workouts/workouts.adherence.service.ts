import { LABEL_AHEAD_DAYS } from '@stridewell/contract/clients/clients.labels.rules';
import type { Pause } from '@stridewell/contract/people.rules';
import { addDays, dayInZone } from '@stridewell/contract/time';
import { ADHERENCE_DAYS, dueWorkouts, type PlannedDay } from '@stridewell/contract/workouts/workouts.adherence.rules';
import { percentOfWorkouts, plannedDays, type Training, training } from './workouts.adherence.data.ts';
import { type ProgramWeeks, selectPeriodWorkouts, selectWeeklyWorkouts } from './workouts.weeks.data.ts';

/** For other features. */
export {
  type ProgramWeeks,
  percentOfWorkouts,
  plannedDays,
  selectPeriodWorkouts as listPeriodWorkouts,
  selectWeeklyWorkouts as listWeeklyWorkouts,
  type Training,
  training,
};

/** Days that contain the last four weeks and the days ahead for a label, in every time zone. */
export function trainingRange(now: Date): { from: string; to: string } {
  const utcDay = dayInZone(now, 'UTC');
  return { from: addDays(utcDay, -ADHERENCE_DAYS - 1), to: addDays(utcDay, 1 + LABEL_AHEAD_DAYS) };
}

/**
 * Days on which a client's workout was due, in the client's time zone, or the coach's for a former client.
 * @param timeZone the coach's time zone
 */
export const dueWorkoutsOf = (
  found: Training | null,
  pauses: readonly Pause[],
  { now, timeZone }: { now: Date; timeZone: string },
): PlannedDay[] =>
  found ? dueWorkouts(found.planned, { today: dayInZone(now, found.timeZone ?? timeZone), pauses }) : [];
