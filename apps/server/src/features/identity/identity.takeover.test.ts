import { randomUUID } from 'node:crypto';
import { sql } from 'drizzle-orm';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createCoach, createUser } from '../../../seed/factories.ts';
import {
  type Caller,
  cookieOf,
  createTestApp,
  hashOfPassword,
  linkIn,
  PASSWORD,
  type TestApp,
} from '../../../test/app.ts';
import { openVerificationLink } from '../../../test/mailed-links.ts';
import { aCoach } from '../../../test/people.ts';
import { codesOf, secretOf } from '../../../test/totp.ts';

let test: TestApp;
beforeAll(async () => {
  test = await createTestApp();
});
afterAll(() => test.close());

const NEW_PASSWORD = 'the-owner-is-back-1';
const newEmail = () => `person-${randomUUID().slice(0, 8)}@example.com`;
const auth = <Body = { code?: string }>(caller: Caller, path: string, body: object) =>
  caller.send<Body>('POST', `/auth/v1${path}`, body);
const isIn = async (caller: Caller) => (await caller.get('/rest/v1/user_roles')).status === 200;
const open = (link: URL) => openVerificationLink(test.anonymous, link);

async function mailedLink(email: string, subject: RegExp): Promise<URL> {
  await expect.poll(async () => (await test.mailTo(email)).subject).toMatch(subject);
  return linkIn((await test.mailTo(email)).text);
}

/** A person, and a thief who knows their password and has requested another address with it. */
async function robbed() {
  const passwordHash = await hashOfPassword();
  const person = await createUser(test.owner, 'Client', { passwordHash });
  const thief = await test.signIn(person.email);
  const thiefsAddress = newEmail();
  expect((await auth(thief, '/change-email', { newEmail: thiefsAddress, password: PASSWORD })).status).toBe(200);
  return { person, thief, thiefsAddress, link: await mailedLink(thiefsAddress, /^Confirm your new/) };
}

async function requestReset(email: string): Promise<string> {
  await auth(test.anonymous, '/request-password-reset', { email });
  const link = await mailedLink(email, /^Reset your/);
  const landed = await test.anonymous.get(link.pathname + link.search);
  return new URLSearchParams(landed.location?.split('#')[1]).get('token') ?? '';
}
const reset = (token: string, newPassword = NEW_PASSWORD) =>
  auth(test.anonymous, '/reset-password', { token, newPassword });

describe('a change of address requested by a thief', () => {
  it.each<[string, (email: string) => Promise<unknown>]>([
    ['a reset of the password', async (email) => reset(await requestReset(email))],
    [
      'a new password',
      async (email) =>
        auth(await test.signIn(email), '/change-password', { currentPassword: PASSWORD, newPassword: NEW_PASSWORD }),
    ],
    ['ending other sessions', async (email) => (await test.signIn(email)).api.identity.endOtherSessions()],
    ['ending them through the library', async (email) => auth(await test.signIn(email), '/revoke-other-sessions', {})],
  ])('is called off by %s', async (_, takeBack) => {
    const { person, thief, link } = await robbed();
    await takeBack(person.email);
    expect(await isIn(thief)).toBe(false);
    expect(await open(link)).toMatchObject({ body: { code: 'INVALID_TOKEN' }, cookies: [] });
    const { rows } = await test.owner.execute(sql`select email from users where id = ${person.id}`);
    expect(rows).toEqual([{ email: person.email }]);
  });

  it('is replaced by a newer one, works once and starts no session', async () => {
    const { thief: caller, thiefsAddress, link } = await robbed();
    const next = newEmail();
    await auth(caller, '/change-email', { newEmail: next, password: PASSWORD });
    const newest = await mailedLink(next, /^Confirm your new/);
    expect((await open(link)).body.code).toBe('INVALID_TOKEN');
    const both = await Promise.all([open(newest), open(newest)]);
    expect(both.map(({ status }) => status).sort()).toEqual([200, 401]);
    expect(both.find(({ status }) => status === 200)?.body.user).toBeTruthy();
    for (const answer of both) expect(await isIn(test.withCookies(cookieOf(answer)))).toBe(false);
    await expect(test.signIn(thiefsAddress)).rejects.toThrow('401');
    expect(await isIn(await test.signIn(next))).toBe(true);
  });

  it('is refused when the address has an account meanwhile', async () => {
    const { thief, thiefsAddress, link } = await robbed();
    await createUser(test.owner, 'Client', { email: thiefsAddress });
    expect((await open(link)).body.code).toBe('INVALID_TOKEN');
    expect(await isIn(thief)).toBe(true);
  });
});

describe('a reset link', () => {
  it('invalidates all others and all trusted devices', async () => {
    const { email } = await createCoach(test.owner, { plan: 'pro', passwordHash: await hashOfPassword() });
    const caller = await test.signIn(email);
    const on = await auth<{ totpURI: string }>(caller, '/two-factor/enable', { password: PASSWORD });
    const secret = secretOf(on.body.totpURI);
    const [before, now] = codesOf(secret);
    await auth(caller, '/two-factor/verify-totp', { code: before });
    const first = await auth(test.anonymous, '/sign-in/email', { email, password: PASSWORD });
    const entered = await auth(test.withCookies(cookieOf(first)), '/two-factor/verify-totp', {
      code: now,
      trustDevice: true,
    });
    expect(entered.status).toBe(200);
    const device = test.withCookies(cookieOf(entered));
    const trusted = (password: string) => auth(device, '/sign-in/email', { email, password });
    expect((await trusted(PASSWORD)).body).not.toHaveProperty('twoFactorRedirect');

    const [one, other] = [await requestReset(email), await requestReset(email)];
    expect((await reset(other)).status).toBe(200);
    expect((await reset(one, 'and-once-again-1')).status).toBe(400);
    expect((await trusted(NEW_PASSWORD)).body).toMatchObject({ twoFactorRedirect: true });
  });
});

describe('an unverified account', () => {
  it('can neither change its address nor turn the second step on', async () => {
    const email = newEmail();
    await auth(test.anonymous, '/sign-up/email', { email, name: 'Kim Sato', password: PASSWORD });
    const caller = await test.signIn(email);
    const refused = { status: 403, body: { code: 'EMAIL_NOT_VERIFIED' } };
    expect(await auth(caller, '/change-email', { newEmail: newEmail(), password: PASSWORD })).toMatchObject(refused);
    expect(await auth(caller, '/two-factor/enable', { password: PASSWORD })).toMatchObject(refused);
  });

  it('passes to the invited person who opens the mailed link', async () => {
    const email = newEmail();
    await auth(test.anonymous, '/sign-up/email', { email, name: 'Squatter', password: PASSWORD });
    const squatter = await test.signIn(email);
    expect(await isIn(squatter)).toBe(true);

    const coach = await aCoach(test);
    await coach.api.clients.addClient({ coachId: coach.id, clientId: randomUUID(), fullName: 'Nina Park', email });
    const token = new URL(await mailedLink(email, /invite/i)).pathname.split('/').at(-1) ?? '';
    const { api } = test.anonymous;
    expect(await api.clients.getInvitation({ token })).toMatchObject({ status: 'open', hasAccount: false });
    const details = { token, fullName: 'Nina Park', goal: '', unitSystem: 'metric', timeZone: 'UTC' } as const;
    await api.clients.acceptInvitation({ ...details, password: NEW_PASSWORD });

    expect(await isIn(squatter)).toBe(false);
    await expect(test.signIn(email)).rejects.toThrow('401');
    expect(await (await test.signIn(email, NEW_PASSWORD)).api.identity.getSession()).toMatchObject({
      user: { fullName: 'Nina Park', emailVerified: true },
      client: { coachId: coach.id },
    });
  });

  it('is created once when two people accept the same invitation concurrently', async () => {
    const coach = await aCoach(test);
    const email = newEmail();
    await coach.api.clients.addClient({ coachId: coach.id, clientId: randomUUID(), fullName: 'Nina Park', email });
    const token = new URL(await mailedLink(email, /invite/i)).pathname.split('/').at(-1) ?? '';
    const accept = (password: string) =>
      test.anonymous.send<{ code?: string }>('POST', `/rest/v1/invitations/${token}/accept`, {
        fullName: 'Nina Park',
        goal: '',
        unitSystem: 'metric',
        timeZone: 'UTC',
        password,
      });
    const both = await Promise.all([accept(PASSWORD), accept(NEW_PASSWORD)]);
    expect(both.map(({ status }) => status).sort()).toEqual([200, 409]);
  });
});

describe('a reset of the password requested at the old address', () => {
  it('is invalidated by the change of address', async () => {
    const { email } = await createUser(test.owner, 'Client', { passwordHash: await hashOfPassword() });
    const token = await requestReset(email);
    const newAddress = newEmail();
    const owner = await test.signIn(email);
    expect((await auth(owner, '/change-email', { newEmail: newAddress, password: PASSWORD })).status).toBe(200);
    const moved = await openVerificationLink(owner, await mailedLink(newAddress, /^Confirm your new/));
    expect(moved.status).toBe(200);
    expect((await reset(token)).status).toBe(400);
    expect(await isIn(await test.signIn(newAddress))).toBe(true);
  });
});
