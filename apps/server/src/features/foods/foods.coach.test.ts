import { randomUUID } from 'node:crypto';
import type { FoodInput } from '@stridewell/contract/foods/foods';
import { FOOD_BOUNDS } from '@stridewell/contract/foods/foods.rules';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { outcomesOf } from '../../../test/api.ts';
import { createTestApp, type TestApp } from '../../../test/app.ts';
import { someCoachFoods } from '../../../test/factories/platform.ts';
import words from '../../../test/food-words.json' with { type: 'json' };
import { aClient, aCoach, anOperator, type Coach } from '../../../test/people.ts';
import { aFood } from '../../../test/world-rows.ts';
import { BUILT_IN_FOODS } from './foods.content.ts';

let test: TestApp;
let coach: Coach;
beforeAll(async () => {
  test = await createTestApp();
});
afterAll(() => test.close());
beforeEach(async () => {
  coach = await aCoach(test);
});

type ListInput = Omit<Parameters<Coach['api']['foods']['listCoachFoods']>[0], 'coachId'>;
const list = ({ id: coachId, api }: Coach, input: ListInput = {}) => api.foods.listCoachFoods({ coachId, ...input });
const namesOf = async (input: ListInput, by: Coach = coach) => (await list(by, input)).foods.map(({ name }) => name);
const get = (foodId: string) => coach.api.foods.getCoachFood({ coachId: coach.id, foodId });
const save = (foodId: string, changes: Partial<FoodInput> = {}, basedOn = 0, by: Coach = coach) =>
  by.api.foods.saveCoachFood({ coachId: by.id, foodId, basedOn, food: { ...aFood, ...changes } });
const mark = (foodId: string, marks: { hidden?: boolean; favorite?: boolean }) =>
  coach.api.foods.markCoachFood({ coachId: coach.id, foodId, ...marks });
const remove = (foodId: string) => coach.api.foods.deleteCoachFood({ coachId: coach.id, foodId });
const merge = (foodId: string, duplicateId: string) =>
  coach.api.foods.mergeCoachFoods({ coachId: coach.id, foodId, duplicateId });

const builtIn = (name: string) => {
  const found = BUILT_IN_FOODS.find(({ food }) => food.name === name);
  if (!found) throw new Error(`no food ${name}`);
  return found;
};
const banana = builtIn('Banana');

async function everyPage(input: ListInput): Promise<string[]> {
  const names: string[] = [];
  for (let cursor: string | undefined, isFirst = true; cursor || isFirst; isFirst = false) {
    const page = await list(coach, { ...input, ...(cursor && { cursor }) });
    names.push(...page.foods.map(({ name }) => name));
    cursor = page.nextCursor ?? undefined;
  }
  return names;
}

describe('the foods of a coach', () => {
  it('are those of the product by name, for every coach on every plan', async () => {
    const names = await everyPage({});
    expect(names).toHaveLength(BUILT_IN_FOODS.length);
    expect(names).toEqual(names.toSorted((a, b) => (a.toLowerCase() < b.toLowerCase() ? -1 : 1)));
    const base = await aCoach(test, { plan: 'base' });
    expect(await namesOf({ q: 'banana' }, base)).toContain('Banana');
    expect(await get(banana.id)).toEqual({
      ...banana.food,
      id: banana.id,
      builtIn: true,
      own: false,
      changed: false,
      hidden: false,
      favorite: false,
      recipe: null,
      version: 0,
    });
  });

  it('are found by everyday words, the plain food first', async () => {
    const sources = new Map(BUILT_IN_FOODS.map(({ id, food }) => [id, food.sourceId]));
    const places = await Promise.all(
      Object.entries(words.words).map(async ([q, ids]) => {
        const { foods } = await list(coach, { q });
        return { q, place: foods.findIndex(({ id }) => ids.includes(sources.get(id) ?? '')) };
      }),
    );
    const missing = (least: number) => places.filter(({ place }) => place === -1 || place >= least).map(({ q }) => q);
    expect(missing(1).length / places.length).toBeLessThanOrEqual(0.1);
    expect(missing(5)).toEqual([]);
  });

  it('include own ones, which no other coach sees', async () => {
    const id = randomUUID();
    const [first, second] = await Promise.all([save(id, { name: 'Sandbag bar' }), save(id, { name: 'Sandbag bar' })]);
    expect(second).toEqual(first);
    expect(first).toMatchObject({ id, name: 'Sandbag bar', own: true, changed: false, version: 1 });
    expect(await namesOf({ q: 'sandbag' })).toEqual(['Sandbag bar']);
    expect(await namesOf({ show: 'own' })).toEqual(['Sandbag bar']);
    expect(await namesOf({ q: 'sandb', category: 'grains' })).toEqual(['Sandbag bar']);
    expect(await namesOf({ q: 'sandb', category: 'meat' })).toEqual([]);
    const other = await aCoach(test);
    expect(await namesOf({ q: 'sandbag' }, other)).toEqual([]);
  });

  it('have the code of their pack once', async () => {
    const [id, other] = [randomUUID(), randomUUID()];
    const coded = await save(id, { name: 'Barley drink', barcode: ' 036000-291452' });
    expect(coded.barcode).toBe('0036000291452');
    await expect(save(other, { name: 'Barley drink, new', barcode: '0036000291452' })).rejects.toMatchObject({
      code: 'BARCODE_TAKEN',
    });
    await expect(save(other, { name: 'Barley drink', barcode: '0036000291453' })).rejects.toMatchObject({
      code: 'BAD_REQUEST',
    });
    // Two at once, and those of another coach.
    const both = await Promise.allSettled(
      ['Spelt drink', 'Spelt milk'].map((name) => save(randomUUID(), { name, barcode: '96385074' })),
    );
    expect(both.map(({ status }) => status).sort()).toEqual(['fulfilled', 'rejected']);
    const elsewhere = await aCoach(test);
    expect(await save(randomUUID(), { name: 'Barley drink', barcode: '0036000291452' }, 0, elsewhere)).toMatchObject({
      version: 1,
    });
    // A duplicate without a code gives none away, and one with a code hands it on.
    await save(other, { name: 'Barley drink, new' });
    await coach.api.foods.mergeCoachFoods({ coachId: coach.id, foodId: other, duplicateId: id });
    expect((await get(other)).barcode).toBe('0036000291452');
  });

  it('have a coach’s version of a food, until the original is restored', async () => {
    const edited = await save(banana.id, { ...banana.food, name: 'Banana from the market', kcal: 95 });
    expect(edited).toMatchObject({
      name: 'Banana from the market',
      own: false,
      changed: true,
      builtIn: true,
      version: 1,
    });
    expect(await namesOf({ q: 'banana' })).toEqual(['Banana from the market', 'Banana chips']);
    expect(await namesOf({ show: 'own' })).toEqual(['Banana from the market']);
    expect(await everyPage({ category: 'fruit' })).not.toContain('Banana');
    await expect(save(banana.id, { name: 'Other' })).rejects.toMatchObject({ code: 'FOOD_CHANGED' });
    await expect(save(banana.id, { name: 'Other' }, 1)).resolves.toMatchObject({ name: 'Other', version: 2 });
    await mark(banana.id, { favorite: true });
    await remove(banana.id);
    expect(await get(banana.id)).toMatchObject({ name: 'Banana', changed: false, favorite: true });
    await mark(banana.id, { favorite: false });
    expect(await get(banana.id)).toMatchObject({ name: 'Banana', version: 0 });
  });

  it('can be hidden, and shown again', async () => {
    await mark(banana.id, { hidden: true });
    expect(await namesOf({ q: 'banana' })).toEqual(['Banana chips']);
    expect(await everyPage({ category: 'fruit' })).not.toContain('Banana');
    expect(await namesOf({ show: 'hidden' })).toEqual(['Banana']);
    expect(await namesOf({ show: 'hidden', q: 'ban' })).toEqual(['Banana']);
    await mark(banana.id, { hidden: false });
    expect(await namesOf({ show: 'hidden' })).toEqual([]);
    expect(await namesOf({ q: 'banana' })).toContain('Banana');
  });

  it('begin with favorites where the words fit alike', async () => {
    const [first, second] = [builtIn('Salmon, farmed, raw'), builtIn('Sockeye salmon, raw')];
    const before = await namesOf({ q: 'salmon' });
    expect(before.indexOf(first.food.name)).toBeLessThan(before.indexOf(second.food.name));
    await mark(second.id, { favorite: true });
    expect((await namesOf({ q: 'salmon' }))[0]).toBe(second.food.name);
    expect(await namesOf({ show: 'favorites' })).toEqual([second.food.name]);
    expect(await namesOf({ show: 'favorites', q: 'raw' })).toEqual([second.food.name]);
    expect(await namesOf({ show: 'favorites', q: 'egg' })).toEqual([]);
  });

  it('follow an operator who changes or hides a food', async () => {
    const admin = await anOperator(test);
    const foodId = randomUUID();
    const word = `zz${randomUUID().slice(0, 6)}`;
    const food = { ...aFood, name: `${word} bar` };
    await admin.api.foods.saveFood({ foodId, basedOn: 0, hidden: false, food });
    expect(await namesOf({ q: word })).toEqual([`${word} bar`]);
    await admin.api.foods.saveFood({ foodId, basedOn: 1, hidden: false, food: { ...food, kcal: 300 } });
    expect(await get(foodId)).toMatchObject({ kcal: 300, own: false, builtIn: false });
    await admin.api.foods.saveFood({ foodId, basedOn: 2, hidden: true, food });
    expect(await namesOf({ q: word })).toEqual([]);
    await expect(get(foodId)).rejects.toMatchObject({ code: 'NOT_FOUND' });
  });
});

describe('two own foods', () => {
  it('become one, and the id of the duplicate stays valid', async () => {
    const [kept, duplicate, third] = [randomUUID(), randomUUID(), randomUUID()];
    await save(kept, { name: 'House granola' });
    await save(duplicate, { name: 'Granola of the house' });
    await save(third, { name: 'Granola, house' });
    await mark(duplicate, { favorite: true });
    await merge(duplicate, third);
    const merged = await merge(kept, duplicate);
    expect(merged).toMatchObject({ id: kept, name: 'House granola', favorite: true });
    expect(await merge(kept, duplicate)).toEqual(merged);
    expect(await namesOf({ show: 'own' })).toEqual(['House granola']);
    expect(await namesOf({ q: 'granola house' })).toEqual(['House granola']);
    for (const id of [kept, duplicate, third]) expect(await get(id)).toMatchObject({ id: kept });
    await expect(save(duplicate, { name: 'Back' }, 1)).rejects.toMatchObject({ code: 'NOT_FOUND' });
    await remove(kept);
    await expect(get(third)).rejects.toMatchObject({ code: 'NOT_FOUND' });
  });

  it('are never one of all coaches, of another coach, or the same', async () => {
    const [own, foreign] = [randomUUID(), randomUUID()];
    await save(own);
    await save(banana.id, { ...banana.food, kcal: 90 });
    const other = await aCoach(test);
    await save(foreign, {}, 0, other);
    for (const [one, two] of [
      [own, banana.id],
      [banana.id, own],
      [own, own],
      [own, foreign],
      [randomUUID(), own],
    ] as const) {
      await expect(merge(one, two)).rejects.toMatchObject({ code: 'NOT_FOUND' });
    }
  });

  it('cannot be merged into each other at once', async () => {
    const [one, two] = [randomUUID(), randomUUID()];
    await save(one, { name: 'One' });
    await save(two, { name: 'Two' });
    expect((await outcomesOf([merge(one, two), merge(two, one)])).sort()).toEqual(['NOT_FOUND', 'OK']);
    expect(await namesOf({ show: 'own' })).toHaveLength(1);
  });
});

describe('a coach’s food', () => {
  it('is refused with values that cannot be true, or a diet that contradicts its allergens', async () => {
    for (const wrong of [
      { protein: 80 },
      { carbohydrate: 1, sugar: 20 },
      { fat: 1, saturatedFat: 5 },
      { allergens: { yes: ['milk'], no: [] }, diets: { yes: ['vegan', 'vegetarian', 'pescatarian'], no: [] } },
      { allergens: { yes: ['milk'], no: ['milk'] } },
      { diets: { yes: ['vegan'], no: [] } },
    ] as const satisfies unknown[]) {
      const food = { ...aFood, ...wrong } as FoodInput;
      const call = coach.api.foods.saveCoachFood({ coachId: coach.id, foodId: randomUUID(), basedOn: 0, food });
      await expect(call).rejects.toMatchObject({ code: 'BAD_REQUEST' });
    }
  });

  it.each([
    ['0 kcal, like water', { kcal: 0, protein: 0, carbohydrate: 0, fat: 0, sugar: null, saturatedFat: null }, 'OK'],
    [
      'alcohol beside little else',
      { kcal: 231, protein: 0, carbohydrate: 0, fat: 0, sugar: null, saturatedFat: null, alcohol: 33 },
      'OK',
    ],
    ['negative protein', { protein: -1 }, 'BAD_REQUEST'],
    ['5,000 g of fat', { fat: 5000 }, 'BAD_REQUEST'],
    ['a portion of 50 kg', { portions: [{ name: 'sack', grams: 50_000 }] }, 'BAD_REQUEST'],
    ['more than 100 g with its alcohol', { protein: 40, carbohydrate: 40, alcohol: 40 }, 'BAD_REQUEST'],
  ])('with %s', async (_name, changes, outcome) => {
    const food = { ...aFood, ...changes };
    const input = { coachId: coach.id, foodId: randomUUID(), basedOn: 0, food };
    expect(await outcomesOf([coach.api.foods.saveCoachFood(input)])).toEqual([outcome]);
  });

  it('is one of a limited number, and so are marks', async () => {
    await someCoachFoods(test, { of: coach, count: FOOD_BOUNDS.own });
    await expect(save(randomUUID())).rejects.toMatchObject({ code: 'TOO_MANY_FOODS' });
    await someCoachFoods(test, { of: coach, count: FOOD_BOUNDS.marked, marked: true });
    await expect(mark(banana.id, { favorite: true })).rejects.toMatchObject({ code: 'TOO_MANY_MARKED' });
  });

  it('is not the client’s to read', async () => {
    const client = await aClient(test, { of: coach });
    const call = client.api.foods.listCoachFoods({ coachId: coach.id });
    await expect(call).rejects.toMatchObject({ code: 'FORBIDDEN' });
  });
});
