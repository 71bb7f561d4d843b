import { EXERCISE_EQUIPMENT } from '@stridewell/contract/exercises/exercises.rules';
import type {
  Program,
  ProgramDay,
  ProgramExercise,
  ProgramWeek,
  SetLoad,
} from '@stridewell/contract/programs/programs';
import { describe, expect, it } from 'vitest';
import { aGenerationProfile } from '../../../test/generation-profile.ts';
import { builtInLibrary as library } from '../exercises/exercises.merge.rules.ts';
import { generateByRules } from './planner.engine.rules.ts';
import type { GenerationProfile } from './planner.goals.content.ts';
import { HARD_CODES, type Violation, validateProgram, WARNING_CODES } from './planner.validation.rules.ts';

const client = aGenerationProfile({ goal: 'muscle', daysPerWeek: 5, weeks: 2 });
const { program } = generateByRules(client, library, 1);

const codesOf = (violations: readonly Violation[]) => [...new Set(violations.map(({ code }) => code))];
const check = (changed: Program, changes: Partial<GenerationProfile> = {}) =>
  codesOf(validateProgram(changed, { ...client, ...changes }, library));

const withWeeks = (change: (week: ProgramWeek, index: number) => ProgramWeek): Program => ({
  ...program,
  phases: program.phases.map((phase) => ({ ...phase, weeks: phase.weeks.map(change) })),
});
/** The program with the first day of every week changed. */
const withDay = (change: (day: ProgramDay) => ProgramDay): Program =>
  withWeeks((week) => ({ ...week, days: week.days.map((day, index) => (index === 0 ? change(day) : day)) }));
const withExercises = (change: (exercises: readonly ProgramExercise[]) => readonly ProgramExercise[]): Program =>
  withDay((day) => ({ ...day, workout: { ...day.workout, exercises: [...change(day.workout.exercises)] } }));
const replaceFirst = (changes: Partial<ProgramExercise>): Program =>
  withExercises(([first, ...others]) => (first ? [{ ...first, ...changes }, ...others] : others));
const withSets = (count: number): Program =>
  withExercises(([first, ...others]) =>
    first ? [{ ...first, sets: first.sets.map((set) => ({ ...set, count })) }, ...others] : others,
  );
const withLoad = (load: (week: number) => SetLoad): Program =>
  withWeeks((week, number) => ({
    ...week,
    days: week.days.map((day) => ({
      ...day,
      workout: {
        ...day.workout,
        exercises: day.workout.exercises.map((exercise) => ({
          ...exercise,
          sets: exercise.sets.map((set) => ({ ...set, load: load(number) })),
        })),
      },
    })),
  }));
const firstId = program.phases[0]?.weeks[0]?.days[0]?.workout.exercises[0]?.exerciseId ?? '';
const allMaxima = Object.fromEntries(library.map(({ id }) => [id, 100]));
const pushes = (id: string | null): boolean =>
  library.find((exercise) => exercise.id === id)?.pattern.endsWith('_push') ?? false;

it('finds no violation in a program that follows the rules', () => {
  expect(validateProgram(program, client, library)).toEqual([]);
});

const PLANTED: [Violation['code'], Program, Partial<GenerationProfile>?][] = [
  ['wrong_days', withWeeks((week) => ({ ...week, days: week.days.slice(1) }))],
  ['wrong_weeks', program, { weeks: 3 }],
  ['empty_day', withExercises(() => [])],
  ['unknown_exercise', replaceFirst({ exerciseId: 'moon-walk' })],
  ['unknown_exercise', replaceFirst({ exerciseId: null })],
  ['contraindicated', replaceFirst({ exerciseId: 'bench-press' }), { contraindications: ['shoulder'] }],
  [
    'unavailable_equipment',
    replaceFirst({ exerciseId: 'bench-press' }),
    { equipment: EXERCISE_EQUIPMENT.filter((item) => item !== 'rack') },
  ],
  ['above_level', replaceFirst({ exerciseId: 'ring-push-up' })],
  ['excluded', program, { excluded: [firstId] }],
  ['repeated_exercise', withExercises(([first, ...others]) => (first ? [first, first, ...others] : others))],
  ['week_volume', withSets(20)],
  ['session_volume', withSets(11)],
  ['duration', program, { minutes: 30 }],
  ['load_above_max', withLoad(() => ({ unit: 'percent', value: 101 })), { maxima: allMaxima }],
  ['load_above_max', withLoad(() => ({ unit: 'kg', value: 101 })), { maxima: allMaxima }],
  ['load_jump', withLoad((week) => ({ unit: 'kg', value: week === 0 ? 50 : 55.5 }))],
  ['missing_pattern', withWeeks((week) => ({ ...week, days: week.days.slice(0, 1) }))],
  ['low_volume', withWeeks((week) => ({ ...week, days: week.days.slice(0, 1) }))],
  [
    'push_pull',
    withWeeks((week) => ({
      ...week,
      days: week.days.map((day) => ({
        ...day,
        workout: { ...day.workout, exercises: day.workout.exercises.filter(({ exerciseId }) => !pushes(exerciseId)) },
      })),
    })),
  ],
  [
    'no_rest_day',
    withWeeks((week) => ({
      ...week,
      days: [...week.days, ...week.days.slice(0, 2)].map((day, index) => ({ ...day, key: `planted${index}` })),
    })),
  ],
  ['ramp', program, { recentSets: { quads: 2 } }],
  ['unknown_max', withLoad(() => ({ unit: 'percent', value: 70 }))],
  ['no_deload', { ...program, phases: Array.from({ length: 5 }, () => program.phases).flat() }],
];

describe('a planted violation', () => {
  it.each(PLANTED)('is found: %s', (code, planted, changes) => {
    expect(check(program)).not.toContain(code);
    expect(check(planted, changes)).toContain(code);
  });

  it('is tested for every code', () => {
    expect(new Set(PLANTED.map(([code]) => code))).toEqual(new Set([...HARD_CODES, ...WARNING_CODES]));
  });

  it('is described with its place in a sentence', () => {
    const planted = replaceFirst({ exerciseId: 'ring-push-up' });
    const found = validateProgram(planted, client, library);
    expect(found.find(({ code }) => code === 'above_level')).toMatchObject({
      code: 'above_level',
      hard: true,
      week: 1,
      exerciseId: 'ring-push-up',
      text: 'Ring push-up is for Advanced clients; this client is Intermediate.',
    });
  });
});

it('accepts loads up to the maximum and a growth of ten percent', () => {
  const heavy = withLoad((week) => ({ unit: 'kg', value: week === 0 ? 90 : 99 }));
  expect(check(heavy, { maxima: allMaxima })).toEqual(check(program));
});

it('treats hidden exercises as unknown', () => {
  const hidden = library.map((exercise) => ({ ...exercise, hidden: exercise.id === firstId }));
  expect(codesOf(validateProgram(program, client, hidden))).toContain('unknown_exercise');
});
