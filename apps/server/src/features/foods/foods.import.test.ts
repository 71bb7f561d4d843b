import { randomUUID } from 'node:crypto';
import type { Food, FoodRow } from '@stridewell/contract/foods/foods';
import { keyOfRow } from '@stridewell/contract/foods/foods';
import { dayInZone } from '@stridewell/contract/time';
import { sql } from 'drizzle-orm';
import fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { aMeal, aMealDay, aMealPlan, aPlannedFood } from '../../../../../packages/contract/test/meal-plans.ts';
import { createTestApp, type TestApp } from '../../../test/app.ts';
import { auditProblems } from '../../../test/audit.ts';
import { aFoodDay, anEntry } from '../../../test/food-samples.ts';
import { aClient, aCoach, anOperator, type Person } from '../../../test/people.ts';
import { mintCoachScope } from '../../core/tenancy/mint.ts';
import { factsOf } from './foods.service.ts';

let test: TestApp;
let admin: Person;
beforeAll(async () => {
  test = await createTestApp();
  admin = await anOperator(test);
});
afterAll(() => test.close());

const aRow = (changes: Partial<FoodRow> = {}): FoodRow => ({
  name: 'Rolled oats',
  kcal: 379,
  protein: 13,
  carbohydrate: 68,
  fat: 7,
  source: 'Table',
  sourceId: randomUUID(),
  ...changes,
});
const stage = (importId: string, rows: FoodRow[]) => admin.api.foods.stageFoods({ importId, rows });
const confirm = (importId: string) => admin.api.foods.importFoods({ importId });
const undo = (importId: string) => admin.api.foods.undoFoodImport({ importId });
async function importRows(rows: FoodRow[]) {
  const importId = randomUUID();
  return { importId, dry: await stage(importId, rows), done: await confirm(importId) };
}
async function find(row: FoodRow): Promise<Food | undefined> {
  const { rows } = await test.owner.execute<{ id: string }>(sql`select id from foods where key = ${keyOfRow(row)}`);
  return rows[0] && admin.api.foods.getFood({ foodId: rows[0].id });
}
const MILK: Food['allergens'] = { yes: ['milk'], no: ['eggs'] };
const NOTHING = { added: 0, changed: 0, unchanged: 0, refused: [] };

describe('a file of foods', () => {
  it('changes nothing until it is confirmed, and then everything once', async () => {
    const rows = [aRow(), aRow({ name: 'Corn flakes' })];
    const importId = randomUUID();
    expect(await stage(importId, rows)).toEqual({ ...NOTHING, added: 2 });
    expect(await stage(importId, rows)).toEqual({ ...NOTHING, added: 2 });
    expect(await Promise.all(rows.map(find))).toEqual([undefined, undefined]);
    const both = await Promise.all([confirm(importId), confirm(importId)]);
    expect(both).toEqual([
      { added: 2, changed: 0 },
      { added: 2, changed: 0 },
    ]);
    expect(await find(aRow(rows[1]))).toMatchObject({ name: 'Corn flakes', category: 'other', version: 1 });
    await expect(stage(importId, rows)).rejects.toMatchObject({ code: 'NOT_FOUND' });
    expect((await importRows(rows)).dry).toEqual({ ...NOTHING, unchanged: 2 });
  });

  it('keeps values it lacks, and can be undone except for foods that operators changed since', async () => {
    const [kept, changed, added] = [aRow(), aRow(), aRow()];
    await importRows([kept, changed]);
    const before = await find(kept);
    if (!before) throw new Error('an imported food');
    const { id, version, builtIn: _, hidden, ...food } = before;
    await admin.api.foods.saveFood({
      foodId: id,
      basedOn: version,
      hidden: true,
      food: { ...food, allergens: MILK },
    });
    const { importId, done } = await importRows([{ ...kept, kcal: 380 }, { ...changed, name: 'Thick oats' }, added]);
    expect(done).toEqual({ added: 1, changed: 2 });
    const listed = async () => (await admin.api.foods.listFoodImports()).imports;
    expect((await listed())[0]).toMatchObject({ id: importId, source: 'Table', added: 1, changed: 2 });
    const after = await find(kept);
    expect(after).toMatchObject({ kcal: 380, allergens: MILK, hidden: true, version: 3 });
    await admin.api.foods.saveFood({ foodId: id, basedOn: 3, hidden: false, food: { ...food, kcal: 381 } });
    expect(await undo(importId)).toEqual({ undone: 2, hidden: 0, kept: 1 });
    expect((await listed()).map(({ id }) => id)).not.toContain(importId);
    expect(await undo(importId)).toEqual({ undone: 0, hidden: 0, kept: 0 });
    expect(await find(kept)).toMatchObject({ kcal: 381 });
    expect(await find(changed)).toMatchObject({ name: 'Rolled oats', version: 3 });
    expect(await find(added)).toBeUndefined();
    await expect(confirm(importId)).rejects.toMatchObject({ code: 'NOT_FOUND' });
  });

  it('is undone without taking foods from plans, recipes and logs that name them', async () => {
    const coach = await aCoach(test);
    const client = await aClient(test, { of: coach });
    const name = (what: string) => `Zz${randomUUID().slice(0, 8)} ${what}`;
    const rows = ['planned', 'cooked', 'eaten', 'unused', 'edited'].map((what) => aRow({ name: name(what) }));
    const { importId } = await importRows(rows);
    const [planned, cooked, eaten, unused, edited] = await Promise.all(rows.map(find));
    if (!planned || !cooked || !eaten || !unused || !edited) throw new Error('five imported foods');
    const coachId = coach.id;
    const planId = randomUUID();
    const plan = aMealPlan([aMealDay(1, [aMeal(1, [aPlannedFood(1, planned.id, { name: planned.name })])])]);
    await coach.api.meals.saveMealPlan({ coachId, planId, basedOn: 0, plan });
    const recipeId = randomUUID();
    await coach.api.recipes.saveRecipe({
      coachId,
      foodId: recipeId,
      replaces: null,
      recipe: {
        name: 'Granola',
        servings: 1,
        yield: { kind: 'raw' },
        minutes: null,
        steps: '',
        ingredients: [{ foodId: cooked.id, name: cooked.name, amount: { value: 100, measure: 'g' } }],
      },
    });
    const log = aFoodDay(dayInZone(new Date(), 'UTC'), [anEntry({ foodId: eaten.id, name: eaten.name })]);
    await client.api.foodlogs.syncFoodDay({ day: log.id, log });
    await coach.api.foods.saveCoachFood({ coachId, foodId: edited.id, basedOn: 0, food: factsOf(edited) });

    expect(await undo(importId)).toEqual({ undone: 2, hidden: 3, kept: 0 });
    expect(await Promise.all(rows.map(async (row) => (await find(row))?.hidden))).toEqual([
      true,
      true,
      true,
      undefined,
      undefined,
    ]);
    const { foods } = await coach.api.meals.getMealPlan({ coachId, planId });
    expect(foods).toMatchObject([{ id: planned.id, kcal: planned.kcal }]);
    expect((await coach.api.recipes.getRecipe({ coachId, foodId: recipeId })).foods).toMatchObject([{ id: cooked.id }]);
    for (const { name: q } of [planned, cooked, eaten, unused]) {
      expect((await coach.api.foods.listCoachFoods({ coachId, q })).foods).toEqual([]);
      expect((await client.api.foodlogs.findLoggableFoods({ q })).foods).toEqual([]);
    }
    expect((await client.api.foodlogs.getOwnFoodLog()).foods.map(({ id }) => id)).not.toContain(eaten.id);
    const { foods: own } = await coach.api.foods.listCoachFoods({ coachId, q: edited.name });
    expect(own).toMatchObject([{ id: edited.id, own: true }]);
  });

  it('tells only operators which foods are in use', async () => {
    const coach = await aCoach(test);
    const ids = sql.param([randomUUID()]);
    const asked = test.services.db.read(mintCoachScope(coach.id), (tx) =>
      tx.execute(sql`select * from foods_in_use((select array_agg(id) from foods) || ${ids}::uuid[], 'epoch')`),
    );
    expect((await asked).rows).toEqual([]);
  });

  it('skips a row that contradicts the stored food', async () => {
    const row = aRow({ sugar: 60 });
    await importRows([row]);
    const { sugar: _, ...less } = row;
    const { dry, done } = await importRows([aRow(), { ...less, carbohydrate: 30 }]);
    expect(dry).toEqual({ ...NOTHING, added: 1, refused: [{ row: 1, problem: 'More sugar than carbohydrate' }] });
    expect(done).toEqual({ added: 1, changed: 0 });
    expect(await find(row)).toMatchObject({ carbohydrate: 68 });
  });

  it('is one entry in the audit log, and undoing it is another', async () => {
    const by = await anOperator(test);
    const importId = randomUUID();
    await by.api.foods.stageFoods({ importId, rows: [aRow()] });
    await by.api.foods.stageFoods({ importId, rows: [aRow()] });
    await by.api.foods.importFoods({ importId });
    await by.api.foods.undoFoodImport({ importId });
    const { entries } = await by.api.audit.listOwnEntries({});
    expect(entries).toMatchObject([
      { action: 'food.import_undone', after: { undone: 2, hidden: 0, kept: 0 } },
      { action: 'food.imported', after: { added: 2, changed: 0 } },
    ]);
    expect(await auditProblems(test)).toEqual([]);
  });

  it('is deleted after a day if it was not confirmed', async () => {
    const importId = randomUUID();
    await stage(importId, [aRow()]);
    test.setNow(new Date(Date.now() + 25 * 3_600_000));
    await stage(randomUUID(), [aRow()]);
    test.setNow(null);
    await expect(confirm(importId)).rejects.toMatchObject({ code: 'NOT_FOUND' });
  });

  it('is imported only once, whatever it contains', async () => {
    const name = fc.constantFrom('Oats', 'oats', 'Rye', 'Crème', '燕麦', '%_');
    const grams = fc.double({ min: 0, max: 30, noNaN: true });
    const row = fc.record({
      name,
      kcal: grams,
      protein: grams,
      carbohydrate: grams,
      fat: grams,
      brand: fc.constantFrom('', 'Mill'),
      unit: fc.constantFrom('g' as const, 'ml' as const),
      sodiumMg: fc.option(fc.double({ min: 0, max: 40_000, noNaN: true })),
    });
    await fc.assert(
      fc.asyncProperty(fc.array(row, { minLength: 1, maxLength: 12 }), async (rows) => {
        const before = await everything();
        const { importId, dry, done } = await importRows(rows);
        expect(done).toEqual({ added: dry.added, changed: dry.changed });
        const after = await everything();
        const again = await importRows(lastOfEach(rows));
        expect(again.done).toEqual({ added: 0, changed: 0 });
        expect(await everything()).toEqual(after);
        await undo(importId);
        expect((await everything()).map(withoutVersion)).toEqual(before.map(withoutVersion));
      }),
      { numRuns: 25 },
    );
  });
});

/** Of several rows for a food, the last one counts. */
const lastOfEach = (rows: readonly FoodRow[]): FoodRow[] => [
  ...new Map(rows.map((row) => [keyOfRow(row), row])).values(),
];

type Stored = { key: string; version: number; facts: string };
async function everything(): Promise<Stored[]> {
  const { rows } = await test.owner.execute<Stored>(sql`select key, version,
    (to_jsonb(f) - 'id' - 'version' - 'changed_at' - 'changed_by')::text
      || (select coalesce(string_agg(word, ' ' order by word), '') from food_words where food_id = f.id) as facts
    from foods f order by key`);
  return rows;
}
const withoutVersion = ({ key, facts }: Stored) => ({ key, facts });
