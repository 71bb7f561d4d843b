import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { MEASUREMENT_SITES, SIDELESS_SITES } from '../checkins/checkins.forms.rules.ts';
import type { WeighIn } from '../checkins/checkins.rules.ts';
import { addDays, daysBetween } from '../time.ts';
import {
  FOUR_WEEKS,
  inRange,
  MEASUREMENT_KINDS,
  measurementBounds,
  measurementChange,
  measurementForDisplay,
  measurementFromInput,
  PROGRESS_RANGES,
  ratePlusMinusKg,
  trendChangeKg,
  trendDays,
  trendRateKg,
  weightSlope,
  weightTrend,
} from './progress.rules.ts';

const TODAY = '2026-03-02';
const ago = (days: number) => addDays(TODAY, -days);
const weights = fc.double({ min: 40, max: 200, noNaN: true });
const weighIns = fc
  .uniqueArray(fc.record({ back: fc.integer({ min: 0, max: 400 }), weightKg: weights }), {
    selector: ({ back }) => back,
    minLength: 1,
  })
  .map((list) => list.sort((a, b) => b.back - a.back).map(({ back, weightKg }) => ({ day: ago(back), weightKg })));

it('check-ins and measurements name the same places, limbs by their side', () => {
  const sideless = new Set<string>(SIDELESS_SITES);
  const sites = MEASUREMENT_SITES.filter((site) => !sideless.has(site));
  expect(sites).toEqual(MEASUREMENT_KINDS.filter((kind) => kind !== 'weight' && kind !== 'body_fat'));
});

describe('the trend of the weight', () => {
  it('of a steady change is that change, from the first weigh-in to the last', () => {
    fc.assert(
      fc.property(weighIns, fc.double({ min: -2, max: 2, noNaN: true }), (list, kgPerWeek) => {
        const steady = list.map(({ day }) => ({ day, weightKg: 80 + (kgPerWeek / 7) * daysBetween(TODAY, day) }));
        for (const { trendKg, weightKg } of weightTrend(steady)) expect(trendKg).toBeCloseTo(weightKg, 6);
      }),
    );
  });

  it('of a weight that stands still is that weight', () => {
    fc.assert(
      fc.property(weighIns, weights, (list, weightKg) => {
        for (const { trendKg } of weightTrend(list.map((one) => ({ ...one, weightKg })))) {
          expect(trendKg).toBeCloseTo(weightKg, 9);
        }
      }),
    );
  });

  it('runs between weights that swing, and not from one to the next', () => {
    const swinging = Array.from({ length: 60 }, (_, index) => ({
      day: ago(59 - index),
      weightKg: 80 - index * 0.05 + (index % 2 === 0 ? 0.6 : -0.6),
    }));
    const trend = weightTrend(swinging);
    trend.forEach(({ trendKg }, index) => {
      expect(Math.abs(trendKg - (80 - index * 0.05))).toBeLessThan(0.25);
    });
    const above = trend.filter(({ trendKg, weightKg }) => trendKg > weightKg);
    expect(above).toHaveLength(30);
  });

  it('of several weights of one day is their mean', () => {
    const trend = weightTrend([80, 82].map((weightKg) => ({ day: TODAY, weightKg })));
    expect(trend.map(({ trendKg }) => trendKg)).toEqual([81, 81]);
    expect(weightTrend([])).toEqual([]);
  });
});

describe('the trend of four weeks', () => {
  const line = (kgPerWeek: number, days: readonly number[]) =>
    days.map((back) => ({ day: ago(back), weightKg: 80 - (kgPerWeek / 7) * back }));
  const rateOf = (list: readonly WeighIn[]) => trendRateKg(weightSlope(list));
  const changeOf = (list: readonly WeighIn[]) => trendChangeKg(weightSlope(list), FOUR_WEEKS);

  it('of a straight line is its slope, without doubt', () => {
    fc.assert(
      fc.property(fc.integer({ min: -200, max: 200 }), (hundredths) => {
        const list = line(hundredths / 100, [0, 7, 14, 21, 28]);
        expect(rateOf(list)).toBeCloseTo(hundredths / 100, 6);
        expect(changeOf(list)).toBeCloseTo((4 * hundredths) / 100, 6);
        expect(ratePlusMinusKg(list)).toBeCloseTo(0, 6);
      }),
    );
  });

  it('changes by four weekly rates once the weigh-ins span four weeks, and by less before', () => {
    expect(changeOf(line(-0.5, [0, 7, 14, 21, 28, 34]))).toBe(-2);
    expect(changeOf(line(-0.5, [0, 7, 14, 21]))).toBe(-1.5);
  });

  it('does not depend on the order, on older weights, on later days, or on where the scale begins', () => {
    fc.assert(
      fc.property(weighIns, fc.integer({ min: -20, max: 20 }), (given, offset) => {
        const list = [...new Map(given.map((one) => [one.day, one])).values()];
        const last =
          list
            .map(({ day }) => day)
            .sort()
            .at(-1) ?? TODAY;
        const [rate, doubt] = [rateOf(list), ratePlusMinusKg(list)];
        const same = rate === null ? null : expect.closeTo(rate, 1);
        const old = { day: addDays(last, -trendDays(FOUR_WEEKS)), weightKg: 300 };
        if (list.length > 0) expect(rateOf([old, ...list].reverse())).toEqual(same);
        expect(rateOf(list.map(({ day, weightKg }) => ({ day, weightKg: weightKg + offset })))).toEqual(same);
        expect(doubt === null).toBe(rate === null);
        if (doubt !== null) expect(doubt).toBeGreaterThanOrEqual(0);
      }),
    );
  });

  it('is less certain the more the weight jumps', () => {
    const jumping = (size: number) =>
      ratePlusMinusKg(
        [28, 21, 14, 7, 0].map((back, index) => ({ day: ago(back), weightKg: 80 + (index % 2 ? size : -size) })),
      ) ?? 0;
    expect(jumping(2)).toBeGreaterThan(jumping(0.5));
  });

  it.each([
    ['three weights', line(-0.5, [0, 7, 14])],
    ['four in less than two weeks', line(-0.5, [0, 4, 8, 13])],
    ['four, one of them too old', line(-0.5, [0, 7, 14, 35])],
    ['none', []],
  ])('is not said of %s', (_, list) => {
    expect([rateOf(list), changeOf(list), ratePlusMinusKg(list)]).toEqual([null, null, null]);
  });
});

describe('a measurement', () => {
  it('reads the same after it was typed in either unit', () => {
    const kinds = fc.constantFrom(...MEASUREMENT_KINDS);
    fc.assert(
      fc.property(
        kinds,
        fc.constantFrom('metric' as const, 'imperial' as const),
        fc.integer({ min: 100, max: 3000 }),
        (kind, units, tenths) => {
          const typed = tenths / 10;
          expect(measurementForDisplay(kind, measurementFromInput(kind, typed, units), units)).toBeCloseTo(typed, 5);
        },
      ),
    );
    expect(measurementForDisplay('waist', 100, 'imperial')).toBe(39.4);
    expect(measurementForDisplay('body_fat', 20, 'imperial')).toBe(20);
    for (const kind of MEASUREMENT_KINDS) expect(measurementBounds(kind).min).toBeLessThan(measurementBounds(kind).max);
  });

  it('has changed since the first one and over four weeks', () => {
    const points = [
      { day: ago(90), value: 100 },
      { day: ago(30), value: 96 },
      { day: ago(28), value: 95 },
      { day: ago(3), value: 92 },
    ];
    expect(measurementChange(points, TODAY)).toMatchObject({ sinceStart: -8, over4Weeks: -3 });
    expect(measurementChange(points.slice(0, 1), TODAY)).toMatchObject({ sinceStart: null, over4Weeks: null });
    expect(measurementChange(points.slice(3), TODAY)).toMatchObject({ over4Weeks: null });
    expect(measurementChange([], TODAY)).toBeNull();
  });
});

it('a longer range holds all of a shorter one', () => {
  fc.assert(
    fc.property(weighIns, (list) => {
      const lengths = PROGRESS_RANGES.map((range) => inRange(list, range, TODAY).length);
      expect(lengths).toEqual([...lengths].sort((a, b) => a - b));
      expect(lengths.at(-1)).toBe(list.length);
    }),
  );
});
