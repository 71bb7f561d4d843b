import { randomUUID } from 'node:crypto';
import { FOOD_LOG_BOUNDS } from '@stridewell/contract/foodlogs/foodlogs.rules';
import { DELETE_CONFIRMATION } from '@stridewell/contract/identity/identity.rules';
import { sql } from 'drizzle-orm';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { countStatements, outcomesOf } from '../../../test/api.ts';
import { PASSWORD, shareTestApp, type TestApp } from '../../../test/app.ts';
import { aClientFood, aFavoriteFood, someLostFavorites, someMarkedFoods } from '../../../test/factories/nutrition.ts';
import { aFoodDay, anEntry } from '../../../test/food-samples.ts';
import { aClient, aCoach, type Client, type Coach } from '../../../test/people.ts';
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

/** Adds a food of the coach. */
async function ofCoach(name: string, by: Coach = coach): Promise<string> {
  const foodId = randomUUID();
  await by.api.foods.saveCoachFood({ coachId: by.id, foodId, basedOn: 0, food: { ...aFood, name } });
  return foodId;
}
const mark = (foodId: string, favorite = true, by: Client = client) =>
  by.api.foodlogs.setFavoriteFood({ foodId, favorite });
const offered = async (by: Client = client) => (await by.api.foodlogs.getOwnFoodLog()).foods;
const favorites = async (by: Client = client) =>
  (await offered(by)).filter(({ favorite }) => favorite).map(({ id }) => id);
const find = async (q: string) => (await client.api.foodlogs.findLoggableFoods({ q })).foods;
const log = (foodId: string) => {
  const day = aFoodDay(TODAY, [anEntry({ foodId })]);
  return client.api.foodlogs.syncFoodDay({ day: TODAY, log: day });
};
const rows = async (by: Client = client) => {
  const found = await test.owner.execute(
    sql`select food_id from client_food_favorites where coach_id = ${by.coachId} and client_id = ${by.clientId}`,
  );
  return found.rows.length;
};

describe('a favorite of a client', () => {
  it('stands before what the client logs often, for this client alone', async () => {
    const [often, marked] = [await ofCoach('Quince'), await ofCoach('Medlar')];
    await log(often);
    await mark(marked);
    expect((await offered()).slice(0, 2)).toMatchObject([
      { id: marked, favorite: true, last: null },
      { id: often, favorite: false },
    ]);
    expect(await favorites(await aClient(test, { of: coach }))).toEqual([]);
    await mark(often);
    // With the amount of the last time.
    expect((await offered())[0]).toMatchObject({ id: often, favorite: true, last: { value: 150, measure: 'g' } });
    await mark(marked, false);
    expect(await favorites()).toEqual([often]);
  });

  it('is refused without a seat in the coach’s plan, and stored for the others', async () => {
    const full = await aCoach(test, { plan: 'base' });
    const foodId = await ofCoach('Loquat', full);
    const clients: Client[] = [];
    for (let joined = 1; joined <= 6; joined += 1) {
      const acceptedAt = new Date(Date.UTC(2026, 0, joined));
      clients.push(await aClient(test, { of: full, acceptedAt, createdAt: acceptedAt }));
    }
    const attempts = clients.map((one) => mark(foodId, true, one));
    expect(await outcomesOf(attempts)).toEqual([...Array(5).fill('OK'), 'COACH_PLAN_FULL']);
    expect(await Promise.all(clients.map((one) => rows(one)))).toEqual([1, 1, 1, 1, 1, 0]);
  });
  it('can be a food of all coaches, of the coach, and an own one', async () => {
    const [shared] = await find('banana');
    const foodIds = [shared?.id ?? '', await ofCoach('Quince'), await aClientFood(test, { of: client })];
    expect(await outcomesOf(foodIds.map((id) => mark(id)))).toEqual(['OK', 'OK', 'OK']);
    expect((await favorites()).sort()).toEqual(foodIds.sort());
  });

  it('comes earlier in the search of its client', async () => {
    const [plain, marked] = [await ofCoach('Quince'), await ofCoach('Quince, with its skin')];
    const [first, second] = [await aClientFood(test, { of: client }), await aClientFood(test, { of: client })];
    const order = async (q: string) => (await find(q)).map(({ id }) => id);
    expect((await order('quince')).slice(0, 2)).toEqual([plain, marked]);
    await mark(marked);
    expect((await find('quince')).slice(0, 2)).toMatchObject([
      { id: marked, favorite: true },
      { id: plain, favorite: false },
    ]);
    for (const id of [first, second]) {
      await mark(id);
      expect((await order('bakery'))[0]).toBe(id);
      await mark(id, false);
    }
  });

  it('is stored once when the request is repeated, also at once', async () => {
    const id = await ofCoach('Quince');
    expect(await outcomesOf([mark(id), mark(id), mark(id)])).toEqual(['OK', 'OK', 'OK']);
    expect(await rows()).toBe(1);
    expect(await outcomesOf([mark(id, false), mark(id, false)])).toEqual(['OK', 'OK']);
    expect(await rows()).toBe(0);
  });

  it('is no food that the client cannot log', async () => {
    const stranger = await aCoach(test);
    const otherClient = await aClient(test, { of: coach });
    const hidden = await ofCoach('Quince');
    await coach.api.foods.markCoachFood({ coachId: coach.id, foodId: hidden, hidden: true });
    const foodIds = [
      randomUUID(),
      hidden,
      await ofCoach('Medlar', stranger),
      await aClientFood(test, { of: otherClient }),
    ];
    expect(await outcomesOf(foodIds.map((id) => mark(id)))).toEqual(Array(4).fill('NOT_FOUND'));
    expect(await rows()).toBe(0);
  });

  it('is one of a limited number, also from two devices', async () => {
    const ids = await Promise.all([ofCoach('Quince'), ofCoach('Medlar')]);
    await someMarkedFoods(test, { of: client, count: FOOD_LOG_BOUNDS.favorites - 1 });
    expect((await outcomesOf(ids.map((id) => mark(id)))).sort()).toEqual(['OK', 'TOO_MANY_FAVORITES']);
    expect(await favorites()).toHaveLength(FOOD_LOG_BOUNDS.favorites);
    const first = (await favorites())[0] ?? '';
    await mark(first, false);
    expect(await outcomesOf(ids.map((id) => mark(id)))).toEqual(['OK', 'OK']);
  });

  it('does not count against the limit once it cannot be seen', async () => {
    await someLostFavorites(test, { of: client, count: FOOD_LOG_BOUNDS.favorites });
    const id = await ofCoach('Quince');
    await mark(id);
    expect(await favorites()).toEqual([id]);
    expect(await rows()).toBe(1);
  });

  it('is not listed while it is hidden, and ends with an own food that is deleted', async () => {
    const [id, own] = [await ofCoach('Quince'), await aClientFood(test, { of: client })];
    await mark(id);
    await mark(own);
    await client.api.ownFoods.deleteOwnFood({ foodId: own });
    await coach.api.foods.markCoachFood({ coachId: coach.id, foodId: id, hidden: true });
    expect(await favorites()).toEqual([]);
    await coach.api.foods.markCoachFood({ coachId: coach.id, foodId: id, hidden: false });
    expect(await favorites()).toEqual([id]);
    expect(await rows()).toBe(1);
  });

  it('follows a food that is merged into another one', async () => {
    const [kept, duplicate] = [await ofCoach('Quince'), await ofCoach('Quinces')];
    await log(duplicate);
    await mark(duplicate);
    await coach.api.foods.mergeCoachFoods({ coachId: coach.id, foodId: kept, duplicateId: duplicate });
    expect(await favorites()).toEqual([kept]);
    expect((await offered())[0]).toMatchObject({ id: kept, last: { value: 150, measure: 'g' } });
    expect((await find('quince'))[0]).toMatchObject({ id: kept, favorite: true });
    await mark(kept);
    expect(await rows()).toBe(1);
    await mark(kept, false);
    expect(await rows()).toBe(0);
  });

  it('needs a seat and a coaching that has not ended', async () => {
    const id = await ofCoach('Quince');
    await mark(id);
    await test.owner.execute(sql`update client_coach_relationships set status = 'ended' where coach_id = ${coach.id}`);
    expect(await outcomesOf([mark(id), mark(id, false)])).toEqual(['FORBIDDEN', 'FORBIDDEN']);
    expect(await rows()).toBe(1);
  });

  it('is deleted with the account', async () => {
    await aFavoriteFood(test, { of: client, foodId: randomUUID() });
    await client.api.identity.deleteAccount({ password: PASSWORD, confirmation: DELETE_CONFIRMATION });
    expect(await rows()).toBe(0);
  });

  it('costs no statement when the log is read, whatever their number', async () => {
    const count = () => countStatements(() => offered());
    await mark(await ofCoach('Quince'));
    const one = await count();
    for (const name of ['Medlar', 'Sorb', 'Sloe']) await mark(await ofCoach(name));
    expect(await count()).toBe(one);
  });

  it('shows no figures to a client whose numbers are off', async () => {
    const id = await ofCoach('Quince');
    await client.api.ways.setOwnNumbers({ hidden: true });
    await mark(id);
    expect((await offered())[0]).toMatchObject({ id, favorite: true, nutrients: null });
  });
});
