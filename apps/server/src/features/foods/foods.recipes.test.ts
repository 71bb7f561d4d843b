import { randomUUID } from 'node:crypto';
import type { FoodInput } from '@stridewell/contract/foods/foods';
import type { RecipeInput } from '@stridewell/contract/foods/foods.recipes';
import { sql } from 'drizzle-orm';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { outcomesOf } from '../../../test/api.ts';
import { shareTestApp, type TestApp } from '../../../test/app.ts';
import { aClient, aCoach, type Coach } from '../../../test/people.ts';
import { aFood } from '../../../test/world-rows.ts';

let test: TestApp;
let coach: Coach;
let oats: string;
let milk: string;
beforeAll(async () => {
  test = await shareTestApp();
});
afterAll(() => test.close());
beforeEach(async () => {
  coach = await aCoach(test);
  [oats, milk] = [randomUUID(), randomUUID()];
  await saveFood(oats, { name: 'Rolled oats, stone cut' });
  await saveFood(milk, {
    name: 'Fresh milk',
    kcal: 64,
    protein: 3,
    carbohydrate: 5,
    fat: 4,
    sugar: 5,
    saturatedFat: 2,
  });
});

const saveFood = (foodId: string, changes: Partial<FoodInput>, basedOn = 0) =>
  coach.api.foods.saveCoachFood({ coachId: coach.id, foodId, basedOn, food: { ...aFood, ...changes } });
const porridge = (changes: Partial<RecipeInput> = {}): RecipeInput => ({
  name: 'Overnight oats',
  servings: 2,
  yield: { kind: 'raw' },
  minutes: 10,
  steps: 'Stir.\nWait for a night.',
  ingredients: [
    { foodId: oats, name: 'Rolled oats, stone cut', amount: { value: 100, measure: 'g' } },
    { foodId: milk, name: 'Fresh milk', amount: { value: 300, measure: 'g' } },
  ],
  ...changes,
});
type SaveInput = { id?: string; replaces?: string | null; by?: Coach };
const save = (recipe = porridge(), { id = randomUUID(), replaces = null, by = coach }: SaveInput = {}) =>
  by.api.recipes.saveRecipe({ coachId: by.id, foodId: id, replaces, recipe });
const get = (foodId: string) => coach.api.recipes.getRecipe({ coachId: coach.id, foodId });
const list = async (input: { q?: string; show?: 'own' | 'recipes' } = {}) =>
  (await coach.api.foods.listCoachFoods({ coachId: coach.id, ...input })).foods;

describe('a recipe', () => {
  it('is a food of the coach with a serving, found and listed like one', async () => {
    const food = await save();
    expect(food).toMatchObject({
      name: 'Overnight oats',
      category: 'meals',
      own: true,
      kcal: (aFood.kcal + 64 * 3) / 4,
      portions: [{ name: 'serving', grams: 200 }],
      recipe: { grams: 400, servings: 2, minutes: 10 },
    });
    expect(await list({ q: 'overnight' })).toEqual([food]);
    expect(await list({ show: 'recipes' })).toEqual([food]);
    const { recipe, foods } = await get(food.id);
    expect(recipe.steps).toBe('Stir.\nWait for a night.');
    expect(foods.map(({ name }) => name)).toEqual(['Rolled oats, stone cut', 'Fresh milk']);
  });

  it('is saved once by the same request, also twice at once, and by no other with its id', async () => {
    const id = randomUUID();
    const [one, other] = await Promise.all([save(porridge(), { id }), save(porridge(), { id })]);
    expect(one).toEqual(other);
    expect(await outcomesOf([save(porridge({ servings: 3 }), { id })])).toEqual(['RECIPE_CHANGED']);
    expect(await list({ show: 'recipes' })).toHaveLength(1);
  });

  it('weighs what it weighs when it is cooked, and keeps its energy', async () => {
    const food = await save(porridge({ yield: { kind: 'grams', grams: 200 } }));
    expect(food.portions).toEqual([{ name: 'serving', grams: 100 }]);
    expect(food.kcal).toBeCloseTo((aFood.kcal + 64 * 3) / 2, 3);
  });

  it('is replaced by its next version, which keeps the marks', async () => {
    const first = await save();
    await coach.api.foods.markCoachFood({ coachId: coach.id, foodId: first.id, favorite: true });
    const second = await save(porridge({ servings: 4 }), { replaces: first.id });
    expect(second).toMatchObject({ favorite: true, portions: [{ name: 'serving', grams: 100 }] });
    expect(await list({ q: 'overnight' })).toEqual([second]);
    expect((await get(first.id)).food).toEqual(second);
    expect(await outcomesOf([save(porridge({ servings: 5 }), { replaces: first.id })])).toEqual(['RECIPE_CHANGED']);
    const third = await save(porridge({ servings: 8 }), { replaces: second.id });
    expect((await get(first.id)).food).toEqual(third);
  });

  it('has the allergens that its foods have today', async () => {
    const free = { allergens: { yes: [], no: ['milk' as const] }, diets: { yes: [], no: [] } };
    await saveFood(oats, { name: 'Rolled oats, stone cut', ...free }, 1);
    const known = { name: 'Fresh milk', kcal: 64, protein: 3, carbohydrate: 5, fat: 4, sugar: 5, saturatedFat: 2 };
    await saveFood(milk, { ...known, ...free }, 1);
    const { id, allergens } = await save();
    expect(allergens.no).toEqual(['milk']);
    await saveFood(milk, { ...known, ...free, allergens: { yes: ['milk'], no: [] } }, 2);
    expect((await get(id)).food.allergens).toEqual({ yes: ['milk'], no: [] });
    await coach.api.foods.deleteCoachFood({ coachId: coach.id, foodId: milk });
    const { food, foods } = await get(id);
    expect(food.allergens).toEqual({ yes: [], no: [] });
    expect(foods.map((one) => one.id)).toEqual([oats]);
  });

  it('is refused with the reason where it cannot be right', async () => {
    const refused = [
      porridge({ ingredients: [{ foodId: randomUUID(), name: 'Gone', amount: { value: 1, measure: 'g' } }] }),
      porridge({ yield: { kind: 'grams', grams: 20 } }),
    ].map((recipe) => save(recipe));
    expect(await outcomesOf(refused)).toEqual(['RECIPE_NOT_POSSIBLE', 'RECIPE_NOT_POSSIBLE']);
  });

  it('is no food to edit, and has only foods that its coach sees', async () => {
    const { id } = await save();
    expect(await outcomesOf([saveFood(id, {}, 1)])).toEqual(['NOT_FOUND']);
    const other = await aCoach(test);
    expect(await outcomesOf([save(porridge(), { by: other })])).toEqual(['RECIPE_NOT_POSSIBLE']);
    expect(await outcomesOf([save(porridge(), { by: other, replaces: id })])).toEqual(['NOT_FOUND']);
    expect(await outcomesOf([save(porridge(), { id: oats })])).toEqual(['RECIPE_CHANGED']);
  });
});

describe('a recipe in a recipe', () => {
  const SERVING = { name: 'serving', grams: 200 };
  const of = (foodId: string, name = 'Inner'): RecipeInput['ingredients'][number] => ({
    foodId,
    name,
    amount: { value: 1, portion: SERVING },
  });
  const around = (inner: string, changes: Partial<RecipeInput> = {}) =>
    porridge({ name: 'Oat bake', servings: 1, ingredients: [of(inner)], ...changes });

  it('counts with its serving, and is bought as its own ingredients', async () => {
    const inner = await save();
    const outer = await save(around(inner.id));
    expect(outer.kcal).toBeCloseTo(inner.kcal, 3);
    expect(outer.recipe).toMatchObject({
      grams: 200,
      ingredients: [
        { foodId: oats, amount: { value: 50, measure: 'g' } },
        { foodId: milk, amount: { value: 150, measure: 'g' } },
      ],
    });
    expect((await get(outer.id)).foods).toMatchObject([{ id: inner.id, name: 'Overnight oats' }]);
  });

  it('brings the allergens of its foods of today through every level', async () => {
    const inner = await save();
    const middle = await save(around(inner.id));
    const outer = await save(around(middle.id, { name: 'Brunch' }));
    const answersOf = async () => (await get(outer.id)).food.allergens;
    expect(await answersOf()).toEqual({ yes: [], no: [] });
    const known = { name: 'Fresh milk', kcal: 64, protein: 3, carbohydrate: 5, fat: 4, sugar: 5, saturatedFat: 2 };
    await saveFood(milk, { ...known, allergens: { yes: ['milk'], no: [] } }, 1);
    expect((await answersOf()).yes).toEqual(['milk']);
    const [found] = await list({ q: 'brunch' });
    expect(found?.allergens.yes).toEqual(['milk']);
    await coach.api.foods.deleteCoachFood({ coachId: coach.id, foodId: inner.id });
    expect(await answersOf()).toEqual({ yes: [], no: [] });
  });

  it('cannot be around itself, by a save, by two at once, or by a merge', async () => {
    const inner = await save();
    const outer = await save(around(inner.id));
    const circle = { replaces: inner.id };
    const { ingredients } = porridge();
    const back = porridge({ ingredients: [...ingredients, of(outer.id, 'Oat bake')] });
    expect(await outcomesOf([save(back, circle), save(back, circle)])).toEqual([
      'RECIPE_NOT_POSSIBLE',
      'RECIPE_NOT_POSSIBLE',
    ]);
    const merge = (foodId: string, duplicateId: string) =>
      coach.api.foods.mergeCoachFoods({ coachId: coach.id, foodId, duplicateId });
    expect(await outcomesOf([merge(outer.id, inner.id)])).toEqual(['MERGE_NOT_POSSIBLE']);
    expect(await outcomesOf([merge(inner.id, milk)])).toEqual(['MERGE_NOT_POSSIBLE']);
    expect(await list({ show: 'recipes' })).toHaveLength(2);
  });

  it('goes three levels deep, also where a level is added below', async () => {
    const inner = await save();
    const middle = await save(around(inner.id));
    const outer = await save(around(middle.id, { name: 'Brunch' }));
    expect(await outcomesOf([save(around(outer.id, { name: 'Menu' }))])).toEqual(['RECIPE_NOT_POSSIBLE']);
    const base = await save(porridge({ name: 'Base' }));
    const deeper = porridge({ ingredients: [of(base.id, 'Base')] });
    expect(await outcomesOf([save(deeper, { replaces: inner.id })])).toEqual(['RECIPE_NOT_POSSIBLE']);
  });

  it('is cooked by a client from its recipe, in household measures while numbers are off', async () => {
    const client = await aClient(test, { of: coach });
    const inner = await save();
    const amount = { value: 100, measure: 'g' as const };
    const outer = await save(around(inner.id, { ingredients: [{ foodId: inner.id, name: 'Overnight oats', amount }] }));
    const lines = async () => (await client.api.meals.getOwnRecipe({ foodId: outer.id })).ingredients;
    expect(await lines()).toMatchObject([{ foodId: inner.id, text: '100 g', isRecipe: true }]);
    expect((await client.api.meals.getOwnRecipe({ foodId: inner.id })).name).toBe('Overnight oats');
    await client.api.ways.setOwnNumbers({ hidden: true });
    expect(await lines()).toMatchObject([{ text: '½ serving' }]);
  });
});

describe('the history of a coach', () => {
  it('moves foods up that went into recipes often and lately', async () => {
    const [plain, used] = [randomUUID(), randomUUID()] as const;
    await saveFood(plain, { name: 'Quince' });
    await saveFood(used, { name: 'Quince, with its skin' });
    const names = async () => (await list({ q: 'quince' })).filter(({ own }) => own).map(({ name }) => name);
    expect(await names()).toEqual(['Quince', 'Quince, with its skin']);
    const ingredients = [{ foodId: used, name: 'Quince', amount: { value: 100, measure: 'g' as const } }];
    await save(porridge({ ingredients }));
    expect(await names()).toEqual(['Quince, with its skin', 'Quince']);
    const longAgo = new Date(Date.now() - 400 * 86_400_000);
    await test.owner.execute(sql`update food_uses set used_at = ${longAgo} where coach_id = ${coach.id}`);
    expect(await names()).toEqual(['Quince', 'Quince, with its skin']);
  });
});

describe('a client', () => {
  it('logs a recipe, and cooks it in household measures while numbers are off', async () => {
    const client = await aClient(test, { of: coach });
    const { id } = await save();
    const { foods } = await client.api.foodlogs.findLoggableFoods({ q: 'overnight' });
    expect(foods).toMatchObject([{ id, portions: [{ name: 'serving', grams: 200 }] }]);
    const open = async () => client.api.meals.getOwnRecipe({ foodId: id });
    expect((await open()).ingredients.map(({ text }) => text)).toEqual(['100 g', '300 g']);
    await client.api.ways.setOwnNumbers({ hidden: true });
    const hidden = await open();
    expect(hidden.steps).toBe('Stir.\nWait for a night.');
    expect(JSON.stringify(hidden.ingredients)).not.toMatch(/\d+ ?(g|ml)\b/);
  });
});
