import { EXERCISE_EQUIPMENT, EXERCISE_LEVELS } from '@stridewell/contract/exercises/exercises.rules';
import { PROGRAM_GOALS } from '@stridewell/contract/planner/planner.rules';
import type { ProgramWeek, SetLoad } from '@stridewell/contract/programs/programs';
import { isWorkingSet, weeksOf } from '@stridewell/contract/programs/programs.rules';
import { lbToKg } from '@stridewell/contract/units';
import { describe, expect, it } from 'vitest';
import { aDay, aProgram, aProgramExercise, aSet, aWeek } from '../../../test/program-samples.ts';
import { builtInLibrary } from '../exercises/exercises.merge.rules.ts';
import { generateByRules } from './planner.engine.rules.ts';
import { findForbidden } from './planner.lint.rules.ts';
import { fromHistory, weighLoads } from './planner.loads.rules.ts';

/** Weeks of one squat at a percentage of the maximum. */
const inPercent = (percents: readonly number[]) => ({
  ...aProgram(),
  phases: aProgram().phases.map((phase) => ({
    ...phase,
    weeks: percents.map((value, index) =>
      aWeek(index, [aDay(index, [aProgramExercise(index, { sets: [{ ...aSet, load: { unit: 'percent', value } }] })])]),
    ),
  })),
});
const loadsOf = (percents: readonly number[], max: number, units: 'metric' | 'imperial' = 'metric') =>
  weeksOf(weighLoads(inPercent(percents), { 'back-squat': max }, units)).map(
    ({ week }): SetLoad | null | undefined => week.days[0]?.workout.exercises[0]?.sets[0]?.load,
  );
const kg = (value: number): SetLoad => ({ unit: 'kg', value });

describe('loads', () => {
  it('are rounded down to plates', () => {
    expect(loadsOf([80], 101)).toEqual([kg(80)]);
    expect(loadsOf([80], 100)).toEqual([kg(80)]);
    expect(loadsOf([80], 99)).toEqual([kg(77.5)]);
    expect(loadsOf([50], lbToKg(205), 'imperial')).toEqual([kg(45.359)]);
  });

  it('do not change when a step of plates would be more than ten percent', () => {
    expect(loadsOf([60, 65, 70, 80], 25)).toEqual([kg(15), kg(15), kg(15), kg(15)]);
    expect(loadsOf([80, 85], 100)).toEqual([kg(80), kg(85)]);
  });

  it('are left open when the lightest step is too heavy or the maximum is unknown', () => {
    expect(loadsOf([60], 3)).toEqual([null]);
    const program = inPercent([80]);
    expect(weighLoads(program, {}, 'metric')).toEqual(program);
  });
});

describe('logged workouts', () => {
  const trained = (exerciseId: string, workouts: number, recentWeeklySets = 0, oneRepMaxKg: number | null = null) => ({
    exerciseId,
    workouts,
    recentWeeklySets,
    oneRepMaxKg,
  });
  const history = (...exercises: ReturnType<typeof trained>[]) =>
    fromHistory({ workouts: 5, minutes: 50, exercises }, builtInLibrary);

  it('give exercises that were done twice, and maxima', () => {
    const { preferred, maxima } = history(trained('back-squat', 4, 0, 120), trained('push-up', 1));
    expect(preferred).toEqual(['back-squat']);
    expect(maxima).toEqual({ 'back-squat': 120 });
  });

  it('give recent sets once there are enough of them', () => {
    expect(history(trained('back-squat', 4, 6)).recentSets).toEqual({});
    const { recentSets } = history(trained('back-squat', 4, 6), trained('bench-press', 4, 6), trained('gone', 4, 9));
    expect(recentSets).toMatchObject({ quads: 6, chest: 6 });
  });
});

describe('texts for a client', () => {
  it.each([
    ['You have tendinitis in the knee', 'a diagnosis'],
    ['Take ibuprofen before leg day', 'a drug'],
    ['Best with intermittent fasting', 'purging or fasting'],
    ['No excuses, lazy people stay weak', 'shame'],
    ['Results are guaranteed', 'a guarantee'],
    ['See www.example.com', 'a link or an address'],
    ['<b>Strong</b>', 'markup'],
  ])('%s: %s', (text, found) => {
    expect(findForbidden(text)).toContain(found);
  });

  it.each([
    'Squats build the legs, and rows balance the presses.',
    'A steady block with dumbbells; the last week is easier.',
    'Fast up, slow down: 3 seconds on the way down.',
  ])('may say: %s', (text) => {
    expect(findForbidden(text)).toEqual([]);
  });
});

describe('deload weeks', () => {
  const maxima = Object.fromEntries(builtInLibrary.map(({ id }) => [id, 100]));
  const drafts = PROGRAM_GOALS.flatMap((goal) =>
    EXERCISE_LEVELS.flatMap((level) =>
      [2, 4, 6].map((daysPerWeek) => {
        const client = { goal, level, daysPerWeek, minutes: 60, weeks: 12, equipment: EXERCISE_EQUIPMENT, maxima };
        const limits = { contraindications: [], excluded: [], preferred: [], recentSets: {} };
        return { asked: { goal, level, daysPerWeek }, ...generateByRules({ ...client, ...limits }, builtInLibrary, 3) };
      }),
    ),
  );
  /** Working sets and load of each place in a week with more than one set. */
  const placesOf = ({ days }: ProgramWeek) =>
    days.flatMap(({ workout }, day) =>
      workout.exercises.map(({ exerciseId, sets }) => {
        const working = sets.filter(isWorkingSet);
        return {
          place: `${day} ${exerciseId}`,
          count: working.reduce((sum, { count }) => sum + count, 0),
          load: Math.max(0, ...working.map(({ load }) => load?.value ?? 0)),
        };
      }),
    );

  it('have fewer sets and less load than the weeks before and after them', () => {
    const wrong = drafts.flatMap(({ asked, program }) => {
      const weeks = weeksOf(program).map(({ week }) => week);
      return weeks.flatMap((week, index) => {
        if (!week.deload) return [];
        const around = [weeks[index - 1], weeks[index + 1]].flatMap((other) => (other ? [placesOf(other)] : []));
        expect(around.length).toBeGreaterThan(0);
        return placesOf(week).flatMap(({ place, count, load }) =>
          around
            .flatMap((others) => others.filter((other) => other.place === place && other.count > 1))
            .filter((other) => count >= other.count || load > other.load || (load > 10 && load === other.load))
            .map((other) => ({ asked, week: index + 1, place, count, load, other })),
        );
      });
    });
    expect(wrong).toEqual([]);
  });

  it('omit 40 to 60 % of the sets', () => {
    const shares = drafts.flatMap(({ program }) =>
      weeksOf(program).flatMap(({ week }, index, all) => {
        const before = all[index - 1]?.week;
        if (!week.deload || !before) return [];
        const total = (one: ProgramWeek) => placesOf(one).reduce((sum, { count }) => sum + count, 0);
        return [total(week) / total(before)];
      }),
    );
    expect(shares.length).toBeGreaterThan(20);
    expect(Math.min(...shares)).toBeGreaterThanOrEqual(0.4);
    expect(Math.max(...shares)).toBeLessThanOrEqual(0.6);
  });

  it('stay far below the maximum', () => {
    const heavy = drafts.flatMap(({ program }) =>
      weeksOf(program).flatMap(({ week }) => (week.deload ? placesOf(week).filter(({ load }) => load > 72) : [])),
    );
    expect(heavy).toEqual([]);
  });
});
