import { stampAfter } from '@stridewell/contract/merge.rules';
import type { SetTarget } from '@stridewell/contract/programs/programs';
import { newSet } from '@stridewell/contract/programs/programs.create.rules';
import type { PerformedExercise, PreviousPerformance, WorkoutLog } from '@stridewell/contract/workouts/workouts';
import { describe, expect, it } from 'vitest';
import {
  addSet,
  before,
  measureOf,
  nextStep,
  platesFor,
  progressOf,
  restAfter,
  rowsOf,
  startWorkout,
  stepsOf,
  storeSet,
  volumeChangeKg,
} from './workouts.editing.ts';

const NOW = Date.parse('2026-03-02T18:00:00Z');
const ID = '0190a5a0-0000-7000-8000-000000000001.pushday1.2026-03-02';

const exercise = (key: string, group: string, ...sets: Partial<SetTarget>[]): PerformedExercise => ({
  key,
  exerciseId: key,
  name: key,
  group,
  notes: '',
  alternatives: [],
  swappedFrom: null,
  sets: sets.map((changes) => newSet(changes)),
});

const start = (...exercises: PerformedExercise[]): WorkoutLog =>
  startWorkout(
    {
      logId: ID,
      day: '2026-03-02',
      dayKey: 'pushday1',
      weekNumber: 1,
      name: 'Push',
      minutes: 40,
      workout: { name: '', duration: null, notes: '', groups: [], exercises },
      status: 'today',
      records: 0,
    },
    NOW,
  );

const lastTime = (key: string, ...sets: [weightKg: number, reps: number][]): PreviousPerformance => ({
  exerciseId: key,
  name: key,
  day: '2026-02-23',
  sets: sets.map(([weightKg, reps]) => ({
    kind: 'normal' as const,
    weightKg,
    reps,
    seconds: null,
    metres: null,
    rir: null,
  })),
  best: { oneRepMaxKg: null, weightKg: null },
  maxKg: null,
});

const bench = exercise('bench000', '', { count: 3, reps: '8-10', rest: 120 });
const row = (log: WorkoutLog, of: PerformedExercise, index: number, previous: PreviousPerformance[] = []) =>
  rowsOf(log, of, previous)[index] ?? expect.fail('no such set');

describe('the sets of an exercise', () => {
  it('begin as planned, with the last time beside each', () => {
    const rows = rowsOf(start(bench), bench, [lastTime('bench000', [60, 10], [60, 7])]);
    expect(rows.map(({ id, suggested }) => [id, suggested.weightKg, suggested.reps])).toEqual([
      ['bench000.0', 60, 10],
      // Seven reps are below the target, so the target counts.
      ['bench000.1', 60, 8],
      ['bench000.2', 60, 8],
    ]);
  });

  it('take the load of the program before that of the last time', () => {
    const planned = exercise('squat000', '', { count: 1, reps: '5', load: { unit: 'kg', value: 100 } });
    expect(row(start(planned), planned, 0, [lastTime('squat000', [90, 5])]).suggested).toMatchObject({
      weightKg: 100,
      reps: 5,
    });
  });

  it('are stored as typed, and what was not typed as suggested', () => {
    const log = start(bench);
    const previous = [lastTime('bench000', [60, 9])];
    const typed = storeSet(log, bench.key, row(log, bench, 0, previous), { weightKg: 62.5 }, NOW);
    expect(typed.sets).toMatchObject([{ weightKg: 62.5, reps: null, done: false }]);
    const done = storeSet(typed, bench.key, row(typed, bench, 0, previous), { done: true }, NOW);
    expect(done.sets).toMatchObject([{ id: 'bench000.0', weightKg: 62.5, reps: 9, done: true }]);
    expect(Date.parse(done.sets[0]?.changedAt ?? '')).toBeGreaterThan(Date.parse(typed.sets[0]?.changedAt ?? ''));
  });

  const suggestions = (log: WorkoutLog, of: PerformedExercise, previous: PreviousPerformance[] = []) =>
    rowsOf(log, of, previous).map(({ suggested }) => [suggested.weightKg, suggested.reps]);
  const enter = (
    log: WorkoutLog,
    of: PerformedExercise,
    index: number,
    figures: { weightKg?: number; reps?: number },
  ) => storeSet(log, of.key, row(log, of, index), { ...figures, done: true }, NOW);

  it('carry forward what was entered in the set above', () => {
    const first = enter(start(bench), bench, 0, { weightKg: 62.5, reps: 9 });
    expect(suggestions(first, bench)).toEqual([
      [null, 8],
      [62.5, 9],
      [62.5, 9],
    ]);
    const second = enter(first, bench, 1, { weightKg: 65 });
    expect(second.sets.find(({ position }) => position === 1)).toMatchObject({ weightKg: 65, reps: 9 });
    expect(suggestions(second, bench)[2]).toEqual([65, 9]);
    // Typed and not done yet.
    const typed = storeSet(start(bench), bench.key, row(start(bench), bench, 0), { weightKg: 70 }, NOW);
    expect(suggestions(typed, bench)[1]).toEqual([70, 8]);
  });

  it('follow the last time set by set as long as it is repeated', () => {
    const previous = [lastTime('bench000', [60, 10], [65, 8], [70, 8])];
    const log = start(bench);
    const repeated = storeSet(log, bench.key, row(log, bench, 0, previous), { done: true }, NOW);
    expect(suggestions(repeated, bench, previous)[1]).toEqual([65, 8]);
    const heavier = storeSet(log, bench.key, row(log, bench, 0, previous), { weightKg: 67.5, done: true }, NOW);
    expect(suggestions(heavier, bench, previous)).toEqual([
      [60, 10],
      [67.5, 8],
      [67.5, 8],
    ]);
  });

  it('keep what the plan changes from one set to the next', () => {
    const kg = (value: number) => ({ unit: 'kg' as const, value });
    const pyramid = exercise(
      'squat000',
      '',
      { count: 1, reps: '8', kind: 'warm_up' },
      { count: 1, reps: '8', load: kg(60) },
      { count: 1, reps: '8', load: kg(80) },
      { count: 1, reps: '5', load: kg(80) },
    );
    const log = enter(enter(start(pyramid), pyramid, 0, { weightKg: 20 }), pyramid, 1, { weightKg: 65, reps: 7 });
    expect(suggestions(log, pyramid).slice(1)).toEqual([
      [60, 8],
      [80, 7],
      [80, 5],
    ]);
  });

  it('in percent of a known maximum suggest a load that can be put on the bar', () => {
    const squat = exercise('squat000', '', { count: 2, reps: '5', load: { unit: 'percent', value: 80 } });
    const known = { ...lastTime('squat000', [90, 5]), maxKg: 116.7 };
    const kgOf = (previous: PreviousPerformance[], units: 'metric' | 'imperial') =>
      rowsOf(start(squat), squat, previous, units)[0]?.suggested.weightKg;
    expect(kgOf([known], 'metric')).toBe(92.5);
    expect(kgOf([known], 'imperial')).toBe(92.99);
    expect(kgOf([], 'metric')).toBeNull();
    expect(kgOf([lastTime('squat000', [90, 5])], 'metric')).toBe(90);
  });

  it('keep the effort that was entered, and never take it from the plan', () => {
    const effort = { scale: 'rpe' as const, value: 8 };
    const press = exercise('press000', '', { count: 2, reps: '8', effort });
    expect(row(start(press), press, 0).suggested.rir).toBe(2);
    const done = enter(start(press), press, 0, {});
    expect(done.sets).toMatchObject([{ rir: null, done: true }]);
    const rated = storeSet(done, press.key, row(done, press, 0), { rir: 1 }, NOW);
    expect(rated.sets).toMatchObject([{ rir: 1, done: true }]);
  });

  it('in seconds and metres have no load', () => {
    const plank = exercise('plank000', '', { count: 1, reps: '30 sec' });
    const done = storeSet(start(plank), plank.key, row(start(plank), plank, 0), { done: true }, NOW);
    expect(done.sets).toMatchObject([{ seconds: 30, weightKg: null, reps: null }]);
    expect(measureOf(newSet({ reps: '400 m' }))).toBe('distance');
  });

  it('can be added and removed, and a removed one stays away', () => {
    const added = addSet(start(bench), bench, rowsOf(start(bench), bench, []), NOW);
    const rows = rowsOf(added, bench, []);
    expect(rows.map(({ position, target }) => [position, target !== null])).toEqual([
      [0, true],
      [1, true],
      [2, true],
      [3, false],
    ]);
    const removed = storeSet(added, bench.key, rows[1] ?? expect.fail(), { deleted: true, done: false }, NOW);
    expect(rowsOf(removed, bench, []).map(({ position }) => position)).toEqual([0, 2, 3]);
  });
});

describe('the order of a workout', () => {
  const a1 = exercise('aone0000', 'A', { count: 2, reps: '8', rest: 60 });
  const a2 = exercise('atwo0000', 'A', { count: 3, reps: '10', rest: 90 });
  const log = start(a1, a2, bench);

  it('goes round by round in a superset', () => {
    expect(stepsOf(log, []).map(({ setId }) => setId)).toEqual([
      'aone0000.0',
      'atwo0000.0',
      'aone0000.1',
      'atwo0000.1',
      'atwo0000.2',
      'bench000.0',
      'bench000.1',
      'bench000.2',
    ]);
  });

  it('says how far the workout is', () => {
    expect(progressOf(log, [])).toEqual({ done: 0, total: 8 });
    const done = storeSet(log, bench.key, row(log, bench, 2), { done: true }, NOW);
    expect(progressOf(done, [])).toEqual({ done: 1, total: 8 });
    expect(progressOf(addSet(done, bench, rowsOf(done, bench, []), NOW), [])).toEqual({ done: 1, total: 9 });
  });

  it('continues after the set just done, and comes back to one left out', () => {
    const done = storeSet(log, bench.key, row(log, bench, 2), { done: true }, NOW);
    expect(nextStep(done, [], 'bench000.2')?.setId).toBe('aone0000.0');
    expect(nextStep(done, [], 'aone0000.0')?.setId).toBe('atwo0000.0');
    const all = stepsOf(log, []).reduce((left, { exerciseKey, setId }) => {
      const of = left.head.exercises.find(({ key }) => key === exerciseKey) ?? expect.fail();
      const found = rowsOf(left, of, []).find(({ id }) => id === setId) ?? expect.fail();
      return storeSet(left, exerciseKey, found, { done: true }, NOW);
    }, log);
    expect(nextStep(all, [])).toBeUndefined();
  });

  it('rests at the end of a round alone', () => {
    expect(restAfter(log, row(log, a1, 0), a1)).toBe(0);
    expect(restAfter(log, row(log, a2, 0), a2)).toBe(90);
    expect(restAfter(log, row(log, bench, 0), bench)).toBe(120);
    const emom = {
      ...log,
      head: { ...log.head, groups: [{ letter: 'A', format: 'emom' as const, minutes: 10, rest: null }] },
    };
    expect(restAfter(emom, row(emom, a2, 0), a2)).toBe(0);
  });
});

describe('the volume', () => {
  const squat = exercise('squat000', '', { count: 1, reps: '5' });
  const done = [bench, squat].reduce(
    (log, of) => storeSet(log, of.key, row(log, of, 0), { weightKg: 60, reps: 10, done: true }, NOW),
    start(bench, squat),
  );

  it('is compared over the exercises of both times, without warm-ups', () => {
    const last = lastTime('bench000', [50, 10]);
    const [set] = last.sets;
    const warmUp = { ...(set ?? expect.fail()), kind: 'warm_up' as const };
    expect(volumeChangeKg(done, [{ ...last, sets: [warmUp, ...last.sets] }])).toBe(100);
    expect(volumeChangeKg(done, [lastTime('bench000', [60, 10]), lastTime('curl0000', [20, 10])])).toBe(0);
    expect(volumeChangeKg(done, [lastTime('curl0000', [20, 10])])).toBeNull();
  });

  it('is never compared with the workout itself', () => {
    const today = { ...lastTime('bench000', [60, 10]), day: '2026-03-02' };
    expect(before([today, lastTime('squat000', [60, 5])], done).map(({ name }) => name)).toEqual(['squat000']);
  });
});

describe('small things', () => {
  it.each([
    [100, 20, 'metric', [25, 15], 0],
    [20, 20, 'metric', [], 0],
    [61, 20, 'metric', [20], 1],
    [15, 20, 'metric', [], 0],
    [225, 45, 'imperial', [45, 45], 0],
  ] as const)('loads %s on a bar of %s (%s)', (weight, bar, units, plates, missing) => {
    expect(platesFor(weight, bar, units)).toEqual({ plates, missing });
  });

  it('a later change has a later time, also when the clock was set back', () => {
    expect(stampAfter('2026-03-02T18:00:00.000Z', NOW - 60_000)).toBe('2026-03-02T18:00:00.001Z');
    expect(stampAfter('2026-03-02T18:00:00.000Z', NOW + 1000)).toBe('2026-03-02T18:00:01.000Z');
  });
});
