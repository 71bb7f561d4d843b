import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { CHECK_IN_BOUNDS } from './checkins/checkins.rules.ts';
import {
  cmToFeetAndInches,
  energyText,
  feetAndInchesToCm,
  kcalToKj,
  kgToLb,
  kjToKcal,
  lbToKg,
  weightForDisplay,
  weightFromInput,
  weightUnit,
  withEnergyUnit,
} from './units.ts';

const kilograms = fc.double({ ...CHECK_IN_BOUNDS.weightKg, noNaN: true });
const unitSystems = fc.constantFrom('metric', 'imperial');

describe('weight', () => {
  it.each([
    [100, 'imperial', 220.5],
    [100, 'metric', 100],
    [72.36, 'metric', 72.4],
  ] as const)('%d kg in %s units reads %d', (kg, units, shown) => {
    expect(weightForDisplay(kg, units)).toBe(shown);
  });

  it.each([
    [150, 'imperial', 68.04],
    [72.4, 'metric', 72.4],
  ] as const)('%d typed in %s units is stored as %d kg', (typed, units, kg) => {
    expect(weightFromInput(typed, units)).toBe(kg);
  });

  it('names its unit', () => {
    expect([weightUnit('metric'), weightUnit('imperial')]).toEqual(['kg', 'lb']);
  });

  it('survives the way to pounds and back', () => {
    fc.assert(fc.property(kilograms, (kg) => Math.abs(lbToKg(kgToLb(kg)) - kg) < 1e-9));
  });

  it('reads back as it was typed', () => {
    fc.assert(
      fc.property(fc.integer({ min: 460, max: 8800 }), unitSystems, (tenths, units) => {
        const typed = tenths / 10;
        expect(weightForDisplay(weightFromInput(typed, units), units)).toBe(typed);
      }),
    );
  });
});

describe('height', () => {
  it.each([
    [180, 5, 11],
    [182.88, 6, 0],
    [182, 6, 0],
    [30.48, 1, 0],
  ])('%d cm is %d ft %d in', (cm, feet, inches) => {
    expect(cmToFeetAndInches(cm)).toEqual({ feet, inches });
  });

  it('never shows twelve inches and is at most half an inch off', () => {
    fc.assert(
      fc.property(fc.double({ min: 50, max: 260, noNaN: true }), (cm) => {
        const { feet, inches } = cmToFeetAndInches(cm);
        expect(inches).toBeGreaterThanOrEqual(0);
        expect(inches).toBeLessThan(12);
        expect(Math.abs(feetAndInchesToCm(feet, inches) - cm)).toBeLessThanOrEqual(1.27 + 1e-9);
      }),
    );
  });

  it('reads back as it was typed', () => {
    fc.assert(
      fc.property(fc.integer({ min: 1, max: 8 }), fc.integer({ min: 0, max: 11 }), (feet, inches) => {
        expect(cmToFeetAndInches(feetAndInchesToCm(feet, inches))).toEqual({ feet, inches });
      }),
    );
  });
});

describe('energy', () => {
  it('is shown in kcal or kJ, rounded to a step of its unit', () => {
    expect(energyText(384.4, 'kcal')).toBe('384 kcal');
    expect(energyText(384, 'kJ')).toBe('1,607 kJ');
    expect([energyText(384, 'kcal', 10), energyText(384, 'kJ', 10)]).toEqual(['380 kcal', '1,610 kJ']);
    expect(kjToKcal(kcalToKj(123))).toBeCloseTo(123, 9);
  });

  it('is converted within the sentences that are stored with it', () => {
    const sentence =
      'Expenditure as logged is 2,250 kcal a day (likely range 2,050 kcal to 2,450 kcal), at 4 kcal a gram.';
    expect(withEnergyUnit(sentence, 'kJ')).toBe(
      'Expenditure as logged is 9,414 kJ a day (likely range 8,577 kJ to 10,251 kJ), at 17 kJ a gram.',
    );
    expect(withEnergyUnit('Whole kcal between 800 and 6,000 kcal', 'kJ')).toBe(
      'Whole kcal between 3,347 and 25,104 kJ',
    );
    expect(withEnergyUnit(sentence, 'kcal')).toBe(sentence);
    expect(withEnergyUnit('42 days, 0.5% a week, 120 g', 'kJ')).toBe('42 days, 0.5% a week, 120 g');
  });
});
