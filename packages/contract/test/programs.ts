import fc from 'fast-check';
import { newDay, newExercise, newPhase, newProgram, newSet, newWeek } from '../src/programs/programs.create.rules.ts';
import { areGroupsTogether, PROGRAM_BOUNDS, SET_KINDS } from '../src/programs/programs.rules.ts';
import type {
  Program,
  ProgramDay,
  ProgramExercise,
  ProgramPhase,
  ProgramWeek,
  SetTarget,
} from '../src/programs/programs.ts';

/** Keys like `own00001`, one series for each name of up to 10 letters. */
export function keysFor(name: string): () => string {
  let count = 0;
  return () => `${name}${String(++count).padStart(5, '0')}`;
}

type Lines = Partial<SetTarget>[];

/** A program of equal weeks. `days` gives the exercises of each day by name, with their lines of sets. */
export function aProgram(days: Record<string, Record<string, Lines>>, weeks = 1): Program {
  const newKey = keysFor('part');
  const program = newProgram(newKey, 'Strength block', Object.keys(days).length);
  const weekOf = (): ProgramWeek => ({
    ...newWeek(newKey, 0),
    days: Object.entries(days).map(([day, exercises]) =>
      newDay(newKey, day, {
        exercises: Object.entries(exercises).map(([name, sets]) =>
          newExercise(newKey, name, { sets: sets.map(newSet) }),
        ),
      }),
    ),
  });
  return { ...program, phases: [newPhase(newKey, Array.from({ length: weeks }, weekOf))] };
}

/** The program with some weeks changed by their number from 1. */
export const withWeeks = (program: Program, change: (week: ProgramWeek, number: number) => ProgramWeek): Program => {
  let number = 0;
  return {
    ...program,
    phases: program.phases.map((phase) => ({ ...phase, weeks: phase.weeks.map((week) => change(week, ++number)) })),
  };
};

export const withDays = (program: Program, change: (day: ProgramDay, week: number) => ProgramDay): Program =>
  withWeeks(program, (week, number) => ({ ...week, days: week.days.map((day) => change(day, number)) }));

export const withExercises = (
  program: Program,
  change: (exercise: ProgramExercise, week: number) => ProgramExercise,
): Program =>
  withDays(program, (day, week) => ({
    ...day,
    workout: { ...day.workout, exercises: day.workout.exercises.map((exercise) => change(exercise, week)) },
  }));

const half = (min: number, max: number) => fc.integer({ min: min * 2, max: max * 2 }).map((value) => value / 2);

/** Valid lines of sets with every field, and texts of reps that no rule knows. */
export const setTargets: fc.Arbitrary<SetTarget> = fc.record({
  count: fc.integer({ min: 1, max: PROGRAM_BOUNDS.sets }),
  reps: fc.constantFrom('5', '8-10', '12', '30 sec', '400 m', 'AMRAP', 'Warm-up', '10 each side', '1:30', '2-3 min'),
  kind: fc.constantFrom(...SET_KINDS),
  load: fc.oneof(
    fc.constant(null),
    fc.record({ unit: fc.constant('percent' as const), value: half(1, PROGRAM_BOUNDS.percent) }),
    fc.record({
      unit: fc.constant('kg' as const),
      value: fc.integer({ min: 0, max: PROGRAM_BOUNDS.loadKg * 100 }).map((hundredths) => hundredths / 100),
    }),
  ),
  effort: fc.oneof(
    fc.constant(null),
    fc.record({ scale: fc.constant('rir' as const), value: half(0, 10) }),
    fc.record({ scale: fc.constant('rpe' as const), value: half(1, 10) }),
  ),
  tempo: fc.constantFrom(null, '3-1-1-0', '2-0-X-0'),
  rest: fc.oneof(fc.constant(null), fc.integer({ min: 0, max: PROGRAM_BOUNDS.rest })),
});

const NAMES = ['Bench press', 'Barbell row', 'Squat', 'Lunge', 'Plank'] as const;

type Edit = { at: number; kind: (typeof EDITS)[number]; set: SetTarget; name: string };

const EDITS = [
  'rename program',
  'change split',
  'rename day',
  'change sets',
  'add exercise',
  'remove exercise',
  'turn exercises',
  'group exercises',
  'carry exercise over',
  'add day',
  'remove day',
  'turn days',
  'add week',
  'remove week',
  'turn weeks',
  'toggle deload',
  'add phase',
  'remove phase',
  'rename phase',
  'change notes',
] as const;

const edit: fc.Arbitrary<Edit> = fc.record({
  at: fc.nat(30),
  kind: fc.constantFrom(...EDITS),
  set: setTargets,
  name: fc.constantFrom(...NAMES),
});

const pick = <T>(list: readonly T[], at: number): T | undefined => list[at % Math.max(list.length, 1)];
const without = <T>(list: readonly T[], one: T | undefined): T[] => list.filter((entry) => entry !== one);
const turned = <T>(list: readonly T[]): T[] => [...list.slice(1), ...list.slice(0, 1)];

function editDay(day: ProgramDay, { kind, set, name, at }: Edit, newKey: () => string): ProgramDay {
  const { exercises } = day.workout;
  const chosen = pick(exercises, at);
  const withList = (list: ProgramExercise[]) => ({ ...day, workout: { ...day.workout, exercises: list } });
  if (kind === 'rename day') return { ...day, workout: { ...day.workout, name: `${name} day` } };
  if (kind === 'change notes') return { ...day, workout: { ...day.workout, notes: name } };
  if (kind === 'add exercise') return withList([...exercises, newExercise(newKey, name, { sets: [set] })]);
  if (kind === 'remove exercise') return withList(without(exercises, chosen));
  if (kind === 'turn exercises') return withList(turned(exercises));
  if (kind === 'group exercises') return withList(exercises.map((exercise) => ({ ...exercise, group: 'A' })));
  if (kind === 'change sets') {
    return withList(exercises.map((one) => (one === chosen ? { ...one, sets: [set, ...one.sets.slice(1)] } : one)));
  }
  return day;
}

function editWeek(week: ProgramWeek, change: Edit, newKey: () => string): ProgramWeek {
  const { kind, at } = change;
  const chosen = pick(week.days, at);
  if (kind === 'toggle deload') return { ...week, deload: !week.deload };
  if (kind === 'add day' && week.days.length < 7) return { ...week, days: [...week.days, newDay(newKey, change.name)] };
  if (kind === 'remove day' && week.days.length > 1) return { ...week, days: without(week.days, chosen) };
  if (kind === 'turn days') return { ...week, days: turned(week.days) };
  if (kind === 'carry exercise over') return carryOver(week);
  return { ...week, days: week.days.map((day) => (day === chosen ? editDay(day, change, newKey) : day)) };
}

/** Moves the first exercise of the first day to the end of the last. */
function carryOver(week: ProgramWeek): ProgramWeek {
  const [first, last] = [week.days[0], week.days.at(-1)];
  const carried = first?.workout.exercises[0];
  if (!first || !last || first === last || !carried) return week;
  const withList = (day: ProgramDay, exercises: ProgramExercise[]) => ({
    ...day,
    workout: { ...day.workout, exercises },
  });
  return {
    ...week,
    days: week.days.map((day) => {
      if (day === first) return withList(day, day.workout.exercises.slice(1));
      return day === last ? withList(day, [...day.workout.exercises, { ...carried, group: '' }]) : day;
    }),
  };
}

function editPhase(phase: ProgramPhase, change: Edit, newKey: () => string): ProgramPhase {
  const { kind, at, name } = change;
  const chosen = pick(phase.weeks, at);
  if (kind === 'rename phase') return { ...phase, name };
  if (kind === 'add week') return { ...phase, weeks: [...phase.weeks, newWeek(newKey, 2)] };
  if (kind === 'remove week' && phase.weeks.length > 1) return { ...phase, weeks: without(phase.weeks, chosen) };
  if (kind === 'turn weeks') return { ...phase, weeks: turned(phase.weeks) };
  return { ...phase, weeks: phase.weeks.map((week) => (week === chosen ? editWeek(week, change, newKey) : week)) };
}

function editProgram(program: Program, change: Edit, newKey: () => string): Program {
  const { kind, at, name } = change;
  const chosen = pick(program.phases, at);
  if (kind === 'rename program') return { ...program, name: `${name} program` };
  if (kind === 'change split') return { ...program, split: name, frequency: (at % 7) + 1 };
  if (kind === 'add phase') return { ...program, phases: [...program.phases, newPhase(newKey, [newWeek(newKey, 1)])] };
  if (kind === 'remove phase' && program.phases.length > 1) {
    return { ...program, phases: without(program.phases, chosen) };
  }
  const phases = program.phases.map((phase) => (phase === chosen ? editPhase(phase, change, newKey) : phase));
  const isValid = phases.every(({ weeks }) =>
    weeks.every(({ days }) => days.every(({ workout }) => areGroupsTogether(workout.exercises))),
  );
  return isValid ? { ...program, phases } : program;
}

/** A program with the given name for its keys after a few random edits. */
export const editsOf = (program: Program, name: string): fc.Arbitrary<Program> =>
  fc.array(edit, { maxLength: 8 }).map((list) => {
    const newKey = keysFor(name);
    return list.reduce((edited, change) => editProgram(edited, change, newKey), program);
  });

/** Valid programs of any shape. */
export const programs: fc.Arbitrary<Program> = editsOf(
  aProgram({ Push: { 'Bench press': [{}], Dip: [{ count: 2 }] }, Pull: { 'Barbell row': [{}], Curl: [{}] } }, 2),
  'base',
);
