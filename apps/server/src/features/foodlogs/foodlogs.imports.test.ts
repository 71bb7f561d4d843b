import { randomUUID } from 'node:crypto';
import type { ImportedDay, ImportedEntry } from '@stridewell/contract/foodlogs/foodlogs.imports';
import { removeEntry } from '@stridewell/contract/foodlogs/foodlogs.merge.rules';
import { addDays } from '@stridewell/contract/time';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { shareTestApp, type TestApp } from '../../../test/app.ts';
import { aFoodDay, anEntry } from '../../../test/food-samples.ts';
import { aClient, aCoach, type Client, type Coach, updateRelationship } from '../../../test/people.ts';
import { aFood } from '../../../test/world-rows.ts';

const TODAY = '2026-03-02';
const DAY = '2026-02-10';

let test: TestApp;
let coach: Coach;
let client: Client;
beforeAll(async () => {
  test = await shareTestApp();
});
afterAll(() => test.close());
beforeEach(async () => {
  test.setNow(new Date('2026-03-02T20:00:00.000Z'));
  coach = await aCoach(test, { timeZone: 'America/Los_Angeles' });
  client = await aClient(test, { of: coach, person: { timeZone: 'America/Los_Angeles', name: 'Nina Park' } });
});

const imported = (changes: Partial<ImportedEntry> = {}): ImportedEntry => ({
  id: randomUUID(),
  kind: 'quick',
  meal: 'Breakfast',
  name: 'Oats, rolled',
  amount: { value: 80, measure: 'g' },
  quantity: 80,
  unit: 'g',
  nutrients: { kcal: 300, protein: 10.6, carbohydrate: 54, fat: 5.2 },
  minute: 450,
  ...changes,
});
const aDay = (entries: ImportedEntry[] = [imported()], changes: Partial<ImportedDay> = {}): ImportedDay => ({
  day: DAY,
  status: 'partial',
  entries,
  ...changes,
});

type Options = { importId?: string; existing?: 'keep' | 'add'; dryRun?: boolean };
const send = (days: ImportedDay[], { importId = randomUUID(), existing = 'keep', dryRun = false }: Options = {}) =>
  client.api.foodImports.importOwnFood({ importId, days, existing, dryRun });
const read = (day = DAY) => client.api.foodlogs.getOwnFoodDay({ day });
const kept = async (day = DAY) => (await read(day)).day.entries.filter(({ deleted }) => !deleted);

describe('a file of another app', () => {
  it('is added once, at its local time, with the status that it says', async () => {
    const days = [aDay(), aDay([imported({ meal: 'Dinner' })], { day: '2026-02-11', status: 'complete' })];
    const before = await send(days, { dryRun: true });
    expect(await kept()).toEqual([]);
    expect(await send(days)).toEqual(before);
    expect(before).toEqual({ added: 2, known: 0, taken: [], full: [] });
    expect(await read()).toMatchObject({
      day: { status: { value: 'partial' }, entries: [{ name: 'Oats, rolled', at: '2026-02-10T15:30:00.000Z' }] },
      status: { status: 'partial', isGuess: false },
    });
    expect((await read('2026-02-11')).status).toMatchObject({ status: 'complete', isGuess: false });
    expect(await send(days)).toEqual({ added: 0, known: 2, taken: [], full: [] });
    const both = await Promise.all([
      send([aDay([], { entries: [imported({ id: days[0]?.entries[0]?.id ?? '' })] })]),
      send(days),
    ]);
    expect(both.map(({ added }) => added)).toEqual([0, 0]);
    expect(await kept()).toHaveLength(1);
  });

  it('leaves days with other entries, unless they are to get both', async () => {
    await client.api.foodlogs.syncFoodDay({ day: DAY, log: aFoodDay(DAY, [anEntry()]) });
    const days = [aDay()];
    expect(await send(days)).toEqual({ added: 0, known: 0, taken: [DAY], full: [] });
    expect(await kept()).toHaveLength(1);
    expect(await send(days, { existing: 'add' })).toMatchObject({ added: 1, taken: [DAY] });
    expect(await kept()).toHaveLength(2);
    // The status of a day with other entries is its client's.
    expect((await read()).day.status.value).toBeNull();
  });

  it('is undone, also for a phone that still has it, and can be imported again', async () => {
    const importId = randomUUID();
    const days = [
      aDay([imported(), imported({ kind: 'water', meal: '', name: '', amount: null, quantity: 250, unit: 'ml' })]),
    ];
    await send(days, { importId });
    const onPhone = (await read()).day;
    const undo = (id = importId) => client.api.foodImports.undoOwnFoodImport({ importId: id });
    expect(await undo(randomUUID())).toEqual({ undone: 0, more: false });
    test.setNow(new Date('2026-03-02T20:05:00.000Z'));
    expect(await undo()).toEqual({ undone: 2, more: false });
    expect(await undo()).toEqual({ undone: 0, more: false });
    await client.api.foodlogs.syncFoodDay({ day: DAY, log: onPhone });
    expect(await kept()).toEqual([]);
    expect(await read()).toMatchObject({ day: { status: { value: null } }, status: { status: 'unlogged' } });
    test.setNow(new Date('2026-03-02T20:10:00.000Z'));
    expect(await send(days)).toMatchObject({ added: 2, known: 0 });
    expect(await kept()).toHaveLength(2);
  });

  it('does not bring back what was deleted by hand, nor undo a status that was chosen since', async () => {
    const importId = randomUUID();
    const days = [aDay([imported(), imported({ name: 'Milk' })])];
    await send(days, { importId });
    const { day } = await read();
    const [first] = day.entries;
    const later = Date.parse('2026-03-02T21:00:00.000Z');
    test.setNow(new Date(later));
    const changed = removeEntry(day, first?.id ?? '', later);
    const status = { value: 'complete' as const, changedAt: new Date(later).toISOString() };
    await client.api.foodlogs.syncFoodDay({ day: DAY, log: { ...changed, status } });
    expect(await send(days)).toMatchObject({ added: 0, known: 2 });
    expect(await kept()).toHaveLength(1);
    await client.api.foodImports.undoOwnFoodImport({ importId });
    expect((await read()).day.status.value).toBe('complete');
    expect(await kept()).toEqual([]);
  });

  it('is undone in parts when it has many days', async () => {
    const importId = randomUUID();
    const days = Array.from({ length: 70 }, (_, index) => aDay([imported()], { day: addDays(DAY, -index) }));
    for (const part of [days.slice(0, 31), days.slice(31, 62), days.slice(62)]) await send(part, { importId });
    const undo = () => client.api.foodImports.undoOwnFoodImport({ importId });
    expect([await undo(), await undo(), await undo()]).toEqual([
      { undone: 62, more: true },
      { undone: 8, more: false },
      { undone: 0, more: false },
    ]);
  });

  it('is refused for tomorrow, without a seat, and beyond the entries of a day', async () => {
    await expect(send([aDay([imported()], { day: addDays(TODAY, 1) })])).rejects.toMatchObject({
      code: 'FOOD_DAY_TOO_LATE',
    });
    const many = Array.from({ length: 150 }, () => imported());
    await send([aDay(many)]);
    const more = Array.from({ length: 60 }, () => imported());
    expect(await send([aDay(more)], { existing: 'add' })).toMatchObject({ added: 0, full: [DAY] });
    await updateRelationship(test, client, { status: 'ended' });
    await expect(send([aDay()])).rejects.toMatchObject({ code: 'FORBIDDEN' });
  });

  it('is imported by the coach as well', async () => {
    const importId = randomUUID();
    const input = { clientId: client.clientId, importId, days: [aDay()], existing: 'keep' as const, dryRun: false };
    expect(await coach.api.foodImports.importClientFood({ coachId: coach.id, ...input })).toMatchObject({ added: 1 });
    expect(await kept()).toMatchObject([{ name: 'Oats, rolled', at: '2026-02-10T15:30:00.000Z' }]);
    const undo = { coachId: coach.id, clientId: client.clientId, importId };
    expect(await coach.api.foodImports.undoClientFoodImport(undo)).toEqual({ undone: 1, more: false });
  });
});

describe('the code of a pack', () => {
  it('finds the coach’s food, and without one the last quick entry', async () => {
    const find = (barcode: string, by: Client = client) => by.api.foodlogs.findFoodByBarcode({ barcode });
    const [code, unknown] = ['4006381333931', '96385074'];
    expect(await find(code)).toEqual({ food: null, entry: null });
    const foodId = randomUUID();
    const portions = [{ name: 'pack', grams: 40 }];
    await coach.api.foods.saveCoachFood({
      coachId: coach.id,
      foodId,
      basedOn: 0,
      food: { ...aFood, name: 'Oat bar', barcode: code, portions },
    });
    expect(await find(code)).toMatchObject({ food: { id: foodId, name: 'Oat bar', portions }, entry: null });
    await coach.api.foods.markCoachFood({ coachId: coach.id, foodId, hidden: true });
    expect((await find(code)).food).toBeNull();
    const entry = anEntry({ kind: 'quick', name: 'Corner shop cake', tier: null, foodId: null, barcode: unknown });
    const log = aFoodDay(TODAY, [entry]);
    expect(await client.api.foodlogs.syncFoodDay({ day: TODAY, log })).toEqual(log);
    expect(await find(unknown)).toEqual({
      food: null,
      entry: { name: 'Corner shop cake', nutrients: entry.nutrients },
    });
    const stranger = await aClient(test, { of: coach });
    expect(await find(unknown, stranger)).toEqual({ food: null, entry: null });
  });
});
