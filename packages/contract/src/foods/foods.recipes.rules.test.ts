import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import {
  answersOf,
  type Ingredient,
  type IngredientFood,
  RECIPE_BOUNDS,
  type Recipe,
  recipeFood,
  recipeProblem,
  sumOf,
  treeProblem,
} from './foods.recipes.rules.ts';
import { ALLERGENS, answerOf, DIETS } from './foods.rules.ts';
import { EMPTY_FOOD } from './foods.ts';

const aFood = (changes: Partial<IngredientFood> = {}): IngredientFood => ({
  ...EMPTY_FOOD,
  kcal: 379,
  protein: 13,
  carbohydrate: 68,
  fat: 6.5,
  ...changes,
});
const oats = aFood({ fibre: 10, sugar: 1 });
const milk = aFood({ unit: 'ml', kcal: 64, protein: 3.3, carbohydrate: 4.7, fat: 3.6, sugar: 4.7 });
const foods = new Map([
  ['oats', oats],
  ['milk', milk],
]);
const grams = (foodId: string, value: number): Ingredient => ({
  foodId,
  name: foodId,
  amount: { value, measure: 'g' },
});
const ml = (foodId: string, value: number): Ingredient => ({ foodId, name: foodId, amount: { value, measure: 'ml' } });
const porridge: Recipe = {
  servings: 4,
  yield: { kind: 'raw' },
  minutes: 10,
  steps: '',
  ingredients: [grams('oats', 200), ml('milk', 600)],
};
const cooked = (changes: Partial<Recipe>) => recipeFood({ ...porridge, ...changes }, foods);
const energyOf = ({ nutrients, grams: all }: ReturnType<typeof cooked>) => (nutrients.kcal * all) / 100;

describe('a recipe as a food', () => {
  it('has the energy of its ingredients, per 100 g of what is served', () => {
    const { nutrients, portions, grams: all } = cooked({});
    expect(all).toBe(800);
    expect(nutrients.kcal).toBe((379 * 2 + 64 * 6) / 8);
    expect(portions).toEqual([{ name: 'serving', grams: 200 }]);
  });

  it('keeps its energy whatever water it loses or takes up, and however many servings it has', () => {
    const ofYield = fc.oneof(
      fc.constant({ kind: 'raw' as const }),
      fc.double({ min: 300, max: 5000, noNaN: true }).map((value) => ({ kind: 'grams' as const, grams: value })),
      fc.double({ min: 0.4, max: 5, noNaN: true }).map((factor) => ({ kind: 'factor' as const, factor })),
    );
    fc.assert(
      fc.property(ofYield, fc.integer({ min: 1, max: 20 }), (chosen, servings) => {
        const food = cooked({ yield: chosen, servings });
        expect(energyOf(food)).toBeCloseTo(1142, 1);
        const [serving] = food.portions;
        expect((serving?.grams ?? 0) * servings).toBeCloseTo(food.grams, 0);
      }),
    );
  });

  it('changes the grams of a serving with the yield alone', () => {
    const servingOf = (changes: Partial<Recipe>) => cooked(changes).portions[0]?.grams;
    expect(servingOf({ yield: { kind: 'grams', grams: 600 } })).toBe(150);
    expect(servingOf({ yield: { kind: 'factor', factor: 0.5 } })).toBe(100);
    expect(servingOf({ servings: 2 })).toBe(400);
  });

  it('knows a nutrient only if all ingredients do', () => {
    expect(cooked({}).nutrients).toMatchObject({ fibre: null, sodiumMg: null });
    expect(cooked({}).nutrients.sugar).toBeCloseTo((2 + 4.7 * 6) / 8, 4);
  });

  it('adds nothing for ingredients that are not there any more', () => {
    expect(sumOf([grams('gone', 100)], foods).kcal).toBe(0);
  });
});

describe('what cannot be saved', () => {
  const problemOf = (changes: Partial<Recipe>) => recipeProblem({ ...porridge, ...changes }, foods);

  it('is explained', () => {
    expect(problemOf({})).toBeNull();
    expect(problemOf({ ingredients: [grams('gone', 100)] })).toEqual({
      path: 'ingredients',
      message: 'gone was deleted. Remove it, or choose another food.',
    });
    const cup: Ingredient = { foodId: 'oats', name: 'Oats', amount: { value: 1, measure: 'cup' } };
    expect(problemOf({ ingredients: [cup] })?.message).toBe(
      'How much this amount of Oats weighs is not known. Enter it in g.',
    );
    expect(problemOf({ yield: { kind: 'grams', grams: 100 } })?.path).toBe('yield');
    expect(problemOf({ ingredients: [grams('oats', 0.001)] })?.path).toBe('yield');
    expect(problemOf({ servings: 1, ingredients: [grams('oats', 5001)] })?.path).toBe('servings');
  });
});

describe('recipes in recipes', () => {
  const tree = (recipes: Record<string, readonly string[]>) => treeProblem(new Map(Object.entries(recipes)));

  it('may go three levels deep, and no deeper', () => {
    expect(tree({})).toBeNull();
    expect(tree({ lasagna: ['sauce', 'pasta'], sauce: ['stock', 'tomato'], stock: ['carrot'] })).toBeNull();
    const deep = { menu: ['lasagna'], lasagna: ['sauce'], sauce: ['stock'], stock: ['carrot'] };
    expect(tree(deep)).toContain('3 levels deep');
  });

  it('never contain themselves, directly or through others', () => {
    const circle = 'A recipe cannot contain itself, also not through another recipe.';
    expect(tree({ sauce: ['sauce'] })).toBe(circle);
    expect(tree({ lasagna: ['sauce'], sauce: ['tomato', 'lasagna'] })).toBe(circle);
  });

  it('have a limited number of ingredients, also those of one that is in it twice', () => {
    const foodsOf = (count: number) => Array.from({ length: count }, (_, index) => `food ${index}`);
    const half = RECIPE_BOUNDS.allIngredients / 2;
    expect(tree({ dish: ['sauce', 'sauce'], sauce: foodsOf(half) })).toBeNull();
    expect(tree({ dish: ['sauce', 'sauce', 'rice'], sauce: foodsOf(half) })).toContain('120 ingredients');
  });

  it('are refused or have a bounded depth and size, whatever contains what', () => {
    const ids = ['a', 'b', 'c', 'd', 'e'] as const;
    const anyTree = fc.array(
      fc.tuple(fc.constantFrom(...ids), fc.array(fc.constantFrom(...ids, 'food'), { maxLength: 4 })),
    );
    const depthOf = (recipes: ReadonlyMap<string, readonly string[]>, id: string, left = 9): number =>
      left === 0
        ? 9
        : Math.max(0, ...(recipes.get(id) ?? []).map((one) => depthOf(recipes, one, left - 1))) +
          (recipes.has(id) ? 1 : 0);
    fc.assert(
      fc.property(anyTree, (drawn) => {
        const recipes = new Map(drawn);
        const isDeep = [...recipes.keys()].some((id) => depthOf(recipes, id) > RECIPE_BOUNDS.levels);
        expect(treeProblem(recipes) !== null).toBe(isDeep);
      }),
    );
  });
});

describe('allergens and diets', () => {
  const answers = fc.constantFrom('yes' as const, 'no' as const, 'unknown' as const);
  const some = fc.array(fc.record({ allergen: answers, diet: answers }), { minLength: 1, maxLength: 6 });
  const known = <V extends string>(value: V, answer: 'yes' | 'no' | 'unknown') => ({
    yes: answer === 'yes' ? [value] : [],
    no: answer === 'no' ? [value] : [],
  });

  it('are unknown where one ingredient is, unless another decides, and never no instead of unknown', () => {
    fc.assert(
      fc.property(some, fc.constantFrom(...ALLERGENS), fc.constantFrom(...DIETS), (parts, allergen, diet) => {
        const byId = new Map(
          parts.map((part, index) => [
            String(index),
            aFood({ allergens: known(allergen, part.allergen), diets: known(diet, part.diet) }),
          ]),
        );
        const found = answersOf(
          parts.map((_, index) => ({ foodId: String(index) })),
          byId,
        );
        const allergens = parts.map((part) => part.allergen);
        const diets = parts.map((part) => part.diet);
        const has = allergens.includes('yes') ? 'yes' : allergens.includes('unknown') ? 'unknown' : 'no';
        const suits = diets.includes('no') ? 'no' : diets.includes('unknown') ? 'unknown' : 'yes';
        expect(answerOf(found.allergens, allergen)).toBe(has);
        expect(answerOf(found.diets, diet)).toBe(suits);
      }),
    );
  });

  it('are unknown for an ingredient that was deleted', () => {
    const free = aFood({
      allergens: { yes: [], no: [...ALLERGENS] },
      diets: { yes: ['vegetarian', 'pescatarian'], no: [] },
    });
    const found = answersOf([{ foodId: 'a' }, { foodId: 'gone' }], new Map([['a', free]]));
    expect(found).toEqual({ allergens: { yes: [], no: [] }, diets: { yes: [], no: [] } });
    expect(answersOf([], new Map()).allergens.no).toEqual([]);
  });
});
