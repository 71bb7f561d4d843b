import { isSame, weeksOf } from '../programs/programs.rules.ts';
import { type DatedProgram, type MovedDays, programDays, withMoves } from '../programs/programs.schedule.rules.ts';
import type { Program, ProgramDay, ProgramWeek } from '../programs/programs.ts';
import {
  type FindMuscles,
  TRAINING_RULES,
  weeklyVolume,
  workoutMinutes,
  workoutSeconds,
} from '../programs/programs.volume.rules.ts';
import type { AdjustmentFacts, PlannedDay } from './adjustments.rules.ts';

/** The changes of an adjustment: dates of days, days themselves, and weeks that become a deload. */
export type AdjustmentChange = {
  moves: { dayKey: string; from: string; to: string }[];
  days: { before: ProgramDay; after: ProgramDay }[];
  deloads: string[];
};

export const NO_CHANGE: AdjustmentChange = { moves: [], days: [], deloads: [] };

/** Keys of the days that a change is about. */
export const changedKeys = ({ moves, days }: AdjustmentChange): string[] => [
  ...new Set([...moves.map(({ dayKey }) => dayKey), ...days.map(({ after }) => after.key)]),
];

function mapWeeks(program: Program, change: (week: ProgramWeek) => ProgramWeek): Program {
  const phases = program.phases.map((phase) => ({ ...phase, weeks: phase.weeks.map(change) }));
  return { ...program, phases };
}

type Content = Pick<AdjustmentChange, 'days' | 'deloads'>;

/** The program with the changed days and weeks. */
export function applyToProgram(program: Program, { days, deloads }: Content): Program {
  const after = new Map(days.map((day) => [day.after.key, day.after]));
  return mapWeeks(program, (week) => ({
    ...week,
    deload: week.deload || deloads.includes(week.key),
    days: week.days.map((day) => after.get(day.key) ?? day),
  }));
}

/** The program as it was before the change; undefined when a changed part was changed again or is gone. */
export function undoInProgram(program: Program, { days, deloads }: Content): Program | undefined {
  const before = new Map(days.map((day) => [day.before.key, day.before]));
  const weeks = weeksOf(program).map(({ week }) => week);
  const present = new Map(weeks.flatMap((week) => week.days.map((day) => [day.key, day])));
  const isUntouched =
    days.every(({ after }) => isSame(present.get(after.key), after)) &&
    deloads.every((key) => weeks.some((week) => week.key === key && week.deload));
  if (!isUntouched) return undefined;
  return mapWeeks(program, (week) => ({
    ...week,
    deload: week.deload && !deloads.includes(week.key),
    days: week.days.map((day) => before.get(day.key) ?? day),
  }));
}

/** Moved days after the change. */
export const applyToDates = (dated: DatedProgram, { moves }: Pick<AdjustmentChange, 'moves'>): MovedDays =>
  withMoves(dated, moves);

const datesOf = (dated: DatedProgram): ReadonlyMap<string, string> =>
  new Map(programDays(dated).map(({ dayKey, day }) => [dayKey, day]));

/**
 * Moved days as they were before the change; undefined when one of them has another date by now, or its former date has
 * another day.
 */
export function undoInDates(dated: DatedProgram, { moves }: Pick<AdjustmentChange, 'moves'>): MovedDays | undefined {
  const dates = datesOf(dated);
  if (moves.some(({ dayKey, to }) => dates.get(dayKey) !== to)) return undefined;
  const moved = withMoves(
    dated,
    moves.map(({ dayKey, from }) => ({ dayKey, to: from })),
  );
  const expected = new Map([...dates, ...moves.map(({ dayKey, from }): [string, string] => [dayKey, from])]);
  const after = datesOf({ ...dated, moved });
  return [...expected].every(([dayKey, day]) => after.get(dayKey) === day) ? moved : undefined;
}

/** The muscles of exercises by their ids. */
function muscleFinder({ exercises }: Pick<AdjustmentFacts, 'exercises'>): FindMuscles {
  const byId = new Map(exercises.map((exercise) => [exercise.id, exercise]));
  return (id) => byId.get(id);
}

/** A week without the days that were not done, which cost no strength. */
const trainedWeek = (week: ProgramWeek, missed: ReadonlySet<string>): ProgramWeek => ({
  ...week,
  days: week.days.filter(({ key }) => !missed.has(key)),
});

/** Longest a day may become: what the coach allows, and what the day says with a tolerance [K, science D 4]. */
function isTooLong({ workout }: ProgramDay, maxMinutes: number | null): boolean {
  if (maxMinutes !== null && workoutMinutes(workout) > maxMinutes) return true;
  return workout.duration !== null && workoutSeconds(workout) > workout.duration * 60 * TRAINING_RULES.mostDuration;
}

type Limits = { facts: AdjustmentFacts; planned: readonly PlannedDay[] };

/**
 * Whether a change keeps the rules of science B wherever it adds work: sets of a muscle in a session and in a week, their
 * growth on the week before, and the duration. What the coach planned beyond a rule is not judged.
 */
export function keepsRules(change: AdjustmentChange, { facts, planned }: Limits): boolean {
  const find = muscleFinder(facts);
  const missed = new Set(planned.filter(({ status }) => status === 'missed').map(({ dayKey }) => dayKey));
  const changed = new Map(change.days.map(({ after }) => [after.key, after]));
  const weeks = weeksOf(facts.followed.program).map(({ week }) => week);
  const isWeekFine = weeks.every((week, index) => {
    if (!week.days.some(({ key }) => changed.has(key))) return true;
    const before = weeklyVolume(trainedWeek(week, missed), find);
    const days = week.days.map((day) => changed.get(day.key) ?? day);
    const after = weeklyVolume(trainedWeek({ ...week, days }, missed), find);
    const plan = weeklyVolume(week, find).muscleSets;
    const earlier = weeks[index - 1];
    const earlierPlan = earlier && weeklyVolume(earlier, find).muscleSets;
    return [...after.muscleSets].every(([muscle, sets]) => {
      if (sets <= (before.muscleSets.get(muscle) ?? 0)) return true;
      const base = Math.max(earlierPlan?.get(muscle) ?? 0, plan.get(muscle) ?? 0);
      const isFull = [...after.sessions.values()].some(
        (day) => (day.get(muscle) ?? 0) > TRAINING_RULES.mostSessionSets,
      );
      return sets <= Math.min(TRAINING_RULES.mostWeeklySets, base + TRAINING_RULES.mostAddedSets) && !isFull;
    });
  });
  const isLonger = ({ before: then, after: now }: AdjustmentChange['days'][number]) =>
    workoutSeconds(now.workout) > workoutSeconds(then.workout);
  return isWeekFine && change.days.every((day) => !isLonger(day) || !isTooLong(day.after, facts.guardrails.maxMinutes));
}
