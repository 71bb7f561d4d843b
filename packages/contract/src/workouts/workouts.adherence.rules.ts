import { isPausedOn, type Pause } from '../people.rules.ts';
import { addDays } from '../time.ts';

/** A training day of a client's program. `done`: its workout was finished, on this day or another one. */
export type PlannedDay = { day: string; done: boolean };

/** Numbers of workouts. */
export type WorkoutAdherence = { done: number; due: number };

/** Workouts of the days that a check-in is about, both ends included. */
export type ReportedWorkouts = WorkoutAdherence & { from: string; to: string };

/** Four weeks, the range of the figure. */
export const ADHERENCE_DAYS = 28;

/** Planned days within a range, both days included, without the open ones of a pause. */
const dueWithin = (
  planned: readonly PlannedDay[],
  { from, to, pauses }: { from: string; to: string; pauses: readonly Pause[] },
): PlannedDay[] => planned.filter(({ day, done }) => day >= from && day <= to && (done || !isPausedOn(pauses, day)));

/**
 * The days of the last four weeks on which a workout was due. A done workout is due on its planned day, even in a pause
 * or today. An open one is due from the day after that on, and never in a pause.
 * @param today in the client's time zone
 */
export const dueWorkouts = (
  planned: readonly PlannedDay[],
  { today, pauses }: { today: string; pauses: readonly Pause[] },
): PlannedDay[] =>
  dueWithin(planned, { from: addDays(today, 1 - ADHERENCE_DAYS), to: today, pauses }).filter(
    ({ day, done }) => done || day < today,
  );

/** Marks of a day's training. A day in a pause has none, unless its workout was done. */
export const WORKOUT_MARKS = ['planned', 'done', 'missed'] as const;
export type WorkoutMark = (typeof WORKOUT_MARKS)[number];

/**
 * The training mark of a day; null without training. Of two workouts on a day, an open one counts.
 * @param today in the client's time zone
 */
export function workoutMarkOf(
  planned: readonly PlannedDay[],
  day: string,
  { today, pauses }: { today: string; pauses: readonly Pause[] },
): WorkoutMark | null {
  const due = dueWithin(planned, { from: day, to: day, pauses });
  if (due.length === 0) return null;
  if (due.every(({ done }) => done)) return 'done';
  return day < today ? 'missed' : 'planned';
}

export const countWorkouts = (due: readonly PlannedDay[]): WorkoutAdherence => ({
  done: due.filter(({ done }) => done).length,
  due: due.length,
});

/** Percent of the due workouts that were done; null while none was due. */
export const workoutPercent = ({ done, due }: WorkoutAdherence): number | null =>
  due > 0 ? Math.round((100 * done) / due) : null;

/** Mean percent of the clients who had some due; null while none had. */
export function meanPercent(counts: readonly WorkoutAdherence[]): number | null {
  const percents = counts.map(workoutPercent).filter((percent) => percent !== null);
  if (percents.length === 0) return null;
  return Math.round(percents.reduce((sum, percent) => sum + percent, 0) / percents.length);
}

/** A check-in: its day, the day of the one before, and the schedule. */
type Report = { day: string; before: string | null; intervalDays: number; pauses?: readonly Pause[] };

/**
 * The workouts about which a check-in of `day` tells: from the day of the check-in before it, or one interval back, to
 * the day before, at most four weeks. So each training day belongs to one check-in. Null while none was due.
 */
export function reportedWorkouts(
  planned: readonly PlannedDay[],
  { day, before, intervalDays, pauses = [] }: Report,
): ReportedWorkouts | null {
  const first = addDays(day, -ADHERENCE_DAYS);
  const start = before ?? addDays(day, -intervalDays);
  const isTooFar = start < first;
  const days = { from: isTooFar ? first : start, to: addDays(day, -1) };
  const counted = countWorkouts(dueWithin(planned, { ...days, pauses }));
  return counted.due > 0 ? { ...days, ...counted } : null;
}
