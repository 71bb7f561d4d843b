import { addDays, dayInZone, daysBetween } from '@stridewell/contract/time';
import type {
  PersonalRecord,
  PlannedWorkout,
  PreviousPerformance,
  WorkoutLog,
} from '@stridewell/contract/workouts/workouts';
import { exerciseRef, figuresOf, recordsIn } from '@stridewell/contract/workouts/workouts.records.rules';
import { plannedOf } from '@stridewell/contract/workouts/workouts.rules';
import { countPlannedSets, setCountText } from '@stridewell/contract/workouts/workouts.swaps.rules';
import { countLabel, dayInSentence, dayText } from '../../lib/format.ts';
import { serverNow } from '../../lib/server-clock.ts';
import { readerTimeZone } from '../../lib/time-zone.ts';
import { before } from './workouts.editing.ts';
import type { OwnWorkouts } from './workouts.queries.ts';

type Stored = ReadonlyMap<string, { log: WorkoutLog }>;

/** Today in the zone of the account. */
export const deviceToday = (): string => dayInZone(new Date(serverNow()), readerTimeZone());

const finishedLogs = (logs: Stored): WorkoutLog[] =>
  [...logs.values()].map(({ log }) => log).filter(({ head }) => head.finishedAt !== null && !head.deleted);

/** The planned days whose workouts are done. */
export const trainedDaysOf = (logs: Stored): Set<string> =>
  new Set(finishedLogs(logs).flatMap(({ id }) => plannedOf(id)?.day ?? []));

/** The workout that was finished last today, on whatever day it was planned. */
export function finishedToday(logs: Stored, today: string): WorkoutLog | undefined {
  const endOf = ({ head }: WorkoutLog) => head.finishedAt ?? '';
  return finishedLogs(logs)
    .filter((log) => !log.head.importedFrom && dayInZone(new Date(endOf(log)), readerTimeZone()) === today)
    .toSorted((a, b) => (endOf(a) < endOf(b) ? 1 : -1))[0];
}

/** Personal records of a workout, from the bests of all earlier workouts that this device knows. */
export function ownRecords(log: WorkoutLog, previous: readonly PreviousPerformance[]): PersonalRecord[] {
  const names = new Map(log.head.exercises.map((exercise) => [exercise.key, exerciseRef(exercise)]));
  const sets = log.sets.map((set) => ({ ...set, exercise: names.get(set.exerciseKey) ?? '' }));
  // An answer that an older version kept on the device has no bests.
  const known = before(previous, log).flatMap((one) => (one.best ? [[exerciseRef(one), one.best] as const] : []));
  return recordsIn(sets, new Map(known)).map(({ exercise: _, ...record }) => record);
}

/** Result of a workout against its plan, like `9 of 12 sets, 1 record`. */
export function resultText({ head, sets }: WorkoutLog, records: number): string {
  const parts = [
    setCountText({ sets: figuresOf(sets).sets, plannedSets: countPlannedSets(head) }),
    records > 0 && countLabel(records, 'record'),
  ];
  return parts.filter(Boolean).join(', ');
}

/** The next training day that is not done; null without one. */
export function nextPlanned(
  { week, following }: Pick<OwnWorkouts, 'week' | 'following'>,
  isDone: (planned: PlannedWorkout) => boolean,
  today: string,
): { day: string; name: string } | null {
  const [next] = week
    .filter((planned) => planned.day >= today && !isDone(planned))
    .toSorted((a, b) => (a.day < b.day ? -1 : 1));
  // An answer that an older version kept on the device does not know what follows.
  return next ?? following ?? null;
}

/** Like `Next: Day B, Wed`. A date follows where the weekday alone could be this week's. */
export function nextText({ day, name }: { day: string; name: string }, today: string): string {
  const isNear = day <= addDays(today, 1);
  const isWithinDays = daysBetween(today, day) < 7;
  const when = isNear
    ? dayInSentence(day, today)
    : dayText(day, { weekday: 'short', ...(!isWithinDays && { month: 'short', day: 'numeric' }) });
  return `Next: ${name}, ${when}`;
}
