import {
  type ClientProgram,
  type Program,
  type ProgramDay,
  type ProgramWeek,
  program as programSchema,
} from '@stridewell/contract/programs/programs';
import type { NewKey } from '@stridewell/contract/programs/programs.create.rules';
import { PROGRAM_BOUNDS, weeksOf } from '@stridewell/contract/programs/programs.rules';
import { daysBetween } from '@stridewell/contract/time';

/**
 * Counts the weeks of a program that have started on a day. They do not change, because workouts were logged for them.
 */
export function weeksStarted(
  { program, startDay }: Pick<ClientProgram, 'program' | 'startDay'>,
  today: string,
): number {
  if (startDay > today) return 0;
  return Math.min(Math.floor(daysBetween(startDay, today) / 7) + 1, weeksOf(program).length);
}

/** The most weeks that can follow the started ones. */
export const weeksLeft = (started: number): number => Math.max(1, PROGRAM_BOUNDS.weeks - started);

/** Creates keys that no other draft uses. */
function keysOfDraft(draftId: string): NewKey {
  const start = `d${draftId.replaceAll('-', '').slice(-12)}`;
  let count = 0;
  return () => {
    count += 1;
    return `${start}${count.toString(36).padStart(4, '0')}`;
  };
}

/** The phases of the first weeks. */
function firstWeeks({ phases }: Program, count: number): Program['phases'] {
  let left = count;
  return phases.flatMap((phase) => {
    const weeks = phase.weeks.slice(0, left);
    left -= weeks.length;
    return weeks.length > 0 ? [{ ...phase, weeks }] : [];
  });
}

const hasSameDays = (one: ProgramWeek, other: ProgramWeek): boolean =>
  one.days.length === other.days.length && one.days.every(({ name }, index) => name === other.days[index]?.name);

/**
 * Gives a day the keys of the earlier day in its place, including its exercises', so that the history shows a change.
 */
function inPlaceOf(day: ProgramDay, earlier: ProgramDay | undefined, newKey: NewKey): ProgramDay {
  const known = new Map((earlier?.workout.exercises ?? []).map(({ exerciseId, key }) => [exerciseId, key]));
  const exercises = day.workout.exercises.map((exercise) => {
    const key = exercise.exerciseId === null ? undefined : known.get(exercise.exerciseId);
    known.delete(exercise.exerciseId);
    return { ...exercise, key: key ?? newKey() };
  });
  return { ...day, key: earlier?.key ?? newKey(), workout: { ...day.workout, exercises } };
}

/**
 * Appends a generated program to the started weeks of a client's program, as a change of that program. If the result
 * would be too large, it has only the generated program.
 */
export function continueProgram(
  present: Program,
  generated: Program,
  { started, draftId }: { started: number; draftId: string },
): Program {
  const newKey = keysOfDraft(draftId);
  const kept = firstWeeks(present, started);
  const later = weeksOf(present).slice(started);
  const free = new Map(
    present.phases.filter(({ key }) => kept.every((one) => one.key !== key)).map(({ name, key }) => [name, key]),
  );
  const keyFor = (name: string): string => {
    const key = free.get(name);
    free.delete(name);
    return key ?? newKey();
  };
  let place = 0;
  const phases = generated.phases.map((phase) => ({
    ...phase,
    key: keyFor(phase.name),
    weeks: phase.weeks.map((week) => {
      const there = later[place]?.week;
      place += 1;
      // With another split, the days have nothing in common with the earlier ones.
      const earlier = there && hasSameDays(there, week) ? there : undefined;
      const days = week.days.map((day, index) => inPlaceOf(day, earlier?.days[index], newKey));
      return { ...week, key: earlier?.key ?? newKey(), days };
    }),
  }));
  const whole = programSchema.safeParse({ ...generated, phases: [...kept, ...phases] });
  return whole.success ? whole.data : { ...generated, phases };
}
