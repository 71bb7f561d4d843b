import { randomUUID } from 'node:crypto';
import { addDays } from '@stridewell/contract/time';
import { sql } from 'drizzle-orm';
import fc from 'fast-check';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { createTestApp, type TestApp } from '../../../test/app.ts';
import { aClient, aCoach, type Client, type Coach } from '../../../test/people.ts';
import { anExpense } from '../../../test/security-cases-expenses.ts';
import { aPayment } from '../../../test/security-cases-money.ts';
import { mintCoachScope } from '../../core/tenancy/mint.ts';
import { listMonthlySums, storeMonths, sumStaleMonths } from './money.months.data.ts';
import { sumMonths } from './money.months.service.ts';

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

const key = () => ({ coachId: coach.id });
const spend = (changes: Partial<typeof anExpense> = {}, expenseId: string = randomUUID(), basedOn = 0) =>
  coach.api.expenses.saveExpense({ ...key(), expenseId, basedOn, expense: { ...anExpense, ...changes } });
const asCoach = <Result>(work: Parameters<typeof test.services.db.write<ReturnType<typeof scope>, Result>>[1]) =>
  test.services.db.write(scope(), work);
const scope = () => mintCoachScope(coach.id);

type Row = { month: string; currency: string; kind: string; cents: number };
const inOrder = (rows: readonly Row[]): string[] =>
  rows.map(({ month, currency, kind, cents }) => `${month} ${kind} ${cents} ${currency}`).sort();
const shown = async () => inOrder(await asCoach(listMonthlySums));
/** Sums computed from the raw rows. */
async function expected(): Promise<string[]> {
  const { rows } = await test.owner.execute<Row>(sql`select to_char(occurred_on, 'YYYY-MM-01') as month, currency, kind,
    sum(amount_cents)::float8 as cents from ledger_entries where coach_id = ${coach.id} group by 1, 2, 3`);
  return inOrder(rows);
}
const sumNow = () => asCoach(async (tx) => storeMonths(tx, await sumStaleMonths(tx)));
const storedMonths = async () => {
  const { rows } = await test.owner.execute<{ month: string }>(sql`select month::text from ledger_months
    where coach_id = ${coach.id} and summed_version = version order by 1`);
  return rows.map(({ month }) => month);
};

describe('the sums of a month', () => {
  it('are stored by the job, and not again while nothing changes', async () => {
    await spend({ occurredOn: '2026-01-31' });
    await spend({ occurredOn: '2026-02-01' });
    expect(await storedMonths()).toEqual([]);
    await Promise.all([sumMonths(test.services), sumMonths(test.services)]);
    expect(await storedMonths()).toEqual(['2026-01-01', '2026-02-01']);
    expect(await shown()).toEqual(await expected());
    expect(await asCoach(sumStaleMonths)).toEqual([]);
  });

  it('follow entries that are late, moved to another month, deleted or undone', async () => {
    const { id } = await spend({ occurredOn: '2026-01-31' });
    await spend({ occurredOn: '2026-02-01' });
    await sumNow();
    await spend({ occurredOn: '2026-02-10', amountCents: 7 });
    expect([await storedMonths(), await shown()]).toEqual([['2026-01-01'], await expected()]);
    await sumNow();
    await spend({ occurredOn: '2026-03-01' }, id, 1);
    expect([await storedMonths(), await shown()]).toEqual([['2026-02-01'], await expected()]);
    await sumNow();
    await coach.api.expenses.deleteExpense({ ...key(), expenseId: id });
    expect([await storedMonths(), await shown()]).toEqual([['2026-01-01', '2026-02-01'], await expected()]);
  });

  it('exclude entries of another coach', async () => {
    const other = await aCoach(test);
    await other.api.expenses.saveExpense({
      coachId: other.id,
      expenseId: randomUUID(),
      basedOn: 0,
      expense: anExpense,
    });
    await spend();
    await sumMonths(test.services);
    expect(await shown()).toEqual([`2026-01-01 expense ${anExpense.amountCents} USD`]);
  });

  it('are not stored when an entry was added after the job had read', async () => {
    await spend();
    await asCoach(async (tx) => {
      const read = await sumStaleMonths(tx);
      await spend({ amountCents: 1 });
      await storeMonths(tx, read);
    });
    expect([await storedMonths(), await shown()]).toEqual([[], await expected()]);
    const late = await asCoach(sumStaleMonths);
    await spend({ amountCents: 2 });
    await sumNow();
    await asCoach((tx) => storeMonths(tx, late));
    expect([await storedMonths(), await shown()]).toEqual([['2026-01-01'], await expected()]);
  });

  it('are correct after concurrent writes', async () => {
    const days = ['2026-01-05', '2026-02-05'];
    const writes = Array.from({ length: 12 }, (_, index) => spend({ occurredOn: days[index % 2] ?? '' }));
    await Promise.all([...writes, sumNow(), sumNow()]);
    expect(await shown()).toEqual(await expected());
    await sumNow();
    expect([await storedMonths(), await shown()]).toEqual([['2026-01-01', '2026-02-01'], await expected()]);
  });

  it('have a month for every entry, which the database enforces', async () => {
    const insert = sql`insert into ledger_entries (coach_id, id, kind, amount_cents, currency, occurred_on, category)
      values (${coach.id}, ${randomUUID()}, 'revenue', 1, 'USD', '2024-02-29', 'Other')`;
    await expect(test.owner.execute(insert)).rejects.toMatchObject({ cause: { code: '23503' } });
  });
});

it('any history of the books has the sums of its entries, whenever the job runs', async () => {
  const day = fc.integer({ min: 0, max: 80 }).map((days) => addDays('2025-12-20', days));
  const cents = fc.integer({ min: 1, max: 100_000 });
  const step = fc.oneof(
    fc.record({ kind: fc.constant('spend'), day, cents, nth: fc.nat(3) }),
    fc.record({ kind: fc.constant('edit'), day, cents, nth: fc.nat(3) }),
    fc.record({
      kind: fc.constantFrom('delete', 'pay', 'refund', 'import', 'undo', 'job'),
      day,
      cents,
      nth: fc.nat(3),
    }),
  );
  await fc.assert(
    fc.asyncProperty(fc.array(step, { minLength: 4, maxLength: 12 }), async (steps) => {
      coach = await aCoach(test);
      client = await aClient(test, { of: coach });
      const [expenses, payments, imports] = [
        new Map<number, string>(),
        new Map<number, string>(),
        new Map<number, string>(),
      ];
      const currency = 'USD';
      for (const { kind, day: occurredOn, cents: amountCents, nth } of steps) {
        const expenseId = expenses.get(nth);
        const paymentId = payments.get(nth);
        if (kind === 'job') await sumNow();
        if (kind === 'spend') expenses.set(nth, (await spend({ occurredOn, amountCents })).id);
        if (kind === 'edit' && expenseId) {
          const { expenses: all } = await coach.api.expenses.listExpenses(key());
          await spend({ occurredOn, amountCents }, expenseId, all.find(({ id }) => id === expenseId)?.version);
        }
        if (kind === 'delete' && expenseId) {
          await coach.api.expenses.deleteExpense({ ...key(), expenseId });
          expenses.delete(nth);
        }
        if (kind === 'pay') {
          const id = randomUUID();
          const paid = { ...aPayment, clientId: client.clientId, paidOn: occurredOn, amountCents };
          await coach.api.money.recordPayment({ ...key(), ...paid, paymentId: id });
          payments.set(nth, id);
        }
        if (kind === 'refund' && paymentId) {
          await coach.api.money.refundPayment({
            ...key(),
            paymentId,
            refundId: randomUUID(),
            amountCents: 1,
            reason: '',
          });
        }
        if (kind === 'import') {
          const importId = randomUUID();
          const row = { kind: 'expense' as const, currency, payee: 'Acme', nth: 1, category: 'Other', note: '' };
          const rows = [0, 31].map((later) => ({
            ...row,
            id: randomUUID(),
            amountCents,
            occurredOn: addDays(occurredOn, later),
          }));
          await coach.api.expenses.importExpenses({ ...key(), importId, rows, dryRun: false });
          imports.set(nth, importId);
        }
        const importId = imports.get(nth);
        if (kind === 'undo' && importId) await coach.api.expenses.undoImport({ ...key(), importId });
        expect(await shown()).toEqual(await expected());
      }
      await sumNow();
      expect(await shown()).toEqual(await expected());
    }),
    { numRuns: 25 },
  );
});
