import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createCoach, createUser } from '../../../seed/factories.ts';
import {
  type Answer,
  type Caller,
  cookieOf,
  createTestApp,
  hashOfPassword,
  linkIn,
  PASSWORD,
  type TestApp,
} from '../../../test/app.ts';
import { openVerificationLink } from '../../../test/mailed-links.ts';
import { codesOf, secretOf } from '../../../test/totp.ts';

let test: TestApp;
beforeAll(async () => {
  test = await createTestApp();
});
afterAll(() => test.close());

type Failure = { code?: string; token?: string; twoFactorRedirect?: boolean };
const post = (path: string, body: object, caller: Caller = test.anonymous) =>
  caller.send<Failure>('POST', `/auth/v1${path}`, body);
const isIn = async (answer: Answer) =>
  (await test.withCookies(cookieOf(answer)).get('/rest/v1/user_roles')).status === 200;
const aPerson = async () => createUser(test.owner, 'Client', { passwordHash: await hashOfPassword() });

async function mailAbout(email: string, subject: RegExp): Promise<{ subject: string; text: string }> {
  await expect.poll(async () => (await test.mailTo(email)).subject, { timeout: 10_000 }).toMatch(subject);
  return test.mailTo(email);
}

const requestCode = (email: string) => post('/email-otp/send-verification-otp', { email, type: 'sign-in' });
const enterCode = (email: string, otp: string) => post('/sign-in/email-otp', { email, otp });
async function mailedCode(email: string): Promise<string> {
  expect((await requestCode(email)).status).toBe(200);
  const { text } = await mailAbout(email, /sign-in code$/);
  return text.match(/\b\d{6}\b/)?.[0] ?? '';
}
const otherThan = (code: string) => String((Number(code) + 1) % 1_000_000).padStart(6, '0');

const requestLink = (email: string, more: object = {}) => post('/sign-in/magic-link', { email, ...more });
const openLink = (token: string) => test.anonymous.get<Failure>(`/auth/v1/magic-link/verify?token=${token}`);
async function mailedToken(email: string): Promise<string> {
  expect((await requestLink(email)).status).toBe(200);
  const { pathname, search } = linkIn((await mailAbout(email, /^Sign in to/)).text);
  const landed = await test.anonymous.get(pathname + search);
  expect(landed.location).toMatch(/^\/auth#type=magiclink&token=/);
  return new URLSearchParams(landed.location?.split('#')[1]).get('token') ?? '';
}

/** A coach with the second step on, and an unused code of the app. */
async function aProtectedCoach() {
  const { email } = await createCoach(test.owner, { plan: 'pro', passwordHash: await hashOfPassword() });
  const caller = await test.signIn(email);
  const on = await caller.send<{ totpURI: string }>('POST', '/auth/v1/two-factor/enable', { password: PASSWORD });
  const [used = '', fresh = ''] = codesOf(secretOf(on.body.totpURI));
  expect((await post('/two-factor/verify-totp', { code: used }, caller)).status).toBe(200);
  return { email, fresh };
}

describe('a mailed code', () => {
  it('signs in once, for any spelling of the address', async () => {
    const { email } = await aPerson();
    const code = await mailedCode(email);
    const entered = await enterCode(email.toUpperCase(), code);
    expect(entered.status).toBe(200);
    expect(await isIn(entered)).toBe(true);
    expect((await enterCode(email, code)).status).toBe(400);
  });

  it('stops working after three wrong ones', async () => {
    const { email } = await aPerson();
    const code = await mailedCode(email);
    for (let tries = 0; tries < 3; tries += 1) expect((await enterCode(email, otherThan(code))).status).toBe(400);
    expect((await enterCode(email, code)).status).toBeGreaterThanOrEqual(400);
  });

  it('signs in only one of two concurrent requests', async () => {
    const { email } = await aPerson();
    const code = await mailedCode(email);
    const both = await Promise.all([enterCode(email, code), enterCode(email, code)]);
    expect(both.filter(({ status }) => status === 200)).toHaveLength(1);
  });

  it('belongs to its address', async () => {
    const [one, other] = [await aPerson(), await aPerson()];
    const code = await mailedCode(one.email);
    expect((await enterCode(other.email, code)).status).toBe(400);
  });

  it('is for signing in only', async () => {
    const { email } = await aPerson();
    for (const type of ['forget-password', 'email-verification', undefined]) {
      expect((await post('/email-otp/send-verification-otp', { email, type })).status).toBe(400);
    }
  });
});

describe('a mailed link', () => {
  it('signs in once', async () => {
    const token = await mailedToken((await aPerson()).email);
    const opened = await openLink(token);
    expect(opened.status).toBe(200);
    expect(await isIn(opened)).toBe(true);
    expect((await openLink(token)).status).toBe(302);
  });

  it('never leads to another site', async () => {
    const { email } = await aPerson();
    await requestLink(email, { callbackURL: 'https://evil.example' });
    const token = await mailedToken(email);
    expect((await test.mailTo(email)).text).not.toContain('evil.example');
    for (const name of ['callbackURL', 'errorCallbackURL', 'newUserCallbackURL']) {
      const answer = await openLink(`${token}&${name}=${encodeURIComponent('https://evil.example')}`);
      expect(answer).toMatchObject({ status: 400, cookies: [] });
    }
  });
});

describe('neither', () => {
  it('skips the second step', async () => {
    const { email, fresh } = await aProtectedCoach();
    const first = await enterCode(email, await mailedCode(email));
    expect(first.body).toMatchObject({ twoFactorRedirect: true });
    expect(await isIn(first)).toBe(false);
    const opened = await openLink(await mailedToken(email));
    expect(opened.body).toMatchObject({ twoFactorRedirect: true });
    expect(await isIn(opened)).toBe(false);
    const entered = await post('/two-factor/verify-totp', { code: fresh }, test.withCookies(cookieOf(opened)));
    expect(await isIn(entered)).toBe(true);
  });

  it('creates or reveals an account', async () => {
    const stranger = `person-${randomUUID().slice(0, 8)}@example.com`;
    const { email } = await aPerson();
    expect((await requestCode(stranger)).body).toEqual((await requestCode(email)).body);
    expect((await requestLink(stranger)).body).toEqual((await requestLink(email)).body);
    expect((await enterCode(stranger, '000000')).status).toBe(400);
    await expect(test.signIn(stranger)).rejects.toThrow('401');
  });

  it('opens an unverified account, whose address gets the verification link', async () => {
    const email = `person-${randomUUID().slice(0, 8)}@example.com`;
    await post('/sign-up/email', { email, name: 'Kim Sato', password: PASSWORD });
    await mailAbout(email, /^Verify your email/);
    expect((await requestCode(email)).status).toBe(200);
    expect((await requestLink(email)).status).toBe(200);
    const { text } = await mailAbout(email, /^Verify your email/);
    const opened = await openVerificationLink(await test.signIn(email), linkIn(text));
    expect(opened).toMatchObject({ status: 200, body: { status: true } });
  });

  it('survives a reset of the password', async () => {
    const { email } = await aPerson();
    const [code, token] = [await mailedCode(email), await mailedToken(email)];
    await post('/request-password-reset', { email });
    const { pathname, search } = linkIn((await mailAbout(email, /^Reset your/)).text);
    const landed = await test.anonymous.get(pathname + search);
    const resetToken = new URLSearchParams(landed.location?.split('#')[1]).get('token');
    expect((await post('/reset-password', { token: resetToken, newPassword: 'back-to-me-9' })).status).toBe(200);
    expect((await enterCode(email, code)).status).toBe(400);
    expect((await openLink(token)).status).toBe(302);
  });

  it('can flood a mailbox', async () => {
    const { email } = await aPerson();
    const answers: number[] = [];
    for (let request = 0; request < 6; request += 1) answers.push((await requestCode(email)).status);
    expect(answers).toEqual([200, 200, 200, 200, 200, 429]);
  });
});
