import { type AdjustmentChange, NO_CHANGE } from '@stridewell/contract/adjustments/adjustments.changes.rules';
import {
  ADJUSTMENT_RULES,
  type AdjustmentFacts,
  changeableDays,
  isRecent,
  type PlannedDay,
} from '@stridewell/contract/adjustments/adjustments.rules';
import { shortDate } from '@stridewell/contract/adjustments/adjustments.wording.rules';
import type { Exercise } from '@stridewell/contract/exercises/exercises';
import type { ProgramDay, Workout } from '@stridewell/contract/programs/programs';
import { deloadDays } from '@stridewell/contract/programs/programs.progression.rules';
import { isWorkingSet, weeksOf } from '@stridewell/contract/programs/programs.rules';
import { workoutMinutes } from '@stridewell/contract/programs/programs.volume.rules';
import { daysBetween } from '@stridewell/contract/time';

/** Facts with the trend of the lifts. `isWeaker`: the best lifts of the last days are below those before. */
export type ProposalFacts = AdjustmentFacts & { isWeaker: boolean };

type Find = (id: string) => Exercise | undefined;
type Suggested<Kind> = { kind: Kind; change: AdjustmentChange; reason: string; cause: string };

/** Replaces the exercises and drops groups without any. */
function withExercises(workout: Workout, exercises: Workout['exercises']): Workout {
  const groups = workout.groups.filter(({ letter }) => exercises.some(({ group }) => group === letter));
  return { ...workout, exercises, groups };
}

/** Index of the exercise to drop next: the last isolation, then the last after the main lifts; -1 for none. */
function nextToDrop({ exercises }: Workout, find: Find): number {
  const isIsolation = ({ exerciseId }: Workout['exercises'][number]) =>
    exerciseId !== null && find(exerciseId)?.mechanic === 'isolation';
  const main = exercises.filter((exercise) => !isIsolation(exercise)).slice(0, ADJUSTMENT_RULES.mainLifts);
  if (exercises.length <= Math.max(1, main.length)) return -1;
  const last = exercises.findLastIndex((exercise) => isIsolation(exercise) && !main.includes(exercise));
  return last === -1 ? exercises.findLastIndex((exercise) => !main.includes(exercise)) : last;
}

/** Drops exercises until the day fits into the minutes or only the main lifts are left. */
function shortenDay(day: ProgramDay, minutes: number, find: Find): ProgramDay {
  let { workout } = day;
  while (workoutMinutes(workout) > minutes) {
    const at = nextToDrop(workout, find);
    if (at === -1) break;
    workout = withExercises(workout, workout.exercises.toSpliced(at, 1));
  }
  if (workout === day.workout) return day;
  return { ...day, workout: { ...workout, duration: workout.duration === null ? null : workoutMinutes(workout) } };
}

const roundDown = (minutes: number): number =>
  Math.max(
    ADJUSTMENT_RULES.leastMinutes,
    Math.floor(minutes / ADJUSTMENT_RULES.minutesStep) * ADJUSTMENT_RULES.minutesStep,
  );

/** Proposes shorter coming days after workouts were stopped early, if the latest one was. */
export function adjustShort(
  { today, workouts, followed }: AdjustmentFacts,
  planned: readonly PlannedDay[],
  find: Find,
): Suggested<'shorten'> | undefined {
  const { shortToShorten, shortShare } = ADJUSTMENT_RULES;
  const isOver = ({ finished, day }: (typeof workouts)[number]) => finished || day < today;
  const recent = workouts
    .filter((log) => log.clientProgramId === followed.id && isOver(log) && log.doneSets > 0)
    .filter(({ day }) => day === today || isRecent(day, today))
    .toSorted((a, b) => (a.startedAt < b.startedAt ? 1 : -1));
  const short = recent.filter((log) => !log.finished || log.doneSets < log.plannedSets * shortShare);
  const minutes = short.slice(0, shortToShorten).flatMap((log) => log.minutes ?? []);
  const [latest] = recent;
  if (!latest || latest !== short[0] || short.length < shortToShorten || minutes.length === 0) return undefined;
  const target = roundDown(minutes.reduce((sum, one) => sum + one, 0) / minutes.length);
  const days = changeableDays(planned, today).flatMap(({ content }) => {
    const after = shortenDay(content, target, find);
    return after === content ? [] : [{ before: content, after }];
  });
  if (days.length === 0) return undefined;
  const reason = `The last workouts ended early, after about ${target} minutes, so the coming days are shortened to fit.`;
  return { kind: 'shorten', change: { ...NO_CHANGE, days }, reason, cause: `short:${latest.id}` };
}

const hasWork = ({ workout }: ProgramDay): boolean =>
  workout.exercises.some(({ sets }) => sets.some((set) => isWorkingSet(set) && set.count > 1));

/** Proposes a lighter next week when the one-rep max falls and workouts are missed [K, two triggers, science B]. */
export function adjustLoad(
  { today, followed, isWeaker }: ProposalFacts,
  planned: readonly PlannedDay[],
): Suggested<'deload'> | undefined {
  const { missesToDeload, daysAhead, daysBack } = ADJUSTMENT_RULES;
  const misses = planned.filter(({ status, day }) => status === 'missed' && isRecent(day, today)).length;
  if (!isWeaker || misses < missesToDeload) return undefined;
  const weeks = weeksOf(followed.program);
  const upcoming = weeks.find(({ number }) => {
    const days = planned.filter(({ weekNumber }) => weekNumber === number);
    return days.length > 0 && days.every(({ status }) => status === 'open');
  });
  const earlier = weeks.find(({ number }) => number === (upcoming?.number ?? 0) - 1);
  if (!upcoming || upcoming.week.deload || earlier?.week.deload) return undefined;
  const days = planned.filter(({ weekNumber }) => weekNumber === upcoming.number);
  const first = days[0]?.day ?? today;
  if (daysBetween(today, first) > daysAhead || !days.some(({ content }) => hasWork(content))) return undefined;
  const before = days.map(({ content }) => content);
  const after = deloadDays(before);
  const change: AdjustmentChange = {
    moves: [],
    days: before.map((day, index) => ({ before: day, after: after[index] ?? day })),
    deloads: [upcoming.week.key],
  };
  const count = misses === 1 ? 'A workout was missed' : `${misses} workouts were missed`;
  const reason = `${count} in the last ${daysBack} days and the lifts got weaker, so the week of ${shortDate(first)} becomes a deload.`;
  return { kind: 'deload', change, reason, cause: `deload:${followed.id}.${upcoming.week.key}` };
}
