import { randomUUID } from 'node:crypto';
import type { FoodDay } from '@stridewell/contract/foodlogs/foodlogs';
import type { OwnFoodInput } from '@stridewell/contract/foodlogs/foodlogs.foods';
import { CLIENT_FOOD_BOUNDS } from '@stridewell/contract/foodlogs/foodlogs.foods.rules';
import { sql } from 'drizzle-orm';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { outcomesOf } from '../../../test/api.ts';
import { shareTestApp, type TestApp } from '../../../test/app.ts';
import { aClientFood, aLoggedFood, someClientFoods } from '../../../test/factories/nutrition.ts';
import { aFoodDay, anEntry } from '../../../test/food-samples.ts';
import { aClient, aCoach, type Client, type Coach, notificationsOf } from '../../../test/people.ts';
import { aFood } from '../../../test/world-rows.ts';

const TODAY = '2026-03-02';
let test: TestApp;
let coach: Coach;
let client: Client;
beforeAll(async () => {
  test = await shareTestApp();
});
afterAll(() => test.close());
beforeEach(async () => {
  test.setNow(new Date(`${TODAY}T20:00:00Z`));
  coach = await aCoach(test, { timeZone: 'America/Los_Angeles' });
  client = await aClient(test, { of: coach, person: { timeZone: 'America/Los_Angeles' } });
});

const KCAL = { kcal: 300, protein: null, carbohydrate: null, fat: null };
const roll = (changes: Partial<OwnFoodInput> = {}): OwnFoodInput => ({
  name: 'Bakery roll',
  brand: '',
  unit: 'g',
  serving: 60,
  barcode: null,
  per: '100',
  nutrients: KCAL,
  ...changes,
});
const save = (food = roll(), foodId: string = randomUUID(), by: Client = client) =>
  by.api.ownFoods.saveOwnFood({ foodId, food });
const listed = async (by: Client = client) => (await by.api.ownFoods.listOwnFoods()).foods;
const find = async (q: string, by: Client = client) => (await by.api.foodlogs.findLoggableFoods({ q })).foods;
const sync = (log: FoodDay) => client.api.foodlogs.syncFoodDay({ day: log.id, log });
const pair = () => ({ coachId: coach.id, clientId: client.clientId });

describe('a food that a client adds', () => {
  it('needs a name and its energy, and is stored once by the same request', async () => {
    const id = randomUUID();
    const [one, other] = await Promise.all([save(roll(), id), save(roll(), id)]);
    expect(one).toEqual(other);
    const { per: _, ...facts } = roll();
    expect(await listed()).toEqual([{ ...facts, id }]);
  });

  it('is refused for another coach than it was typed for, on a device that sends late', async () => {
    const [id, { id: coachId }] = [randomUUID(), await aCoach(test)];
    const { ownFoods } = client.api;
    const outcomes = await outcomesOf([
      ownFoods.saveOwnFood({ foodId: id, coachId, food: roll() }),
      ownFoods.saveOwnFood({ foodId: id, coachId: coach.id, food: roll() }),
      ownFoods.deleteOwnFood({ foodId: id, coachId }),
    ]);
    expect(outcomes).toEqual(['NOT_FOUND', 'OK', 'NOT_FOUND']);
    expect(await listed()).toHaveLength(1);
  });

  it('may have the values of a serving', async () => {
    const { nutrients } = await save(roll({ per: 'serving', serving: 60, nutrients: { ...KCAL, kcal: 150, fat: 3 } }));
    expect(nutrients).toEqual({ ...KCAL, kcal: 250, fat: 5 });
    const drink = roll({ unit: 'ml', per: 'serving', serving: 330, nutrients: { ...KCAL, kcal: 140, alcohol: 13.2 } });
    expect((await save(drink)).nutrients).toEqual({ ...KCAL, kcal: 42.42, alcohol: 4 });
  });

  it('is first in its client’s search, with a serving to log, and missing from other searches', async () => {
    const { id } = await save(roll({ name: 'Banana bread from the corner shop' }));
    expect((await find('banana'))[0]).toMatchObject({
      id,
      own: true,
      tier: 'entered',
      nutrients: KCAL,
      portions: [{ name: 'serving', grams: 60 }],
    });
    expect((await find('banan corner'))[0]?.id).toBe(id);
    const other = await aClient(test, { of: coach });
    expect((await find('banana', other)).map((food) => food.own)).not.toContain(true);
    expect(await listed(other)).toEqual([]);
    const { foods } = await client.api.foodlogs.getOwnFoodLog();
    expect(foods.map((food) => food.id)).toContain(id);
  });

  it('is refused with its reason where the values cannot be right', async () => {
    const outcomes = await outcomesOf([
      save(roll({ nutrients: { ...KCAL, protein: 60, fat: 60 } })),
      save(roll({ nutrients: { ...KCAL, protein: 60, alcohol: 60 } })),
      save(roll({ nutrients: { ...KCAL, alcohol: -1 } })),
      save(roll({ per: 'serving', serving: 10 })),
      save(roll({ per: 'serving', serving: null })),
    ]);
    expect(outcomes).toEqual(Array(5).fill('BAD_REQUEST'));
  });

  it('has a barcode that no other own food has', async () => {
    const barcode = '4006381333931';
    const { id } = await save(roll({ barcode }));
    expect(await outcomesOf([save(roll({ barcode })), save(roll({ barcode, name: 'Roll' }), id)])).toEqual([
      'BARCODE_TAKEN',
      'OK',
    ]);
    const other = await aClient(test, { of: coach });
    expect(await outcomesOf([save(roll({ barcode }), randomUUID(), other)])).toEqual(['OK']);
    expect(await client.api.foodlogs.findFoodByBarcode({ barcode })).toMatchObject({ food: { id, name: 'Roll' } });
    await expect(save(roll({ barcode: '4006381333932' }))).rejects.toMatchObject({ code: 'BAD_REQUEST' });
  });

  it('is one of a limited number', async () => {
    await someClientFoods(test, { of: client, count: CLIENT_FOOD_BOUNDS.foods - 1 });
    const outcomes = await outcomesOf([save(), save()]);
    expect(outcomes.sort()).toEqual(['OK', 'TOO_MANY_OWN_FOODS']);
  });

  it('tells the coach once when its name needs an answer today', async () => {
    const id = randomUUID();
    await save(roll({ name: 'Laxatives after dinner' }), id);
    await save(roll({ name: 'Laxatives after dinner' }), id);
    await save(roll({ name: 'Laxatives after dinner, again' }), id);
    const found = await notificationsOf(test, coach);
    expect(found.map(({ title }) => title)).toEqual(['Please read the names of their foods today']);
    expect(JSON.stringify(found)).not.toMatch(/laxative/i);
  });

  it('cannot be added without a seat', async () => {
    const base = await aCoach(test, { plan: 'base' });
    const late = await aClient(test, { of: base });
    await test.owner.execute(sql`update client_coach_relationships set status = 'ended' where coach_id = ${base.id}`);
    expect(await outcomesOf([save(roll(), randomUUID(), late)])).toEqual(['FORBIDDEN']);
  });
});

describe('logged days', () => {
  it('stay as they were when the food changes or is deleted', async () => {
    const { id } = await save();
    const entry = anEntry({ foodId: id, name: 'Bakery roll', tier: 'entered' });
    const before = await sync(aFoodDay(TODAY, [entry]));
    await save(roll({ nutrients: { ...KCAL, kcal: 500 } }), id);
    await client.api.ownFoods.deleteOwnFood({ foodId: id });
    await client.api.ownFoods.deleteOwnFood({ foodId: id });
    expect((await client.api.foodlogs.getOwnFoodDay({ day: TODAY })).day).toEqual(before);
    expect(await find('bakery roll')).toEqual([]);
  });

  it('show the coach which foods are the client’s, who may take one over', async () => {
    const { id } = await save();
    await sync(aFoodDay(TODAY, [anEntry({ foodId: id }), anEntry()]));
    const { days } = await coach.api.foodlogs.listClientFoodDays(pair());
    expect(days[0]?.ownFoodIds).toEqual([id]);
    const food = await coach.api.ownFoods.getClientFood({ ...pair(), foodId: id });
    expect(food).toMatchObject({ id, name: 'Bakery roll', nutrients: KCAL });
    const other = await aClient(test, { of: coach });
    const elsewhere = { coachId: coach.id, clientId: other.clientId, foodId: id };
    expect(await outcomesOf([coach.api.ownFoods.getClientFood(elsewhere)])).toEqual(['NOT_FOUND']);
  });

  it('move foods up that the client logs often and lately', async () => {
    const [plain, used] = [randomUUID(), randomUUID()] as const;
    for (const [foodId, name] of [
      [plain, 'Quince'],
      [used, 'Quince, with its skin'],
    ] as const) {
      await coach.api.foods.saveCoachFood({ coachId: coach.id, foodId, basedOn: 0, food: { ...aFood, name } });
    }
    const names = async () =>
      (await find('quince')).filter(({ id }) => id === plain || id === used).map((one) => one.name);
    expect(await names()).toEqual(['Quince', 'Quince, with its skin']);
    await sync(aFoodDay(TODAY, [anEntry({ foodId: used })]));
    expect(await names()).toEqual(['Quince, with its skin', 'Quince']);
    expect((await find('quince'))[0]?.last).toEqual({ value: 150, measure: 'g' });
  });

  it('of long ago do not', async () => {
    const { foods } = await client.api.foodlogs.getOwnFoodLog();
    const foodId = randomUUID();
    await coach.api.foods.saveCoachFood({ coachId: coach.id, foodId, basedOn: 0, food: aFood });
    await aLoggedFood(test, { by: client, day: '2025-11-01', entry: anEntry({ foodId }) });
    expect((await client.api.foodlogs.getOwnFoodLog()).foods).toEqual(foods);
  });
});

describe('a client whose numbers are off', () => {
  it('sees and sends none, and they stay stored', async () => {
    const id = await aClientFood(test, { of: client });
    await client.api.ways.setOwnNumbers({ hidden: true });
    expect(await listed()).toMatchObject([{ id, serving: null, nutrients: null }]);
    expect((await find('bakery'))[0]).toMatchObject({ nutrients: null, portions: [{ name: 'serving', grams: null }] });
    await save(roll({ name: 'Sesame roll', serving: null, nutrients: null }), id);
    const added = await save(roll({ name: 'Rye roll', serving: null, nutrients: null }));
    expect(added.nutrients).toBeNull();
    const entry = anEntry({ foodId: id, amount: { value: 2, measure: 'serving' }, quantity: null, nutrients: null });
    await sync(aFoodDay(TODAY, [entry]));
    await client.api.ways.setOwnNumbers({ hidden: false });
    expect(await listed()).toMatchObject([
      { name: 'Rye roll', nutrients: null },
      { name: 'Sesame roll', serving: 60, nutrients: { kcal: 250, protein: 9 } },
    ]);
    const { day } = await client.api.foodlogs.getOwnFoodDay({ day: TODAY });
    expect(day.entries[0]).toMatchObject({ quantity: 120, nutrients: { kcal: 300 } });
  });
});
