import { randomUUID } from 'node:crypto';
import type { RecurringInput } from '@stridewell/contract/expenses/expenses';
import { EXPENSE_BOUNDS } from '@stridewell/contract/expenses/expenses.rules';
import { sql } from 'drizzle-orm';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { outcomesOf } from '../../../test/api.ts';
import { createTestApp, type TestApp } from '../../../test/app.ts';
import { someRecurringExpenses } from '../../../test/factories/business.ts';
import { aCoach, type Coach } from '../../../test/people.ts';
import { aRecurring } from '../../../test/security-cases-expenses.ts';
import { addDueExpenses } from './expenses.recurring.service.ts';

let test: TestApp;
let coach: Coach;
beforeAll(async () => {
  test = await createTestApp();
});
afterAll(() => test.close());
afterEach(() => test.setNow(null));
beforeEach(async () => {
  test.setNow(new Date('2026-03-15T12:00:00Z'));
  coach = await aCoach(test, { timeZone: 'America/Los_Angeles' });
});

const save = (changes: Partial<RecurringInput>, recurringId: string = randomUUID(), basedOn = 0) =>
  coach.api.expenses.saveRecurring({
    coachId: coach.id,
    recurringId,
    basedOn,
    recurring: { ...aRecurring, ...changes },
  });
const pause = (recurringId: string, paused: boolean) =>
  coach.api.expenses.pauseRecurring({ coachId: coach.id, recurringId, paused });
const run = (at: string) => {
  test.setNow(new Date(at));
  return addDueExpenses(test.services);
};
const days = async () =>
  (await coach.api.expenses.listExpenses({ coachId: coach.id, sort: 'oldest' })).expenses.map(
    ({ occurredOn, amountCents }) => `${occurredOn} ${amountCents}`,
  );

describe('a recurring expense', () => {
  it('is added once with its days so far, even if sent repeatedly', async () => {
    const id = randomUUID();
    const rent = { startsOn: '2026-01-31', amountCents: 100 };
    const answers = await Promise.all([save(rent, id), save(rent, id)]);
    expect(answers.map(({ nextOn }) => nextOn)).toEqual(['2026-03-31', '2026-03-31']);
    expect(await days()).toEqual(['2026-01-31 100', '2026-02-28 100']);
  });

  it('is added once a day in the coach’s time zone, and catches up after downtime', async () => {
    await save({ startsOn: '2026-03-31', amountCents: 100 });
    // It is still March 30 in Los Angeles.
    await run('2026-03-31T06:00:00Z');
    expect(await days()).toEqual([]);
    await Promise.all([run('2026-03-31T08:00:00Z'), addDueExpenses(test.services)]);
    expect(await days()).toEqual(['2026-03-31 100']);
    await run('2026-06-15T08:00:00Z');
    await run('2026-06-15T09:00:00Z');
    expect(await days()).toEqual(['2026-03-31 100', '2026-04-30 100', '2026-05-31 100']);
    const { rows } =
      await test.owner.execute(sql`select after ->> 'automatic' as automatic, after ->> 'occurredOn' as day
      from audit_entries where chain_id = ${coach.id} and action = 'expense.added' order by seq`);
    expect(rows).toEqual(['2026-03-31', '2026-04-30', '2026-05-31'].map((day) => ({ automatic: 'true', day })));
  });

  it('changes from the next day on, and keeps earlier entries', async () => {
    const { id } = await save({ startsOn: '2026-03-10', amountCents: 100 });
    const changed = await save({ startsOn: '2026-03-20', amountCents: 250 }, id, 1);
    expect(changed).toMatchObject({ nextOn: '2026-03-20', version: 2 });
    await expect(save({ startsOn: '2026-03-25' }, id, 1)).rejects.toMatchObject({ code: 'RECURRING_CHANGED' });
    await run('2026-04-25T12:00:00Z');
    expect(await days()).toEqual(['2026-03-10 100', '2026-03-20 250', '2026-04-20 250']);
  });

  it('skips the days of a pause', async () => {
    const { id } = await save({ startsOn: '2026-03-01', amountCents: 100 });
    expect(await pause(id, true)).toMatchObject({ paused: true, nextOn: null });
    await run('2026-05-20T12:00:00Z');
    expect(await pause(id, false)).toMatchObject({ paused: false, nextOn: '2026-06-01' });
    expect(await pause(id, false)).toMatchObject({ nextOn: '2026-06-01' });
    await run('2026-06-02T12:00:00Z');
    expect(await days()).toEqual(['2026-03-01 100', '2026-06-01 100']);
  });

  it('is not added twice when it is resumed on its day', async () => {
    const { id } = await save({ startsOn: '2026-03-15', amountCents: 100 });
    await pause(id, true);
    expect(await pause(id, false)).toMatchObject({ nextOn: '2026-04-15' });
    expect(await days()).toEqual(['2026-03-15 100']);
  });

  it('ends with its last day, and its entries outlive it', async () => {
    const { id, nextOn } = await save({ startsOn: '2026-02-01', endsOn: '2026-03-14', amountCents: 100 });
    expect(nextOn).toBeNull();
    const key = { coachId: coach.id, recurringId: id };
    await coach.api.expenses.deleteRecurring(key);
    await coach.api.expenses.deleteRecurring(key);
    expect((await coach.api.expenses.listRecurring({ coachId: coach.id })).recurring).toEqual([]);
    expect(await days()).toEqual(['2026-02-01 100', '2026-03-01 100']);
  });

  it('has limits', async () => {
    await someRecurringExpenses(test, { of: coach, count: EXPENSE_BOUNDS.recurring });
    const attempts = [save({}), save({ startsOn: '2020-01-01' }), save({ endsOn: '2026-01-01' })];
    expect(await outcomesOf(attempts)).toEqual(['TOO_MANY_RECURRING', 'START_TOO_EARLY', 'ENDS_BEFORE_START']);
  });
});
