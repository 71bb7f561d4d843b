import { randomUUID } from 'node:crypto';
import { sql } from 'drizzle-orm';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createUser } from '../../../seed/factories.ts';
import {
  type Caller,
  cookieOf,
  createTestApp,
  hashOfPassword,
  linkIn,
  PASSWORD,
  type TestApp,
} from '../../../test/app.ts';
import { aLinkedAccount, aSecondStep } from '../../../test/factories/platform.ts';
import { openVerificationLink } from '../../../test/mailed-links.ts';
import { aPerson } from '../../../test/people.ts';
import { getUserId } from '../../../test/stored-sessions.ts';

let test: TestApp;
beforeAll(async () => {
  test = await createTestApp();
});
afterAll(() => test.close());

const NEW_PASSWORD = 'the-owner-is-here-1';
type Refusal = { code?: string };
const auth = (caller: Caller, path: string, body: object) => caller.send<Refusal>('POST', `/auth/v1${path}`, body);
const isIn = async (caller: Caller) => (await caller.get('/rest/v1/user_roles')).status === 200;
const signIn = (email: string, password = PASSWORD) => auth(test.anonymous, '/sign-in/email', { email, password });
const reset = (token: string | null | undefined, newPassword = NEW_PASSWORD) =>
  auth(test.anonymous, '/reset-password', { token, newPassword });

async function mailedLink(email: string, subject: RegExp): Promise<URL> {
  await expect.poll(async () => (await test.mailTo(email)).subject).toMatch(subject);
  return linkIn((await test.mailTo(email)).text);
}

/** An account that a stranger created with the address of the owner, who has the mailed link. */
async function squatted(more: object = {}) {
  const email = `person-${randomUUID().slice(0, 8)}@example.com`;
  await auth(test.anonymous, '/sign-up/email', { email, name: 'Kim Sato', password: PASSWORD, ...more });
  const link = await mailedLink(email, /^Verify/);
  const squatter = await test.signIn(email);
  expect(await isIn(squatter)).toBe(true);
  return { email, link, squatter };
}

/** All sessions and credentials of the account. */
async function waysIn(email: string) {
  const { rows } = await test.owner.execute(sql`select email_verified as verified, two_factor_enabled as second_step,
    (select count(*)::int from accounts where user_id = users.id) as accounts,
    (select count(*)::int from sessions where user_id = users.id) as sessions,
    (select count(*)::int from two_factors where user_id = users.id) as factors
    from users where email = ${email}`);
  return rows[0];
}
const NO_WAY_IN = { verified: true, second_step: false, accounts: 0, sessions: 0, factors: 0 };

/** Adds sessions and credentials that a stranger could have left in an unverified account. */
async function leaveWaysIn(email: string) {
  const of = { id: await getUserId(test.owner, email) };
  await aLinkedAccount(test, { of });
  await aSecondStep(test, { of });
  await test.owner.execute(sql`update users set two_factor_enabled = true where email = ${email}`);
}

describe('the first verification of an address', () => {
  it('in another browser removes all access, and the owner chooses a password', async () => {
    const { email, link, squatter } = await squatted({ planIntent: 'base' });
    await leaveWaysIn(email);
    const opened = await openVerificationLink(test.anonymous, link);
    expect(opened).toMatchObject({ status: 200, cookies: [], body: { resetToken: expect.any(String) } });
    expect(await waysIn(email)).toEqual(NO_WAY_IN);
    expect(await isIn(squatter)).toBe(false);
    expect((await signIn(email)).status).toBe(401);

    const chosen = await reset(opened.body.resetToken);
    expect(chosen.status).toBe(200);
    expect(await test.withCookies(cookieOf(chosen)).api.identity.getSession()).toMatchObject({
      user: { email, emailVerified: true },
      role: 'Coach-Base',
    });
    expect((await signIn(email)).status).toBe(401);
    expect((await signIn(email, NEW_PASSWORD)).status).toBe(200);
    expect((await reset(opened.body.resetToken)).status).toBe(400);
  });

  it('in the browser that signed up changes nothing else', async () => {
    const { email, link, squatter: owner } = await squatted();
    const phone = await test.signIn(email);
    const opened = await openVerificationLink(owner, link);
    expect(opened.status).toBe(200);
    expect(opened.body).not.toHaveProperty('resetToken');
    for (const caller of [owner, phone]) expect(await isIn(caller)).toBe(true);
    expect((await signIn(email)).status).toBe(200);
    expect(await owner.api.identity.getSession()).toMatchObject({ user: { emailVerified: true } });
  });

  it("in a browser with another person's session counts as another browser", async () => {
    const { email, link, squatter } = await squatted();
    const other = await aPerson(test);
    const opened = await openVerificationLink(other.caller, link);
    expect(opened).toMatchObject({ cookies: [], body: { resetToken: expect.any(String) } });
    expect(await waysIn(email)).toEqual(NO_WAY_IN);
    expect(await isIn(squatter)).toBe(false);
    expect(await isIn(other.caller)).toBe(true);
  });

  it('happens once, even if the link is opened repeatedly', async () => {
    const { email, link, squatter } = await squatted();
    const both = await Promise.all([
      openVerificationLink(test.anonymous, link),
      openVerificationLink(test.anonymous, link),
    ]);
    const [first, second] = both.sort((one, other) => one.status - other.status);
    expect(first).toMatchObject({ status: 200, body: { resetToken: expect.any(String) } });
    expect(second).toMatchObject({ status: 401, cookies: [], body: { code: 'ALREADY_VERIFIED' } });
    expect(second?.body).not.toHaveProperty('resetToken');
    expect((await openVerificationLink(squatter, link)).body).toMatchObject({ code: 'ALREADY_VERIFIED' });
    expect((await reset(first?.body.resetToken)).status).toBe(200);
    expect((await signIn(email, NEW_PASSWORD)).status).toBe(200);
  });

  it('is not triggered by a program that only follows links', async () => {
    const { email, link, squatter } = await squatted();
    const landed = await test.anonymous.get(link.pathname + link.search);
    expect(landed).toMatchObject({ status: 302, cookies: [] });
    expect(await waysIn(email)).toMatchObject({ verified: false, accounts: 1 });
    expect(await isIn(squatter)).toBe(true);
  });

  it('leaves no session after a concurrent sign-in or change of password', async () => {
    for (let round = 0; round < 4; round += 1) {
      const { email, link, squatter } = await squatted();
      const change = { currentPassword: PASSWORD, newPassword: 'still-mine-123' };
      const meanwhile = [...Array.from({ length: 4 }, () => signIn(email)), auth(squatter, '/change-password', change)];
      // Lets the password checks begin before the link is opened.
      if (round % 2) await test.anonymous.get('/healthz');
      const opened = await openVerificationLink(test.anonymous, link);
      for (const answer of await Promise.all(meanwhile)) {
        if (answer.cookies.length > 0) expect(await isIn(test.withCookies(cookieOf(answer)))).toBe(false);
      }
      expect(opened.body).toHaveProperty('resetToken');
      expect(await waysIn(email)).toEqual(NO_WAY_IN);
    }
  });
});

describe('other proofs of an address', () => {
  it('include a reset link, which verifies it and removes the stranger’s access', async () => {
    const { email, squatter } = await squatted();
    await leaveWaysIn(email);
    await auth(test.anonymous, '/request-password-reset', { email });
    const link = await mailedLink(email, /^Reset/);
    const landed = await test.anonymous.get(link.pathname + link.search);
    expect(await waysIn(email)).toMatchObject({ verified: false });
    const token = new URLSearchParams(landed.location?.split('#')[1]).get('token');
    const answers = await Promise.all([reset(token), reset(token)]);
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 400]);
    expect(await waysIn(email)).toMatchObject({ verified: true, second_step: false, accounts: 1, factors: 0 });
    expect(await isIn(squatter)).toBe(false);
    expect((await signIn(email)).status).toBe(401);
    expect((await signIn(email, NEW_PASSWORD)).status).toBe(200);
  });

  it('exclude a sign-in code or link that was mailed before the stranger signed up', async () => {
    const person = await createUser(test.owner, 'Client', { passwordHash: await hashOfPassword() });
    const { email } = person;
    await auth(test.anonymous, '/email-otp/send-verification-otp', { email, type: 'sign-in' });
    await expect.poll(async () => (await test.mailTo(email)).subject).toMatch(/sign-in code$/);
    const otp = (await test.mailTo(email)).text.match(/sign-in code is (\d{6})/)?.[1];
    expect(otp).toBeDefined();
    await auth(test.anonymous, '/sign-in/magic-link', { email });
    const token = (await mailedLink(email, /^Sign in to/)).searchParams.get('token') ?? '';
    await test.owner.execute(sql`update users set email_verified = false where id = ${person.id}`);

    expect((await auth(test.anonymous, '/sign-in/email-otp', { email, otp })).status).toBe(400);
    const opened = await test.anonymous.get(`/auth/v1/magic-link/verify?token=${token}`);
    expect(opened).toMatchObject({ status: 400, cookies: [] });
    expect(await waysIn(email)).toMatchObject({ verified: false, accounts: 1 });
  });
});
