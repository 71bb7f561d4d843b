import { randomUUID } from 'node:crypto';
import type { ImportedRow } from '@stridewell/contract/expenses/expenses';
import { EXPENSE_BOUNDS } from '@stridewell/contract/expenses/expenses.rules';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { shareTestApp, type TestApp } from '../../../test/app.ts';
import { aCoach, type Coach } from '../../../test/people.ts';

let test: TestApp;
let coach: Coach;
beforeAll(async () => {
  test = await shareTestApp();
});
afterAll(() => test.close());
beforeEach(async () => {
  coach = await aCoach(test);
});

const rows = (count: number, changes: Partial<ImportedRow> = {}): ImportedRow[] =>
  Array.from({ length: count }, (_, index) => ({
    id: randomUUID(),
    kind: 'expense',
    amountCents: 100 + index,
    currency: 'USD',
    payee: 'Acme',
    nth: 1,
    category: 'Other',
    note: '',
    occurredOn: '2026-01-05',
    ...changes,
  }));
const send = (sent: ImportedRow[], importId = randomUUID(), dryRun = false) =>
  coach.api.expenses.importExpenses({ coachId: coach.id, importId, rows: sent, dryRun });
const list = async () => coach.api.expenses.listExpenses({ coachId: coach.id });
const undo = (importId: string) => coach.api.expenses.undoImport({ coachId: coach.id, importId });

describe('an import', () => {
  it('previews the additions without storing them', async () => {
    await send(rows(2));
    expect(await send(rows(5), randomUUID(), true)).toEqual({ added: 3, known: 2 });
    expect((await list()).total).toBe(2);
  });

  it('adds each row once for a repeated request, a repeated file and concurrent requests', async () => {
    const [sent, importId] = [rows(3), randomUUID()];
    const answers = await Promise.all([send(sent, importId), send(sent, importId), send(rows(3).reverse())]);
    expect(answers.reduce((sum, { added }) => sum + added, 0)).toBe(3);
    expect(await send(rows(3, { payee: 'ACME' }))).toEqual({ added: 0, known: 3 });
    expect((await list()).total).toBe(3);
  });

  it('keeps equal rows of one file apart', async () => {
    const twins = [1, 2].flatMap((nth) => rows(1, { nth }));
    expect(await send(twins)).toEqual({ added: 2, known: 0 });
    expect(await send([1, 2, 3].flatMap((nth) => rows(1, { nth })))).toEqual({ added: 1, known: 2 });
  });

  it('adds income as revenue', async () => {
    await send(rows(1, { kind: 'revenue', category: 'Coaching' }));
    expect(await list()).toMatchObject({ total: 0, categories: [] });
    await send(rows(1));
    expect((await list()).total).toBe(1);
  });

  it('can be undone, except for edited entries, and then repeated', async () => {
    const [sent, importId] = [rows(3), randomUUID()];
    await send(sent, importId);
    const [edited] = (await list()).expenses;
    if (!edited) throw new Error('nothing was imported');
    const { id: expenseId, receipt: _, source: _source, version: basedOn, ...expense } = edited;
    await coach.api.expenses.saveExpense({
      coachId: coach.id,
      expenseId,
      basedOn,
      expense: { ...expense, category: 'Rent' },
    });
    const other = await aCoach(test);
    expect(await other.api.expenses.undoImport({ coachId: other.id, importId })).toEqual({ deleted: 0 });
    expect(await undo(importId)).toEqual({ deleted: 2 });
    expect(await undo(importId)).toEqual({ deleted: 0 });
    expect(await send(rows(3))).toEqual({ added: 2, known: 1 });
  });

  it('is refused as a whole if a day is in the future', async () => {
    await expect(send([...rows(1), ...rows(1, { occurredOn: '2199-01-01' })])).rejects.toMatchObject({
      code: 'DAY_IN_FUTURE',
    });
    expect((await list()).total).toBe(0);
  });

  it('accepts the largest part in one request', async () => {
    expect(await send(rows(EXPENSE_BOUNDS.perRequest))).toEqual({ added: EXPENSE_BOUNDS.perRequest, known: 0 });
  });

  it('does not duplicate an entry that was deleted and restored', async () => {
    await send(rows(1));
    const [{ id: expenseId } = { id: '' }] = (await list()).expenses;
    const key = { coachId: coach.id, expenseId };
    const { deleted } = await coach.api.expenses.deleteExpense(key);
    if (!deleted) throw new Error('nothing was deleted');
    await coach.api.expenses.restoreExpense({ ...key, ...deleted });
    expect(await send(rows(1))).toEqual({ added: 0, known: 1 });
  });
});
