import { METRICS } from '@stridewell/contract/checkins/checkins.forms.rules';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { type Figures, isSmallChange, notableFigures, SMALL_CHANGES } from './checkins.changes.ts';

const none: Figures = { weightKg: null, adherence: null, nutrition: null, energy: null, sleepHours: null };

describe('a small change', () => {
  it.each([
    ['weight_kg', 0.5, true],
    ['weight_kg', -0.51, false],
    // 80.3 - 79.8 in binary is a little more than 0.5.
    ['weight_kg', 80.3 - 79.8, true],
    ['adherence', -5, true],
    ['adherence', 10, false],
    ['energy', 0, true],
    ['energy', -1, false],
    ['sleep_hours', 0.5, true],
    ['sleep_hours', 0.75, false],
  ] as const)('of %s by %s: %s', (metric, change, expected) => {
    expect(isSmallChange(metric, change)).toBe(expected);
  });

  it('is the same up and down, and larger ones are never smaller', () => {
    const change = fc.double({ min: 0, max: 100, noNaN: true });
    fc.assert(
      fc.property(fc.constantFrom(...METRICS), change, change, (metric, a, b) => {
        expect(isSmallChange(metric, a)).toBe(isSmallChange(metric, -a));
        if (isSmallChange(metric, Math.max(a, b))) expect(isSmallChange(metric, Math.min(a, b))).toBe(true);
      }),
    );
    expect(Object.keys(SMALL_CHANGES).sort()).toEqual([...METRICS].sort());
  });
});

describe('notable figures', () => {
  it('are the weight, large changes and low values', () => {
    const before = { weightKg: 80, adherence: 90, nutrition: null, energy: 4, sleepHours: 7 };
    expect(
      notableFigures({ weightKg: 79.8, adherence: 85, nutrition: null, energy: 4, sleepHours: 7.5 }, before),
    ).toEqual([{ metric: 'weight_kg', value: 79.8, change: expect.closeTo(-0.2) }]);
    expect(
      notableFigures({ weightKg: null, adherence: 75, nutrition: null, energy: 2, sleepHours: 6 }, before),
    ).toEqual([
      { metric: 'adherence', value: 75, change: -15 },
      { metric: 'energy', value: 2, change: -2 },
      { metric: 'sleep_hours', value: 6, change: -1 },
    ]);
  });

  it('have no change in the first check-in, and none without an answer', () => {
    expect(notableFigures({ ...none, adherence: 65, nutrition: null, energy: 3 }, null)).toEqual([
      { metric: 'adherence', value: 65, change: null },
    ]);
    expect(notableFigures(none, { ...none, weightKg: 80 })).toEqual([]);
    expect(notableFigures({ ...none, energy: 2 }, none)).toEqual([{ metric: 'energy', value: 2, change: null }]);
  });
});
