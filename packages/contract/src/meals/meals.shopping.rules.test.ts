import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { FOOD_CATEGORIES } from '../foods/foods.rules.ts';
import { AISLE_LABELS, AISLES, type ShoppingNeed, shoppingList } from './meals.shopping.rules.ts';

const OATS = { unit: 'g', portions: [{ name: 'cup', grams: 81 }] } as const;
const need = (foodId: string, changes: Partial<ShoppingNeed> = {}): ShoppingNeed => ({
  foodId,
  name: foodId,
  category: 'grains',
  food: OATS,
  amount: { value: 100, measure: 'g' },
  ...changes,
});

describe('a shopping list', () => {
  it('adds grams, household measures and portions of a food, by aisle', () => {
    const banana = { name: 'medium', grams: 118 };
    const list = shoppingList(
      [
        need('oats'),
        need('milk', {
          category: 'dairy_eggs',
          food: { unit: 'ml', portions: [] },
          amount: { value: 2, measure: 'cup' },
        }),
        need('oats', { amount: { value: 1, measure: 'cup' } }),
        need('banana', {
          category: 'fruit',
          food: { unit: 'g', portions: [banana] },
          amount: { value: 2, portion: banana },
        }),
        need('oats', { amount: { value: 2, measure: 'oz' } }),
        need('apple', { category: 'fruit', amount: { value: 150, measure: 'g' } }),
      ],
      'metric',
    );
    expect(list.map(({ aisle, lines }) => [aisle, lines.map(({ name, text }) => `${name}: ${text}`)])).toEqual([
      ['produce', ['apple: 150 g', 'banana: 240 g']],
      ['pantry', ['oats: 240 g']],
      ['dairy', ['milk: 480 ml']],
    ]);
  });

  it('keeps weight and volume apart where nothing gives the density', () => {
    const food = { unit: 'g', portions: [] } as const;
    const [aisle] = shoppingList(
      [need('honey', { food, amount: { value: 2, measure: 'tbsp' } }), need('honey', { food })],
      'imperial',
    );
    expect(aisle?.lines[0]?.text).toBe('3.5 oz and 2 tbsp');
  });

  it('has an aisle for each category', () => {
    const list = shoppingList(
      FOOD_CATEGORIES.map((category) => need(category, { category })),
      'metric',
    );
    expect(list.flatMap(({ lines }) => lines)).toHaveLength(FOOD_CATEGORIES.length);
    expect(list.map(({ aisle }) => AISLE_LABELS[aisle])).toEqual(AISLES.map((aisle) => AISLE_LABELS[aisle]));
  });

  it('is the same in any order, and never has less than the needs', () => {
    const needs = fc.array(
      fc.record({ food: fc.constantFrom('a', 'b', 'c'), value: fc.integer({ min: 1, max: 900 }) }),
      { minLength: 1, maxLength: 20 },
    );
    fc.assert(
      fc.property(needs, (drawn) => {
        const all = drawn.map(({ food, value }) => need(food, { amount: { value, measure: 'g' } }));
        const list = shoppingList(all, 'metric');
        expect(shoppingList([...all].reverse(), 'metric')).toEqual(list);
        for (const { foodId, grams, text } of list.flatMap(({ lines }) => lines)) {
          const sum = drawn.filter(({ food }) => food === foodId).reduce((total, { value }) => total + value, 0);
          expect(grams).toBe(sum);
          const [, bought = '0', unit] = text.match(/^([\d.]+) (k?g)$/) ?? [];
          expect(Number(bought) * (unit === 'kg' ? 1000 : 1)).toBeGreaterThanOrEqual(sum - 1e-9);
        }
      }),
    );
  });
});
