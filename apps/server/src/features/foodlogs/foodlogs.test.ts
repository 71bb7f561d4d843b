import { randomUUID } from 'node:crypto';
import type { FoodDay } from '@stridewell/contract/foodlogs/foodlogs';
import { mergeFoodDays, putEntry, removeEntry } from '@stridewell/contract/foodlogs/foodlogs.merge.rules';
import { addDays } from '@stridewell/contract/time';
import { sql } from 'drizzle-orm';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { countStatements } from '../../../test/api.ts';
import { shareTestApp, type TestApp } from '../../../test/app.ts';
import { aFoodDay, anEntry, aQuickEntry } from '../../../test/food-samples.ts';
import { aClient, aCoach, type Client, type Coach, notificationsOf, updateRelationship } from '../../../test/people.ts';
import { aFood } from '../../../test/world-rows.ts';
import { mintCoachScope } from '../../core/tenancy/mint.ts';
import { dailyIntakes } from './foodlogs.service.ts';

const NOW = '2026-03-02T20:00:00.000Z';
const TODAY = '2026-03-02';

let test: TestApp;
let coach: Coach;
let client: Client;
beforeAll(async () => {
  test = await shareTestApp();
});
afterAll(() => test.close());
beforeEach(async () => {
  test.setNow(new Date(NOW));
  coach = await aCoach(test, { timeZone: 'America/Los_Angeles' });
  client = await aClient(test, { of: coach, person: { timeZone: 'America/Los_Angeles', name: 'Nina Park' } });
});

const sync = (log: FoodDay, of: Client = client) => of.api.foodlogs.syncFoodDay({ day: log.id, log });
const read = async (day = TODAY) => (await client.api.foodlogs.getOwnFoodDay({ day })).day;
const pair = () => ({ coachId: coach.id, clientId: client.clientId });
const listed = async () => (await coach.api.foodlogs.listClientFoodDays(pair())).days;
const intakes = (from: string, to: string) =>
  test.services.db.read(mintCoachScope(coach.id), (tx) => dailyIntakes(tx, { clientId: client.clientId, from, to }));

describe('a day', () => {
  it('is stored by one request of few statements, and read by both', async () => {
    const log = aFoodDay(TODAY, [
      anEntry(),
      aQuickEntry(300),
      anEntry({ kind: 'water', quantity: 250, nutrients: null }),
    ]);
    let merged: FoodDay | undefined;
    const statements = await countStatements(async () => {
      merged = await sync(log);
    });
    // One of them resolves the session.
    expect(statements).toBeLessThanOrEqual(10);
    expect(merged).toEqual(mergeFoodDays(log, log));
    expect(await read()).toEqual(merged);
    expect(await listed()).toEqual([
      { log: merged, status: { day: TODAY, status: 'complete', isGuess: true }, comments: [], ownFoodIds: [] },
    ]);
    const { days } = await client.api.foodlogs.getOwnFoodLog();
    expect(days).toEqual([merged]);
    const sums = await test.owner.execute(sql`select kcal, protein, water_ml, entries, uncounted from food_days
      where client_id = ${client.clientId}`);
    expect(sums.rows).toEqual([{ kcal: 868.5, protein: 19.8, water_ml: 250, entries: 2, uncounted: 0 }]);
  });

  it('changes nothing when sent again, also twice at once', async () => {
    const log = aFoodDay(TODAY);
    const [one, other] = await Promise.all([sync(log), sync(log)]);
    expect(one).toEqual(other);
    const rowsOf = async () =>
      (
        await test.owner.execute(sql`select d::text, e::text
        from food_days d join food_entries e using (coach_id, client_id, day)
        where coach_id = ${coach.id} and client_id = ${client.clientId}`)
      ).rows;
    const before = await rowsOf();
    expect(before).toHaveLength(1);
    test.setNow(new Date('2026-03-02T21:00:00Z'));
    expect(await sync(log)).toEqual(one);
    expect(await rowsOf()).toEqual(before);
  });

  it('of two phones has the entries of both, and the last change of each', async () => {
    const shared = anEntry();
    const base = aFoodDay(TODAY, [shared]);
    await sync(base);
    const [one, other] = [
      putEntry(base, { ...shared, meal: 'Lunch' }, Date.parse(NOW)),
      removeEntry(putEntry(base, aQuickEntry(200), Date.parse(NOW)), shared.id, Date.parse(NOW) + 1),
    ];
    await sync(one);
    const merged = await sync(other);
    expect(merged.entries).toHaveLength(2);
    expect(merged.entries.find(({ id }) => id === shared.id)?.deleted).toBe(true);
    // The first phone sends its copy again, and brings nothing back.
    expect(await sync(one)).toEqual(merged);
  });

  it('keeps what was logged when a food changes or goes', async () => {
    const foodId = randomUUID();
    await coach.api.foods.saveCoachFood({ coachId: coach.id, foodId, basedOn: 0, food: aFood });
    const merged = await sync(aFoodDay(TODAY, [anEntry({ foodId })]));
    await coach.api.foods.deleteCoachFood({ coachId: coach.id, foodId });
    expect(await read()).toEqual(merged);
  });

  it('gets the figures of a food that the device does not know', async () => {
    const foodId = randomUUID();
    const food = { ...aFood, portions: [{ name: 'cup', grams: 81 }] };
    await coach.api.foods.saveCoachFood({ coachId: coach.id, foodId, basedOn: 0, food });
    const entry = anEntry({
      foodId,
      amount: { value: 2, measure: 'cup' },
      quantity: null,
      unit: null,
      nutrients: null,
    });
    const { entries } = await sync(aFoodDay(TODAY, [entry]));
    expect(entries).toMatchObject([{ quantity: 162, unit: 'g', nutrients: { kcal: 613.98 } }]);
  });

  it('has at most 200 entries, even from two devices', async () => {
    const many = (count: number) => Array.from({ length: count }, () => aQuickEntry(10));
    await sync(aFoodDay(TODAY, many(150)));
    await expect(sync(aFoodDay(TODAY, many(51)))).rejects.toMatchObject({ code: 'FOOD_DAY_FULL' });
    expect((await read()).entries).toHaveLength(150);
  });

  it('can be logged a week ahead, and not later', async () => {
    expect(await sync(aFoodDay(addDays(TODAY, 7)))).toMatchObject({ id: addDays(TODAY, 7) });
    await expect(sync(aFoodDay(addDays(TODAY, 8)))).rejects.toMatchObject({ code: 'FOOD_DAY_TOO_LATE' });
  });

  it('with a photo needs that photo', async () => {
    const photo = anEntry({ kind: 'photo', fileId: randomUUID(), nutrients: null });
    await expect(sync(aFoodDay(TODAY, [photo]))).rejects.toMatchObject({ code: 'FOOD_PHOTO_MISSING' });
    await expect(read()).resolves.toMatchObject({ entries: [] });
  });

  it('cannot be changed after the coaching, and can be read', async () => {
    const merged = await sync(aFoodDay(TODAY));
    await updateRelationship(test, client, { status: 'ended' });
    await expect(sync(aFoodDay(TODAY, [aQuickEntry(100)]))).rejects.toMatchObject({ code: 'FORBIDDEN' });
    expect(await read()).toEqual(merged);
  });

  it('belongs to one client of one coach', async () => {
    const other = await aClient(test, { of: coach });
    const log = aFoodDay(TODAY);
    await sync(log);
    const sent = await sync(
      aFoodDay(TODAY, [{ ...log.entries[0], ...aQuickEntry(50), id: log.entries[0]?.id ?? '' }]),
      other,
    );
    expect(sent.entries).toMatchObject([{ nutrients: { kcal: 50 } }]);
    expect((await read()).entries).toMatchObject([{ name: 'Rolled oats' }]);
    const stranger = await aCoach(test);
    const asked = stranger.api.foodlogs.listClientFoodDays({ coachId: stranger.id, clientId: client.clientId });
    await expect(asked).rejects.toMatchObject({ code: 'NOT_FOUND' });
  });
});

describe('intakes', () => {
  it('have a guessed status where the client has chosen none', async () => {
    for (let ago = 10; ago >= 3; ago -= 1) await sync(aFoodDay(addDays(TODAY, -ago), [aQuickEntry(2000)]));
    await sync(aFoodDay(addDays(TODAY, -2), [aQuickEntry(900)]));
    const fasted = { value: 'fasted' as const, changedAt: NOW };
    await sync({ ...aFoodDay(addDays(TODAY, -1), []), status: fasted });
    const days = await intakes(addDays(TODAY, -3), TODAY);
    expect(days.map(({ status, kcal }) => [status, kcal])).toEqual([
      ['complete', 2000],
      ['partial', 900],
      ['fasted', 0],
      ['unlogged', null],
    ]);
    const { statuses } = await client.api.foodlogs.getOwnFoodLog();
    expect(statuses.at(-1)).toEqual({ day: '2026-03-01', status: 'fasted', isGuess: false });
    expect(statuses.at(-2)).toEqual({ day: '2026-02-28', status: 'partial', isGuess: true });
    const complete = { value: 'complete' as const, changedAt: NOW };
    await sync({ ...aFoodDay(addDays(TODAY, -2), []), status: complete });
    expect((await intakes(addDays(TODAY, -2), addDays(TODAY, -2)))[0]).toMatchObject({ status: 'complete', kcal: 900 });
  });
});

describe('foods to log', () => {
  it('are found among all and the coach’s own, without hidden ones', async () => {
    const [shown, hidden] = [randomUUID(), randomUUID()];
    for (const foodId of [shown, hidden]) {
      const food = { ...aFood, name: `Zorblax ${foodId === shown ? 'bar' : 'drink'}` };
      await coach.api.foods.saveCoachFood({ coachId: coach.id, foodId, basedOn: 0, food });
    }
    await coach.api.foods.markCoachFood({ coachId: coach.id, foodId: hidden, hidden: true });
    const { foods } = await client.api.foodlogs.findLoggableFoods({ q: 'zorblax' });
    expect(foods).toMatchObject([{ id: shown, name: 'Zorblax bar', nutrients: { kcal: aFood.kcal }, last: null }]);
    const stranger = await aClient(test, { of: await aCoach(test) });
    expect((await stranger.api.foodlogs.findLoggableFoods({ q: 'zorblax' })).foods).toEqual([]);
    const { foods: eggs } = await client.api.foodlogs.findLoggableFoods({ q: 'egg' });
    expect(eggs.length).toBeGreaterThan(3);
  });

  it('begin with those that the client logs, and with their last amounts', async () => {
    const { foods } = await client.api.foodlogs.findLoggableFoods({ q: 'egg' });
    const [first, , third] = foods;
    if (!first || !third) throw new Error('too few foods');
    const entry = anEntry({ foodId: third.id, name: third.name, amount: { value: 2, measure: 'medium' } });
    await sync(aFoodDay(TODAY, [entry]));
    const again = await client.api.foodlogs.findLoggableFoods({ q: 'egg' });
    expect(again.foods[0]).toMatchObject({ id: third.id, last: { value: 2, measure: 'medium' } });
    await coach.api.foods.markCoachFood({ coachId: coach.id, foodId: first.id, favorite: true });
    const { foods: usual } = await client.api.foodlogs.getOwnFoodLog();
    expect(usual.map(({ id }) => id)).toEqual([third.id, first.id]);
  });
});

describe('while numbers are off', () => {
  const FIGURES = /kcal":\d|"(?:protein|carbohydrate|fat|grams|quantity)":\d|\d ?g\b/;
  const portions = [
    { name: 'bowl', grams: 81 },
    { name: '1 packet (28 g)', grams: 28 },
  ];
  let foodId: string;
  beforeEach(async () => {
    foodId = randomUUID();
    await coach.api.foods.saveCoachFood({
      coachId: coach.id,
      foodId,
      basedOn: 0,
      food: { ...aFood, name: 'Zorblax flakes', portions },
    });
    await sync(aFoodDay(TODAY, [anEntry({ foodId }), aQuickEntry(300, { name: 'Soup' }), aQuickEntry(0)]));
    await test.owner.execute(sql`update coachings set numbers_off_by = 'client', numbers_off_since = now()
      where client_id = ${client.clientId}`);
  });

  it('no answer to the client has a figure, and the coach sees all', async () => {
    const { foods } = await client.api.foodlogs.findLoggableFoods({ q: 'zorblax' });
    expect(foods).toMatchObject([{ id: foodId, nutrients: null, portions: [{ name: 'bowl', grams: null }] }]);
    const answers = [
      foods,
      await client.api.foodlogs.getOwnFoodLog(),
      await client.api.foodlogs.getOwnFoodDay({ day: TODAY }),
      await sync(aFoodDay(TODAY, [])),
    ];
    for (const answer of answers) expect(JSON.stringify(answer)).not.toMatch(FIGURES);
    expect(JSON.stringify(answers[1])).toContain('Soup');
    const [day] = await listed();
    expect(day?.log.entries.map(({ nutrients }) => nutrients?.kcal).sort()).toEqual([0, 300, 568.5]);
  });

  it('a device that has no figures keeps those that are stored, and gets new ones counted', async () => {
    const shown = await read();
    const [first] = shown.entries.filter((entry) => entry.foodId === foodId);
    if (!first) throw new Error('the entry is missing');
    const moved = putEntry(shown, { ...first, meal: 'Lunch' }, Date.parse(NOW) + 1000);
    const bowl = anEntry({
      foodId,
      amount: { value: 2, measure: 'bowl' },
      quantity: null,
      unit: null,
      nutrients: null,
    });
    const merged = await sync(putEntry(moved, bowl, Date.parse(NOW) + 1000));
    expect(JSON.stringify(merged)).not.toMatch(FIGURES);
    const entries = (await listed())[0]?.log.entries ?? [];
    expect(entries.find(({ id }) => id === first.id)).toMatchObject({
      meal: 'Lunch',
      quantity: 150,
      amount: { value: 150 },
    });
    expect(entries.find(({ id }) => id === bowl.id)).toMatchObject({ quantity: 162, nutrients: { kcal: 613.98 } });
    expect(entries.find(({ name }) => name === 'Soup')).toMatchObject({ nutrients: { kcal: 300 } });
    // Sent once more, nothing changes.
    expect(await sync(merged)).toEqual(merged);
    expect((await listed())[0]?.log.entries).toEqual(entries);
  });
});

describe('a comment', () => {
  const comment = (changes: object = {}) => ({
    ...pair(),
    day: TODAY,
    comment: { id: randomUUID(), meal: null, entryId: null, text: 'Well done', ...changes },
  });

  it('reaches the client once, without a word about food', async () => {
    await sync(aFoodDay(TODAY));
    const input = comment({ meal: 'Breakfast' });
    const [one, other] = [
      await coach.api.foodlogs.commentOnFoodDay(input),
      await coach.api.foodlogs.commentOnFoodDay(input),
    ];
    expect(one).toEqual(other);
    expect((await client.api.foodlogs.getOwnFoodLog()).comments).toEqual([one]);
    expect(await listed()).toMatchObject([{ comments: [one] }]);
    const notices = (await notificationsOf(test, client)).filter(({ type }) => type === 'food_comment');
    expect(notices).toHaveLength(1);
    expect(JSON.stringify(notices)).not.toMatch(/oats|breakfast|kcal/i);
  });

  it('needs a day, a meal or an entry that is there', async () => {
    const log = aFoodDay(TODAY);
    await expect(coach.api.foodlogs.commentOnFoodDay(comment())).rejects.toMatchObject({ code: 'NOT_FOUND' });
    await sync(log);
    for (const place of [{ meal: 'Dinner' }, { entryId: randomUUID() }]) {
      const sent = coach.api.foodlogs.commentOnFoodDay(comment(place));
      await expect(sent).rejects.toMatchObject({ code: 'NOT_FOUND' });
    }
    await coach.api.foodlogs.commentOnFoodDay(comment({ entryId: log.entries[0]?.id }));
    expect((await client.api.foodlogs.getOwnFoodDay({ day: TODAY })).comments).toHaveLength(1);
  });
});

it('the coach reads long logs in pages', async () => {
  for (let ago = 0; ago < 16; ago += 1) await sync(aFoodDay(addDays(TODAY, -ago), [aQuickEntry(2000 + ago)]));
  const first = await coach.api.foodlogs.listClientFoodDays(pair());
  expect(first.days).toHaveLength(14);
  const second = await coach.api.foodlogs.listClientFoodDays({ ...pair(), cursor: first.nextCursor ?? undefined });
  expect(second.days.map(({ log }) => log.id)).toEqual([addDays(TODAY, -14), addDays(TODAY, -15)]);
  expect(second.nextCursor).toBeNull();
});
