import type { OwnFoodInput } from '@stridewell/contract/foodlogs/foodlogs.foods';
import { emptyFoodDay } from '@stridewell/contract/foodlogs/foodlogs.merge.rules';
import { QueryClient } from '@tanstack/react-query';
import { afterEach, describe, expect, it, vi } from 'vitest';
import { aFoodEntry, aLoggable, FOOD_TODAY } from '../../../test/food-logs.ts';
import { json, server } from '../../../test/server.ts';
import { clearPerson } from '../../device/keys.ts';
import { sendOwnFoodsOf } from './foodlogs.own-food-sending.ts';
import {
  changedFood,
  deleteOwnFood,
  OwnFoodStore,
  ownFoodStore,
  saveOwnFood,
  unsentChanges,
  withChanges,
} from './foodlogs.own-foods.ts';
import type { OwnFoodChange } from './foodlogs.stored-foods.ts';

const ID = '0198f2c4-0000-4000-8000-000000000001';
const NUTRIENTS = { kcal: 150, protein: null, carbohydrate: null, fat: null };
const bread = (changes: Partial<OwnFoodInput> = {}): OwnFoodInput => ({
  name: 'Village bread',
  brand: '',
  unit: 'g',
  serving: 60,
  barcode: null,
  per: 'serving',
  nutrients: NUTRIENTS,
  ...changes,
});
const aTab = () => new OwnFoodStore('maya', 'coach');
const onDevice = () => Object.values(window.localStorage).map((text) => JSON.parse(text).pending);
afterEach(() => void vi.useRealTimers());

type Failure = { error: Error | null };

/** A server that takes foods, or that answers this failure. */
function aServer(failure: Failure = { error: null }) {
  const sent: OwnFoodChange[] = [];
  const send = async (change: OwnFoodChange) => {
    if (failure.error) throw failure.error;
    sent.push(change);
    return change;
  };
  return { sent, send };
}
const away = aServer({ error: new TypeError('Failed to fetch') });
const saveOffline = (tab: OwnFoodStore, food = bread()) => saveOwnFood(tab, { id: ID, food }, away.send);
const refused = () => Object.assign(new Error('Taken'), { defined: true, code: 'BARCODE_TAKEN', status: 409 });

describe('a food that is saved without a connection', () => {
  it('waits on the device, also for the next tab, and is sent once', async () => {
    await saveOffline(aTab());
    const next = aTab();
    const { sent, send } = aServer();
    expect(unsentChanges(next)).toMatchObject([{ id: ID, food: { name: 'Village bread' } }]);
    await next.sendNow(ID, send);
    await next.sendNow(ID, send);
    expect(sent).toHaveLength(1);
    expect(onDevice()).toEqual([false]);
  });

  it('is in a second tab too, and the later change of the two is the one that stays', async () => {
    const [one, other] = [aTab(), aTab()];
    await saveOffline(one);
    const { sent, send } = aServer();
    other.change({ id: ID, food: bread({ name: 'Rye' }), deleted: false, changedAt: '2099-01-01T00:00:00.000Z' });
    await Promise.all([one.sendNow(ID, send), other.sendNow(ID, send)]);
    expect(sent.map(({ food }) => food.name)).toEqual(['Rye', 'Rye']);
    expect(onDevice()).toEqual([false]);
    expect([one, other].flatMap((tab) => unsentChanges(tab))).toEqual([]);
  });

  it('does not hold up the form for longer than a slow connection deserves', async () => {
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
    const tab = aTab();
    const saved = saveOwnFood(tab, { id: ID, food: bread() }, () => new Promise(() => undefined));
    await vi.advanceTimersByTimeAsync(4000);
    expect(await saved).toMatchObject({ id: ID });
    expect(unsentChanges(tab)).toHaveLength(1);
  });

  it('stays after sign-out, and leaves the device with the person once it was sent', async () => {
    const tab = aTab();
    await saveOffline(tab);
    clearPerson('maya');
    expect(onDevice()).toEqual([true]);
    await tab.sendNow(ID, aServer().send);
    clearPerson('maya');
    expect(onDevice()).toEqual([]);
  });

  it('leaves before the day that has it, and holds up the day only while the server is away', async () => {
    const place = { userId: 'maya', coachId: 'coach' };
    const day = { ...emptyFoodDay(FOOD_TODAY), entries: [aFoodEntry({ foodId: ID })] };
    const sending = () => sendOwnFoodsOf(day, new QueryClient(), place);
    const answer = { status: 503, body: {} };
    const foods: string[] = [];
    server.onAny('PUT', /own_foods/, async (request) => {
      foods.push((await request.json()).food.name);
      return json(answer.body, answer.status);
    });
    const tab = ownFoodStore(place.userId, place.coachId);
    await saveOffline(tab);
    await expect(sending()).rejects.toThrow();
    Object.assign(answer, {
      status: 409,
      body: { defined: true, code: 'BARCODE_TAKEN', message: 'Taken', status: 409 },
    });
    await expect(sending()).resolves.toBeUndefined();
    // The server said no. It is asked again only when the food changes or the client wants to.
    await expect(sending()).resolves.toBeUndefined();
    Object.assign(answer, { status: 200 });
    await saveOffline(tab, bread({ name: 'Rye' }));
    await sending();
    expect(foods).toEqual(['Village bread', 'Village bread', 'Rye']);
    expect(onDevice()).toEqual([false]);
  });
});

it('a refused change is the form’s to correct, and what waited before still waits', async () => {
  const tab = aTab();
  await saveOffline(tab);
  const { send } = aServer({ error: refused() });
  const changed = { id: ID, food: bread({ name: 'Rye' }) };
  await expect(saveOwnFood(tab, changed, send)).rejects.toMatchObject({ code: 'BARCODE_TAKEN' });
  expect(unsentChanges(tab)).toMatchObject([{ food: { name: 'Village bread' } }]);
});

it('keeps hidden figures for the server and shows none', async () => {
  const tab = aTab();
  await saveOffline(tab);
  const change = await saveOffline(tab, bread({ name: 'Rye', per: '100', serving: null, nutrients: null }));
  expect(change.food).toEqual(bread({ name: 'Rye' }));
  expect(changedFood(change, true)).toMatchObject({ name: 'Rye', serving: null, nutrients: null });
  expect(changedFood(change, false)).toMatchObject({ serving: 60, nutrients: { kcal: 250 } });
});

it('changes of this device replace, add and remove foods of the server', async () => {
  const tab = aTab();
  const others = [aLoggable({ id: ID, name: 'Old name', own: true }), aLoggable({ id: 'oats' })];
  const list = () => withChanges(others, tab, { isWanted: () => true, numbersOff: false }).map(({ name }) => name);
  await saveOffline(tab);
  expect(list()).toEqual(['Village bread', 'Rolled oats']);
  deleteOwnFood(tab, ID, bread());
  expect(list()).toEqual(['Rolled oats']);
});
