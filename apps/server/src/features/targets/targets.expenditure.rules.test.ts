import { addDays } from '@stridewell/contract/time';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { DRAWS, LATER, percentWithPlateau, scoreEstimates, simulateClient } from '../../../test/targets-simulation.ts';
import { type EnergyDay, judgeDays } from './targets.days.rules.ts';
import { type ExpenditureEstimate, estimateExpenditure, isPlateau } from './targets.expenditure.rules.ts';
import { projectWeight } from './targets.projection.rules.ts';

const FIRST = '2026-03-01';
const dayAt = (index: number, changes: Partial<EnergyDay> = {}): EnergyDay => ({
  day: addDays(FIRST, index),
  intakeKcal: 2000,
  status: null,
  weightKg: 80,
  ...changes,
});
const daysOf = (count: number, at: (index: number) => Partial<EnergyDay> = () => ({})) =>
  Array.from({ length: count }, (_, index) => dayAt(index, at(index)));

function estimateOf(days: readonly EnergyDay[], formulaKcal = 2300): ExpenditureEstimate {
  const estimate = estimateExpenditure(days, { formulaKcal });
  if (!estimate) throw new Error('no estimate');
  return estimate;
}

describe('the status of a day', () => {
  it('is guessed from the energy that was logged', () => {
    const judged = judgeDays([
      ...daysOf(8),
      dayAt(8, { intakeKcal: 1199 }),
      dayAt(9, { intakeKcal: 1200 }),
      dayAt(10, { intakeKcal: null }),
    ]);
    expect(judged.slice(8).map(({ status, isGuessed }) => [status, isGuessed])).toEqual([
      ['partial', true],
      ['complete', true],
      ['unlogged', true],
    ]);
  });

  it('is what the client tapped, and missing days are unlogged', () => {
    const judged = judgeDays([
      dayAt(0),
      dayAt(1, { intakeKcal: 400, status: 'complete' }),
      dayAt(2, { intakeKcal: null, status: 'fasted' }),
      dayAt(4, { status: 'partial' }),
      dayAt(5, { intakeKcal: null, status: 'complete' }),
    ]);
    expect(judged.map(({ status, isGuessed }) => [status, isGuessed])).toEqual([
      ['complete', true],
      ['complete', false],
      ['fasted', false],
      ['unlogged', true],
      ['partial', false],
      ['unlogged', false],
    ]);
  });
});

describe('an estimate', () => {
  it('is intake where the weight is stable', () => {
    const { kcal, rateKg, weightKg, used, intakeKcal } = estimateOf(daysOf(84));
    expect(kcal.value).toBeGreaterThan(1900);
    expect(kcal.value).toBeLessThan(2100);
    expect(weightKg.value).toBeCloseTo(80, 1);
    expect(Math.abs(rateKg?.value ?? 1)).toBeLessThan(0.1);
    expect(intakeKcal).toBe(2000);
    expect(used).toEqual({
      complete: 84,
      partial: 0,
      unlogged: 0,
      fasted: 0,
      days: 84,
      weighIns: 84,
      guessed: 84,
      leftOut: 0,
    });
  });

  it('is above intake where the weight falls, by 7,700 kcal for a kilogram', () => {
    const { kcal } = estimateOf(daysOf(84, (index) => ({ weightKg: 90 - (index * 500) / 7700 })));
    expect(Math.abs(kcal.value - 2500)).toBeLessThan(60);
    expect(kcal.low).toBeLessThan(2500);
    expect(kcal.high).toBeGreaterThan(2500);
  });

  it('counts a fasted day as a day without energy, and an unlogged one as a usual day', () => {
    const every = (change: Partial<EnergyDay>) => daysOf(70, (index) => (index % 7 === 3 ? change : {}));
    const fasted = estimateOf(every({ intakeKcal: null, status: 'fasted' })).kcal.value;
    const unlogged = estimateOf(every({ intakeKcal: null })).kcal.value;
    expect(unlogged - fasted).toBeGreaterThan(180);
    expect(unlogged).toBeGreaterThan(1900);
  });

  it('leaves out the first week of a new diet, when water goes', () => {
    const water = (index: number) => (index < 28 ? 0 : -Math.min(2, (index - 28) * 0.3));
    const days = daysOf(63, (index) => ({ weightKg: 80 + water(index) }));
    const dietStarts = [addDays(FIRST, 28)];
    const aware = estimateExpenditure(days, { formulaKcal: 2000, dietStarts });
    const unaware = estimateOf(days, 2000);
    expect(Math.abs((aware?.kcal.value ?? 0) - 2000)).toBeLessThan(40);
    expect(unaware.kcal.value).toBeGreaterThan((aware?.kcal.value ?? 0) + 50);
    expect(aware?.used).toMatchObject({ weighIns: 56, days: 56, leftOut: 7 });
  });

  it('needs a weigh-in and a complete day', () => {
    expect(estimateExpenditure([], { formulaKcal: 2000 })).toBeNull();
    expect(
      estimateExpenditure(
        daysOf(30, () => ({ weightKg: null })),
        { formulaKcal: 2000 },
      ),
    ).toBeNull();
    expect(
      estimateExpenditure(
        daysOf(30, () => ({ intakeKcal: null })),
        { formulaKcal: 2000 },
      ),
    ).toBeNull();
  });

  describe('of a log with a gap', () => {
    const without = (from: number, until: number, change: Partial<EnergyDay> = { intakeKcal: null }) =>
      daysOf(84, (index) => (index >= from && index < until ? change : {}));

    it('of two weeks or more is none in the gap, and starts again after it', () => {
      const days = without(42, 70);
      expect(estimateExpenditure(days.slice(0, 70), { formulaKcal: 2300 })).toBeNull();
      const after = estimateOf(days);
      expect(after.gap).toEqual({ from: addDays(FIRST, 42), to: addDays(FIRST, 69) });
      expect(after).toEqual({ ...estimateOf(days.slice(70)), gap: after.gap });
      expect(after.used).toMatchObject({ days: 14, complete: 14, weighIns: 14, unlogged: 0 });
      // Before the gap it is what it was.
      expect(estimateOf(days.slice(0, 42))).toEqual(estimateOf(daysOf(42)));
    });

    it('takes no loss or gain of the gap for a change of expenditure', () => {
      const gain = (index: number) => 80 + Math.min(Math.max(index - 42, 0), 28) * 0.12;
      const days = without(42, 70).map((one, index) => ({ ...one, weightKg: gain(index) }));
      const { kcal } = estimateOf(days, 2000);
      expect(Math.abs(kcal.value - 2000)).toBeLessThan(60);
    });

    it('of 13 days, or of partly logged days beside complete ones, continues', () => {
      expect(estimateOf(without(42, 55)).gap).toBeNull();
      const every = daysOf(84, (index) => (index % 14 === 0 ? {} : { status: 'partial', intakeKcal: 900 }));
      expect(estimateOf(every).gap).toBeNull();
    });

    it('of partly logged weeks alone starts again too, with the day that ends them', () => {
      const { gap, used } = estimateOf(without(42, 56, { status: 'partial', intakeKcal: 900 }));
      expect(gap).toEqual({ from: addDays(FIRST, 42), to: addDays(FIRST, 55) });
      expect(used).toMatchObject({ days: 28, complete: 28 });
    });
  });

  it('of a past day depends on nothing that came later, nor on the order of the days', () => {
    fc.assert(
      fc.property(fc.integer({ min: 0, max: 500 }), fc.integer({ min: 5, max: 84 }), (seed, at) => {
        const { days, formulaKcal } = simulateClient(seed, DRAWS);
        const until = days[at]?.day ?? '';
        const then = estimateExpenditure(days.slice(0, at + 1), { formulaKcal });
        expect(estimateExpenditure([...days].reverse(), { formulaKcal, until })).toEqual(then);
      }),
      { numRuns: 40, seed: 21 },
    );
  });
});

describe('a projection', () => {
  const estimate = estimateOf(daysOf(84));

  it('reaches half of the final change after a year', () => {
    const points = projectWeight(estimate, { intakeKcal: estimate.kcal.value - 460, days: 365 });
    expect(points).toHaveLength(366);
    expect(points[0]?.kg).toBe(estimate.weightKg.value);
    expect((points[0]?.kg ?? 0) - (points[365]?.kg ?? 0)).toBeCloseTo(10, 6);
  });

  it('has a band that grows and holds both speeds', () => {
    const points = projectWeight(estimate, { intakeKcal: estimate.kcal.value - 500, days: 180 });
    for (const { kg, low, high } of points) {
      expect(low).toBeLessThan(kg);
      expect(high).toBeGreaterThan(kg);
    }
    // 500 kcal a day for four weeks are 1.8 kg of tissue.
    expect(points[28]?.low).toBeLessThan(estimate.weightKg.value - 1.8);
    const width = (index: number) => (points[index]?.high ?? 0) - (points[index]?.low ?? 0);
    expect(width(180)).toBeGreaterThan(width(28));
    expect(() => projectWeight(estimate, { intakeKcal: 1800, days: 731 })).toThrow(RangeError);
  });
});

/** Seeded draws of science C. The figures of a run are in the message of a failure. */
describe('of 1,000 simulated clients', () => {
  const DAYS = [29, 57, 84];
  const base = scoreEstimates(DRAWS, DAYS, 1000);

  it('92 to 100 % have their expenditure within the interval, and the error falls', () => {
    const limits = [190, 100, 80];
    for (const [index, score] of base.entries()) {
      expect(score.coverage, JSON.stringify(score)).toBeGreaterThanOrEqual(92);
      expect(score.rmseKcal, JSON.stringify(score)).toBeLessThanOrEqual(limits[index] ?? 0);
    }
  });

  it('partial days cost at most 4 points of coverage', () => {
    const partial = scoreEstimates({ ...DRAWS, partial: 0.15 }, DAYS, 1000);
    for (const [index, score] of partial.entries()) {
      expect(score.coverage, JSON.stringify(score)).toBeGreaterThanOrEqual((base[index]?.coverage ?? 0) - 4);
    }
  });

  it('those who log 20 % too little are covered on the scale of their log', () => {
    const [first, second] = scoreEstimates({ ...DRAWS, underReported: 0.2 }, [29, 57], 1000);
    expect(first?.coverage, JSON.stringify(first)).toBeGreaterThanOrEqual(85);
    expect(second?.coverage, JSON.stringify(second)).toBeGreaterThanOrEqual(92);
  });

  it('those with slow and large water have a wider interval', () => {
    const weak = scoreEstimates({ ...DRAWS, water: { rho: [0.8, 0.8], sd: [1, 1] } }, DAYS, 1000);
    for (const [index, score] of weak.entries()) {
      expect(score.coverage, JSON.stringify(score)).toBeGreaterThanOrEqual(90);
      expect(score.sdKcal).toBeGreaterThan(1.1 * (base[index]?.sdKcal ?? 0));
    }
  });
});

describe('of 400 simulated clients', () => {
  const LOSS = -440;

  it('plateaus are found for 60 % in 42 days, and at most 5 % who lose .4 kg a week get an alarm', () => {
    const losing = percentWithPlateau({ ...DRAWS, balance: [LOSS, LOSS] }, 400);
    const logged = percentWithPlateau({ ...DRAWS, balance: [LOSS, 0] }, 400);
    // Half of the plateau is eaten and logged, half is expenditure that falls or food that is not logged.
    const mixed = { ...DRAWS, balance: [LOSS, LOSS / 2], jump: { day: LATER, kcal: LOSS / 2 } } as const;
    expect(losing).toBeLessThanOrEqual(5);
    expect(logged).toBeGreaterThanOrEqual(60);
    expect(percentWithPlateau(mixed, 400)).toBeGreaterThanOrEqual(60);
  });

  it('a change of expenditure by 250 kcal is half seen after four weeks, within the interval', () => {
    const [score] = scoreEstimates({ ...DRAWS, jump: { day: LATER, kcal: -250 } }, [70], 400);
    expect(score?.bias, JSON.stringify(score)).toBeLessThan(130);
    expect(score?.coverage, JSON.stringify(score)).toBeGreaterThanOrEqual(92);
  });
});

it('a plateau needs four weeks', () => {
  expect(isPlateau(estimateOf(daysOf(28), 2000))).toBe(false);
  expect(estimateOf(daysOf(28), 2000).rateKg).toBeNull();
  expect(isPlateau(estimateOf(daysOf(84), 2000))).toBe(true);
});
