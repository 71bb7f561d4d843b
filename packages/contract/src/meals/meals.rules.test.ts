import { describe, expect, it } from 'vitest';
import { aMeal, aMealDay, aMealPlan, aPlannedFood } from '../../test/meal-plans.ts';
import { amountOfEntry, isSurely, readFoodEntries, searchWords } from '../foods/foods.entry.rules.ts';
import { nameHas, readAllergies, withAllergens } from './meals.allergies.rules.ts';
import { mergeMealPlan } from './meals.merge.rules.ts';
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
const entryOf = (line: string) => {
  const [entry] = readFoodEntries(line).entries;
  if (!entry) throw new Error(`nothing read in ${line}`);
  return entry;
};

describe('quick entry', () => {
  it.each([
    [
      '200 g greek yogurt, 1 banana',
      [
        [200, 'g', 'greek yogurt'],
        [1, null, 'banana'],
      ],
    ],
    [
      '1,5 cups of rice; 2 x egg',
      [
        [1.5, 'cup', 'rice'],
        [2, null, 'egg'],
      ],
    ],
    [
      '1/2 avocado, ½ cup oats, 1½ tbsp olive oil',
      [
        [0.5, null, 'avocado'],
        [0.5, 'cup', 'oats'],
        [1.5, 'tbsp', 'olive oil'],
      ],
    ],
    [
      '1 1/2 lb beef\nan apple',
      [
        [1.5, 'lb', 'beef'],
        [1, null, 'apple'],
      ],
    ],
    [
      '8 fl oz milk, 200g rice, chicken',
      [
        [8, 'fl_oz', 'milk'],
        [200, 'g', 'rice'],
        [null, null, 'chicken'],
      ],
    ],
    ['2 slices bread', [[2, null, 'slices bread']]],
  ] as const)('reads %s', (line, expected) => {
    const { entries, unread } = readFoodEntries(line);
    expect(entries.map(({ value, measure, name }) => [value, measure, name])).toEqual(expected);
    expect(unread).toEqual([]);
  });

  it('keeps apart what is no food', () => {
    expect(readFoodEntries('0 g rice, 200 g, , 1 egg')).toMatchObject({
      entries: [{ name: 'egg' }],
      unread: ['0 g rice', '200 g'],
    });
  });

  it('takes the portion that is meant', () => {
    expect(amountOfEntry(entryOf('2 kiwi yogurts'), food)).toEqual({ value: 2, portion: food.portions[0] });
    expect(amountOfEntry(entryOf('2 containers of kiwi yogurt'), food)).toEqual({
      value: 2,
      portion: food.portions[0],
    });
    expect(amountOfEntry(entryOf('kiwi yogurt'), food)).toEqual({ value: 1, portion: food.portions[0] });
    expect(amountOfEntry(entryOf('30 g kiwi yogurt'), food)).toEqual({ value: 30, measure: 'g' });
    expect(amountOfEntry(entryOf('150 rice'), { unit: 'g', portions: [] })).toEqual({ value: 150, measure: 'g' });
    expect(amountOfEntry(entryOf('rice'), { unit: 'g', portions: [] })).toEqual({ value: 100, measure: 'g' });
  });

  it('knows when a food is surely meant', () => {
    expect(searchWords(entryOf('2 slices of bread'))).toBe('bread');
    expect(isSurely(entryOf('2 bananas'), 'Banana')).toBe(true);
    expect(isSurely(entryOf('200 g greek yogurt'), 'Greek yogurt, plain, 2%')).toBe(true);
    expect(isSurely(entryOf('100 g milk'), 'Milk, 2% fat')).toBe(true);
    expect(isSurely(entryOf('100 g yogurt'), 'Greek yogurt, plain, 2%')).toBe(false);
  });
});

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

  it('takes the changes of its template, except for days that were changed for the client', () => {
    const [first, second] = plan.days;
    if (!first || !second) throw new Error('two days');
    const third = aMealDay(3, []);
    const own = { ...plan, notes: 'For Nina', days: [{ ...first, name: 'Mine' }, second] };
    const template = { ...plan, name: 'New', notes: 'All', days: [{ ...first, name: 'Theirs' }, third] };
    const { plan: merged, kept } = mergeMealPlan({ base: plan, own, template });
    expect(merged).toMatchObject({ name: 'New', notes: 'For Nina' });
    expect(merged.days.map(({ name }) => name)).toEqual(['Mine', 'Day 3']);
    expect(kept).toEqual(['Mine']);
    const withoutSecond = { ...plan, days: [first] };
    expect(mergeMealPlan({ base: plan, own: withoutSecond, template: plan }).plan.days).toEqual([first]);
  });
});
