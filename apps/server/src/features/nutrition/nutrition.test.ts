import { randomUUID } from 'node:crypto';
import type { FoodEntry } from '@stridewell/contract/foodlogs/foodlogs';
import { addDays } from '@stridewell/contract/time';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { aMeal, aMealDay, aMealPlan } from '../../../../../packages/contract/test/meal-plans.ts';
import { shareTestApp, type TestApp } from '../../../test/app.ts';
import { aLoggedFood, aTarget } from '../../../test/factories/nutrition.ts';
import { aPhoto } from '../../../test/factories/records.ts';
import { aFoodDay, anEntry, aQuickEntry } from '../../../test/food-samples.ts';
import { aClient, aCoach, type Client, type Coach } from '../../../test/people.ts';

/** A Monday. */
const TODAY = '2026-03-02';
const on = (index: number) => addDays(TODAY, index);

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

const ofClient = () => ({ coachId: coach.id, clientId: client.clientId });
const week = (to?: string) => coach.api.nutrition.getNutritionWeek({ ...ofClient(), ...(to && { to }) });
const log = (index: number, kcal: number, changes = {}) =>
  aLoggedFood(test, { by: client, day: on(index), status: 'complete', entry: aQuickEntry(kcal, changes) });
const report = () => coach.api.performance.getPerformance({ coachId: coach.id, weeks: 4 });

describe('a week of a client', () => {
  it('has targets, food, photos and comments of seven days', async () => {
    await aTarget(test, { of: client, startsOn: on(-20) });
    await log(-7, 1900);
    await log(-3, 2500);
    const comment = { id: randomUUID(), meal: null, entryId: null, text: 'Well planned' };
    await coach.api.foodlogs.commentOnFoodDay({ ...ofClient(), day: on(-3), comment });
    const found = await week();
    expect(found).toMatchObject({
      from: on(-7),
      to: on(-1),
      followed: { done: 1, due: 7 },
      average: { intakeKcal: 2200, targetKcal: 2000 },
      photos: [],
      comments: [{ text: 'Well planned', day: on(-3) }],
    });
    expect(found.days.map(({ status }) => status)).toEqual([
      'complete',
      ...Array(3).fill('unlogged'),
      'complete',
      'unlogged',
      'unlogged',
    ]);
    expect(await week(on(-4))).toMatchObject({ from: on(-10), average: { intakeKcal: 1900 }, comments: [] });
  });

  it('counts ticked meals of the plan and habits', async () => {
    const plan = aMealPlan([aMealDay(1, [aMeal(1, []), aMeal(2, [])])]);
    const planId = randomUUID();
    await coach.api.meals.saveMealPlan({ coachId: coach.id, planId, basedOn: 0, plan });
    const habit = { name: 'Walk', kind: 'steps', unit: 'steps', goal: 8000, habitId: randomUUID() } as const;
    await coach.api.habits.saveHabit({ coachId: coach.id, ...habit });
    await coach.api.habits.setClientHabit({ ...ofClient(), habitId: habit.habitId, daysPerWeek: 5 });
    await client.api.habits.saveOwnHabitDay({ coachId: coach.id, habitId: habit.habitId, day: on(0), value: 9000 });
    const meal = plan.days[0]?.meals[0]?.key ?? '';
    await log(0, 400, { mealPlanId: planId, plannedMealId: `${meal}.a` });
    const found = await week(TODAY);
    expect(found.habits).toEqual([{ id: habit.habitId, name: 'Walk', done: 1, due: 1 }]);
    expect(found.days.at(-1)).toMatchObject({ day: TODAY, ticked: 1 });
  });
});

describe('nutrition followed in the metrics', () => {
  it('is blank until a client logs, and has no answers of check-ins', async () => {
    await aTarget(test, { of: client, startsOn: on(-20) });
    expect((await report()).nutrition).toEqual({ now: null, before: null, clients: 0 });
  });

  it('is the share of due days of this period and of the one before', async () => {
    await aTarget(test, { of: client, startsOn: on(-60) });
    for (const index of [-2, -1]) await log(index, 2100);
    await log(-3, 3000);
    for (const index of [-29, -28]) await log(index, 2000);
    const { clients, nutrition } = await report();
    expect(clients).toMatchObject([{ nutrition: { done: 2, due: 27 }, nutritionBefore: { done: 2, due: 2 } }]);
    expect(nutrition).toEqual({ now: 7, before: 100, clients: 1 });
  });

  it('counts days with photos for a client who takes them', async () => {
    await coach.api.ways.setClientWay({ ...ofClient(), way: 'photos' });
    const photo = { kind: 'photo', fileId: randomUUID(), nutrients: null } as const;
    await aLoggedFood(test, { by: client, day: on(-1), entry: anEntry(photo) });
    await aLoggedFood(test, { by: client, day: on(-2) });
    const [shown] = (await report()).clients;
    expect(shown?.nutrition).toEqual({ done: 1, due: 2 });
    expect((await week()).photos).toMatchObject([{ day: on(-1), meal: 'Breakfast' }]);
  });
});

describe('the own week', () => {
  const own = (day?: string) => client.api.nutrition.getOwnNutritionWeek({ ...(day && { day }) });

  it('is from Monday to Sunday, with the band of each target', async () => {
    await aTarget(test, { of: client, startsOn: on(-2) });
    await log(-3, 2000);
    const { days } = await own(on(-1));
    expect(days.map(({ day, targetKcal }) => [day, targetKcal])).toEqual([
      ...[-7, -6, -5, -4, -3].map((index) => [on(index), null]),
      ...[-2, -1].map((index) => [on(index), 2000]),
    ]);
    expect(days[4]).toMatchObject({ status: 'complete', isGuess: false, band: null });
    expect(days[5]).toMatchObject({ status: 'unlogged', band: { lowKcal: 1800, highKcal: 2200 } });
    expect((await own()).days[0]?.day).toBe(TODAY);
  });

  it.each(['1900-01-01', '2199-12-31'])('can be the one of %s, although another year has a part of it', async (day) => {
    expect((await own(day)).days.map((one) => one.day)).toContain(day);
    expect((await week(day)).to).toBe(day);
  });

  it('has no numbers where they are off', async () => {
    await aTarget(test, { of: client, startsOn: on(-2) });
    await client.api.ways.setOwnNumbers({ hidden: true });
    const { days } = await own();
    expect(days.map(({ targetKcal, band }) => targetKcal ?? band)).toEqual(Array(7).fill(null));
  });
});

describe('the timeline of the client', () => {
  it('has one line for the photos of a day, and one for each comment, but none for each entry', async () => {
    const photo = async () => anEntry({ kind: 'photo', nutrients: null, fileId: await aPhoto(test, { by: client }) });
    const send = (...entries: FoodEntry[]) =>
      client.api.foodlogs.syncFoodDay({ day: TODAY, log: aFoodDay(TODAY, entries) });
    const first = await photo();
    await send(first, anEntry());
    await send(first, await photo());
    const comment = { id: randomUUID(), meal: 'Breakfast', entryId: null, text: 'Colorful' };
    const said = { ...ofClient(), day: TODAY, comment };
    await coach.api.foodlogs.commentOnFoodDay(said);
    await coach.api.foodlogs.commentOnFoodDay(said);
    const lines = async () => (await coach.api.clients.listTimeline({ ...ofClient(), filter: 'nutrition' })).entries;
    expect(await lines()).toMatchObject([
      { kind: 'food_comment', day: TODAY, meal: 'Breakfast', text: 'Colorful' },
      { kind: 'food_photos', day: TODAY, photos: 2 },
    ]);
  });
});
