import { randomUUID } from 'node:crypto';
import type { FoodInput } from '@stridewell/contract/foods/foods';
import type { MealPlan } from '@stridewell/contract/meals/meals.plan.rules';
import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest';
import { aMeal, aMealDay, aMealPlan, aPlannedFood } from '../../../../../packages/contract/test/meal-plans.ts';
import { shareTestApp, type TestApp } from '../../../test/app.ts';
import { aClient, aCoach, type Client, type Coach } from '../../../test/people.ts';
import { aFood } from '../../../test/world-rows.ts';

const TODAY = '2026-03-02';
let test: TestApp;
let coach: Coach;
let client: Client;
let oats: string;
beforeAll(async () => {
  test = await shareTestApp();
});
afterAll(() => test.close());
beforeEach(async () => {
  test.setNow(new Date(`${TODAY}T20:00:00Z`));
  coach = await aCoach(test, { timeZone: 'America/Los_Angeles' });
  client = await aClient(test, { of: coach, person: { timeZone: 'America/Los_Angeles' } });
  oats = randomUUID();
  await saveFood({ name: 'Oat flakes', portions: [{ name: 'cup', grams: 80 }] });
});

const saveFood = (changes: Partial<FoodInput>, basedOn = 0) =>
  coach.api.foods.saveCoachFood({ coachId: coach.id, foodId: oats, basedOn, food: { ...aFood, ...changes } });
/** Two servings of porridge, 160 g oats in all. */
const cook = (servings = 2, replaces: string | null = null) =>
  coach.api.recipes.saveRecipe({
    coachId: coach.id,
    foodId: randomUUID(),
    replaces,
    recipe: {
      name: 'Porridge',
      servings,
      yield: { kind: 'factor', factor: 2.5 },
      minutes: 10,
      steps: 'Cook.',
      ingredients: [
        { foodId: oats, name: 'Oat flakes', amount: { value: 1, portion: { name: 'cup', grams: 80 } } },
        { foodId: oats, name: 'Oat flakes', amount: { value: 80, measure: 'g' } },
      ],
    },
  });
const planOf = (foodId: string, grams: number, value = 1): MealPlan => {
  const amount = { value, portion: { name: 'serving', grams } };
  return aMealPlan([aMealDay(1, [aMeal(1, [aPlannedFood(1, foodId, { name: 'Porridge', amount })])])]);
};
const savePlan = (planId: string, plan: MealPlan) =>
  coach.api.meals.saveMealPlan({ coachId: coach.id, planId, basedOn: 0, plan });
const get = (planId: string) => coach.api.meals.getMealPlan({ coachId: coach.id, planId });
async function assign(planId: string): Promise<string> {
  const id = randomUUID();
  const assignments = [{ id, clientId: client.clientId }];
  await coach.api.meals.assignMealPlan({ coachId: coach.id, planId, assignments, startDay: TODAY, endDay: null });
  return id;
}
const ownFood = async () =>
  (await client.api.meals.getOwnMealPlan({ date: TODAY })).plan?.meals[0]?.options[0]?.foods[0];
const ownKcal = async () => (await client.api.meals.getOwnMealPlan({ date: TODAY })).plan?.totals?.kcal;
const kcalOf = (grams: number) => Math.round((aFood.kcal * grams) / 1000) * 10;

it('Plans that a client has keep the version of a recipe, and templates and pushes have the latest', async () => {
  const planId = randomUUID();
  const first = await cook();
  await savePlan(planId, planOf(first.id, 200));
  const copyId = await assign(planId);
  expect(await ownFood()).toMatchObject({ name: 'Porridge', text: '1 serving (200 g)', isRecipe: true });
  expect(await ownKcal()).toBe(kcalOf(80));
  const second = await cook(4, first.id);
  expect(await ownKcal()).toBe(kcalOf(80));
  expect((await get(copyId)).plan).toEqual(planOf(first.id, 200));
  const template = await get(planId);
  expect(template.plan).toEqual(planOf(second.id, 100));
  expect(template.foods.map(({ id }) => id)).toEqual([second.id]);
  await coach.api.meals.pushMealPlan({ coachId: coach.id, planId, version: template.version, preview: false });
  expect((await get(copyId)).plan).toEqual(planOf(second.id, 100));
  expect(await ownKcal()).toBe(kcalOf(40));
});

it('A corrected allergen of an ingredient reaches the plans that have the recipe', async () => {
  const known = { name: 'Oat flakes', portions: [{ name: 'cup', grams: 80 }] };
  const { id } = await cook();
  const planId = randomUUID();
  await savePlan(planId, planOf(id, 200));
  await assign(planId);
  const { record, version } = await coach.api.records.getClientRecord({ coachId: coach.id, clientId: client.clientId });
  const changed = { ...record, allergies: ['Milk'] };
  await coach.api.records.saveClientRecord({ coachId: coach.id, clientId: client.clientId, version, record: changed });
  const warnings = async () => (await ownFood())?.warnings.map(({ answer }) => answer);
  await saveFood({ ...known, allergens: { yes: [], no: ['milk'] }, diets: { yes: [], no: [] } }, 1);
  expect(await warnings()).toEqual([]);
  await saveFood({ ...known, allergens: { yes: ['milk'], no: [] }, diets: { yes: [], no: [] } }, 2);
  expect(await warnings()).toEqual(['yes']);
});

it('The shopping list has the ingredients of a recipe, added across measures, for everybody at the table', async () => {
  const { id } = await cook();
  const planId = randomUUID();
  const plan = planOf(id, 200, 2);
  const [day] = plan.days;
  day?.meals[0]?.options[0]?.foods.push(
    aPlannedFood(9, oats, { name: 'Oat flakes', amount: { value: 10, measure: 'g' } }),
  );
  await savePlan(planId, plan);
  await assign(planId);
  const listed = async (days: number, people: number) =>
    (await client.api.meals.getOwnShoppingList({ from: TODAY, days, people })).aisles.flatMap(({ lines }) => lines);
  expect(await listed(1, 1)).toEqual([{ foodId: oats, name: 'Oat flakes', text: '170 g' }]);
  expect(await listed(2, 2)).toEqual([{ foodId: oats, name: 'Oat flakes', text: '680 g' }]);
});

it('The shopping list has the ingredients of a recipe in household measures while numbers are off', async () => {
  const { id } = await cook();
  const planId = randomUUID();
  await savePlan(planId, planOf(id, 200, 2));
  await assign(planId);
  await coach.api.ways.setClientWay({ coachId: coach.id, clientId: client.clientId, numbersHidden: true });
  const { aisles } = await client.api.meals.getOwnShoppingList({ from: TODAY, days: 1, people: 1 });
  expect(aisles).toMatchObject([{ lines: [{ foodId: oats, text: '2 cups' }] }]);
});
