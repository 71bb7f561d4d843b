import { randomUUID } from 'node:crypto';
import { type HabitInput, MOST_CLIENT_HABITS, MOST_HABITS } from '@stridewell/contract/habits/habits';
import { addDays } from '@stridewell/contract/time';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { outcomesOf } from '../../../test/api.ts';
import { createTestApp, type TestApp } from '../../../test/app.ts';
import { aClient, aCoach, type Client, type Coach } from '../../../test/people.ts';

const outcomeOf = async (call: Promise<unknown>) => (await outcomesOf([call]))[0];

let test: TestApp;
let coach: Coach;
let client: Client;
beforeAll(async () => {
  test = await createTestApp();
});
afterAll(() => test.close());
beforeEach(async () => {
  coach = await aCoach(test);
  client = await aClient(test, { of: coach });
});

const WALK: HabitInput = { name: 'Walk', kind: 'steps', unit: 'steps', goal: 8000 };
const STRETCH: HabitInput = { name: 'Stretch', kind: 'other', unit: '', goal: null };
const save = (content: HabitInput, habitId: string = randomUUID()) =>
  coach.api.habits.saveHabit({ coachId: coach.id, habitId, ...content });
const list = async () => (await coach.api.habits.listHabits({ coachId: coach.id })).habits;
const give = (habitId: string, daysPerWeek: number | null = 5) =>
  coach.api.habits.setClientHabit({ coachId: coach.id, clientId: client.clientId, habitId, daysPerWeek });
const shown = (by: Coach | Client) => by.api.habits.listClientHabits({ coachId: coach.id, clientId: client.clientId });

describe('the list of a coach', () => {
  it('gets a habit once, changes and deletes it, however often each is sent', async () => {
    const id = randomUUID();
    expect(await outcomesOf([save(WALK, id), save(WALK, id)])).toEqual(['OK', 'OK']);
    await save(STRETCH);
    expect((await list()).map(({ name }) => name)).toEqual(['Stretch', 'Walk']);
    await save({ ...WALK, name: 'March', goal: 10_000.5 }, id);
    expect(await list()).toMatchObject([{ id, name: 'March', goal: 10_000.5, clients: 0 }, { name: 'Stretch' }]);
    const remove = () => coach.api.habits.deleteHabit({ coachId: coach.id, habitId: id });
    expect(await outcomesOf([remove(), remove()])).toEqual(['OK', 'OK']);
    expect((await list()).map(({ name }) => name)).toEqual(['Stretch']);
  });

  it('ends at the limit, also for two at once', async () => {
    for (let number = 1; number < MOST_HABITS; number += 1) await save({ ...STRETCH, name: `Habit ${number}` });
    expect((await outcomesOf([save(WALK), save(STRETCH)])).sort()).toEqual(['OK', 'TOO_MANY_HABITS']);
  });

  it('takes no goal of zero', async () => {
    expect(await outcomeOf(save({ ...WALK, goal: 0 }))).toBe('BAD_REQUEST');
  });
});

describe('the habits of a client', () => {
  it('are given, ticked by the client, and seen by both', async () => {
    const { id } = await save(WALK);
    await give(id);
    const { today } = await shown(client);
    const tick = (day: string, value: number | null) =>
      client.api.habits.saveOwnHabitDay({ coachId: coach.id, habitId: id, day, value });
    await tick(today, 9000);
    await tick(today, 9000);
    await tick(addDays(today, -2), 4000.5);
    await tick(addDays(today, -3), 100);
    await tick(addDays(today, -3), null);
    const days = [
      { day: addDays(today, -2), value: 4000.5 },
      { day: today, value: 9000 },
    ];
    for (const by of [client, coach]) {
      expect((await shown(by)).habits).toEqual([{ id, ...WALK, daysPerWeek: 5, days }]);
    }
    expect(await list()).toMatchObject([{ id, clients: 1 }]);
  });

  it('stop when the coach says so, and keep their days when they start again', async () => {
    const { id } = await save(STRETCH);
    await give(id, 7);
    const { today } = await shown(client);
    const tick = () => client.api.habits.saveOwnHabitDay({ habitId: id, day: today, value: 1 });
    await tick();
    await give(id, null);
    expect((await shown(client)).habits).toEqual([]);
    expect(await outcomeOf(tick())).toBe('HABIT_STOPPED');
    await give(id, 3);
    expect((await shown(client)).habits).toMatchObject([{ daysPerWeek: 3, days: [{ day: today, value: 1 }] }]);
  });

  it('stop for all clients with a deleted habit', async () => {
    const { id } = await save(STRETCH);
    await give(id);
    await coach.api.habits.deleteHabit({ coachId: coach.id, habitId: id });
    expect((await shown(client)).habits).toEqual([]);
    expect(await outcomeOf(give(id))).toBe('NOT_FOUND');
  });

  it('can be ticked up to 13 days back and never ahead', async () => {
    const { id } = await save(STRETCH);
    await give(id);
    const { today } = await shown(client);
    const tick = (back: number) =>
      outcomeOf(client.api.habits.saveOwnHabitDay({ habitId: id, day: addDays(today, -back), value: 1 }));
    expect([await tick(13), await tick(14), await tick(-1)]).toEqual(['OK', 'DAY_NOT_OPEN', 'DAY_NOT_OPEN']);
  });

  it('are at most twelve at a time, also for two at once', async () => {
    const saved: string[] = [];
    for (let number = 0; number <= MOST_CLIENT_HABITS; number += 1) {
      saved.push((await save({ ...STRETCH, name: `Habit ${number}` })).id);
    }
    for (const id of saved.slice(2)) await give(id);
    const last = saved.slice(0, 2).map((id) => give(id));
    expect((await outcomesOf(last)).sort()).toEqual(['OK', 'TOO_MANY_CLIENT_HABITS']);
  });

  it('are those of the own coach, and given before they are logged', async () => {
    const other = await aCoach(test);
    const foreign = await other.api.habits.saveHabit({ coachId: other.id, habitId: randomUUID(), ...WALK });
    expect(await outcomeOf(give(foreign.id))).toBe('NOT_FOUND');
    const { id } = await save(WALK);
    expect(await outcomeOf(client.api.habits.saveOwnHabitDay({ habitId: id, day: '2026-01-05', value: 1 }))).not.toBe(
      'OK',
    );
  });
});
