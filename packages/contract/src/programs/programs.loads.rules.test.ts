import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { kgToLb } from '../units.ts';
import { percentLoadKg, targetRir } from './programs.loads.rules.ts';

describe('a percentage of a one-rep max', () => {
  it.each([
    [80, 125, 'metric', 100],
    [82.5, 116.7, 'metric', 97.5],
    [1, 20, 'metric', 2.5],
    [80, 100, 'imperial', 79.38],
  ] as const)('%s%% of %s kg (%s) is %s kg', (percent, maxKg, units, kg) => {
    expect(percentLoadKg(percent, maxKg, units)).toBe(kg);
  });

  it('can be loaded, and is within half a step of the exact load', () => {
    const max = fc.double({ min: 20, max: 400, noNaN: true });
    fc.assert(
      fc.property(fc.integer({ min: 30, max: 110 }), max, (percent, maxKg) => {
        const exact = (maxKg * percent) / 100;
        const kg = percentLoadKg(percent, maxKg, 'metric');
        expect(kg % 2.5).toBe(0);
        expect(Math.abs(kg - exact)).toBeLessThanOrEqual(1.25);
        const lb = kgToLb(percentLoadKg(percent, maxKg, 'imperial'));
        expect(Math.abs(lb - Math.round(lb / 5) * 5)).toBeLessThan(0.02);
        expect(Math.abs(lb - kgToLb(exact))).toBeLessThanOrEqual(2.52);
      }),
    );
  });
});

it('reads a planned effort in reps in reserve', () => {
  expect(targetRir({ scale: 'rir', value: 2.5 })).toBe(2.5);
  expect(targetRir({ scale: 'rpe', value: 8 })).toBe(2);
  expect(targetRir(null)).toBeNull();
});
