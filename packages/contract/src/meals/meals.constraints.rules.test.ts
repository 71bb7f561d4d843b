import { describe, expect, it } from 'vitest';
import { aMeal, aMealDay, aMealPlan, aPlannedFood } from '../../test/meal-plans.ts';
import type { FoodCategory } from '../foods/foods.rules.ts';
import { aboveBudget, brokenConstraints, cookingMinutes, costOf } from './meals.constraints.rules.ts';
import { type MealConstraints, NO_CONSTRAINTS } from './meals.plan.rules.ts';
import type { FoodsById, PlanFood } from './meals.totals.rules.ts';

const named = (name: string, category: FoodCategory) => ({ name, category });

it.each<[string, FoodCategory, number]>([
  ['Tomato, raw', 'vegetables', 0],
  ['Black beans, canned', 'legumes', 0],
  ['Black beans, dry', 'legumes', 60],
  ['Brown rice, cooked', 'grains', 30],
  ['Potato, baked, with skin', 'vegetables', 45],
  ['Potato, boiled, without skin', 'vegetables', 25],
  ['Chicken breast, roasted', 'poultry', 30],
  ['Chicken breast, raw', 'poultry', 20],
  ['Cod, cooked', 'fish', 15],
  ['Broccoli, cooked', 'vegetables', 10],
  ['Apple, with skin', 'fruit', 0],
])('%s takes its time to cook', (name, category, minutes) => {
  expect(cookingMinutes([named(name, category)])).toBe(minutes + 1);
});

it('foods cook side by side, and each is handled', () => {
  expect(cookingMinutes([named('Cod, cooked', 'fish'), named('Broccoli, cooked', 'vegetables')])).toBe(17);
  expect(cookingMinutes([])).toBe(0);
});

it('orders foods by cost', () => {
  expect(costOf(named('Salmon, farmed, cooked', 'fish'))).toBe('high');
  expect(costOf(named('Salmon, canned, drained', 'fish'))).toBe('medium');
  expect(costOf(named('Tuna, canned in water, drained', 'fish'))).toBe('low');
  expect(costOf(named('Lentils, cooked', 'legumes'))).toBe('low');
  const foods = [named('Salmon, farmed, cooked', 'fish'), named('Lentils, cooked', 'legumes')];
  expect(aboveBudget(foods, 'medium')).toEqual([foods[0]]);
  expect(aboveBudget(foods, null)).toEqual([]);
});

describe('a day', () => {
  const salmon = aPlannedFood(1, '0199aaaa-0000-7000-8000-000000000001', { name: 'Salmon, farmed, cooked' });
  const foods: FoodsById = new Map([
    [salmon.foodId, { id: salmon.foodId, name: salmon.name, category: 'fish' } as PlanFood],
  ]);
  const plan = (days: number, constraints: Partial<MealConstraints>) =>
    aMealPlan(
      Array.from({ length: days }, (_, index) =>
        aMealDay(index + 1, [aMeal(index * 2 + 1, [{ ...salmon, key: `food0${index}` }])]),
      ),
      { constraints: { ...NO_CONSTRAINTS, ...constraints } },
    );
  const broken = (days: number, constraints: Partial<MealConstraints>) => {
    const made = plan(days, constraints);
    return made.days.slice(0, 1).flatMap((day) => brokenConstraints(day, made, foods));
  };

  it.each<[string, Partial<MealConstraints>, RegExp]>([
    ['mealsPerDay', { mealsPerDay: 3 }, /has 1 meal; the plan asks for 3\.$/],
    ['cookingMinutes', { cookingMinutes: 10 }, /takes about 16 minutes; the plan allows 10\.$/],
    ['budget', { budget: 'low' }, /above the plan’s budget \(low cost\): Salmon, farmed, cooked\.$/],
  ])('says that it breaks %s', (constraint, constraints, sentence) => {
    expect(broken(1, constraints)).toEqual([
      { dayKey: plan(1, {}).days[0]?.key, constraint, sentence: expect.stringMatching(sentence) },
    ]);
  });

  it('keeps limits that nothing breaks', () => {
    expect(broken(1, { mealsPerDay: 1, cookingMinutes: 16, budget: 'high', batch: true })).toEqual([]);
  });

  it('shares what is cooked with another day when the plan asks for that', () => {
    expect(broken(2, { batch: true })).toEqual([]);
    const made = plan(2, { batch: true });
    const [first, second] = made.days;
    if (!first || !second) throw new Error('no days');
    const alone = { ...made, days: [first, { ...second, meals: [] }] };
    expect(brokenConstraints(first, alone, foods)).toMatchObject([{ constraint: 'batch' }]);
  });
});
