import { randomUUID } from 'node:crypto';
import type { MealPlan } from '@stridewell/contract/meals/meals.plan.rules';
import { addDays } from '@stridewell/contract/time';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { aMeal, aMealDay, aMealPlan, aPlannedFood } from '../../../../../packages/contract/test/meal-plans.ts';
import { outcomesOf } from '../../../test/api.ts';
import { shareTestApp, type TestApp } from '../../../test/app.ts';
import { pdfText } from '../../../test/pdf-text.ts';
import { aClient, aCoach, type Client, type Coach, notificationsOf, type Pair } from '../../../test/people.ts';
import { aFood } from '../../../test/world-rows.ts';
import { BUILT_IN_FOODS } from '../foods/foods.content.ts';
import { BUILT_IN_PLANS } from './meals.examples.content.ts';

const TODAY = '2026-03-02';
const foodId = (name: string): string => {
  const found = BUILT_IN_FOODS.find(({ food }) => food.name === name);
  if (!found) throw new Error(`no food ${name}`);
  return found.id;
};
const oats = aPlannedFood(1, foodId('Rolled oats, dry'), { name: 'Rolled oats, dry' });
const milk = aPlannedFood(2, foodId('Milk, 2% fat'), {
  name: 'Milk, 2% fat',
  amount: { value: 2, measure: 'cup' },
  swaps: [{ foodId: foodId('Oat drink'), name: 'Oat drink', amount: { value: 250, measure: 'ml' } }],
});
const egg = aPlannedFood(3, foodId('Egg, hard-boiled'), {
  name: 'Egg, hard-boiled',
  amount: { value: 2, portion: { name: 'large', grams: 50 } },
});
const twoDays = aMealPlan([
  aMealDay(1, [aMeal(1, [oats, milk])]),
  aMealDay(2, [aMeal(2, [egg], { name: 'Lunch', time: '' })]),
]);
const renamed = (days: MealPlan['days'], number: number, name: string): MealPlan['days'] =>
  days.map((day, index) => (index === number ? { ...day, name } : day));

let test: TestApp;
let coach: Coach;
let client: Client;
let planId: string;
beforeAll(async () => {
  test = await shareTestApp();
});
afterAll(() => test.close());
beforeEach(async () => {
  test.setNow(new Date(`${TODAY}T20:00:00Z`));
  coach = await aCoach(test, { timeZone: 'America/Los_Angeles' });
  client = await aClient(test, { of: coach, person: { timeZone: 'America/Los_Angeles' } });
  planId = randomUUID();
});

const save = (plan: MealPlan = twoDays, basedOn = 0, id = planId) =>
  coach.api.meals.saveMealPlan({ coachId: coach.id, planId: id, basedOn, plan });
const get = (id = planId) => coach.api.meals.getMealPlan({ coachId: coach.id, planId: id });
const list = async (clientId?: string) =>
  (await coach.api.meals.listMealPlans({ coachId: coach.id, ...(clientId && { clientId }) })).plans;
type Dates = { startDay?: string; endDay?: string | null; id?: string; of?: Pair; planId?: string };
async function assign({
  startDay = TODAY,
  endDay = null,
  id = randomUUID(),
  of = client,
  planId: of2 = planId,
}: Dates = {}) {
  const assignments = [{ id, clientId: of.clientId }];
  const { results } = await coach.api.meals.assignMealPlan({
    coachId: coach.id,
    planId: of2,
    assignments,
    startDay,
    endDay,
  });
  return { id, outcome: results[0]?.outcome, warnings: results[0]?.warnings ?? [] };
}
const own = async (date?: string) => (await client.api.meals.getOwnMealPlan({ ...(date && { date }) })).plan;
/** The text of a downloaded PDF. */
async function textOf({ caller }: Coach | Client, url: string): Promise<string> {
  const { rawPayload } = await test.app.inject({ url, headers: { cookie: caller.cookie ?? '' } });
  return pdfText(rawPayload);
}
const setAllergies = async (allergies: string[]) => {
  const { record, version } = await coach.api.records.getClientRecord({ coachId: coach.id, clientId: client.clientId });
  await coach.api.records.saveClientRecord({
    coachId: coach.id,
    clientId: client.clientId,
    version,
    record: { ...record, allergies },
  });
};

describe('templates', () => {
  it('are the built-in ones and the coach’s own, by name, with the facts of their foods', async () => {
    await save();
    expect((await list()).map(({ name }) => name)).toEqual(
      ['Cutting', ...BUILT_IN_PLANS.map(({ plan }) => plan.name)].sort(),
    );
    const stored = await get();
    expect(stored).toMatchObject({ plan: twoDays, version: 1, builtIn: false, owner: null, allergies: [] });
    expect(stored.foods.map(({ name }) => name).sort()).toEqual(
      ['Egg, hard-boiled', 'Milk, 2% fat', 'Oat drink', 'Rolled oats, dry'].sort(),
    );
    expect(await get('balanced-week')).toMatchObject({ builtIn: true, version: 1, updatedAt: null });
  });

  it('are saved once, from the version that was edited', async () => {
    expect(await save()).toMatchObject({ version: 1 });
    expect(await save()).toMatchObject({ version: 1 });
    const changed = { ...twoDays, notes: 'Drink water' };
    expect(await save(changed, 1)).toMatchObject({ version: 2 });
    const fromOld = await outcomesOf([save({ ...twoDays, notes: 'Old' }, 1)]);
    expect(fromOld).toEqual(['MEAL_PLAN_CHANGED']);
    expect((await get()).plan.notes).toBe('Drink water');
  });

  it('keep versions, one for ten minutes of work', async () => {
    await save();
    test.setNow(new Date(`${TODAY}T20:20:00Z`));
    await save({ ...twoDays, notes: 'Later' }, 1);
    const { versions } = await coach.api.meals.listMealPlanVersions({ coachId: coach.id, planId });
    expect(versions.map(({ version }) => version)).toEqual([1]);
    const first = await coach.api.meals.getMealPlanVersion({ coachId: coach.id, planId, version: 1 });
    expect(first.plan).toEqual(twoDays);
  });

  it('can be archived and deleted', async () => {
    await save();
    await coach.api.meals.archiveMealPlan({ coachId: coach.id, planId, archived: true });
    expect((await list()).find(({ id }) => id === planId)).toMatchObject({ archived: true });
    await coach.api.meals.deleteMealPlan({ coachId: coach.id, planId });
    await coach.api.meals.deleteMealPlan({ coachId: coach.id, planId });
    await expect(get()).rejects.toMatchObject({ code: 'NOT_FOUND' });
  });

  it('keep their foods when those are merged, and name those that are deleted', async () => {
    const [kept, duplicate] = [randomUUID(), randomUUID()];
    for (const id of [kept, duplicate]) {
      await coach.api.foods.saveCoachFood({
        coachId: coach.id,
        foodId: id,
        basedOn: 0,
        food: { ...aFood, name: 'Muesli' },
      });
    }
    await save(aMealPlan([aMealDay(1, [aMeal(1, [aPlannedFood(1, duplicate, { name: 'Muesli' })])])]));
    await coach.api.foods.mergeCoachFoods({ coachId: coach.id, foodId: kept, duplicateId: duplicate });
    expect((await get()).foods).toMatchObject([{ id: duplicate, name: 'Muesli' }]);
    await coach.api.foods.deleteCoachFood({ coachId: coach.id, foodId: kept });
    await assign();
    expect((await get()).foods).toEqual([]);
    expect(await own()).toMatchObject({
      totals: { kcal: 0, unknown: 1 },
      meals: [{ options: [{ foods: [{ name: 'Muesli' }] }] }],
    });
  });
});

describe('an assignment', () => {
  beforeEach(async () => {
    await save();
  });

  it('gives the client a copy whose days repeat, with sums and amounts in their measures', async () => {
    const { id } = await assign();
    const today = await own();
    expect(today).toMatchObject({ id, name: 'Cutting', dayName: 'Day 1', startDay: TODAY, endDay: null });
    const [breakfast] = today?.meals ?? [];
    expect(breakfast).toMatchObject({ name: 'Breakfast', time: '07:30' });
    expect(breakfast?.options[0]?.foods).toMatchObject([
      { name: 'Rolled oats, dry', text: '100 g', warnings: [] },
      { name: 'Milk, 2% fat', text: '2 cups', swaps: [{ name: 'Oat drink', text: '250 ml' }] },
    ]);
    // 379 kcal of oats, and 2 cups of milk with 50 kcal in 100 g: to 10 kcal.
    expect(today?.totals?.kcal).toBeGreaterThan(550);
    expect((today?.totals?.kcal ?? 1) % 10).toBe(0);
    expect(await own(addDays(TODAY, 1))).toMatchObject({ dayName: 'Day 2' });
    expect(await own(addDays(TODAY, 2))).toMatchObject({ dayName: 'Day 1' });
    expect(await own(addDays(TODAY, -1))).toBeNull();
    const { entries } = await coach.api.clients.listTimeline({ ...client, filter: 'nutrition' });
    expect(entries).toMatchObject([{ kind: 'meal_plan', name: 'Cutting', startDay: TODAY }]);
    expect((await list()).find((one) => one.id === planId)).toMatchObject({ clients: 1 });
    expect(await notificationsOf(test, client)).toMatchObject([
      { type: 'meal_plan_assigned', title: `New meal plan from ${coach.name}`, message: 'From Mon, Mar 2' },
    ]);
  });

  it('happens once, even if sent twice at the same time', async () => {
    const id = randomUUID();
    await Promise.all([assign({ id }), assign({ id })]);
    expect(await assign({ id })).toMatchObject({ outcome: 'assigned' });
    expect(await list(client.clientId)).toHaveLength(1);
    const other = await aClient(test, { of: coach });
    await expect(assign({ id, of: other })).rejects.toMatchObject({ code: 'BAD_REQUEST' });
  });

  it('is refused for former clients, clients of other coaches, and days without food', async () => {
    const former = await aClient(test, { of: coach, status: 'ended' });
    const foreign = await aClient(test, { of: await aCoach(test) });
    expect(await assign({ of: former })).toMatchObject({ outcome: 'not_a_client' });
    expect(await assign({ of: foreign })).toMatchObject({ outcome: 'not_a_client' });
    await save(aMealPlan([aMealDay(1, [aMeal(1, [])])]), 1);
    await expect(assign()).rejects.toMatchObject({ code: 'EMPTY_MEAL_DAYS', data: { days: ['Day 1'] } });
  });

  it('without an end replaces the earlier plan; with an end it only comes before it', async () => {
    const { id: usual } = await assign();
    const { id: holiday } = await assign({ startDay: '2026-03-10', endDay: '2026-03-12', planId: 'balanced-week' });
    expect(await own('2026-03-09')).toMatchObject({ id: usual });
    expect(await own('2026-03-10')).toMatchObject({ id: holiday });
    expect(await own('2026-03-13')).toMatchObject({ id: usual });
    const { id: next } = await assign({ startDay: '2026-03-20', planId: 'vegetarian-week' });
    expect(await own('2026-03-19')).toMatchObject({ id: usual, endDay: '2026-03-19' });
    expect(await own('2026-03-20')).toMatchObject({ id: next });
    const dates = { coachId: coach.id, planId: next, startDay: '2026-03-25', endDay: '2026-03-26' };
    expect(await coach.api.meals.rescheduleMealPlan(dates)).toMatchObject({ startDay: '2026-03-25' });
    expect(await own('2026-03-21')).toBeNull();
  });

  it('can be changed for the client alone, and is not the template any more', async () => {
    const { id } = await assign();
    const changed = { ...twoDays, name: 'Only for Nina' };
    expect(await save(changed, 1, id)).toMatchObject({ version: 2 });
    expect(await own()).toMatchObject({ name: 'Only for Nina' });
    expect((await get()).plan.name).toBe('Cutting');
    await expect(assign({ planId: id })).rejects.toMatchObject({ code: 'NOT_FOUND' });
  });

  it('is pushed the latest template, and keeps the days that were changed for the client', async () => {
    const { id } = await assign();
    const other = await aClient(test, { of: coach });
    const { id: otherId } = await assign({ of: other });
    await save({ ...twoDays, days: renamed(twoDays.days, 0, 'My own day') }, 1, id);
    const next = { ...twoDays, days: renamed(renamed(twoDays.days, 0, 'New one'), 1, 'New two') };
    await save(next, 1);
    const push = (preview: boolean, version = 2) =>
      coach.api.meals.pushMealPlan({ coachId: coach.id, planId, version, preview });
    await expect(push(false, 1)).rejects.toMatchObject({ code: 'MEAL_PLAN_CHANGED' });
    const expected = [
      { planId: id, outcome: 'merged', kept: ['My own day'] },
      { planId: otherId, outcome: 'updated', kept: [] },
    ];
    const byPlan = (some: readonly { planId: string }[]) => some.toSorted((a) => (a.planId === id ? -1 : 1));
    expect(byPlan((await push(true)).clients)).toMatchObject(expected);
    expect((await get(otherId)).plan).toEqual(twoDays);
    expect(byPlan((await push(false)).clients)).toMatchObject(expected);
    expect((await get(id)).plan.days.map(({ name }) => name)).toEqual(['My own day', 'New two']);
    expect((await get(otherId)).plan).toEqual(next);
    expect(byPlan((await push(false)).clients)).toMatchObject([{ outcome: 'unchanged' }, { outcome: 'unchanged' }]);
  });
});

describe('allergies', () => {
  it('are flagged at once for coach and client, also those added after the assignment', async () => {
    await save();
    expect((await assign()).warnings).toEqual([]);
    expect(await list(client.clientId)).toMatchObject([{ flagged: false }]);
    await setAllergies(['Milk', 'Kiwi']);
    expect(await list(client.clientId)).toMatchObject([{ flagged: true }]);
    const plan = await own();
    expect(plan?.meals[0]?.options[0]?.foods).toMatchObject([
      { name: 'Rolled oats, dry', warnings: [] },
      { name: 'Milk, 2% fat', warnings: [{ about: 'Milk', answer: 'yes' }], swaps: [{ warnings: [] }] },
    ]);
    expect(plan?.unchecked).toEqual(['Kiwi']);
    expect((await assign()).warnings).toContainEqual({ food: 'Milk, 2% fat', about: 'Milk', answer: 'yes' });
  });

  it('are flagged for both when they are added a minute before midnight, in the client’s day', async () => {
    // For the coach it is the evening of the next day.
    const far = await aCoach(test, { timeZone: 'Pacific/Auckland' });
    const theirs = await aClient(test, { of: far, person: { timeZone: 'America/Los_Angeles' } });
    const tomorrow = addDays(TODAY, 1);
    const at = (time: string) => test.setNow(new Date(`${tomorrow}T${time}Z`));
    const { coachId, clientId } = theirs;
    const dates = [
      { startDay: TODAY, endDay: TODAY },
      { startDay: tomorrow, endDay: tomorrow },
    ];
    await far.api.meals.saveMealPlan({ coachId, planId, basedOn: 0, plan: twoDays });
    at('07:58:00');
    for (const days of dates) {
      const assignments = [{ id: randomUUID(), clientId }];
      const { results } = await far.api.meals.assignMealPlan({ coachId, planId, assignments, ...days });
      expect(results).toMatchObject([{ outcome: 'assigned', warnings: [] }]);
    }
    const flagged = async () => {
      const { plans } = await far.api.meals.listMealPlans({ coachId, clientId });
      return plans.map((plan) => [plan.owner?.startDay, plan.flagged]);
    };
    const warned = async (date?: string) => {
      const { date: shown, plan } = await theirs.api.meals.getOwnMealPlan(date ? { date } : {});
      const options = plan?.meals.flatMap((meal) => meal.options) ?? [];
      return [shown, options.flatMap(({ foods }) => foods.flatMap(({ warnings }) => warnings))];
    };
    expect([await flagged(), await warned()]).toEqual([
      [
        [tomorrow, false],
        [TODAY, false],
      ],
      [TODAY, []],
    ]);
    at('07:59:00');
    await theirs.api.onboarding.saveOnboarding({ coachId, clientId, step: 'diet', record: { allergies: ['Milk'] } });
    const milkWarning = { about: 'Milk', answer: 'yes' };
    expect([await flagged(), await warned(), await warned(tomorrow)]).toEqual([
      [
        [tomorrow, true],
        [TODAY, true],
      ],
      [TODAY, [milkWarning]],
      [tomorrow, [milkWarning]],
    ]);
    at('08:00:00');
    // The first plan is over for the client, and so it is for the coach.
    expect([await flagged(), await warned()]).toEqual([
      [
        [tomorrow, true],
        [TODAY, false],
      ],
      [tomorrow, [milkWarning]],
    ]);
  });

  it('count what is not known as a warning', async () => {
    const id = randomUUID();
    const food = { ...aFood, name: 'Cookie', allergens: { yes: [], no: [] } };
    await coach.api.foods.saveCoachFood({
      coachId: coach.id,
      foodId: id,
      basedOn: 0,
      food: { ...food, diets: { yes: [], no: [] } },
    });
    await save(aMealPlan([aMealDay(1, [aMeal(1, [aPlannedFood(1, id, { name: 'Cookie' })])])]));
    await setAllergies(['Peanuts']);
    expect((await assign()).warnings).toEqual([{ food: 'Cookie', about: 'Peanuts', answer: 'unknown' }]);
  });
});

describe('the shopping list', () => {
  it('adds what some days need for some people, by aisle', async () => {
    await save();
    await assign();
    const shop = (days: number, people: number) => client.api.meals.getOwnShoppingList({ days, people });
    const one = await shop(2, 1);
    expect(one.aisles.flatMap(({ lines }) => lines).map(({ name, text }) => `${text} ${name}`)).toEqual([
      '100 g Rolled oats, dry',
      '100 g Egg, hard-boiled',
      '490 g Milk, 2% fat',
    ]);
    const lines = (await shop(4, 2)).aisles.flatMap((aisle) => aisle.lines);
    expect(lines.find(({ name }) => name === 'Rolled oats, dry')).toMatchObject({ text: '400 g' });
  });
});

describe('while numbers are off', () => {
  it('the client reads household measures, and no calories and weights of the coach’s texts', async () => {
    await save({ ...twoDays, name: 'Cut 1,800 kcal', notes: 'Keep to 120 g protein (1800 kcal). Drink 2 glasses.' });
    await assign();
    await coach.api.ways.setClientWay({ coachId: coach.id, clientId: client.clientId, numbersHidden: true });
    const plan = await own();
    expect(plan).toMatchObject({ name: 'Cut …', notes: 'Keep to … protein …. Drink 2 glasses.', totals: null });
    expect(plan?.meals[0]?.options[0]).toMatchObject({
      totals: null,
      foods: [{ text: '1¼ cups' }, { text: '2 cups', swaps: [{ text: '1 cup' }] }],
    });
    const { aisles } = await client.api.meals.getOwnShoppingList({ days: 2, people: 1 });
    expect(JSON.stringify(aisles)).not.toMatch(/\d\s?(g|kg|kcal|ml)\b/);
    expect((await list(client.clientId))[0]).toMatchObject({ name: 'Cut 1,800 kcal' });
  });

  it('the client’s PDF has household measures alone, for client and coach', async () => {
    const FIGURE = /\d\s?(g|kg|oz|lb|kcal|kJ|ml)\b/;
    await save({ ...twoDays, name: 'Cut 1,800 kcal', notes: 'Keep to 120 g protein.' });
    const { id } = await assign();
    const printed = () =>
      Promise.all([
        textOf(client, '/exports/own/meal-plan.pdf'),
        textOf(coach, `/exports/${coach.id}/meal-plans/${id}.pdf`),
      ]);
    for (const text of await printed()) expect(text).toMatch(FIGURE);
    await client.api.ways.setOwnNumbers({ hidden: true });
    for (const text of await printed()) {
      expect(text).not.toMatch(FIGURE);
      expect(text).toContain('1¼ cups Rolled oats, dry');
      expect(text).toContain('Shopping list');
    }
  });
});

describe('a coach whose scope of practice leaves out meal plans', () => {
  it('assigns none', async () => {
    await save();
    await coach.api.ways.saveScopeOfPractice({ coachId: coach.id, prescribes: false });
    await expect(assign()).rejects.toMatchObject({ code: 'FORBIDDEN' });
  });
});

describe('a plan as a PDF', () => {
  it('is given to its coach and to the client who follows it', async () => {
    await save();
    const path = `/exports/${coach.id}/meal-plans`;
    expect(await coach.caller.get(`${path}/${planId}.pdf`)).toMatchObject({ status: 200 });
    expect(await coach.caller.get(`${path}/vegetarian-week.pdf`)).toMatchObject({ status: 200 });
    expect(await client.caller.get('/exports/own/meal-plan.pdf')).toMatchObject({ status: 404 });
    await assign();
    expect(await client.caller.get('/exports/own/meal-plan.pdf')).toMatchObject({ status: 200 });
    expect(await client.caller.get(`${path}/${planId}.pdf`)).toMatchObject({ status: 403 });
    const other = await aCoach(test);
    expect(await other.caller.get(`/exports/${other.id}/meal-plans/${planId}.pdf`)).toMatchObject({ status: 404 });
  });
});

describe('portions', () => {
  it('fit an aim, or name the limit that nothing keeps', async () => {
    const day = aMealDay(1, [aMeal(1, [oats, milk]), aMeal(2, [egg])]);
    const portions = (kcal: number, protein: number | null = null) =>
      coach.api.meals.fitMealPlan({ coachId: coach.id, day, aim: { kcal, protein, carbohydrate: null, fat: null } });
    const fitted = await portions(900);
    expect(fitted.fits).toBe(true);
    expect(Math.abs(fitted.totals.kcal - 900)).toBeLessThanOrEqual(45);
    expect(fitted.day.meals.map(({ key }) => key)).toEqual(day.meals.map(({ key }) => key));
    const missed = await portions(4000, 200);
    expect(missed.fits).toBe(false);
    expect(missed.sentence).toMatch(/energy is .* below the least/);
  });
});

describe('the built-in templates', () => {
  it.each(BUILT_IN_PLANS)('$plan.name comes close to its aim on every day', async ({ id, plan }) => {
    for (const day of plan.days) {
      if (!plan.aim) throw new Error('a template without an aim');
      const { fits, sentence } = await coach.api.meals.fitMealPlan({ coachId: coach.id, day, aim: plan.aim });
      expect(fits, `${id}, ${day.name}: ${sentence}`).toBe(true);
    }
  });
});
