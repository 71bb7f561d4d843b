import { randomUUID } from 'node:crypto';
import type { ExpenseInput } from '@stridewell/contract/expenses/expenses';
import { fileUrl } from '@stridewell/contract/files/files.rules';
import { addDays, dayInZone } from '@stridewell/contract/time';
import { sql } from 'drizzle-orm';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { bookEntries } from '../../../seed/books.ts';
import { outcomesOf } from '../../../test/api.ts';
import { shareTestApp, type TestApp } from '../../../test/app.ts';
import { aClient, aCoach, type Coach } from '../../../test/people.ts';
import { anExpense } from '../../../test/security-cases-expenses.ts';
import { PDF, uploadFile, VIDEO } from '../../../test/uploads.ts';

let test: TestApp;
let coach: Coach;
beforeAll(async () => {
  test = await shareTestApp();
});
afterAll(() => test.close());
beforeEach(async () => {
  coach = await aCoach(test);
});

type Saving = { id?: string; basedOn?: number; by?: Coach };
const save = (changes: Partial<ExpenseInput> = {}, { id = randomUUID(), basedOn = 0, by = coach }: Saving = {}) =>
  by.api.expenses.saveExpense({
    coachId: by.id,
    expenseId: id,
    basedOn,
    expense: { ...anExpense, ...changes },
  });
const list = (selection: object = {}, by = coach) => by.api.expenses.listExpenses({ coachId: by.id, ...selection });
const remove = (expenseId: string) => coach.api.expenses.deleteExpense({ coachId: coach.id, expenseId });
const monthly = () => coach.api.metrics.getCoachRevenue({ coach_id: coach.id });
const upload = async (content = PDF) => {
  const id = randomUUID();
  const { status } = await uploadFile(test, coach.caller, content, { coachId: coach.id, id, purpose: 'receipt' });
  return { id, status };
};

describe('an expense', () => {
  it('is added once, even if sent repeatedly, and stays within its tenant', async () => {
    const id = randomUUID();
    expect(await outcomesOf([save({}, { id }), save({}, { id })])).toEqual(['OK', 'OK']);
    const { expenses, total, sums, categories } = await list();
    expect(expenses).toEqual([{ ...anExpense, id, receipt: null, source: 'manual', version: 1 }]);
    expect({ total, sums, categories }).toEqual({
      total: 1,
      sums: [{ currency: 'USD', cents: 4500 }],
      categories: ['Rent'],
    });
    const other = await aCoach(test);
    expect((await list({}, other)).expenses).toEqual([]);
    expect(await save({ note: 'Mine' }, { id, by: other })).toMatchObject({ note: 'Mine', version: 1 });
    expect((await list()).expenses).toMatchObject([{ note: '' }]);
  });

  it('can be edited only from its latest version', async () => {
    const { id } = await save();
    expect(await save({ note: 'March' }, { id, basedOn: 1 })).toMatchObject({ note: 'March', version: 2 });
    expect(await save({ note: 'March' }, { id, basedOn: 1 })).toMatchObject({ version: 2 });
    await expect(save({ note: 'April' }, { id, basedOn: 1 })).rejects.toMatchObject({
      code: 'EXPENSE_CHANGED',
      data: { expense: { note: 'March', version: 2 } },
    });
    const edits = ['May', 'June'].map((note) => save({ note }, { id, basedOn: 2 }));
    expect((await outcomesOf(edits)).sort()).toEqual(['EXPENSE_CHANGED', 'OK']);
  });

  it('must be today or earlier in the coach’s time zone', async () => {
    const today = dayInZone(test.services.now(), coach.timeZone);
    const days = [today, addDays(today, 1)].map((occurredOn) => save({ occurredOn }));
    expect(await outcomesOf(days)).toEqual(['OK', 'DAY_IN_FUTURE']);
  });

  it('never turns revenue into an expense', async () => {
    const id = randomUUID();
    const revenue = { kind: 'revenue' as const, amountCents: 100, category: 'Coaching' };
    const add = (occurredOn: string) =>
      coach.api.money.createLedgerEntry({ coachId: coach.id, id, ...revenue, occurredOn });
    expect(await outcomesOf([add('2199-01-01'), add('2026-01-05')])).toEqual(['DAY_IN_FUTURE', 'OK']);
    expect(await outcomesOf([save({}, { id }), save({}, { id, basedOn: 1 })])).toEqual(['NOT_FOUND', 'NOT_FOUND']);
    expect(await remove(id)).toEqual({ deleted: null });
  });

  it('keeps hostile text as text', async () => {
    const payee = `Robert'); drop table ledger_entries;-- <img src=x onerror=alert(1)>`;
    await save({ payee, note: '=HYPERLINK("http://x")' });
    expect((await list({ q: 'DROP TABLE' })).expenses).toMatchObject([{ payee }]);
    const { body } = await coach.caller.get(`/exports/${coach.id}/expenses.csv?q=drop`);
    expect(String(body)).toContain(`"'=HYPERLINK(""http://x"")"`);
  });

  it('can be restored unchanged', async () => {
    const { id } = await save({ note: 'Deposit' });
    const { deleted } = await remove(id);
    expect(await remove(id)).toEqual({ deleted: null });
    expect((await list()).total).toBe(0);
    if (!deleted) throw new Error('nothing was deleted');
    const restored = { coachId: coach.id, expenseId: id, ...deleted };
    await Promise.all([coach.api.expenses.restoreExpense(restored), coach.api.expenses.restoreExpense(restored)]);
    expect((await list()).expenses).toMatchObject([{ id, note: 'Deposit', source: 'manual' }]);
  });

  it('counts toward the figures of its month, by currency', async () => {
    const today = dayInZone(test.services.now(), coach.timeZone);
    await save({ occurredOn: today, amountCents: 1250 });
    await save({ occurredOn: today, amountCents: 900, currency: 'EUR' });
    expect(await monthly()).toMatchObject({ monthly_expenses: 1250, net_profit: -1250 });
    expect((await list()).sums).toEqual([
      { currency: 'USD', cents: 1250 },
      { currency: 'EUR', cents: 900 },
    ]);
  });

  it('is audited with person, time, before and after', async () => {
    const { id } = await save();
    await save({ amountCents: 5000 }, { id, basedOn: 1 });
    await save({ amountCents: 5000 }, { id, basedOn: 1 });
    await remove(id);
    const { rows } = await test.owner.execute(sql`select action, actor_id as by,
      before -> 'amountCents' as before, after -> 'amountCents' as after
      from audit_entries where chain_id = ${coach.id} and subject_id = ${id} order by seq`);
    expect(rows).toEqual([
      { action: 'expense.added', by: coach.id, before: null, after: 4500 },
      { action: 'expense.changed', by: coach.id, before: 4500, after: 5000 },
      { action: 'expense.deleted', by: coach.id, before: 5000, after: null },
    ]);
  });

  it('needs Coach Plus', async () => {
    const base = await aCoach(test, { plan: 'base' });
    expect(await outcomesOf([save({}, { by: base }), list({}, base)])).toEqual([
      'FEATURE_REQUIRED',
      'FEATURE_REQUIRED',
    ]);
    const plus = await aCoach(test, { plan: 'plus' });
    expect(await outcomesOf([save({}, { by: plus })])).toEqual(['OK']);
  });
});

describe('the list', () => {
  const payeesOf = async (selection: object) => (await list(selection)).expenses.map(({ payee }) => payee);

  it('filters and sorts', async () => {
    await save({ payee: 'Gym Ltd', category: 'Rent', amountCents: 300, occurredOn: '2026-01-03' });
    await save({ payee: 'app store', category: 'Software', amountCents: 100, occurredOn: '2026-01-01' });
    await save({ payee: 'Bank', category: 'Other', amountCents: 200, occurredOn: '2026-01-02', currency: 'EUR' });
    expect(await payeesOf({})).toEqual(['Gym Ltd', 'Bank', 'app store']);
    expect(await payeesOf({ sort: 'oldest' })).toEqual(['app store', 'Bank', 'Gym Ltd']);
    expect(await payeesOf({ sort: 'largest' })).toEqual(['Gym Ltd', 'Bank', 'app store']);
    expect(await payeesOf({ sort: 'payee' })).toEqual(['app store', 'Bank', 'Gym Ltd']);
    expect(await payeesOf({ category: 'Rent' })).toEqual(['Gym Ltd']);
    expect(await payeesOf({ currency: 'EUR' })).toEqual(['Bank']);
    expect(await payeesOf({ from: '2026-01-02', to: '2026-01-02' })).toEqual(['Bank']);
    expect(await payeesOf({ q: 'SOFT' })).toEqual(['app store']);
  });

  it('has every expense on exactly one page, in each order', async () => {
    await bookEntries(
      test.owner,
      Array.from({ length: 120 }, (_, n) => ({
        coachId: coach.id,
        id: randomUUID(),
        kind: 'expense',
        amountCents: 100 + (n % 3),
        currency: 'USD',
        occurredOn: addDays('2026-01-01', n % 5),
        category: 'Other',
        payee: `Payee ${n % 4}`,
      })),
    );
    for (const sort of ['newest', 'oldest', 'largest', 'payee'] as const) {
      const seen: string[] = [];
      let cursor: string | undefined;
      do {
        const page = await list({ sort, ...(cursor && { cursor }) });
        seen.push(...page.expenses.map(({ id }) => id));
        cursor = page.nextCursor ?? undefined;
      } while (cursor);
      expect(new Set(seen).size).toBe(120);
      expect(seen).toHaveLength(120);
    }
    const { body } = await coach.caller.get(`/exports/${coach.id}/expenses.csv`);
    expect(String(body).trim().split('\r\n')).toHaveLength(121);
  });

  it('has the last category of each payee', async () => {
    await save({ payee: 'ACME', category: 'Other', occurredOn: '2026-01-01' });
    await save({ payee: 'Acme', category: 'Software', occurredOn: '2026-02-01' });
    expect(await coach.api.expenses.listPayees({ coachId: coach.id })).toEqual({
      payees: [{ payee: 'Acme', category: 'Software' }],
    });
  });
});

describe('a receipt', () => {
  it('is a picture or a PDF that only the coach can open', async () => {
    expect(await upload(VIDEO)).toMatchObject({ status: 415 });
    const { id: receiptId } = await upload();
    const { receipt } = await save({ receiptId });
    expect(receipt).toMatchObject({ id: receiptId, kind: 'pdf' });
    expect((await list()).expenses).toMatchObject([{ receipt: { id: receiptId } }]);
    expect((await list({ receipt: 'missing' })).total).toBe(0);
    const url = fileUrl(coach.id, receiptId);
    expect((await coach.caller.get(url)).status).toBe(200);
    const [client, other] = [await aClient(test, { of: coach }), await aCoach(test)];
    expect((await client.caller.get(url)).status).toBe(404);
    expect((await other.caller.get(url)).status).toBe(404);
  });

  it('belongs to one expense, and is released with it', async () => {
    const { id: receiptId } = await upload();
    const { id } = await save({ receiptId });
    expect(await outcomesOf([save({ receiptId }), save({ receiptId: randomUUID() })])).toEqual([
      'FILE_NOT_FOUND',
      'FILE_NOT_FOUND',
    ]);
    expect((await list()).total).toBe(1);
    const isAttached = async () => {
      const { rows } = await test.owner.execute<{ attached: boolean }>(
        sql`select attached_at is not null as attached from files where id = ${receiptId}`,
      );
      return rows[0]?.attached;
    };
    expect(await isAttached()).toBe(true);
    const { deleted } = await remove(id);
    expect(await isAttached()).toBe(false);
    if (!deleted) throw new Error('nothing was deleted');
    await coach.api.expenses.restoreExpense({ coachId: coach.id, expenseId: id, ...deleted });
    expect(await isAttached()).toBe(true);
    await save({ receiptId: null }, { id, basedOn: 1 });
    expect(await isAttached()).toBe(false);
  });
});
