import { sql } from 'drizzle-orm';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { outcomesOf } from '../../../test/api.ts';
import { createTestApp, type TestApp } from '../../../test/app.ts';
import { createBuyers } from '../../../test/buyers.ts';
import { anErasure } from '../../../test/factories/platform.ts';
import { aClient, aCoach, anOperator, type Person } from '../../../test/people.ts';
import { eraseDue } from './accounts.erasure.service.ts';

let test: TestApp;
let operator: Person;
let buyers: ReturnType<typeof createBuyers>;
beforeAll(async () => {
  test = await createTestApp();
  buyers = createBuyers(test);
  operator = await anOperator(test, { operatorRole: 'support' });
});
afterAll(() => test.close());

const reason = 'You asked us to delete your account.';
const NOT_POSSIBLE = { code: 'NOT_POSSIBLE' };
const ask = ({ id: userId, email }: { id: string; email: string }) =>
  operator.api.accounts.askForErasure({ userId, reason, email });
const accountOf = (userId: string) => operator.api.accounts.getAccount({ userId });
const makeDue = (userId: string) =>
  test.owner.execute(sql`update account_erasures set due_at = now() - interval '1 minute' where user_id = ${userId}`);
const mailed = (email: string, subject: string) =>
  expect.poll(() => buyers.mailsTo(email), { timeout: 10_000 }).toContain(subject);

it('deletes an account after 72 hours, and not before', async () => {
  const coach = await aCoach(test);
  const client = await aClient(test, { of: coach });
  const { dueAt } = await ask(client);
  expect(Math.round((Date.parse(dueAt) - Date.now()) / 3_600_000)).toBe(72);
  await mailed(client.email, 'Your account will be deleted');
  await eraseDue(test.services);
  expect((await accountOf(client.id)).erasureDueAt).toBe(dueAt);
  await makeDue(client.id);
  await eraseDue(test.services);
  await expect(accountOf(client.id)).rejects.toMatchObject({ code: 'NOT_FOUND' });
  await mailed(client.email, 'Your account is deleted');
  // As if the process had stopped before it removed the request.
  await eraseDue(test.services);
  expect((await accountOf(coach.id)).coachings).toMatchObject([{ status: 'ended', count: 1 }]);
});

it('removes the request to delete a coach, whose row stays for the history of clients', async () => {
  const coach = await aCoach(test);
  await ask(coach);
  await makeDue(coach.id);
  await eraseDue(test.services);
  const { rows } = await test.owner.execute(sql`select 1 from account_erasures where user_id = ${coach.id}`);
  expect(rows).toEqual([]);
  await expect(accountOf(coach.id)).rejects.toMatchObject({ code: 'NOT_FOUND' });
});

it('is requested once, and canceled once', async () => {
  const coach = await aCoach(test);
  const wrong = operator.api.accounts.askForErasure({ userId: coach.id, reason, email: 'other@example.com' });
  await expect(wrong).rejects.toMatchObject(NOT_POSSIBLE);
  expect((await outcomesOf([ask(coach), ask(coach)])).sort()).toEqual(['NOT_POSSIBLE', 'OK']);
  const cancel = () => operator.api.accounts.cancelErasure({ userId: coach.id });
  expect((await outcomesOf([cancel(), cancel()])).sort()).toEqual(['NOT_POSSIBLE', 'OK']);
  await eraseDue(test.services);
  expect((await accountOf(coach.id)).erasureDueAt).toBeNull();
  const { entries } = await operator.api.accounts.listAccountEntries({ userId: coach.id });
  expect(entries.map(({ action }) => action)).toEqual(['account.erasure_cancelled', 'account.erasure_asked']);
  await mailed(coach.email, 'Your account will not be deleted');
});

it('waits for the end of a subscription', async () => {
  const { email, api } = await buyers.subscriber('plus');
  const { user } = await buyers.sessionOf({ api });
  await expect(ask(user)).rejects.toMatchObject(NOT_POSSIBLE);
  // Bought after the deletion was requested.
  await anErasure(test, { of: user });
  await eraseDue(test.services);
  expect(await accountOf(user.id)).toMatchObject({ email, plan: 'plus' });
  await test.owner.execute(sql`delete from account_erasures where user_id = ${user.id}`);
});

it('is refused for operators and by operators without the right', async () => {
  const other = await anOperator(test);
  await expect(ask(other)).rejects.toMatchObject({ code: 'FORBIDDEN' });
  await expect(ask(operator)).rejects.toMatchObject({ code: 'FORBIDDEN' });
  const billing = await anOperator(test, { operatorRole: 'billing' });
  const coach = await aCoach(test);
  const attempt = billing.api.accounts.askForErasure({ userId: coach.id, reason, email: coach.email });
  await expect(attempt).rejects.toMatchObject({ code: 'FORBIDDEN' });
});
