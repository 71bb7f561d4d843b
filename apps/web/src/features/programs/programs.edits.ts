import type {
  ExerciseGroup,
  Program,
  ProgramDay,
  ProgramExercise,
  ProgramPhase,
  ProgramWeek,
} from '@stridewell/contract/programs/programs';
import type { Past } from '@stridewell/contract/programs/programs.past.rules';
import { progressPhase } from '@stridewell/contract/programs/programs.progression.rules';
import { groupLetters, weeksOf } from '@stridewell/contract/programs/programs.rules';
import { newId } from '../../lib/ids.ts';
import { keepPast, NO_PAST } from './programs.past.ts';

/** Edits of a program. They change the draft they are given, which the history of the builder makes and compares. */

export const newKey = (): string => newId().replaceAll('-', '').slice(0, 12);

type Found = { phase: ProgramPhase; week: ProgramWeek; day: ProgramDay };

/** All days with their week and phase. */
export const daysOf = (program: Program): Found[] =>
  program.phases.flatMap((phase) => phase.weeks.flatMap((week) => week.days.map((day) => ({ phase, week, day }))));

/** Exercises of the library that the program has already. */
export const exerciseIdsOf = (program: Program): ReadonlySet<string> =>
  new Set(daysOf(program).flatMap(({ day }) => day.workout.exercises.flatMap(({ exerciseId }) => exerciseId ?? [])));

export const findDay = (program: Program, dayKey: string): Found | undefined =>
  daysOf(program).find(({ day }) => day.key === dayKey);

export function findWeek(program: Program, weekKey: string): Omit<Found, 'day'> | undefined {
  for (const phase of program.phases) {
    const week = phase.weeks.find(({ key }) => key === weekKey);
    if (week) return { phase, week };
  }
  return undefined;
}

/** Fills the weeks of the phase after a week from it, by the progression of the phase. What is over stays. */
export function applyToFollowing(program: Program, weekKey: string, past: Past = NO_PAST): void {
  const found = findWeek(program, weekKey);
  if (!found) return;
  const { phase } = found;
  const index = phase.weeks.findIndex(({ key }) => key === weekKey);
  const [first, ...others] = progressPhase({ ...phase, weeks: phase.weeks.slice(index) }, newKey).weeks;
  if (!first) return;
  const number = weeksOf(program).findIndex(({ week }) => week.key === weekKey) + 1;
  const following = keepPast(phase.weeks.slice(index + 1), others, number, past);
  phase.weeks = [...phase.weeks.slice(0, index), first, ...following];
}

export function findExercise(program: Program, key: string): (Found & { exercise: ProgramExercise }) | undefined {
  for (const found of daysOf(program)) {
    const exercise = found.day.workout.exercises.find((one) => one.key === key);
    if (exercise) return { ...found, exercise };
  }
  return undefined;
}

/** Brings the exercises of each group together, at the first of them, and forgets the format of empty groups. */
function tidyGroups({ workout }: ProgramDay): void {
  const first = new Map(groupLetters(workout.exercises).map((letter) => [letter, [] as ProgramExercise[]]));
  for (const exercise of workout.exercises) first.get(exercise.group)?.push(exercise);
  workout.exercises = workout.exercises.flatMap((exercise) => {
    if (!exercise.group) return [exercise];
    const members = first.get(exercise.group) ?? [];
    return members[0] === exercise ? members : [];
  });
  workout.groups = workout.groups.filter(({ letter }) => first.has(letter));
}

/** The first letter that no exercise of the day has. */
const freeLetter = ({ workout }: ProgramDay): string => {
  const taken = groupLetters(workout.exercises);
  return [...'ABCDEFGHIJKLMNOPQRSTUVWXYZ'].find((letter) => !taken.includes(letter)) ?? '';
};

/** Inserts at an index, or at the end. */
export function insertExercises(day: ProgramDay, exercises: readonly ProgramExercise[], index?: number): void {
  const { workout } = day;
  workout.exercises.splice(index ?? workout.exercises.length, 0, ...exercises);
  tidyGroups(day);
}

/** Gives the exercise with the same key other contents. */
export function replaceExercise(day: ProgramDay, next: ProgramExercise): void {
  const current = day.workout.exercises.find(({ key }) => key === next.key);
  if (!current) return;
  Object.assign(current, next);
  tidyGroups(day);
}

/** Inserts exercises at the end as a separate group. Does nothing when every letter is taken. */
export function insertGroup(
  day: ProgramDay,
  exercises: readonly ProgramExercise[],
  { format, minutes }: Pick<ExerciseGroup, 'format' | 'minutes'>,
): void {
  const letter = freeLetter(day);
  if (!letter) return;
  insertExercises(
    day,
    exercises.map((exercise) => ({ ...exercise, group: letter })),
  );
  setGroup(day, { letter, format, minutes, rest: null });
}

/** Takes exercises out of their days. @returns them in their order in the program */
function takeExercises(program: Program, keys: ReadonlySet<string>): ProgramExercise[] {
  return daysOf(program).flatMap(({ day }) => {
    const taken = day.workout.exercises.filter(({ key }) => keys.has(key));
    if (taken.length > 0) {
      day.workout.exercises = day.workout.exercises.filter(({ key }) => !keys.has(key));
      tidyGroups(day);
    }
    return taken;
  });
}

export const deleteExercises = (program: Program, keys: ReadonlySet<string>): void => void takeExercises(program, keys);

/**
 * Moves exercises to a day, before the exercise `before` or to the end. In another day they leave their groups, because
 * a letter there may stand for another group.
 */
export function moveExercises(
  program: Program,
  keys: ReadonlySet<string>,
  dayKey: string,
  before: string | null,
): void {
  const target = findDay(program, dayKey)?.day;
  if (!target) return;
  const own = new Set(target.workout.exercises.map(({ key }) => key));
  const order = target.workout.exercises.map(({ key }) => key);
  // Dropped on one of the moved exercises: what follows them stays behind them.
  const from = before === null ? -1 : order.indexOf(before);
  const anchor = from < 0 ? undefined : order.slice(from).find((key) => !keys.has(key));
  const moved = takeExercises(program, keys).map((exercise) =>
    own.has(exercise.key) ? exercise : { ...exercise, group: '' },
  );
  const index = anchor === undefined ? -1 : target.workout.exercises.findIndex(({ key }) => key === anchor);
  insertExercises(target, moved, index < 0 ? undefined : index);
}

/** Moves exercises of one day one place up or down. */
export function shiftExercises(program: Program, keys: ReadonlySet<string>, step: -1 | 1): void {
  const found = daysOf(program).find(({ day }) => day.workout.exercises.some(({ key }) => keys.has(key)));
  if (!found) return;
  const { exercises } = found.day.workout;
  const at = exercises.map(({ key }, index) => (keys.has(key) ? index : -1)).filter((index) => index >= 0);
  const edge = step < 0 ? Math.min(...at) : Math.max(...at);
  const other = exercises[edge + step];
  if (!other) return;
  exercises.splice(edge + step, 1);
  exercises.splice(step < 0 ? Math.max(...at) : Math.min(...at), 0, other);
  // An exercise that crosses the edge of a group leaves or joins it with its neighbours.
  for (const exercise of exercises) {
    if (keys.has(exercise.key) && keys.size === 1) exercise.group = groupAround(exercises, exercise);
  }
  tidyGroups(found.day);
}

/** Between two exercises of one group it belongs to the group; beside its own group it stays in it. */
function groupAround(exercises: readonly ProgramExercise[], exercise: ProgramExercise): string {
  const index = exercises.indexOf(exercise);
  const before = exercises[index - 1]?.group ?? '';
  const after = exercises[index + 1]?.group ?? '';
  if (before && before === after) return before;
  return exercise.group && (before === exercise.group || after === exercise.group) ? exercise.group : '';
}

/** Joins exercises of one day into a group; separates them when they are one already. */
export function toggleGroup(program: Program, keys: ReadonlySet<string>): void {
  const found = daysOf(program).find(({ day }) => day.workout.exercises.some(({ key }) => keys.has(key)));
  if (!found) return;
  const members = found.day.workout.exercises.filter(({ key }) => keys.has(key));
  const [first] = members;
  if (!first) return;
  const isGroup = first.group !== '' && members.every(({ group }) => group === first.group);
  const letter = isGroup ? '' : first.group || freeLetter(found.day);
  for (const exercise of members) exercise.group = letter;
  tidyGroups(found.day);
}

export function setGroup(day: ProgramDay, group: ExerciseGroup): void {
  const others = day.workout.groups.filter(({ letter }) => letter !== group.letter);
  day.workout.groups = group.format === 'superset' && group.rest === null ? others : [...others, group];
}

export const copyExercise = (exercise: ProgramExercise): ProgramExercise => ({
  ...structuredClone(exercise),
  key: newKey(),
});

export const copyDay = (day: ProgramDay): ProgramDay => ({
  ...day,
  key: newKey(),
  workout: {
    ...structuredClone(day.workout),
    exercises: day.workout.exercises.map(copyExercise),
  },
});

export const copyWeek = (week: ProgramWeek): ProgramWeek => ({
  ...week,
  key: newKey(),
  days: week.days.map(copyDay),
});

/** Deletes a week, and its phase with its last week. A program keeps one week. @returns whether it was deleted */
export function deleteWeek(program: Program, weekKey: string): boolean {
  const found = findWeek(program, weekKey);
  if (!found || program.phases.reduce((sum, { weeks }) => sum + weeks.length, 0) === 1) return false;
  found.phase.weeks = found.phase.weeks.filter(({ key }) => key !== weekKey);
  program.phases = program.phases.filter(({ weeks }) => weeks.length > 0);
  return true;
}

/** Deletes a day; a week keeps one. @returns whether it was deleted */
export function deleteDay(program: Program, dayKey: string): boolean {
  const found = findDay(program, dayKey);
  if (!found || found.week.days.length === 1) return false;
  found.week.days = found.week.days.filter(({ key }) => key !== dayKey);
  return true;
}
