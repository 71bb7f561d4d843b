import { energyBounds, energyDoubt, foodKey, type Nutrients } from '@stridewell/contract/foods/foods.rules';
import { describe, expect, it } from 'vitest';
import { BUILT_IN_FOODS } from './foods.content.ts';

const foods = BUILT_IN_FOODS.map(({ food }) => food);
const find = (name: string) => {
  const found = foods.find((food) => food.name === name);
  if (!found) throw new Error(`no food ${name}`);
  return found;
};

/** Energy outside of 15 % or 20 kcal around 4 for protein and carbohydrate, 9 for fat and 7 for alcohol. */
function isImplausible(food: Nutrients): boolean {
  const [low, high] = energyBounds(food);
  return food.kcal < Math.min(low * 0.85, low - 20) || food.kcal > Math.max(high * 1.15, high + 20);
}

describe('the foods of the product', () => {
  it('are at least 400, each with its own id, name and key', () => {
    expect(foods.length).toBeGreaterThanOrEqual(400);
    const distinct = [
      BUILT_IN_FOODS.map(({ id }) => id),
      foods.map(({ name }) => name.toLowerCase()),
      foods.map(foodKey),
    ].map((values) => new Set(values).size);
    expect(distinct).toEqual([foods.length, foods.length, foods.length]);
  });

  it('have values that can be true', () => {
    expect(foods.filter(isImplausible).map(({ name }) => name)).toEqual([]);
    expect(foods.filter((food) => energyDoubt(food)).map(({ name }) => name)).toEqual([]);
    for (const food of foods) {
      const { name, protein, carbohydrate, fat, sugar, saturatedFat, alcohol } = food;
      expect(protein + carbohydrate + fat + (alcohol ?? 0), name).toBeLessThanOrEqual(100.5);
      expect(sugar ?? 0, name).toBeLessThanOrEqual(carbohydrate);
      expect(saturatedFat ?? 0, name).toBeLessThanOrEqual(fat);
      expect(food.sodiumMg, name).not.toBeNull();
    }
  });

  it('know sugar, saturated fat and fiber, with few exceptions', () => {
    for (const nutrient of ['sugar', 'saturatedFat', 'fibre'] as const) {
      expect(foods.filter((food) => food[nutrient] === null).length).toBeLessThan(foods.length / 10);
    }
  });

  it('have two or three household measures, and name their source', () => {
    for (const { name, portions, source, sourceId } of foods) {
      expect(portions.length, name).toBeGreaterThanOrEqual(2);
      expect(portions.length, name).toBeLessThanOrEqual(3);
      if (source === 'Label') expect(sourceId).toBe('');
      else expect([source, sourceId]).toEqual(['USDA SR Legacy', expect.stringMatching(/^\d{5}$/)]);
    }
  });

  it('spread over all categories of everyday food', () => {
    const count = Map.groupBy(foods, ({ category }) => category);
    for (const category of [
      'fruit',
      'vegetables',
      'legumes',
      'grains',
      'meat',
      'poultry',
      'fish',
      'dairy_eggs',
    ] as const) {
      expect(count.get(category)?.length, category).toBeGreaterThan(20);
    }
  });
});

describe('allergens', () => {
  it.each([
    ['Rolled oats, dry', { yes: ['oats'], unknown: ['wheat', 'rye', 'barley'] }],
    ['Worcestershire sauce', { yes: ['fish'], unknown: ['barley', 'celery'] }],
    ['Almond paste', { yes: ['almonds'], unknown: ['eggs'] }],
    ['Surimi', { yes: ['fish'], unknown: ['crustaceans', 'eggs'] }],
    ['Peanut butter, smooth', { yes: ['peanuts'] }],
    ['Soy sauce', { yes: ['soybeans', 'wheat'] }],
    ['Tahini', { yes: ['sesame'] }],
    ['Mayonnaise', { yes: ['eggs'] }],
    ['Red wine', { yes: ['sulphites'] }],
    ['Apricots, dried', { yes: ['sulphites'] }],
    ['Shrimp, raw', { yes: ['crustaceans'] }],
    ['Mussels, raw', { yes: ['molluscs'] }],
    ['Spelt, dry', { yes: ['wheat'] }],
    ['Chocolate hazelnut spread', { yes: ['hazelnuts'], unknown: ['milk', 'soybeans'] }],
    ['Celery root, raw', { yes: ['celery'] }],
    ['Lupin beans, dry', { yes: ['lupin'] }],
  ])('of %s', (name, { yes, unknown = [] }: { yes: string[]; unknown?: string[] }) => {
    const { allergens } = find(name);
    expect(allergens.yes.toSorted()).toEqual(yes.toSorted());
    for (const allergen of unknown) {
      expect([...allergens.yes, ...allergens.no], allergen).not.toContain(allergen);
    }
  });

  it('are in every food that is made of them', () => {
    const made = (pattern: RegExp, allergen: string, but = /(?!)/) =>
      foods.filter(
        ({ name, allergens }) =>
          pattern.test(name) && !but.test(name) && !allergens.yes.some((one) => one === allergen),
      );
    const names = [
      ...made(
        /\b(milk|cheese|yogurt|cream|butter|whey|ghee|kefir|quark|skyr)\b/i,
        'milk',
        /soy|coconut|peanut|almond|cashew|sunflower seed|butterhead|with milk|ice|egg/i,
      ),
      ...made(/\begg(s)?\b/i, 'eggs', /eggplant|roll|egg noodles/i),
      ...made(
        /\b(wheat|couscous|bulgur|spelt|semolina|bread|spaghetti|macaroni|bagel)\b/i,
        'wheat',
        /squash|buckwheat|pumpernickel|crispbread|shortbread|breaded|canned/i,
      ),
      ...made(/\bsoy|tofu|tempeh|edamame|natto|miso\b/i, 'soybeans', /soybean oil/i),
      ...made(/\bpeanut/i, 'peanuts'),
      ...made(/\balmond/i, 'almonds'),
    ].map(({ name }) => name);
    expect(names).toEqual([]);
  });
});

describe('diets', () => {
  it.each([
    ['Banana', { yes: ['vegan', 'vegetarian', 'pescatarian', 'halal', 'kosher'], no: [] }],
    ['Honey', { yes: ['vegetarian', 'pescatarian', 'halal'], no: ['vegan'] }],
    ['Cheddar cheese', { yes: [], no: ['vegan'] }],
    ['Cod, raw', { yes: ['pescatarian', 'halal', 'kosher'], no: ['vegan', 'vegetarian'] }],
    ['Shrimp, raw', { yes: ['pescatarian'], no: ['vegan', 'vegetarian', 'kosher'] }],
    ['Bacon, raw', { yes: [], no: ['vegan', 'vegetarian', 'pescatarian', 'halal', 'kosher'] }],
    ['Red wine', { yes: [], no: ['halal'] }],
    ['Sugar, white', { yes: [], no: [] }],
    ['Marshmallows', { yes: [], no: ['vegan', 'vegetarian'] }],
  ])('of %s', (name, diets) => {
    expect(find(name).diets).toEqual(diets);
  });

  it('of meat and poultry are never vegetarian', () => {
    for (const { name, category, diets } of foods) {
      if (category === 'meat' || category === 'poultry') expect(diets.no, name).toContain('vegetarian');
      if (category === 'fish') expect(diets.no, name).toContain('vegan');
    }
  });
});
