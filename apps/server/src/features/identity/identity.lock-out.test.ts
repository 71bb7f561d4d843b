import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createUser } from '../../../seed/factories.ts';
import { type Caller, cookieOf, createTestApp, hashOfPassword, PASSWORD, type TestApp } from '../../../test/app.ts';
import { STRANGERS_SIGN_IN_TRIES } from '../../core/auth/auth-limits.ts';

let test: TestApp;
beforeAll(async () => {
  test = await createTestApp();
});
afterAll(() => test.close());

const FROM_NETWORK = 20;
const FROM_ANYWHERE = 200;
const OWN_NETWORK = '198.51.100.7';
/** Longer than any password, so that it is refused without hashing. */
const WRONG = 'x'.repeat(200);

const aPerson = async () => createUser(test.owner, 'Client', { passwordHash: await hashOfPassword() });
const newEmail = () => `person-${randomUUID().slice(0, 8)}@example.com`;
const signIn = (caller: Caller, email: string, password = PASSWORD) =>
  caller.send<{ code?: string }>('POST', '/auth/v1/sign-in/email', { email, password });
const statusOf = async (caller: Caller, email: string, password?: string) =>
  (await signIn(caller, email, password)).status;

async function fail(caller: Caller, email: string, times: number): Promise<void> {
  for (let done = 0; done < times; done += 1) expect(await statusOf(caller, email, WRONG)).toBe(400);
}
/** Fails from many networks until all unknown devices are locked out. */
async function failEverywhere(email: string): Promise<void> {
  for (let done = 0; done < FROM_ANYWHERE; done += 20)
    await Promise.all(Array.from({ length: 20 }, () => statusOf(test.anonymous, email, WRONG)));
}
/** Counts as many failures in one use. `failEverywhere` takes as many requests. */
async function lockEverywhere(email: string): Promise<void> {
  const key = `strangers|/sign-in/email|${email}`;
  await test.services.limiter.consume(key, STRANGERS_SIGN_IN_TRIES, { amount: FROM_ANYWHERE });
}
const deviceCookieOf = ({ cookies }: { cookies: string[] }) =>
  cookies.find((cookie) => cookie.includes('device=')) ?? '';
/** A signed-out browser in which this person has signed in before. */
async function aDevice(email: string): Promise<Caller> {
  const entered = await signIn(test.anonymous, email);
  expect(entered.status).toBe(200);
  return test.withCookies(deviceCookieOf(entered).split(';')[0] ?? '');
}

describe('wrong passwords', () => {
  it.each([
    ['192.0.2.7', '192.0.2.7'],
    ['2001:db8:0:1::5', '2001:db8:0:1:ffff::9'],
    ['::ffff:192.0.2.8', '192.0.2.8'],
  ])('from %s lock out its network (%s) and no other', async (address, neighbour) => {
    const { email } = await aPerson();
    await fail(test.from(address), email, FROM_NETWORK);
    for (const from of [address, neighbour]) expect(await statusOf(test.from(from), email)).toBe(429);
    expect(await statusOf(test.from(OWN_NETWORK), email)).toBe(200);
    expect(await statusOf(test.from('2001:db8:0:2::5'), email)).toBe(200);
  });

  it('count until a correct one', async () => {
    const { email } = await aPerson();
    for (let round = 0; round < 2; round += 1) {
      await fail(test.from(OWN_NETWORK), email, FROM_NETWORK - 1);
      expect(await statusOf(test.from(OWN_NETWORK), email)).toBe(200);
    }
  });

  it('do not get more tries concurrently', async () => {
    const { email } = await aPerson();
    const tries = Array.from({ length: FROM_NETWORK + 10 }, () => statusOf(test.from('192.0.2.9'), email, WRONG));
    expect((await Promise.all(tries)).filter((status) => status !== 429)).toHaveLength(FROM_NETWORK);
  });

  it('get the same answers for an address without an account, from one network and from many', async () => {
    const answers = async (email: string) => {
      const all: object[] = [];
      for (let tries = 0; tries <= FROM_NETWORK; tries += 1) {
        const { status, body } = await signIn(test.from('192.0.2.10'), email, 'not-this-one');
        all.push({ status, body });
      }
      await failEverywhere(email);
      const { status, body } = await signIn(test.anonymous, email);
      return [...all, { status, body }];
    };
    const { email } = await aPerson();
    const known = await answers(email);
    expect(known.at(0)).toMatchObject({ status: 401 });
    expect(known.at(-1)).toMatchObject({ status: 429 });
    expect(await answers(newEmail())).toEqual(known);
  }, 90_000);
});

describe('a device that has signed in before', () => {
  it('has a lasting cookie that scripts cannot read', async () => {
    const { email } = await aPerson();
    const entered = await signIn(test.anonymous, email);
    const cookie = deviceCookieOf(entered);
    expect(cookie).toMatch(/HttpOnly/i);
    expect(cookie).toMatch(/SameSite=Lax/i);
    expect(Number(/Max-Age=(\d+)/i.exec(cookie)?.[1])).toBeGreaterThan(180 * 86_400);
    const device = test.withCookies(cookie.split(';')[0] ?? '');
    expect(deviceCookieOf(await signIn(device, email))).toBe('');
  });

  it('can sign in while others are locked out, and is counted separately', async () => {
    const { email } = await aPerson();
    const [device, other] = [await aDevice(email), await aDevice(email)];
    await lockEverywhere(email);
    expect(await statusOf(test.anonymous, email)).toBe(429);
    expect(await statusOf(device, email)).toBe(200);
    await fail(device, email, FROM_NETWORK);
    expect(await statusOf(device, email)).toBe(429);
    expect(await statusOf(other, email)).toBe(200);
  });

  it('of another person, or with a changed cookie, counts as unknown', async () => {
    const [{ email }, someone] = [await aPerson(), await aPerson()];
    const device = await aDevice(email);
    const others = await aDevice(someone.email);
    await lockEverywhere(email);
    expect(await statusOf(others, email)).toBe(429);
    const forged = test.withCookies((device.cookie ?? '').replace(/=./, (start) => (start === '=a' ? '=b' : '=a')));
    expect(await statusOf(forged, email)).toBe(429);
    expect(await statusOf(device, email)).toBe(200);
  });

  it('can be known for several people', async () => {
    const [first, second] = [await aPerson(), await aPerson()];
    const device = await aDevice(first.email);
    expect(await statusOf(device, second.email)).toBe(200);
    await lockEverywhere(second.email);
    expect(await statusOf(test.anonymous, second.email)).toBe(429);
    expect(await statusOf(device, second.email)).toBe(200);
    expect(await statusOf(device, first.email)).toBe(200);
  });

  it.each<[string, (owner: Caller) => Promise<unknown>]>([
    [
      'a new password',
      (owner) =>
        owner.send('POST', '/auth/v1/change-password', { currentPassword: PASSWORD, newPassword: `${PASSWORD}-2` }),
    ],
    ['signing out everywhere', (owner) => owner.api.identity.endOtherSessions()],
    ['the same through the library', (owner) => owner.send('POST', '/auth/v1/revoke-other-sessions', {})],
    ['all sessions at once', (owner) => owner.send('POST', '/auth/v1/revoke-sessions', {})],
  ])('is forgotten with %s', async (_, end) => {
    const { email } = await aPerson();
    const device = await aDevice(email);
    await end(test.withCookies(cookieOf(await signIn(test.anonymous, email))));
    await lockEverywhere(email);
    for (const password of [PASSWORD, `${PASSWORD}-2`]) expect(await statusOf(device, email, password)).toBe(429);
  });
});

describe('wrong codes of a mailed sign-in', () => {
  it('lock out only their network', async () => {
    const { email } = await aPerson();
    const enter = (caller: Caller) => caller.send('POST', '/auth/v1/sign-in/email-otp', { email, otp: '000000' });
    for (let done = 0; done < FROM_NETWORK; done += 1) expect((await enter(test.from('192.0.2.11'))).status).toBe(400);
    expect((await enter(test.from('192.0.2.11'))).status).toBe(429);
    expect((await enter(test.from(OWN_NETWORK))).status).toBe(400);
    expect(await statusOf(test.from('192.0.2.11'), email)).toBe(200);
  });
});
