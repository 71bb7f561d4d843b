import { describe, expect, it } from 'vitest';
import { aMeal, aMealDay, aMealPlan, aPlannedFood } from '../../test/meal-plans.ts';
import { nameHas, readAllergies, withAllergens } from './meals.allergies.rules.ts';
import { amountOfFood, nameOfPlanned } from './meals.naming.rules.ts';
import { planDayOn } from './meals.plan.rules.ts';
import { mealPlan } from './meals.plan.ts';
import { allergyWarnings, dietWarning, type PlanFood, roundTotals, totalsOfDay } from './meals.totals.rules.ts';

const ID = '00000000-0000-4000-8000-000000000001';
const food: PlanFood = {
  id: ID,
  name: 'Kiwi yogurt',
  brand: '',
  category: 'dairy_eggs',
  unit: 'g',
  portions: [
    { name: '1 container', grams: 150 },
    { name: '1 cup', grams: 245 },
  ],
  allergens: { yes: ['milk'], no: ['eggs', 'peanuts'] },
  diets: { yes: ['vegetarian'], no: ['vegan'] },
  kcal: 83,
  protein: 4.4,
  carbohydrate: 12,
  fat: 2,
  sugar: 11,
  saturatedFat: 1,
  fibre: null,
  sodiumMg: 50,
  alcohol: null,
  recipe: null,
};
const foods = new Map([[ID, food]]);
describe('an amount before its food', () => {
  it.each([
    ['1 cup', 'Rolled oats, dry', '1 cup Rolled oats, dry'],
    ['16 almonds', 'Almonds', '16 Almonds'],
    ['½ avocado (70 g)', 'Avocado', '½ Avocado (70 g)'],
    ['2⅔ breasts', 'Chicken breast, grilled', '2⅔ Chicken breast, grilled'],
    ['1½ cans', 'Tuna, canned in water', '1½ cans Tuna, canned in water'],
    ['3 potatoes', 'Potato, boiled', '3 Potato, boiled'],
    ['1 potato', 'Salad, potato', '1 potato Salad, potato'],
    ['150 g', 'Broccoli', '150 g Broccoli'],
    ['2 × 1/2 large', 'Egg', '2 × 1/2 large Egg'],
  ])('%s and %s are %s', (amount, name, text) => {
    expect(amountOfFood(amount, name)).toBe(text);
  });

  it('names a planned meal by its foods without their details, unless it has a name', () => {
    const foods = [{ name: 'Tuna, canned in water, drained' }, { name: 'Cucumber, with peel' }];
    expect(nameOfPlanned({ name: '', foods })).toBe('Tuna, Cucumber');
    expect(nameOfPlanned({ name: 'Tuna plate', foods })).toBe('Tuna plate');
  });
});

describe('allergies', () => {
  it('stand for allergens, or for words in names', () => {
    const { known, others } = readAllergies(['Tree nuts', 'gluten intolerance', 'Kiwi', 'Soy', 'allergic to shrimps']);
    expect(known.map(({ allergens }) => allergens.length)).toEqual([8, 4, 1, 1]);
    expect(others).toEqual(['Kiwi']);
    expect(nameHas('Kiwi, green', 'kiwis')).toBe(true);
    expect(nameHas('Strawberry', 'kiwi')).toBe(false);
    expect(withAllergens(readAllergies(['Milk']), ['milk', 'eggs']).known).toHaveLength(2);
  });

  it('warn about what a food has, and what is not known', () => {
    expect(allergyWarnings(food, readAllergies(['Milk', 'Eggs', 'Fish', 'Kiwi']))).toEqual([
      { about: 'Milk', answer: 'yes' },
      { about: 'Fish', answer: 'unknown' },
      { about: 'Kiwi', answer: 'yes' },
    ]);
    expect(dietWarning(food, 'vegan')).toEqual({ diet: 'vegan', answer: 'no' });
    expect(dietWarning(food, 'halal')).toEqual({ diet: 'halal', answer: 'unknown' });
    expect(dietWarning(food, 'vegetarian')).toBeNull();
  });
});

describe('a plan', () => {
  const plan = aMealPlan([
    aMealDay(1, [aMeal(1, [aPlannedFood(1, ID, { amount: { value: 2, portion: { name: '1 cup', grams: 245 } } })])]),
    aMealDay(2, [aMeal(2, [aPlannedFood(2, 'ffffffff-0000-4000-8000-000000000001')])]),
  ]);

  it('has sums of its first options, and counts foods that are not known', () => {
    const [first, second] = plan.days;
    if (!first || !second) throw new Error('two days');
    expect(roundTotals(totalsOfDay(first, foods))).toMatchObject({ kcal: 410, protein: 22, fat: 10, unknown: 0 });
    expect(totalsOfDay(second, foods)).toMatchObject({ kcal: 0, unknown: 1 });
  });

  it('repeats its days', () => {
    const on = (date: string) => planDayOn(plan, { startDay: '2026-03-02', date })?.name ?? null;
    expect(['2026-03-01', '2026-03-02', '2026-03-03', '2026-03-04'].map(on)).toEqual([null, 'Day 1', 'Day 2', 'Day 1']);
  });

  it('refuses two parts with one key, and a target under 800 kcal', () => {
    const twice = aMealPlan([...plan.days, ...plan.days]);
    expect(mealPlan.safeParse(twice).error?.issues[0]?.message).toBe('Each part needs a different key');
    const aim = { kcal: 799, protein: null, carbohydrate: null, fat: null };
    expect(mealPlan.safeParse({ ...plan, aim }).success).toBe(false);
    expect(mealPlan.parse(plan)).toEqual(plan);
  });
});
