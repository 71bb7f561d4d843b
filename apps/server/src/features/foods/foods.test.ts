import { randomUUID } from 'node:crypto';
import type { Food, FoodInput } from '@stridewell/contract/foods/foods';
import { FOOD_BOUNDS } from '@stridewell/contract/foods/foods.rules';
import { type SQL, sql } from 'drizzle-orm';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { outcomesOf } from '../../../test/api.ts';
import { createTestApp, type TestApp } from '../../../test/app.ts';
import { auditProblems } from '../../../test/audit.ts';
import { someFoods } from '../../../test/factories/platform.ts';
import { aCoach, anOperator, type Person } from '../../../test/people.ts';
import { aFood } from '../../../test/world-rows.ts';
import { mintCoachScope, mintOperatorScope } from '../../core/tenancy/mint.ts';
import type { OperatorScope } from '../../core/tenancy/scope.ts';
import type { Tx } from '../../platform/db/database.ts';
import { selectFoods } from './foods.data.ts';
import { typedWords } from './foods.ranking.rules.ts';
import { selectBeginnings, selectWholeWords } from './foods.search.data.ts';

let test: TestApp;
let admin: Person;
beforeAll(async () => {
  test = await createTestApp();
  admin = await anOperator(test);
});
afterAll(() => test.close());

const NOTHING_KNOWN = { yes: [], no: [] };
const VEGAN: FoodInput['diets'] = { yes: ['vegan', 'vegetarian', 'pescatarian'], no: [] };

type Change = Partial<FoodInput> & { id?: string; basedOn?: number; hidden?: boolean };
const save = ({ id: foodId = randomUUID(), basedOn = 0, hidden = false, ...food }: Change, by = admin) =>
  by.api.foods.saveFood({ foodId, basedOn, hidden, food: { ...aFood, ...food } });
const list = (input: Parameters<typeof admin.api.foods.listFoods>[0] = {}) => admin.api.foods.listFoods(input);
const namesOf = async (q: string) => (await list({ q })).foods.map(({ name }) => name);

describe('a food', () => {
  it('is added once, changed from its latest version, and hidden', async () => {
    const id = randomUUID();
    const [first, second] = await Promise.all([save({ id, name: 'Buckwheat' }), save({ id, name: 'Buckwheat' })]);
    expect(second).toEqual(first);
    expect(first).toMatchObject({
      id,
      name: 'Buckwheat',
      sugar: null,
      allergens: NOTHING_KNOWN,
      builtIn: false,
      hidden: false,
      version: 1,
    });
    const changed = await save({
      id,
      name: 'Buckwheat',
      allergens: { yes: ['wheat'], no: ['milk'] },
      basedOn: 1,
      hidden: true,
    });
    expect(changed).toMatchObject({ allergens: { yes: ['wheat'], no: ['milk'] }, hidden: true, version: 2 });
    expect(await admin.api.foods.getFood({ foodId: id })).toEqual(changed);
    await expect(save({ id, name: 'Other', basedOn: 1 })).rejects.toMatchObject({ code: 'FOOD_CHANGED' });
    await expect(save({ name: 'Gone', basedOn: 1 })).rejects.toMatchObject({ code: 'NOT_FOUND' });
    expect((await list({ show: 'hidden' })).foods.map((food) => food.id)).toContain(id);
    await expect(admin.api.foods.getFood({ foodId: randomUUID() })).rejects.toMatchObject({ code: 'NOT_FOUND' });
  });

  it('is changed by only one of two concurrent operators', async () => {
    const other = await anOperator(test);
    const { id } = await save({ name: 'Millet' });
    const change = (by: Person, kcal: number) => save({ id, name: 'Millet', kcal, basedOn: 1 }, by);
    expect((await outcomesOf([change(admin, 370), change(other, 371)])).sort()).toEqual(['FOOD_CHANGED', 'OK']);
  });

  it('is the only one with its name and brand, or with its id in a source', async () => {
    const { id } = await save({ name: 'Rye flour', brand: 'Mill' });
    await expect(save({ name: 'RYE  flour', brand: 'mill' })).rejects.toMatchObject({ code: 'FOOD_EXISTS' });
    expect(await save({ name: 'Rye flour', brand: 'Other mill' })).toMatchObject({ version: 1 });
    const known = { source: 'Table', sourceId: '7' };
    await save({ name: 'Rye', ...known });
    expect(await save({ name: 'Rye', source: 'Table', sourceId: '8' })).toMatchObject({ version: 1 });
    await expect(save({ id, name: 'Rye flour', ...known, basedOn: 1 })).rejects.toMatchObject({ code: 'FOOD_EXISTS' });
    const both = await outcomesOf([save({ name: 'Teff' }), save({ name: 'Teff' })]);
    expect(both.sort()).toEqual(['FOOD_EXISTS', 'OK']);
  });

  it('records changes in the operator’s audit log', async () => {
    const by = await anOperator(test);
    const { id } = await save({ name: 'Amaranth' }, by);
    await save({ id, name: 'Amaranth', kcal: 371, diets: VEGAN, basedOn: 1 }, by);
    const { entries } = await by.api.audit.listOwnEntries({});
    expect(entries.slice(0, 2)).toMatchObject([
      {
        action: 'food.changed',
        before: { food: 'Amaranth', kcal: 379, diets: NOTHING_KNOWN },
        after: { food: 'Amaranth', kcal: 371, diets: VEGAN },
      },
      { action: 'food.added', before: null, after: { food: 'Amaranth', kcal: 379 } },
    ]);
    expect(await auditProblems(test)).toEqual([]);
  });
});

describe('the list', () => {
  it('finds each food once, by the start of any of its words', async () => {
    const prefix = `Zq${randomUUID().slice(0, 4)}`;
    for (const name of ['cheese, blue', 'chicken with chickpeas', 'chicken, roasted', 'Crème chère']) {
      await save({ name: `${prefix} ${name}`, brand: name.includes('roasted') ? 'Brändli' : '' });
    }
    const found = async (q: string) => (await namesOf(`${prefix} ${q}`)).map((name) => name.slice(7));
    // Names of one part first, and brands last.
    expect(await found('')).toEqual(['Crème chère', 'chicken with chickpeas', 'cheese, blue', 'chicken, roasted']);
    expect(await found('CHICK')).toEqual(['chicken with chickpeas', 'chicken, roasted']);
    expect(await found('chickp')).toEqual(['chicken with chickpeas']);
    expect(await found('blu chee')).toEqual(['cheese, blue']);
    expect(await found('brandli')).toEqual(['chicken, roasted']);
    expect(await found('creme')).toEqual(['Crème chère']);
    expect(await found('hicken')).toEqual([]);
  });

  it('ranks foods while their word is still being typed', async () => {
    const word = `qy${randomUUID().slice(0, 4)}z`;
    for (const name of [`${word}, dried`, `Soup with ${word}`, `${word}, raw`]) await save({ name });
    expect(await namesOf(word.slice(0, -1))).toEqual([`${word}, raw`, `${word}, dried`, `Soup with ${word}`]);
  });

  it('searches for hostile text literally', async () => {
    const name = `<script>alert("x")</script> %_\\' \u202e ${randomUUID()}`;
    await save({ name });
    expect(await namesOf(name.slice(-36))).toEqual([name]);
    for (const q of ['%', '_', '\\', "' or 1=1 --", '%%%', '\u{10FFFF}', '\u202e']) {
      expect(await namesOf(q)).not.toContain('Buckwheat');
    }
    await expect(namesOf('x'.repeat(10_000))).rejects.toMatchObject({ code: 'BAD_REQUEST' });
    expect((await list({ cursor: 'nonsense' })).foods.length).toBeGreaterThan(0);
  });

  it('has consecutive pages, even with a search and a filter', async () => {
    const mark = `mark${randomUUID().slice(0, 6)}`;
    const names = Array.from({ length: FOOD_BOUNDS.page + 10 }, (_, index) => `${String(index % 7)} ${mark} n${index}`);
    for (const name of names) await save({ name, category: 'sweets', hidden: true });
    const pagesOf = async (input: Parameters<typeof list>[0]) => {
      const found: Food[] = [];
      let cursor: string | undefined;
      do {
        const page = await list({ ...input, ...(cursor && { cursor }) });
        found.push(...page.foods);
        cursor = page.nextCursor ?? undefined;
      } while (cursor);
      return found.map(({ name }) => name).filter((name) => name.includes(mark));
    };
    const sorted = names.toSorted();
    expect(await pagesOf({ q: mark })).toEqual(sorted);
    expect(await pagesOf({ q: `${mark} n` })).toEqual(sorted);
    expect(await pagesOf({ category: 'sweets' })).toEqual(sorted);
    expect(await pagesOf({ show: 'hidden' })).toEqual(sorted);
    expect(await pagesOf({ category: 'baby' })).toEqual([]);
  });

  it('follows a renamed food, and one that is shown again', async () => {
    const word = `renamed${randomUUID().slice(0, 6)}`;
    const { id } = await save({ name: `${word} before`, hidden: true });
    await save({ id, name: `${word} after`, basedOn: 1 });
    expect(await namesOf(`${word} before`)).toEqual([]);
    expect((await list({ q: `${word} after` })).foods).toMatchObject([{ id, hidden: false }]);
  });
});

describe('among 20,000 foods', () => {
  it('the list and a search use an index', async () => {
    await someFoods(test, { count: 20_000, source: 'many' });
    await test.owner.execute(sql`analyze foods`);
    await test.owner.execute(sql`analyze food_words`);
    const input = { after: null, limit: 51 };
    const planOf = (query: (tx: Tx<OperatorScope>) => SQL) =>
      test.services.db.read(mintOperatorScope(admin.id), async (tx) => {
        const { rows } = await tx.execute(sql`explain ${query(tx)}`);
        return rows.map((row) => row['QUERY PLAN']).join('\n');
      });
    const searchFor = (text: string) => {
      const [lead = { stem: '', beginning: '' }, ...others] = typedWords(text);
      return { lead, others };
    };
    const wholePlan = (text: string) => planOf((tx) => selectWholeWords(tx, searchFor(text)).getSQL());
    const plans = await Promise.all([
      planOf((tx) => selectFoods(tx, input).getSQL()),
      planOf((tx) => selectFoods(tx, { ...input, category: 'meat' }).getSQL()),
      planOf((tx) => selectFoods(tx, { ...input, after: { nameKey: 'a', id: admin.id } }).getSQL()),
      wholePlan('raw'),
      wholePlan('raw food'),
    ]);
    for (const plan of plans) {
      expect(plan).not.toContain('Seq Scan');
      expect(plan).not.toContain('Sort');
    }
    for (const text of ['a', 'ra', 'raw foo']) {
      expect(await planOf((tx) => selectBeginnings(tx, searchFor(text)).getSQL())).not.toContain('Seq Scan');
    }
    await test.owner.execute(sql`delete from foods where source = 'many'`);
  }, 60_000);
});

describe('foods in the database', () => {
  it('can be read by coaches, and written only by operators', async () => {
    const coach = await aCoach(test);
    const mark = randomUUID();
    await save({ name: `${mark} shown` });
    await save({ name: `${mark} hidden`, hidden: true });
    const scope = mintCoachScope(coach.id);
    const { rows } = await test.services.db.read(scope, async (tx) =>
      tx.execute(sql`select name from foods where name like ${`${mark}%`}`),
    );
    expect(rows.map(({ name }) => name).sort()).toEqual([`${mark} hidden`, `${mark} shown`]);
    const change = test.services.db.write(scope, async (tx) =>
      tx.execute(sql`update foods set kcal = 1 where name like ${`${mark}%`}`),
    );
    expect(await change).toMatchObject({ rowCount: 0 });
  });
});
