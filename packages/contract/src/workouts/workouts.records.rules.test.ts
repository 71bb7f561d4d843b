import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { bestOf, countRecords, exerciseRef, figuresOf, oneRepMaxKg, recordsIn } from './workouts.records.rules.ts';

const aSet = (weightKg: number | null, reps: number | null, changes: object = {}) => ({
  id: 'a',
  exercise: 'bench-press',
  kind: 'normal' as const,
  done: true,
  deleted: false,
  rir: null,
  weightKg,
  reps,
  ...changes,
});

describe('the estimated one-rep max', () => {
  it.each([
    // Columns: kg, reps, in reserve, kg of one rep
    [100, 1, null, 100],
    [100, 5, 0, 114.583],
    [100, 3, 2, 114.583],
    [100, 10, null, 133.333],
    [80, 8, 1.5, 105.03],
  ])('of %d kg for %d with %s in reserve is %d kg', (weightKg, reps, rir, expected) => {
    expect(oneRepMaxKg({ weightKg, reps, rir })).toBeCloseTo(expected, 3);
  });

  it.each([
    [100, 11, null],
    [100, 9, 2],
    [100, 0, 0],
    [0, 5, 0],
    [null, 5, 0],
    [100, null, 0],
  ])('is unknown for %s kg, %s reps and %s in reserve', (weightKg, reps, rir) => {
    expect(oneRepMaxKg({ weightKg, reps, rir })).toBeNull();
  });

  it('is never below the load, and grows with load and reps', () => {
    const load = fc.double({ min: 1, max: 500, noNaN: true });
    fc.assert(
      fc.property(load, fc.integer({ min: 1, max: 9 }), (weightKg, reps) => {
        const estimate = oneRepMaxKg({ weightKg, reps, rir: null }) ?? 0;
        expect(estimate).toBeGreaterThanOrEqual(weightKg);
        expect(oneRepMaxKg({ weightKg, reps: reps + 1, rir: null })).toBeGreaterThan(estimate);
        expect(oneRepMaxKg({ weightKg: weightKg + 1, reps, rir: null })).toBeGreaterThan(estimate);
      }),
    );
  });
});

it('volume and number leave out warm-ups, and sets that were not done or deleted', () => {
  const left = [{ kind: 'warm_up' as const }, { done: false }, { deleted: true }].map((one) => aSet(100, 5, one));
  expect(figuresOf([aSet(22.68, 10), aSet(null, 12), aSet(60, null), ...left])).toEqual({ sets: 3, volumeKg: 226.8 });
  expect(bestOf([aSet(60, 5), aSet(80, 12), ...left])).toEqual({ oneRepMaxKg: expect.closeTo(68.75, 3), weightKg: 80 });
  expect(bestOf([aSet(60, 0), aSet(null, 10)])).toEqual({ oneRepMaxKg: null, weightKg: null });
});

it('an exercise is known by its id, or by the words of its name', () => {
  expect(exerciseRef({ exerciseId: 'bench-press', name: 'Bench' })).toBe('bench-press');
  expect(exerciseRef({ exerciseId: null, name: ' Béench-Press ' })).toBe(
    exerciseRef({ exerciseId: null, name: 'beench press' }),
  );
});

describe('a personal record', () => {
  const before = new Map([
    ['bench-press', { oneRepMaxKg: 100, weightKg: 90 }],
    ['plank', { oneRepMaxKg: null, weightKg: null }],
  ]);
  const recordOf = (...sets: Parameters<typeof recordsIn>[0]) => recordsIn(sets, before);

  it.each([
    ['the one-rep max', aSet(80, 10), { oneRepMaxKg: expect.closeTo(106.667, 3), weightKg: null }],
    ['the load', aSet(92.5, 12), { oneRepMaxKg: null, weightKg: 92.5 }],
    ['both', aSet(95, 5), { oneRepMaxKg: expect.closeTo(108.854, 3), weightKg: 95 }],
  ])('beats %s', (_what, set, expected) => {
    expect(recordOf(set)).toEqual([{ exercise: 'bench-press', setId: 'a', ...expected }]);
  });

  it('is none that equals, that is a warm-up, or that has nothing to beat', () => {
    expect(recordOf(aSet(90, 1), aSet(200, 1, { kind: 'warm_up' }), aSet(200, 1, { done: false }))).toEqual([]);
    expect(recordOf(aSet(20, 5, { exercise: 'plank' }), aSet(200, 1, { exercise: 'new' }))).toEqual([]);
  });

  it('is the best set of an exercise, in any order of sets', () => {
    const sets = [aSet(95, 5, { id: 'a' }), aSet(95, 6, { id: 'b' }), aSet(100, 12, { id: 'c' })];
    expect(recordOf(...sets).map(({ setId }) => setId)).toEqual(['b']);
    expect(recordOf(...sets.toReversed()).map(({ setId }) => setId)).toEqual(['b']);
  });
});

it('records of all workouts are counted as for each workout alone', () => {
  const session = fc.record({
    startedAt: fc.integer({ min: 0, max: 4 }),
    sets: fc.array(
      fc.record({
        exercise: fc.constantFrom('bench', 'squat'),
        weightKg: fc.option(fc.constantFrom(60, 62.5, 80)),
        reps: fc.constantFrom(1, 5, 12),
      }),
      { maxLength: 4 },
    ),
  });
  fc.assert(
    fc.property(fc.array(session, { maxLength: 6 }), (sessions) => {
      const bests = sessions.flatMap(({ startedAt, sets }, index) =>
        [...Map.groupBy(sets, ({ exercise }) => exercise)].map(([exercise, list]) => ({
          logId: String(index),
          exercise,
          startedAt,
          ...bestOf(list.map(({ weightKg, reps }) => aSet(weightKg, reps))),
        })),
      );
      const counts = countRecords(bests);
      for (const [index, { startedAt, sets }] of sessions.entries()) {
        const earlier = sessions.filter((one) => one.startedAt < startedAt).flatMap((one) => one.sets);
        const before = new Map(
          [...Map.groupBy(earlier, ({ exercise }) => exercise)].map(([exercise, list]) => [
            exercise,
            bestOf(list.map(({ weightKg, reps }) => aSet(weightKg, reps))),
          ]),
        );
        const own = sets.map(({ exercise, weightKg, reps }) => aSet(weightKg, reps, { exercise }));
        expect(counts.get(String(index)) ?? 0).toBe(recordsIn(own, before).length);
      }
    }),
  );
});
