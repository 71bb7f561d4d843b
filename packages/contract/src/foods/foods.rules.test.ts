import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import {
  ALLERGENS,
  answerOf,
  DIETS,
  dietProblem,
  energyDoubt,
  foodKey,
  foodWords,
  type Nutrients,
  nutrientProblem,
  tierOf,
  unitDoubt,
} from './foods.rules.ts';

const of = (changes: Partial<Nutrients>): Nutrients => ({
  kcal: 0,
  protein: 0,
  carbohydrate: 0,
  fat: 0,
  sugar: null,
  saturatedFat: null,
  fibre: null,
  sodiumMg: null,
  alcohol: null,
  ...changes,
});

describe('nutrients', () => {
  it('add up to 100 g, with room for rounding, and to more in 100 ml', () => {
    expect(nutrientProblem(of({ protein: 30, carbohydrate: 40, fat: 31 }), 'g')).toBeNull();
    expect(nutrientProblem(of({ protein: 30, carbohydrate: 40, fat: 31.1 }), 'g')?.message).toMatch(/add up to 101 g/);
    expect(nutrientProblem(of({ carbohydrate: 60, alcohol: 42 }), 'g')).not.toBeNull();
    expect(nutrientProblem(of({ carbohydrate: 110 }), 'ml')).toBeNull();
    expect(nutrientProblem(of({ carbohydrate: 147 }), 'ml')).not.toBeNull();
  });

  it('are parts of what they belong to', () => {
    expect(nutrientProblem(of({ carbohydrate: 5, sugar: 6 }), 'g')).toBeNull();
    expect(nutrientProblem(of({ carbohydrate: 5, sugar: 7 }), 'g')?.nutrient).toBe('sugar');
    expect(nutrientProblem(of({ fat: 1, saturatedFat: 2.5 }), 'g')?.nutrient).toBe('saturatedFat');
  });
});

describe('the energy', () => {
  it.each([
    ['oats, fibre within the carbohydrate', { kcal: 379, protein: 13.2, carbohydrate: 67.7, fat: 6.5, fibre: 10.1 }],
    ['bran with much fibre', { kcal: 216, protein: 15.6, carbohydrate: 64.5, fat: 4.3, fibre: 42.8 }],
    ['wine', { kcal: 85, protein: 0.1, carbohydrate: 2.6, alcohol: 10.6 }],
    ['oil', { kcal: 884, fat: 100 }],
    ['water', {}],
    ['cucumber', { kcal: 15, protein: 0.7, carbohydrate: 3.6, fat: 0.1 }],
  ])('of %s fits', (_, nutrients) => expect(energyDoubt(of(nutrients))).toBeNull());

  it('of a typing error does not fit', () => {
    expect(energyDoubt(of({ kcal: 37, protein: 13, carbohydrate: 68, fat: 7 }))).toEqual({ from: 290, to: 484 });
    expect(energyDoubt(of({ kcal: 85, carbohydrate: 2.6 }))).not.toBeNull();
  });

  it('that follows from the usual factors always fits', () => {
    const grams = fc.double({ min: 0, max: 33, noNaN: true });
    fc.assert(
      fc.property(grams, grams, grams, (protein, carbohydrate, fat) => {
        const kcal = 4 * protein + 4 * carbohydrate + 9 * fat;
        expect(energyDoubt(of({ kcal, protein, carbohydrate, fat }))).toBeNull();
      }),
    );
  });
});

describe('values for 100 ml', () => {
  it('are doubted where they look like those for 100 g', () => {
    expect(unitDoubt(of({ carbohydrate: 76 }), 'ml')).toMatch(/have 76 g of nutrients in 100 ml/);
    expect(unitDoubt(of({ carbohydrate: 76 }), 'g')).toBeNull();
    expect(unitDoubt(of({ carbohydrate: 12, fat: 4 }), 'ml')).toBeNull();
  });
});

describe('allergens and diets', () => {
  it('are not known until they were checked', () => {
    const known = { yes: ['milk' as const], no: ['eggs' as const] };
    expect(['milk', 'eggs', 'fish'].map((one) => answerOf(known, one as 'milk'))).toEqual(['yes', 'no', 'unknown']);
  });

  it('contradict each other where a food of animals is vegan', () => {
    const all = { yes: [...DIETS], no: [] };
    expect(dietProblem({ yes: [], no: [] }, all)).toBeNull();
    expect(dietProblem({ yes: ['milk'], no: [] }, all)).toBe('A vegan food has no milk');
    expect(dietProblem({ yes: ['fish'], no: [] }, { yes: ['vegetarian', 'pescatarian'], no: [] })).toMatch(/no fish/);
    expect(dietProblem({ yes: ['milk'], no: [] }, { yes: ['vegetarian', 'pescatarian'], no: [] })).toBeNull();
    expect(dietProblem({ yes: [], no: [] }, { yes: ['vegan'], no: [] })).toBe('A vegan food is vegetarian, too');
    expect(dietProblem({ yes: [], no: [] }, { yes: [], no: ['vegan'] })).toBeNull();
  });

  it('name cereals with gluten and tree nuts by kind', () => {
    expect(ALLERGENS).toHaveLength(24);
    for (const kind of ['wheat', 'oats', 'almonds', 'pistachios'] as const) expect(ALLERGENS).toContain(kind);
  });
});

it('the tier of a food follows from who checked it, and its source', () => {
  const tiers = [
    { builtIn: true, source: 'Label' },
    { builtIn: false, source: 'USDA SR Legacy' },
    { builtIn: false, source: 'label' },
    { builtIn: false, source: '' },
  ].map(tierOf);
  expect(tiers).toEqual(['curated', 'table', 'label', 'entered']);
});

describe('the words of a food', () => {
  it('have no case, accents and punctuation, each once', () => {
    expect(foodWords('Crème fraîche, 30% (crème)')).toEqual(['creme', 'fraiche', '30']);
    expect(foodWords('%_')).toEqual(['%_']);
    expect(foodWords('x'.repeat(10_000))).toEqual(['x'.repeat(40)]);
  });

  it('tell foods apart, unless a source does', () => {
    const food = { name: 'Oats, rolled', brand: '', source: '', sourceId: '' };
    expect(foodKey({ ...food, name: 'OATS (rolled)' })).toBe(foodKey(food));
    expect(foodKey({ ...food, brand: 'Mill' })).not.toBe(foodKey(food));
    const known = { ...food, source: 'USDA', sourceId: '08120' };
    expect(foodKey({ ...known, name: 'Other' })).toBe(foodKey(known));
    expect(foodKey({ ...known, sourceId: '08121' })).not.toBe(foodKey(known));
  });
});
