import { randomUUID } from 'node:crypto';
import type { Food } from '@stridewell/contract/foods/foods';
import { sql } from 'drizzle-orm';
import { drizzle } from 'drizzle-orm/node-postgres';
import pg from 'pg';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { createTestApp, type TestApp } from '../../../test/app.ts';
import { aCoach, anOperator, type Person } from '../../../test/people.ts';
import { aFood } from '../../../test/world-rows.ts';
import { applyBuiltInFoods } from './foods.built-in.service.ts';
import { BUILT_IN_FOODS } from './foods.content.ts';

let test: TestApp;
let admin: Person;
let owner: pg.Client;
beforeAll(async () => {
  test = await createTestApp();
  admin = await anOperator(test);
  owner = new pg.Client({ connectionString: test.databaseUrl });
  await owner.connect();
});
afterAll(async () => {
  await owner.end();
  await test.close();
});

/** As a start with a newer version does, whose content or order differs. */
async function startAgain(...changed: ('foods' | 'food words')[]): Promise<void> {
  for (const name of changed) await owner.query('delete from drizzle.applied_content where name = $1', [name]);
  await applyBuiltInFoods(drizzle(owner));
}

const facts = async () =>
  (await owner.query<{ row: string }>('select to_jsonb(f)::text as row from foods f order by id')).rows;
const words = async () =>
  (await owner.query<{ row: string }>('select w::text as row from food_words w order by 1')).rows;

const read = (foodId: string): Promise<Food> => admin.api.foods.getFood({ foodId });
const [first, second, third] = BUILT_IN_FOODS as [
  (typeof BUILT_IN_FOODS)[number],
  (typeof BUILT_IN_FOODS)[number],
  (typeof BUILT_IN_FOODS)[number],
];

it('a start stores the foods of the product once', async () => {
  const before = [await facts(), await words()];
  expect(before[0]).toHaveLength(BUILT_IN_FOODS.length);
  await startAgain();
  await startAgain('foods', 'food words');
  expect([await facts(), await words()]).toEqual(before);
});

it('a new version corrects foods, except those that operators have changed', async () => {
  await owner.query('update foods set kcal = kcal + 1 where id = any($1)', [[first.id, second.id]]);
  const changed = { ...second.food, kcal: second.food.kcal + 2 };
  await admin.api.foods.saveFood({ foodId: second.id, basedOn: 1, hidden: false, food: changed });
  await startAgain('foods');
  expect(await read(first.id)).toMatchObject({ kcal: first.food.kcal, builtIn: true, version: 2 });
  expect(await read(second.id)).toMatchObject({ kcal: second.food.kcal + 2, builtIn: true, version: 2 });
});

it('a food that was imported becomes the one of the product, unless it was changed since', async () => {
  const asImported = async (version: number) => {
    const id = randomUUID();
    await owner.query('update foods set id = $1, built_in = false, version = $2, kcal = 1 where id = $3', [
      id,
      version,
      third.id,
    ]);
    return id;
  };
  await owner.query('delete from food_words where food_id = $1', [third.id]);
  const imported = await asImported(1);
  await startAgain('foods');
  await expect(read(imported)).rejects.toMatchObject({ code: 'NOT_FOUND' });
  expect(await read(third.id)).toMatchObject({ kcal: third.food.kcal, builtIn: true });
  await owner.query('delete from food_words where food_id = $1', [third.id]);
  const edited = await asImported(2);
  await startAgain('foods');
  expect(await read(edited)).toMatchObject({ kcal: 1, builtIn: false });
  await expect(read(third.id)).rejects.toMatchObject({ code: 'NOT_FOUND' });
});

it('an import neither changes a food of the product nor deletes it when it is undone', async () => {
  const importId = randomUUID();
  const { source, sourceId } = first.food;
  const rows = [{ ...aFood, name: 'Other name', source, sourceId }];
  expect(await admin.api.foods.stageFoods({ importId, rows })).toMatchObject({ added: 0, changed: 0, unchanged: 1 });
  expect(await admin.api.foods.importFoods({ importId })).toEqual({ added: 0, changed: 0 });
  await admin.api.foods.undoFoodImport({ importId });
  expect(await read(first.id)).toMatchObject({ name: first.food.name });
});

it('a new order stores the words of all foods again, those of coaches included', async () => {
  const coach = await aCoach(test);
  const foodId = randomUUID();
  await coach.api.foods.saveCoachFood({
    coachId: coach.id,
    foodId,
    basedOn: 0,
    food: { ...aFood, name: 'Sandbag bar' },
  });
  const ownWords = async () =>
    (await test.owner.execute(sql`select word, rank from coach_food_words where coach_id = ${coach.id} order by 1`))
      .rows;
  await startAgain('food words');
  const before = [await words(), await ownWords()];
  await owner.query('update food_words set rank = 0');
  await owner.query('update coach_food_words set rank = 0');
  await startAgain('food words');
  expect([await words(), await ownWords()]).toEqual(before);
});
