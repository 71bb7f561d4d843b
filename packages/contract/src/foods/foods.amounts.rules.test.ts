import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import {
  amountInUnit,
  amountText,
  densityOf,
  FOOD_MEASURES,
  householdAmount,
  householdText,
  type MeasuredFood,
  nutrientsIn,
  portionText,
} from './foods.amounts.rules.ts';

const OATS: MeasuredFood = {
  unit: 'g',
  portions: [
    { name: 'handful', grams: 30 },
    { name: '1/2 cup, dry', grams: 40.5 },
  ],
};
const MILK: MeasuredFood = { unit: 'ml', portions: [{ name: 'cup', grams: 244 }] };
const RICE: MeasuredFood = { unit: 'g', portions: [{ name: 'serving', grams: 150 }] };

describe('an amount', () => {
  it('is converted by the measures of weight and volume', () => {
    expect(amountInUnit({ value: 2, measure: 'oz' }, RICE)).toBeCloseTo(56.699, 3);
    expect(amountInUnit({ value: 1, measure: 'lb' }, RICE)).toBeCloseTo(453.592, 3);
    expect(amountInUnit({ value: 1.5, measure: 'l' }, MILK)).toBe(1500);
    expect(amountInUnit({ value: 3, measure: 'tsp' }, MILK)).toBeCloseTo(14.787, 3);
    expect(amountInUnit({ value: 8, measure: 'fl_oz' }, MILK)).toBeCloseTo(236.588, 3);
    expect(amountInUnit({ value: 2, portion: { name: 'handful', grams: 30 } }, OATS)).toBe(60);
  });

  it('of a volume is weighed by a portion that is a volume', () => {
    expect(densityOf(OATS)).toBeCloseTo(81 / 236.588, 5);
    expect(amountInUnit({ value: 1, measure: 'cup' }, OATS)).toBeCloseTo(81, 6);
    expect(amountInUnit({ value: 244, measure: 'g' }, MILK)).toBeCloseTo(236.588, 3);
    expect(amountInUnit({ value: 1, measure: 'cup' }, RICE)).toBeNull();
    expect(densityOf({ unit: 'g', portions: [{ name: 'cupcake', grams: 50 }] })).toBeNull();
    expect(densityOf({ unit: 'g', portions: [{ name: '2 tablespoons', grams: 32 }] })).toBeCloseTo(32 / 29.574, 4);
    expect(densityOf({ unit: 'g', portions: [{ name: '1/0 cup', grams: 32 }] })).toBeNull();
  });

  it('comes back unchanged from a measure and its inverse', () => {
    fc.assert(
      fc.property(
        fc.constantFrom(...FOOD_MEASURES),
        fc.double({ min: 0.01, max: 500, noNaN: true }),
        (measure, value) => {
          const once = amountInUnit({ value, measure }, OATS) ?? 0;
          const unit = amountInUnit({ value: 1, measure }, OATS) ?? 0;
          expect(once / unit).toBeCloseTo(value, 6);
        },
      ),
    );
  });

  it('scales nutrients and leaves unknown ones unknown', () => {
    const nutrients = {
      kcal: 380,
      protein: 13,
      carbohydrate: 68,
      fat: 7,
      sugar: null,
      saturatedFat: 1.2,
      fibre: 10,
      sodiumMg: 6,
      alcohol: null,
    };
    expect(nutrientsIn(nutrients, 50)).toEqual({
      kcal: 190,
      protein: 6.5,
      carbohydrate: 34,
      fat: 3.5,
      sugar: null,
      saturatedFat: 0.6,
      fibre: 5,
      sodiumMg: 3,
      alcohol: null,
    });
  });
});

describe('household measures', () => {
  it.each([
    [0.02, '¼'],
    [0.25, '¼'],
    [0.34, '⅓'],
    [0.6, '⅔'],
    [0.9, '1'],
    [1.45, '1½'],
    [2.98, '3'],
    [9.9, '10'],
    [12.4, '12'],
  ])('%s is %s', (value, text) => expect(householdText(value)).toBe(text));

  it('stay within a sixth of what was meant, above the least', () => {
    fc.assert(
      fc.property(fc.double({ min: 0.25, max: 9.99, noNaN: true }), (value) => {
        expect(Math.abs(householdAmount(value) - value)).toBeLessThanOrEqual(1 / 8 + 1e-9);
      }),
    );
  });

  it.each([
    [1, 'cup, chopped', '1 cup, chopped'],
    [0.5, 'cup, chopped', '½ cup, chopped'],
    [1.5, 'cup, chopped', '1½ cups, chopped'],
    [2, 'slice', '2 slices'],
    [1.5, '1 container', '1½ containers'],
    [2, '1 patty', '2 patties'],
    [0.5, '1 container', '½ container'],
    [2, 'medium', '2 × medium'],
    [3, 'leaf', '3 leaves'],
    [2, 'glass', '2 glasses'],
    [2, '1 medium', '2 medium'],
    [1, '1 medium', '1 medium'],
    [1.5, '1 cup, sliced', '1½ cups, sliced'],
    [1, 'half a cup', '½ cup'],
    [3, 'half a cup', '1½ cups'],
    [2, '2 slices', '4 slices'],
    [0.5, '2 slices', '1 slice'],
    [2, '1/4 cup', '½ cup'],
    [0.5, '10 almonds', '5 almonds'],
  ])('%s of %s read %s', (count, name, text) => expect(portionText(count, { name, grams: 100 })).toBe(text));

  it.each([
    [150, 'g', 'metric', '150 g'],
    [7.25, 'g', 'metric', '7.3 g'],
    [999.6, 'g', 'metric', '1 kg'],
    [1234, 'g', 'metric', '1.23 kg'],
    [150, 'g', 'imperial', '5.3 oz'],
    [453.6, 'g', 'imperial', '1 lb'],
    [567, 'g', 'imperial', '1 lb 4 oz'],
    [250, 'ml', 'metric', '250 ml'],
    [1500, 'ml', 'metric', '1.5 L'],
    [5, 'ml', 'imperial', '1 tsp'],
    [30, 'ml', 'imperial', '2 tbsp'],
    [237, 'ml', 'imperial', '1 cup'],
    [355, 'ml', 'imperial', '1½ cups'],
  ] as const)('%s %s in %s units are %s', (value, unit, units, text) =>
    expect(amountText(value, unit, units)).toBe(text),
  );
});
