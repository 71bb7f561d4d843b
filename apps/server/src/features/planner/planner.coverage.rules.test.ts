import {
  EXERCISE_EQUIPMENT,
  EXERCISE_LEVELS,
  type ExerciseEquipment,
} from '@stridewell/contract/exercises/exercises.rules';
import { GENERATION_BOUNDS, PROGRAM_GOALS } from '@stridewell/contract/planner/planner.rules';
import { weeksOf } from '@stridewell/contract/programs/programs.rules';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { aGenerationProfile } from '../../../test/generation-profile.ts';
import { builtInLibrary as library } from '../exercises/exercises.merge.rules.ts';
import { type GeneratedProgram, generateByRules } from './planner.engine.rules.ts';
import { LARGE_PATTERN_LABELS, type LargePattern } from './planner.goals.content.ts';

const byId = new Map(library.map((exercise) => [exercise.id, exercise]));

/** Deliberately independent of the engine's list. */
const LARGE: Record<LargePattern, readonly string[]> = {
  squat: ['squat', 'lunge'],
  hinge: ['hinge'],
  push: ['horizontal_push', 'vertical_push'],
  pull: ['horizontal_pull', 'vertical_pull'],
};
const KINDS = Object.keys(LARGE) as LargePattern[];

/** Large patterns that any week of a program lacks. */
const lackingIn = ({ program }: GeneratedProgram): LargePattern[] =>
  KINDS.filter((kind) =>
    weeksOf(program).some(
      ({ week }) =>
        !week.days.some(({ workout }) =>
          workout.exercises.some(({ exerciseId }) => LARGE[kind].includes(byId.get(exerciseId ?? '')?.pattern ?? '')),
        ),
    ),
  );
const isNamed = ({ reasons }: GeneratedProgram, kind: LargePattern): boolean =>
  reasons.skipped.some((reason) => reason.startsWith(`No ${LARGE_PATTERN_LABELS[kind]}: `));

const PLACES: Record<string, readonly ExerciseEquipment[]> = {
  nothing: ['mat'],
  bands: ['band', 'mat'],
  dumbbells: ['dumbbells', 'mat'],
  'dumbbells and bench': ['dumbbells', 'bench', 'mat'],
  gym: EXERCISE_EQUIPMENT,
};

describe('squat, hinge, push and pull', () => {
  const goals = [...PROGRAM_GOALS];
  // Goals alternate over the table, so that each place, level and length is tested with several of them.
  const short = [1, 2, 3, 4, 5, 6, 7].flatMap((daysPerWeek) =>
    [20, 25, 30, 45].flatMap((minutes) =>
      Object.keys(PLACES).flatMap((place) => EXERCISE_LEVELS.map((level) => ({ daysPerWeek, minutes, place, level }))),
    ),
  );
  const drafted = short.map(({ place, ...asked }, index) => {
    const goal = goals[index % goals.length] ?? 'general';
    const client = aGenerationProfile({ ...asked, goal, equipment: PLACES[place] ?? [], weeks: 5 });
    return { asked: { ...asked, place, goal }, result: generateByRules(client, library, index) };
  });

  it('are in each week of short workouts, or the draft names the missing one with the reason', () => {
    const silent = drafted.flatMap(({ asked, result }) =>
      lackingIn(result)
        .filter((kind) => !isNamed(result, kind))
        .map((kind) => ({ kind, asked })),
    );
    expect(silent).toEqual([]);
  });

  it('are never reported missing when present', () => {
    const wrong = drafted.filter(({ result }) => result.gaps.some((kind) => !lackingIn(result).includes(kind)));
    expect(wrong.map(({ asked }) => asked)).toEqual([]);
  });

  it('are complete from two twenty-minute workouts a week on, if the equipment allows it', () => {
    const lacking = drafted.filter(
      ({ asked, result }) => asked.daysPerWeek >= 2 && asked.place !== 'nothing' && result.gaps.length > 0,
    );
    expect(lacking.map(({ asked, result }) => ({ ...asked, gaps: result.gaps }))).toEqual([]);
  });

  it('cause no hard violation in short workouts', () => {
    const broken = drafted.flatMap(({ asked, result }) =>
      result.violations.filter(({ hard }) => hard).map(({ text }) => ({ text, asked })),
    );
    expect(broken).toEqual([]);
  });

  it('are in each week, or named, for any client', () => {
    const clients = fc.record({
      goal: fc.constantFrom(...PROGRAM_GOALS),
      level: fc.constantFrom(...EXERCISE_LEVELS),
      daysPerWeek: fc.integer(GENERATION_BOUNDS.days),
      minutes: fc.integer(GENERATION_BOUNDS.minutes),
      weeks: fc.constantFrom(1, 4, 9),
      equipment: fc.oneof(fc.constantFrom(...Object.values(PLACES)), fc.subarray([...EXERCISE_EQUIPMENT])),
      contraindications: fc.subarray(['shoulder', 'knee', 'low_back', 'wrist', 'pregnancy'] as const),
    });
    fc.assert(
      fc.property(clients, fc.nat(50), (client, seed) => {
        const result = generateByRules(aGenerationProfile(client), library, seed);
        expect(lackingIn(result).filter((kind) => !isNamed(result, kind))).toEqual([]);
        expect(lackingIn(result)).toEqual(KINDS.filter((kind) => result.gaps.includes(kind)));
      }),
      { numRuns: 120 },
    );
  });

  it('are named with the limit that rules them out', () => {
    const { reasons, gaps } = generateByRules(
      aGenerationProfile({
        equipment: ['mat'],
        excluded: library.filter(({ pattern }) => pattern === 'hinge').map(({ id }) => id),
      }),
      library,
      1,
    );
    expect(gaps).toEqual(['hinge']);
    expect(reasons.skipped[0]).toBe('No hinge: none is suitable with the excluded exercises.');
  });
});
