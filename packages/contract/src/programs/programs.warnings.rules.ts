import { MUSCLE_LABELS, type Muscle } from '../exercises/exercises.rules.ts';
import { weeksOf } from './programs.rules.ts';
import type { Program, ProgramDay, ProgramWeek } from './programs.ts';
import {
  type FindMuscles,
  pushAndPull,
  TRAINING_RULES,
  weeklyVolume,
  workoutMinutes,
  workoutSeconds,
} from './programs.volume.rules.ts';
import { dayTitle } from './programs.wording.rules.ts';

export const PROGRAM_WARNINGS = [
  'week_volume',
  'session_volume',
  'low_volume',
  'ramp',
  'push_pull',
  'no_rest_day',
  'duration',
  'no_deload',
] as const;

/** A warning for the coach. `low_volume` is only a hint. `dayKey` is set when the warning is about one day. */
export type ProgramWarning = {
  kind: (typeof PROGRAM_WARNINGS)[number];
  text: string;
  weekNumber: number;
  dayKey?: string;
};

/** A week with its volume; `before` is the week before it. */
type Reviewed = { week: ProgramWeek; number: number; muscleSets: ReadonlyMap<Muscle, number> };

const setsText = (sets: number): string => `${sets} ${sets === 1 ? 'set' : 'sets'}`;

function volumeWarnings({ week, number, muscleSets }: Reviewed): ProgramWarning[] {
  const { mostWeeklySets, leastWeeklySets } = TRAINING_RULES;
  return [...muscleSets].flatMap(([muscle, sets]): ProgramWarning[] => {
    const fact = `${MUSCLE_LABELS[muscle]}: ${setsText(sets)} in week ${number}.`;
    if (sets > mostWeeklySets) {
      return [{ kind: 'week_volume', weekNumber: number, text: `${fact} More than ${mostWeeklySets} rarely helps.` }];
    }
    if (sets >= leastWeeklySets || week.deload) return [];
    return [{ kind: 'low_volume', weekNumber: number, text: `${fact} Growth needs at least ${leastWeeklySets}.` }];
  });
}

function rampWarnings({ number, muscleSets }: Reviewed, before: Reviewed | undefined): ProgramWarning[] {
  if (!before || before.week.deload) return [];
  return [...muscleSets].flatMap(([muscle, sets]): ProgramWarning[] => {
    const then = before.muscleSets.get(muscle);
    if (then === undefined || sets - then <= TRAINING_RULES.mostAddedSets) return [];
    const fact = `${MUSCLE_LABELS[muscle]}: ${setsText(sets)} in week ${number}, after ${then} the week before.`;
    return [{ kind: 'ramp', weekNumber: number, text: `${fact} Add at most ${TRAINING_RULES.mostAddedSets} a week.` }];
  });
}

function sessionWarnings(
  sessions: ReadonlyMap<string, ReadonlyMap<Muscle, number>>,
  days: readonly ProgramDay[],
  number: number,
) {
  return days.flatMap((day) =>
    [...(sessions.get(day.key) ?? [])].flatMap(([muscle, sets]): ProgramWarning[] => {
      if (sets <= TRAINING_RULES.mostSessionSets) return [];
      const fact = `${MUSCLE_LABELS[muscle]}: ${setsText(sets)} in ${dayTitle(day)}, week ${number}.`;
      const text = `${fact} More than ${TRAINING_RULES.mostSessionSets} in one workout rarely helps.`;
      return [{ kind: 'session_volume', weekNumber: number, dayKey: day.key, text }];
    }),
  );
}

/** Deload weeks, and weeks with fewer sets, say too little about their balance. */
function balanceWarnings(week: ProgramWeek, number: number, muscles: FindMuscles): ProgramWarning[] {
  const { push, pull } = pushAndPull(week, muscles);
  const { leastPushPull, mostPushPull, leastWeeklySets } = TRAINING_RULES;
  if (week.deload || push + pull < leastWeeklySets) return [];
  if (push >= pull * leastPushPull && push <= pull * mostPushPull) return [];
  const advice = push > pull ? 'Add pulling or remove pushing.' : 'Add pushing or remove pulling.';
  const text = `Week ${number} has ${setsText(push)} of pushing and ${pull} of pulling. ${advice}`;
  return [{ kind: 'push_pull', weekNumber: number, text }];
}

function restWarnings({ days }: ProgramWeek, number: number): ProgramWarning[] {
  const trained = days.filter(({ workout }) => workout.exercises.length > 0);
  if (trained.length < 7) return [];
  return [{ kind: 'no_rest_day', weekNumber: number, text: `Week ${number} has no rest day. Leave one day free.` }];
}

function durationWarnings({ days }: ProgramWeek, number: number): ProgramWarning[] {
  return days.flatMap((day): ProgramWarning[] => {
    const { duration } = day.workout;
    if (duration === null || workoutSeconds(day.workout) <= duration * 60 * TRAINING_RULES.mostDuration) return [];
    const text = `${dayTitle(day)} in week ${number} takes about ${workoutMinutes(day.workout)} minutes, not ${duration}.`;
    return [{ kind: 'duration', weekNumber: number, dayKey: day.key, text }];
  });
}

/** One warning for each run of weeks without a deload, at the first week that is too late. */
function deloadWarnings(weeks: readonly { week: ProgramWeek; number: number }[]): ProgramWarning[] {
  const limit = TRAINING_RULES.weeksToDeload;
  let start = 0;
  return weeks.flatMap(({ week, number }): ProgramWarning[] => {
    if (week.deload) start = number;
    if (number - start !== limit + 1) return [];
    const text = `Weeks ${start + 1} to ${number} have no deload. Plan one within ${limit} weeks.`;
    return [{ kind: 'no_deload', weekNumber: number, text }];
  });
}

/** Checks a program against science B, week by week. Exercises without known muscles count for duration only. */
export function programWarnings(program: Pick<Program, 'phases'>, muscles: FindMuscles): ProgramWarning[] {
  const weeks = weeksOf(program).map(({ week, number }) => ({ week, number, ...weeklyVolume(week, muscles) }));
  const byWeek = weeks.flatMap((reviewed, index) => [
    ...volumeWarnings(reviewed),
    ...rampWarnings(reviewed, weeks[index - 1]),
    ...sessionWarnings(reviewed.sessions, reviewed.week.days, reviewed.number),
    ...balanceWarnings(reviewed.week, reviewed.number, muscles),
    ...restWarnings(reviewed.week, reviewed.number),
    ...durationWarnings(reviewed.week, reviewed.number),
  ]);
  return [...byWeek, ...deloadWarnings(weeks)];
}
