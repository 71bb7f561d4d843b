import { randomUUID } from 'node:crypto';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { bookEntries, type LedgerEntry } from '../../../seed/books.ts';
import { outcomesOf } from '../../../test/api.ts';
import { shareTestApp, type TestApp } from '../../../test/app.ts';
import { aCoach, type Coach } from '../../../test/people.ts';

let test: TestApp;
let coach: Coach;
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

const MARCH = { from: '2026-03-01', to: '2026-03-31' };

describe('the expense analytics', () => {
  const analyse = (by: Coach = coach, currency?: string) =>
    by.api.metrics.getExpenseAnalytics({ coachId: by.id, ...MARCH, ...(currency && { currency }) });
  const spend = async (category: string, amountCents: number, occurredOn: string, more: Partial<LedgerEntry> = {}) => {
    const key = { coachId: coach.id, id: randomUUID(), currency: 'USD' };
    await bookEntries(test.owner, [{ ...key, kind: 'expense', amountCents, occurredOn, category, ...more }]);
  };

  it('add up to the expenses of the business metrics', async () => {
    await spend('Rent', 60_000, '2026-03-01');
    await spend('Rent', 50_000, '2026-02-01');
    await spend('Software', 10_000, '2026-03-31');
    await spend('Travel', 2000, '2026-02-28');
    await spend('Travel', 700, '2025-03-31');
    await spend('Rent', 900, '2026-03-05', { currency: 'EUR' });
    await spend('Coaching', 5000, '2026-03-01', { kind: 'revenue' });
    const { categories, cents, before, currencies, months } = await analyse();
    expect(categories.map(({ category, cents: now, before: then }) => [category, now, then])).toEqual([
      ['Rent', 60_000, 50_000],
      ['Software', 10_000, 0],
      ['Travel', 0, 2000],
    ]);
    expect({ cents, before, currencies }).toEqual({ cents: 70_000, before: 52_000, currencies: ['USD', 'EUR'] });
    const metrics = await coach.api.metrics.getBusinessMetrics({ coachId: coach.id, ...MARCH });
    expect([metrics?.figures.expenses, metrics?.before.expenses]).toEqual([cents, before]);
    expect(months).toHaveLength(12);
    expect(categories[0]?.byMonth.slice(-3)).toEqual([0, 50_000, 60_000]);
    expect(await analyse(coach, 'EUR')).toMatchObject({ cents: 900, before: 0 });
  });

  it('need Coach Pro', async () => {
    const plus = await aCoach(test, { plan: 'plus' });
    expect(await outcomesOf([analyse(plus)])).toEqual(['FEATURE_REQUIRED']);
    expect(await analyse()).toMatchObject({ cents: 0, categories: [] });
  });
});
