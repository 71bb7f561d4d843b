import { randomUUID } from 'node:crypto';
import type { OperatorRight } from '@stridewell/contract/access';
import { OPERATOR_ROLES, operatorMay } from '@stridewell/contract/operator/operator.rules';
import { sql } from 'drizzle-orm';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { type Caller, cookieOf, createTestApp, PASSWORD, type TestApp } from './app.ts';
import { MailServer } from './mail-server.ts';
import { aCoach, anOperator, type Coach, type Person } from './people.ts';
import { codesOf, secretOf } from './totp.ts';

const server = new MailServer();
let test: TestApp;
beforeAll(async () => {
  test = await createTestApp({ SMTP_URL: await server.start() });
});
afterAll(async () => {
  await test.close();
  await server.stop();
});

const reason = 'You asked us to.';
const auth = <Body = unknown>(caller: Caller, path: string, body: object) =>
  caller.send<Body>('POST', `/auth/v1${path}`, body);
const isIn = async (caller: Caller) => (await caller.get('/rest/v1/user_roles')).status === 200;

/** A coach with the second step on. */
async function aProtectedCoach(): Promise<Coach> {
  const coach = await aCoach(test);
  const on = await auth<{ totpURI: string }>(coach.caller, '/two-factor/enable', { password: PASSWORD });
  const [code = ''] = codesOf(secretOf(on.body.totpURI));
  expect((await auth(coach.caller, '/two-factor/verify-totp', { code })).status).toBe(200);
  return coach;
}

/** Everything that an operator can read about an account and its mails. */
async function readAll({ api }: Person, { id: userId, email: to }: Coach): Promise<string> {
  const [account, entries, mails, queues] = await Promise.all([
    api.accounts.getAccount({ userId }),
    api.accounts.listAccountEntries({ userId }),
    api.jobs.listMails({ to }),
    api.jobs.listQueues({}),
  ]);
  const failed = await Promise.all(queues.queues.map(({ name }) => api.jobs.listFailedJobs({ queue: name })));
  const webhooks = await api.jobs.listWebhooks({});
  return JSON.stringify([account, entries, mails, failed, webhooks]);
}

const deliveries = async (to: string) => {
  const { rows } = await test.owner.execute<{ id: string; template: string; status: string }>(
    sql`select id, template, status from mail_deliveries where recipient = ${to} and status <> 'queued'`,
  );
  return rows;
};
const settled = (to: string, count: number) =>
  expect.poll(async () => (await deliveries(to)).length, { timeout: 30_000 }).toBe(count);

/** Requests every mail that a visitor can trigger for an address. */
async function requestAll(email: string): Promise<void> {
  for (const [path, body] of [
    ['/email-otp/send-verification-otp', { email, type: 'sign-in' }],
    ['/sign-in/magic-link', { email }],
    ['/request-password-reset', { email }],
  ] as const) {
    expect((await auth(test.anonymous, path, body)).status).toBe(200);
  }
}

/** Tries every word that could be a code or a token. @returns those that worked */
async function tryAll(texts: string, email: string): Promise<string[]> {
  const opened: string[] = [];
  for (const otp of new Set(texts.match(/\b\d{6}\b/g))) {
    const answer = await auth(test.anonymous, '/sign-in/email-otp', { email, otp });
    if (answer.status === 200) opened.push(otp);
  }
  for (const token of new Set(texts.match(/[\w.-]{20,}/g))) {
    const linked = await test.anonymous.get(`/auth/v1/magic-link/verify?token=${token}`);
    if (await isIn(test.withCookies(cookieOf(linked)))) opened.push(token);
    const reset = await auth(test.anonymous, '/reset-password', { token, newPassword: `taken-${randomUUID()}` });
    if (reset.status === 200) opened.push(token);
  }
  return opened;
}

it.each(['delivered', 'refused with a quotation'])(
  'support that uses all its rights on an account cannot sign in to it, with mails %s',
  async (how) => {
    const [support, coach] = [await anOperator(test, { operatorRole: 'support' }), await aProtectedCoach()];
    const { id: userId, email } = coach;
    const earlier = (await deliveries(email)).length;
    await settled(email, Math.max(earlier, 1));
    server.quotes = how !== 'delivered';
    const before = server.taken.length;
    const { api } = support;
    await api.accounts.startViewing({ userId, reason });
    await api.accounts.stopViewing({});
    await api.accounts.askForExport({ userId, reason });
    await api.accounts.endAccountSessions({ userId, reason });
    await api.accounts.resetSecondStep({ userId, reason });
    await requestAll(email);
    await expect
      .poll(async () => (await deliveries(email)).map(({ template }) => template), { timeout: 30_000 })
      .toEqual(expect.arrayContaining(['sign_in_code', 'sign_in_link', 'reset']));
    const texts = [await readAll(support, coach)];
    server.quotes = false;
    for (const { id, status } of await deliveries(email)) {
      if (status === 'failed') texts.push(JSON.stringify(await api.jobs.sendMailAgain({ mailId: id })));
    }
    texts.push(await readAll(support, coach));
    expect(await tryAll(texts.join('\n'), email)).toEqual([]);
    // Mails that are sent again go only to the account's address.
    await expect.poll(() => server.taken.length, { timeout: 30_000 }).toBeGreaterThanOrEqual(before + 3);
    for (const mail of server.taken.slice(before)) expect(mail.toLowerCase()).toContain(`to: ${email.toLowerCase()}`);
    const actions = (await api.accounts.listAccountEntries({ userId })).entries.map(({ action }) => action);
    expect(actions).toEqual(
      expect.arrayContaining(['account.two_factor_reset', 'account.sessions_ended', 'account.view_ended']),
    );
  },
);

it('the account’s own mail does open it', async () => {
  const coach = await aProtectedCoach();
  const support = await anOperator(test, { operatorRole: 'support' });
  await support.api.accounts.resetSecondStep({ userId: coach.id, reason });
  const before = server.taken.length;
  await auth(test.anonymous, '/email-otp/send-verification-otp', { email: coach.email, type: 'sign-in' });
  const arrived = () =>
    server.taken.slice(before).find((mail) => mail.includes('sign-in code') && mail.includes(coach.email));
  await expect.poll(arrived, { timeout: 30_000 }).toBeDefined();
  const code = arrived()?.match(/sign-in code is \*?(\d{6})/)?.[1] ?? '';
  const answer = await auth(test.anonymous, '/sign-in/email-otp', { email: coach.email, otp: code });
  expect(await isIn(test.withCookies(cookieOf(answer)))).toBe(true);
});

it('only admins may create operators, edit mails or search all chains', () => {
  const ADMIN_ONLY: OperatorRight[] = ['operators', 'settings', 'audit'];
  const holders = OPERATOR_ROLES.filter((role) => ADMIN_ONLY.some((right) => operatorMay(role, right)));
  expect(holders).toEqual(['admin']);
  // Helping with sign-in and moving money need two different people.
  expect(operatorMay('support', 'billing') || operatorMay('billing', 'support')).toBe(false);
  expect(operatorMay('billing', 'jobs')).toBe(false);
});
