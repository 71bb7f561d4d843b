import type { SetLoad } from '@stridewell/contract/programs';
import { weeksOf } from '@stridewell/contract/programs.rules';
import { lbToKg } from '@stridewell/contract/units';
import { describe, expect, it } from 'vitest';
import { aDay, aProgram, aProgramExercise, aSet, aWeek } from '../../../test/program-samples.ts';
import { builtInLibrary } from '../exercises/exercises.merge.service.ts';
import { findForbidden } from './planner.lint.service.ts';
import { fromHistory, weighLoads } from './planner.loads.service.ts';

/** Weeks of one squat with a percent of the maximum. */
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
  it('are rounded down to plates of the gym', () => {
    expect(loadsOf([80], 101)).toEqual([kg(80)]);
    expect(loadsOf([80], 100)).toEqual([kg(80)]);
    expect(loadsOf([80], 99)).toEqual([kg(77.5)]);
    expect(loadsOf([50], lbToKg(205), 'imperial')).toEqual([kg(45.359)]);
  });

  it('stay when a step of plates would be more than ten percent', () => {
    expect(loadsOf([60, 65, 70, 80], 25)).toEqual([kg(15), kg(15), kg(15), kg(15)]);
    expect(loadsOf([80, 85], 100)).toEqual([kg(80), kg(85)]);
  });

  it('are left open where the lightest step is too heavy or the maximum is unknown', () => {
    expect(loadsOf([60], 3)).toEqual([null]);
    const program = inPercent([80]);
    expect(weighLoads(program, {}, 'metric')).toEqual(program);
  });
});

describe('logged workouts', () => {
  const trained = (exerciseId: string, workouts: number, recentWeeklySets = 0, oneRepMaxKg: number | null = null) => ({
    ...{ exerciseId, workouts, recentWeeklySets, oneRepMaxKg },
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

describe('words for a client', () => {
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
