import { randomUUID } from 'node:crypto';
import type { BusinessRow } from '@stridewell/contract/metrics/metrics';
import { lastOfMonth, type RowKind } from '@stridewell/contract/metrics/metrics.periods.rules';
import { addMonths } from '@stridewell/contract/money/money.dates.rules';
import { MRR_MOVEMENTS } from '@stridewell/contract/money/money.mrr.rules';
import { addDays } from '@stridewell/contract/time';
import { sql } from 'drizzle-orm';
import fc from 'fast-check';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import type { LedgerEntry } from '../../../seed/books.ts';
import { outcomesOf } from '../../../test/api.ts';
import { shareTestApp, type TestApp } from '../../../test/app.ts';
import { aClientSubscription, someEntries } from '../../../test/factories/business.ts';
import { aClient, aCoach, type Coach } from '../../../test/people.ts';

let test: TestApp;
let coach: Coach;
const TODAY = '2026-03-31';
beforeAll(async () => {
  test = await shareTestApp();
});
afterAll(() => test.close());
afterEach(() => test.setNow(null));
beforeEach(async () => {
  // It is already April in UTC.
  test.setNow(new Date('2026-04-01T05:00:00Z'));
  coach = await aCoach(test, { timeZone: 'America/Los_Angeles' });
});

type Entry = Omit<LedgerEntry, 'coachId' | 'id' | 'category'>;
const insert = (entries: readonly Entry[]) => someEntries(test, { of: coach, entries });
const entry = (kind: Entry['kind'], amountCents: number, occurredOn: string, more: Partial<Entry> = {}): Entry => ({
  kind,
  amountCents,
  occurredOn,
  currency: 'USD',
  ...more,
});
const MARCH = { from: '2026-03-01', to: '2026-03-31' };
const ask = (period = MARCH, currency?: string, by = coach) =>
  by.api.metrics.getBusinessMetrics({ coachId: by.id, ...period, ...(currency && { currency }) });
const rowsOf = (kind: RowKind, period = MARCH, currency = 'USD') =>
  coach.api.metrics.listBusinessRows({ coachId: coach.id, ...period, kind, currency });

/** Sums the rows of MRR or of its movements. */
const sumOfRows = (rows: readonly BusinessRow[]): number =>
  rows.reduce((sum, row) => {
    if (row.of === 'subscription') return sum + row.cents;
    return row.of === 'movement' ? sum + row.afterCents - row.beforeCents : sum;
  }, 0);

type Change = { subscription: number; client: string; on: string; monthlyCents: number };
async function insertChanges(changes: readonly Change[]): Promise<void> {
  const subscriptions = Map.groupBy(changes, ({ subscription }) => subscription);
  for (const own of subscriptions.values())
    await aClientSubscription(test, { of: { coachId: coach.id, clientId: own[0]?.client ?? '' }, changes: own });
}

describe('the business metrics', () => {
  it('are empty until the first entry', async () => {
    expect(await ask()).toBeNull();
    expect(await rowsOf('all')).toMatchObject({ rows: [], total: 0, cents: 0 });
    await insert([entry('expense', 100, '2024-02-29')]);
    const metrics = await ask();
    expect(metrics).toMatchObject({
      figures: { revenue: 0, expenses: 0, profit: 0, margin: null },
      growth: null,
      mrr: null,
      cohorts: [],
      retention: { percent: 85, started: 0, kept: 0, isAssumed: true },
      lifetime: { missing: 'months' },
      historyMonths: 25,
    });
  });

  it('agree with the record of the month, the dashboard and the rows', async () => {
    await insert([
      entry('revenue', 50_000, '2026-03-01'),
      entry('refund', 5000, '2026-03-31'),
      entry('expense', 12_500, '2026-03-15'),
      entry('revenue', 40_000, '2026-02-10'),
      entry('revenue', 70_000, '2026-03-02', { currency: 'EUR' }),
    ]);
    const metrics = await ask();
    expect(metrics).toMatchObject({
      figures: { revenue: 45_000, expenses: 12_500, profit: 32_500, margin: 72.2 },
      before: { revenue: 40_000 },
      currencies: ['USD', 'EUR'],
      today: TODAY,
    });
    const record = await coach.api.metrics.getCoachRevenue({ coach_id: coach.id });
    expect(record).toMatchObject({ current_month_revenue: 45_000, monthly_expenses: 12_500, profit_margin: 72.2 });
    expect(metrics?.months.at(-1)).toEqual({ month: '2026-03-01', revenue: 45_000, expenses: 12_500 });
    expect(await rowsOf('revenue')).toMatchObject({ total: 2, cents: 45_000 });
    expect(await rowsOf('expense')).toMatchObject({ total: 1, cents: 12_500 });
    expect(await rowsOf('all')).toMatchObject({ total: 3, cents: 32_500 });
    expect(await ask(MARCH, 'EUR')).toMatchObject({ figures: { revenue: 70_000, expenses: 0 }, currency: 'EUR' });
    const { body } = await coach.caller.get(`/exports/${coach.id}/business-metrics.csv`);
    expect(String(body)).toContain('"2026-03","USD","450","125","325","72.2"\r\n');
    expect(String(body)).toContain('"2026-03","EUR","700","0","700","100"\r\n');
  });

  it('compare a running month with the same days of the previous month', async () => {
    test.setNow(new Date('2026-03-10T20:00:00Z'));
    await insert([entry('revenue', 300, '2026-02-10'), entry('revenue', 900, '2026-02-11')]);
    await insert([entry('revenue', 600, '2026-03-10')]);
    const metrics = await ask();
    expect(metrics).toMatchObject({
      current: { from: '2026-03-01', to: '2026-03-10' },
      previous: { from: '2026-02-01', to: '2026-02-10' },
    });
  });

  it('name the clients behind a change, and the new ones', async () => {
    const [old, fresh] = [await aClient(test, { of: coach }), await aClient(test, { of: coach })];
    await insert([
      entry('revenue', 10_000, '2026-02-05', { clientId: old.clientId }),
      entry('revenue', 15_000, '2026-03-05', { clientId: fresh.clientId }),
      entry('revenue', 5000, '2026-03-05', { clientId: fresh.clientId }),
      entry('revenue', 500, '2026-03-05'),
    ]);
    expect((await ask())?.changes).toEqual([
      { clientId: fresh.clientId, name: fresh.name, cents: 20_000, isNew: true },
      { clientId: old.clientId, name: old.name, cents: -10_000, isNew: false },
      { clientId: null, name: null, cents: 500, isNew: false },
    ]);
  });

  it('can compare the earliest possible day with the day before', async () => {
    await insert([entry('revenue', 100, '2026-03-01')]);
    const metrics = await ask({ from: '1900-01-01', to: '1900-01-01' });
    expect(metrics).toMatchObject({ previous: { from: '1899-12-31', to: '1899-12-31' } });
    const period = { from: '1900-01-01', to: '1900-01-01' };
    const expenses = await coach.api.metrics.getExpenseAnalytics({ coachId: coach.id, ...period });
    expect(expenses.previous).toEqual(metrics?.previous);
  });

  it('stay within the tenant and need Coach Plus', async () => {
    await insert([entry('revenue', 100, '2026-03-01')]);
    const other = await aCoach(test);
    expect(await ask(MARCH, undefined, other)).toBeNull();
    const base = await aCoach(test, { plan: 'base' });
    expect(await outcomesOf([ask(MARCH, undefined, base)])).toEqual(['FEATURE_REQUIRED']);
    expect((await base.caller.get(`/exports/${base.id}/business-metrics.csv`)).status).toBe(403);
  });

  it('forecast from half a year on', async () => {
    const months = Array.from({ length: 6 }, (_, index) => addMonths('2026-02-15', -index));
    await insert(months.slice(0, 5).map((day) => entry('revenue', 1000, day)));
    expect(await ask()).toMatchObject({ forecast: null, historyMonths: 5 });
    await insert(months.slice(5).map((day) => entry('revenue', 1000, day)));
    const flat = (cents: number) => ({ cents, low: cents, high: cents });
    const parts = { mrr: 0, churn: 0, gained: 0, other: 1000, trend: 0 };
    const [april, may] = ['2026-04-01', '2026-05-01'].map((month) => ({ month, ...flat(1000) }));
    // March ends today without a payment.
    const march = { month: '2026-03-01', ...flat(0) };
    expect((await ask())?.forecast).toEqual({ ...parts, months: [march, april, may] });
    // On the day before, no more revenue is usual; on the 10th, all of it is still to come.
    for (const [now, cents] of [
      ['2026-03-31T05:00:00Z', 0],
      ['2026-03-11T05:00:00Z', 1000],
    ] as const) {
      test.setNow(new Date(now));
      expect((await ask())?.forecast?.months).toEqual([{ ...march, ...flat(cents) }, april, may]);
    }
    await insert([entry('revenue', 1300, '2026-03-02')]);
    expect((await ask())?.forecast?.months).toEqual([{ ...march, ...flat(2300) }, april, may]);
  });
});

describe('the rows behind recurring revenue', () => {
  it('name the client, the subscriptions, the day and both amounts', async () => {
    const [ana, ben] = [await aClient(test, { of: coach }), await aClient(test, { of: coach })];
    await insert([entry('revenue', 100, '2026-03-02', { clientId: ana.clientId })]);
    await insertChanges([
      { subscription: 0, client: ana.clientId, on: '2026-02-01', monthlyCents: 10_000 },
      { subscription: 1, client: ana.clientId, on: '2026-03-10', monthlyCents: 5000 },
      { subscription: 2, client: ben.clientId, on: '2026-03-15', monthlyCents: 8000 },
      { subscription: 2, client: ben.clientId, on: '2026-04-01', monthlyCents: 0 },
    ]);
    const coaching = { of: 'subscription', name: 'Coaching' };
    const wholeApril = { from: '2026-04-01', to: '2026-04-30' };
    // Ben's subscription ends tomorrow, so its end counts from tomorrow.
    for (const period of [MARCH, wholeApril]) {
      expect(await rowsOf('mrr', period)).toMatchObject({
        total: 3,
        cents: 23_000,
        today: TODAY,
        rows: [
          { ...coaching, on: '2026-03-15', clientId: ben.clientId, clientName: ben.name, cents: 8000 },
          { ...coaching, on: '2026-03-10', clientId: ana.clientId, clientName: ana.name, cents: 5000 },
          { ...coaching, on: '2026-02-01', clientId: ana.clientId, cents: 10_000 },
        ],
      });
    }
    expect(await rowsOf('expansion')).toMatchObject({
      total: 1,
      cents: 5000,
      rows: [{ on: '2026-03-10', clientName: ana.name, names: ['Coaching'], beforeCents: 10_000, afterCents: 15_000 }],
    });
    expect(await rowsOf('new')).toMatchObject({ total: 1, cents: 8000, rows: [{ clientName: ben.name }] });
    expect(await rowsOf('churn', wholeApril)).toMatchObject({ total: 0, cents: 0, rows: [] });
    expect(await rowsOf('mrr', MARCH, 'EUR')).toMatchObject({ total: 0, cents: 0 });
    expect(await rowsOf('cohort')).toMatchObject({
      rows: [{ id: ana.clientId, clientName: ana.name, on: '2026-03-02', lastPaidOn: '2026-03-02', months: 1 }],
    });
    const other = await aCoach(test);
    for (const kind of ['mrr', 'new', 'cohort'] as const) {
      const asked = { coachId: other.id, ...MARCH, kind, currency: 'USD', clientId: ana.clientId };
      expect(await other.api.metrics.listBusinessRows(asked)).toMatchObject({ total: 0, rows: [] });
    }
  });

  it('are paged without omissions', async () => {
    const { clientId } = await aClient(test, { of: coach });
    const days = Array.from({ length: 60 }, (_, index) => addDays('2026-01-01', Math.floor(index / 2)));
    await insertChanges(
      days.map((on, subscription) => ({ subscription, client: clientId, on, monthlyCents: subscription + 1 })),
    );
    const ask = (cursor?: string) =>
      coach.api.metrics.listBusinessRows({
        coachId: coach.id,
        ...MARCH,
        kind: 'mrr',
        currency: 'USD',
        ...(cursor && { cursor }),
      });
    const first = await ask();
    expect([first.rows.length, first.total]).toEqual([50, 60]);
    const second = await ask(first.nextCursor ?? '');
    expect(second.nextCursor).toBeNull();
    const all = [...first.rows, ...second.rows];
    expect([new Set(all.map(({ id }) => id)).size, sumOfRows(all)]).toEqual([60, first.cents]);
  });
});

describe('any history', () => {
  const START = '2025-01-01';
  const day = fc.integer({ min: 0, max: 454 }).map((days) => addDays(START, days));
  const anEntry = fc.record({
    kind: fc.constantFrom('revenue', 'refund', 'expense'),
    amountCents: fc.integer({ min: 1, max: 100_000 }),
    occurredOn: day,
    currency: fc.constantFrom('USD', 'EUR'),
    client: fc.option(fc.nat(2)),
  });
  const aChange = fc.record({
    subscription: fc.nat(4),
    on: day,
    monthlyCents: fc.constantFrom(0, 5000, 10_000, 20_000),
  });
  const periods = fc.constantFrom(
    MARCH,
    { from: '2026-01-01', to: '2026-03-31' },
    { from: '2025-01-01', to: '2025-12-31' },
    { from: '2026-02-10', to: '2026-02-10' },
    { from: '2025-11-05', to: '2026-01-20' },
  );

  it('has the figures computed from its raw rows, even after late and edited entries', async () => {
    const clients: string[] = [];
    for (let count = 0; count < 3; count += 1) clients.push((await aClient(test, { of: coach })).clientId);
    const histories = fc.record({
      entries: fc.array(anEntry, { minLength: 1, maxLength: 40 }),
      late: fc.array(anEntry, { maxLength: 5 }),
      changes: fc.array(aChange, { maxLength: 12 }),
      period: periods,
    });
    await fc.assert(
      fc.asyncProperty(histories, async ({ entries, late, changes, period }) => {
        await test.owner.execute(sql`delete from ledger_entries where coach_id = ${coach.id}`);
        await test.owner.execute(sql`delete from subscription_changes where coach_id = ${coach.id}`);
        await test.owner.execute(sql`delete from client_subscriptions where coach_id = ${coach.id}`);
        const withClient = ({ client, ...row }: (typeof entries)[number]): Entry => ({
          ...row,
          clientId: client === null ? null : clients[client],
        });
        await insert(entries.map(withClient));
        await ask(period);
        await insert(late.map(withClient));
        await test.owner.execute(
          sql`update ledger_entries set amount_cents = amount_cents + 7 where coach_id = ${coach.id} and kind = 'revenue'`,
        );
        const sorted = changes.toSorted((a, b) => (a.on < b.on ? -1 : 1));
        await insertChanges(sorted.map((one) => ({ ...one, client: clients[one.subscription % 3] ?? '' })));

        const rows = [...entries, ...late].map((row) => ({
          ...row,
          amountCents: row.amountCents + (row.kind === 'revenue' ? 7 : 0),
        }));
        const revenueIn = (from: string, to: string, client?: number) =>
          rows
            .filter((row) => row.currency === 'USD' && row.occurredOn >= from && row.occurredOn <= to)
            .filter((row) => row.kind !== 'expense' && (client === undefined || row.client === client))
            .reduce((sum, row) => sum + (row.kind === 'refund' ? -1 : 1) * row.amountCents, 0);
        const spentIn = (from: string, to: string) =>
          rows
            .filter((row) => row.currency === 'USD' && row.kind === 'expense')
            .filter((row) => row.occurredOn >= from && row.occurredOn <= to)
            .reduce((sum, row) => sum + row.amountCents, 0);
        const mrrOn = (on: string) => {
          const latest = new Map<number, number>();
          for (const change of sorted) if (change.on <= on) latest.set(change.subscription, change.monthlyCents);
          return [...latest.values()].reduce((sum, cents) => sum + cents, 0);
        };

        const metrics = await ask(period);
        if (!metrics) throw new Error('no figures');
        const { current, previous, figures, before, months, mrr, cohorts } = metrics;
        const [revenue, expenses] = [revenueIn(current.from, current.to), spentIn(current.from, current.to)];
        expect(figures).toMatchObject({ revenue, expenses, profit: revenue - expenses });
        expect(before.revenue).toBe(revenueIn(previous.from, previous.to));
        expect(before.expenses).toBe(spentIn(previous.from, previous.to));
        for (const { month, ...sums } of months) {
          const last = addDays(addMonths(month, 1), -1);
          expect(sums).toEqual({ revenue: revenueIn(month, last), expenses: spentIn(month, last) });
        }
        for (const { clientId, cents } of metrics.changes) {
          if (clientId === null) continue;
          const client = clients.indexOf(clientId);
          const change = revenueIn(current.from, current.to, client) - revenueIn(previous.from, previous.to, client);
          expect(cents).toBe(change);
        }
        if (mrr) {
          expect(mrr.cents).toBe(mrrOn(current.to));
          expect(mrr.before).toBe(mrrOn(addDays(current.from, -1)));
          const moved = Object.values(mrr.movements).reduce((sum, cents) => sum + cents, 0);
          expect(moved).toBe(mrr.cents - mrr.before);
          const running = await rowsOf('mrr', current);
          expect([running.cents, sumOfRows(running.rows)]).toEqual([mrr.cents, mrr.cents]);
          for (const movement of MRR_MOVEMENTS) {
            const { cents, rows: moves } = await rowsOf(movement, current);
            expect([cents, sumOfRows(moves)]).toEqual([mrr.movements[movement], mrr.movements[movement]]);
          }
        } else {
          expect(mrrOn(TODAY)).toBe(0);
        }
        const paidIn = (client: number, month: string) =>
          rows.some((row) => row.kind === 'revenue' && row.client === client && row.occurredOn.startsWith(month));
        const firstOf = (client: number) =>
          rows
            .flatMap((row) => (row.kind === 'revenue' && row.client === client ? row.occurredOn.slice(0, 7) : []))
            .sort()[0];
        for (const { month, clients: payers, paying } of cohorts) {
          const own = [0, 1, 2].filter((client) => firstOf(client) === month.slice(0, 7));
          const expected = paying.map(
            (_, index) => own.filter((client) => paidIn(client, addMonths(month, index).slice(0, 7))).length,
          );
          expect(paying).toEqual(expected);
          const behind = await rowsOf('cohort', { from: month, to: lastOfMonth(month) });
          expect(behind.rows.map(({ id }) => id).sort()).toEqual(own.map((client) => clients[client]).sort());
          expect([behind.total, behind.cents]).toEqual([payers, null]);
        }
        const rowsOfPeriod = await rowsOf('all', current);
        expect(rowsOfPeriod.cents).toBe(revenue - expenses);
      }),
      { numRuns: 40 },
    );
  });
});

it('lists exactly the active clients that it counts', async () => {
  await aClient(test, { of: coach, fullName: 'Nina Park', onboardingCompleted: true });
  await aClient(test, { of: coach, fullName: 'In onboarding', onboardingCompleted: false });
  await aClient(test, { of: coach, fullName: 'On a break', onboardingCompleted: true, status: 'paused' });
  const rows = await coach.api.metrics.listBusinessRows({
    coachId: coach.id,
    kind: 'active',
    currency: 'USD',
    from: '2026-01-01',
    to: '2026-01-31',
  });
  expect(rows).toMatchObject({ total: 1, rows: [{ of: 'active', clientName: 'Nina Park' }] });
  const entry = { coachId: coach.id, id: randomUUID(), kind: 'revenue', amountCents: 100 } as const;
  await coach.api.money.createLedgerEntry({ ...entry, category: 'Coaching', occurredOn: '2026-01-05' });
  expect(await coach.api.metrics.getCoachRevenue({ coach_id: coach.id })).toMatchObject({ active_clients: rows.total });
});
