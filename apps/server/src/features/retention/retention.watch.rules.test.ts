import { bandOf, wilsonInterval } from '@stridewell/contract/retention/retention.rules';
import { describe, expect, it } from 'vitest';
import { drawOf, NO_ACTIVITY } from '../../../test/retention-rows.ts';
import { clientsIn, countBins, learnSlices, stabilityOf } from './retention.drift.rules.ts';
import type { Features } from './retention.features.rules.ts';
import { countLevels, countOutcomes, sumBands } from './retention.outcomes.rules.ts';
import { judgeModel } from './retention.watch.rules.ts';

const NOW = new Date('2026-03-02T04:40:00Z');
const clientsOf = (seed: string, count: number, shift = 0) =>
  Array.from({ length: count }, (_, index) => ({
    ...NO_ACTIVITY,
    silentDays: Math.floor(20 * drawOf(seed, index)) + shift,
    fall: drawOf(seed, index, 'gap') < 0.3 ? null : drawOf(seed, index, 'fall'),
  }));
const slices = learnSlices(clientsOf('fit', 5000));

describe('the spread of features', () => {
  it('is stable while clients stay alike, and is not once they have changed', () => {
    const same = stabilityOf(countBins(clientsOf('now', 1000), slices), slices);
    for (const index of Object.values(same)) expect(index).toBeLessThan(0.1);
    const moved = stabilityOf(countBins(clientsOf('now', 1000, 6), slices), slices);
    expect(moved.silentDays).toBeGreaterThan(0.25);
    expect(moved.fall).toBeLessThan(0.1);
  });

  it('counts each client once in each feature, missing values too', () => {
    const bins = countBins(clientsOf('now', 300), slices);
    expect(clientsIn(bins)).toBe(300);
    for (const counts of Object.values(bins)) expect(counts.reduce((sum, count) => sum + count, 0)).toBe(300);
    expect(bins['workoutDaysAgo/0']?.at(-1)).toBe(300);
    expect(stabilityOf({}, slices).silentDays).toBe(0);
    expect(learnSlices([])).toEqual({});
  });

  it('of a model from before there were groups is compared over all clients', () => {
    const { silentDays } = Object.fromEntries(Object.entries(slices).map(([key, slice]) => [key.split('/')[0], slice]));
    const before = { silentDays: { edges: silentDays?.edges ?? [], shares: silentDays?.shares ?? [] } };
    expect(stabilityOf(countBins(clientsOf('now', 1000), before), before).silentDays).toBeLessThan(0.1);
    expect(stabilityOf(countBins(clientsOf('now', 1000, 6), before), before).silentDays).toBeGreaterThan(0.25);
  });
});

describe('a platform that grows', () => {
  /** A client whose activity depends on how long they have been one, as it does for people. */
  const aClientOf = (seed: string, index: number, days: number, shift: number): Features => {
    const draw = (name: string) => drawOf(seed, index, name);
    const settled = Math.min(1, days / 182);
    return {
      ...NO_ACTIVITY,
      logTenure: Math.log1p(days),
      firstMonth: days <= 28 ? 1 : 0,
      firstQuarter: days <= 91 ? 1 : 0,
      silentDays: Math.floor(Math.min(days, (4 + 14 * settled) * draw('silent') + shift)),
      activeDays28: days < 14 ? null : 5 - 3 * settled + draw('active'),
      fall: days < 28 ? null : 2 * settled * draw('fall'),
      streakWeeks: Math.floor((Math.min(days, 728) / 7) * draw('streak')),
      contacts28: Math.floor((8 - 5 * settled) * draw('contacts')),
    };
  };
  /** Clients of a platform that has existed for some days and gets so many times as many each quarter. */
  const platform = (seed: string, { age, growth, shift = 0 }: { age: number; growth: number; shift?: number }) =>
    Array.from({ length: 3000 }, (_, index) => {
      const quarters = age / 91;
      const draw = drawOf(seed, index, 'joined');
      // More growth means that more clients joined lately.
      const ago = growth === 1 ? draw * quarters : -Math.log(1 - draw * (1 - growth ** -quarters)) / Math.log(growth);
      return aClientOf(seed, index, Math.floor(91 * ago), shift);
    });
  const fitted = platform('fit', { age: 364, growth: 1 });
  const learned = learnSlices(fitted);
  const watch = (now: readonly Features[]) =>
    judgeModel({ outcomes: [], bins: countBins(now, learned), slices: learned }, NOW);

  it.each([
    ['by half each quarter', { age: 546, growth: 1.5 }],
    ['threefold each quarter', { age: 546, growth: 3 }],
    ['no more, so that its clients stay longer', { age: 728, growth: 1 }],
  ])('%s has not drifted', (_, now) => {
    const clients = platform('later', now);
    expect(watch(clients)).toMatchObject({ moved: {}, drift: null });
  });

  it('would seem to drift if clients of all tenures were one group', () => {
    const one = (rows: readonly Features[]) => rows.map((row) => Object.assign({}, row, { logTenure: 0 }));
    const slicesOfAll = learnSlices(one(fitted));
    const bins = countBins(one(platform('later', { age: 546, growth: 3 })), slicesOfAll);
    expect(judgeModel({ outcomes: [], bins, slices: slicesOfAll }, NOW).drift).toBe('features');
  });

  it.each([
    ['while it grows', { age: 546, growth: 1.5 }],
    ['while it does not', { age: 364, growth: 1 }],
  ])('drifts when clients of each tenure are silent for longer, %s', (_, now) => {
    const shifted = watch(platform('later', { ...now, shift: 6 }));
    expect(shifted.drift).toBe('features');
    expect(Object.keys(shifted.moved)).toEqual(['silentDays']);
  });
});

describe('the judgement of a model', () => {
  const bins = countBins(clientsOf('now', 1000), slices);
  const outcomes = (clients: number, left: number, chance: number) =>
    countOutcomes(
      Array.from({ length: clients }, (_, index) => ({ level: 'High Risk', chance, left: index < left }) as const),
    );
  const driftOf = (of: ReturnType<typeof outcomes>, spread = bins) =>
    judgeModel({ outcomes: of, bins: spread, slices }, NOW).drift;

  it.each([
    ['as many left as promised', 400, 40, 0.1, null],
    ['far more left', 400, 80, 0.1, 'calibration'],
    ['far fewer left', 400, 14, 0.1, 'calibration'],
    ['few clients say little', 90, 40, 0.1, null],
    ['the difference is within chance', 100, 16, 0.1, null],
    ['the difference is real and small', 40_000, 4400, 0.1, null],
    ['none left', 400, 0, 0.1, 'calibration'],
    ['nothing was counted', 0, 0, 0.1, null],
  ] as const)('when %s', (_, clients, left, chance, drift) => {
    expect(driftOf(outcomes(clients, left, chance))).toBe(drift);
  });

  it('notices that clients are active in other ways, from enough clients on', () => {
    const moved = judgeModel({ outcomes: [], bins: countBins(clientsOf('now', 300, 8), slices), slices }, NOW);
    expect(moved).toMatchObject({ drift: 'features', checkedAt: NOW.toISOString() });
    expect(Object.keys(moved.moved)).toEqual(['silentDays']);
    expect(driftOf([], countBins(clientsOf('now', 150, 8), slices))).toBeNull();
    expect(driftOf([], {})).toBeNull();
  });
});

describe('counted outcomes', () => {
  it('add up by band and by level', () => {
    const outcomes = countOutcomes([
      { level: 'On Track', chance: 0.04, left: false },
      { level: 'On Track', chance: 0.05, left: true },
      { level: 'High Risk', chance: 1, left: true },
      { level: 'High Risk', chance: null, left: true },
    ]);
    expect(sumBands(outcomes).map(({ clients, left }) => [clients, left])).toEqual([
      [1, 0],
      [1, 1],
      [0, 0],
      [0, 0],
      [1, 1],
    ]);
    expect(outcomes.map(({ level }) => level)).toEqual(['High Risk', 'High Risk', 'On Track', 'On Track']);
    expect(countLevels(outcomes)).toEqual({ 'High Risk': 2, 'Moderate Risk': 0, 'On Track': 2 });
  });

  it.each([
    [0, 0],
    [0.049, 0],
    [0.05, 1],
    [0.25, 3],
    [0.5, 4],
    [1, 4],
  ])('a chance of %d is in band %d', (chance, band) => {
    expect(bandOf(chance)).toBe(band);
  });

  it('have the interval of Wilson', () => {
    // Published values for 10 of 50 and 0 of 20.
    expect(wilsonInterval(10, 50)).toEqual({ low: expect.closeTo(0.1124, 3), high: expect.closeTo(0.3304, 3) });
    expect(wilsonInterval(0, 20)).toEqual({ low: 0, high: expect.closeTo(0.1611, 3) });
    expect(wilsonInterval(20, 20).high).toBeCloseTo(1, 10);
  });
});
