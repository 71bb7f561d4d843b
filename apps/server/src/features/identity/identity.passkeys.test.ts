import type { Device, SignInMethod } from '@stridewell/contract/identity/identity';
import { sql } from 'drizzle-orm';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createCoach } from '../../../seed/factories.ts';
import { type Answer, cookieOf, createTestApp, hashOfPassword, PASSWORD, type TestApp } from '../../../test/app.ts';
import { type Browser, openBrowser } from '../../../test/browser.ts';
import { somePasskeys } from '../../../test/factories/platform.ts';
import { createPasskeyDevice, type PasskeyDevice } from '../../../test/passkey-device.ts';
import { codesOf, secretOf } from '../../../test/totp.ts';
import { verifyAddress } from '../../core/auth/auth.data.ts';

let test: TestApp;
beforeAll(async () => {
  test = await createTestApp();
});
afterAll(() => test.close());

type Security = { methods: SignInMethod[]; devices: Device[] };
type Options = { challenge: string; rpId: string; rp: { id: string }; userVerification?: string };
type Failure = { code?: string };
type Signing = Parameters<PasskeyDevice['get']>[1];

const security = async (browser: Browser) => (await browser.caller().get<Security>('/rest/v1/account/security')).body;
const passkeysOf = async (browser: Browser) =>
  (await security(browser)).methods.filter(({ kind }) => kind === 'passkey');
const isIn = async (browser: Browser) => (await browser.caller().get('/rest/v1/user_roles')).status === 200;

async function aPerson() {
  const { id, email } = await createCoach(test.owner, { plan: 'pro', passwordHash: await hashOfPassword() });
  return { id, email, browser: openBrowser(test, await test.signIn(email)) };
}

const optionsFor = (browser: Browser, ceremony: 'register' | 'authenticate') =>
  browser.get<Options & Failure>(`/auth/v1/passkey/generate-${ceremony}-options`);

async function add(browser: Browser, device = createPasskeyDevice(), name = 'Chrome on Mac', more: Signing = {}) {
  const { body } = await optionsFor(browser, 'register');
  const answer = await browser.post<Failure & { id?: string }>('/passkey/verify-registration', {
    response: device.create(body, more),
    name,
  });
  return { device, answer };
}

async function signIn(
  device: PasskeyDevice,
  { browser = openBrowser(test), ...more }: Signing & { browser?: Browser } = {},
) {
  const { body } = await optionsFor(browser, 'authenticate');
  const response = device.get(body, more);
  const answer = await browser.post<Failure>('/passkey/verify-authentication', { response });
  return { browser, answer, again: () => browser.post<Failure>('/passkey/verify-authentication', { response }) };
}

async function makeSessionsOld(userId: string) {
  await test.owner.execute(
    sql`update sessions set created_at = now() - interval '20 minutes' where user_id = ${userId}`,
  );
}

describe('a passkey', () => {
  it('is added with a name, signs in once for each challenge, and shows when it was used', async () => {
    const { email, browser } = await aPerson();
    const { device, answer } = await add(browser, undefined, '  Kim’s phone ');
    expect(answer).toMatchObject({ status: 200, body: { id: expect.any(String) } });
    expect(await passkeysOf(browser)).toEqual([
      expect.objectContaining({ name: 'Kim’s phone', host: 'localhost', lastUsedAt: null, isRemovable: true }),
    ]);
    expect((await test.mailTo(email)).subject).toBe('A passkey was added to your account');

    const signedIn = await signIn(device);
    expect(signedIn.answer).toMatchObject({ status: 200, body: { status: true } });
    expect(await isIn(signedIn.browser)).toBe(true);
    expect((await passkeysOf(browser))[0]?.lastUsedAt).not.toBeNull();
    const elsewhere = openBrowser(test);
    await optionsFor(elsewhere, 'authenticate');
    expect((await signedIn.again()).status).toBe(400);
  });

  it('counts as both steps of a sign-in', async () => {
    const { browser } = await aPerson();
    const { device } = await add(browser);
    const on = await browser.post<{ totpURI: string }>('/two-factor/enable', { password: PASSWORD });
    const [code] = codesOf(secretOf(on.body.totpURI));
    expect((await browser.post('/two-factor/verify-totp', { code })).status).toBe(200);
    const { browser: other } = await signIn(device);
    expect(await isIn(other)).toBe(true);
  });

  it('is refused when the device did not check its owner', async () => {
    const { browser } = await aPerson();
    const refused = await add(browser, undefined, 'Key', { isVerified: false });
    expect(refused.answer).toMatchObject({ status: 400, body: { code: 'USER_NOT_VERIFIED' } });
    const { device } = await add(browser);
    const { answer, browser: other } = await signIn(device, { isVerified: false });
    expect(answer).toMatchObject({ status: 400, body: { code: 'USER_NOT_VERIFIED' } });
    expect(await isIn(other)).toBe(false);
  });

  it('asks the browser for a check of its owner, and names no passkeys', async () => {
    const { browser } = await aPerson();
    await add(browser);
    const { body } = await optionsFor(browser, 'authenticate');
    expect(body).toMatchObject({ userVerification: 'required', rpId: 'localhost' });
    expect(body).not.toHaveProperty('allowCredentials');
  });

  it('works on the host that asked, and nowhere else', async () => {
    const { browser } = await aPerson();
    const { device } = await add(browser);
    const asked = await browser.get<Options>('/auth/v1/passkey/generate-authenticate-options', {
      host: '127.0.0.1:3000',
    });
    expect(asked.body.rpId).toBe('127.0.0.1');
    const foreign = await browser.get<Options>('/auth/v1/passkey/generate-authenticate-options', {
      host: 'evil.example',
    });
    expect(foreign.body.rpId).toBe('localhost');
    const response = device.get({ ...foreign.body, rpId: 'evil.example' });
    expect((await browser.post('/passkey/verify-authentication', { response })).status).toBe(400);
  });

  it('replaces the session of the browser', async () => {
    const { browser } = await aPerson();
    const { device } = await add(browser);
    await signIn(device, { browser });
    expect((await security(browser)).devices).toHaveLength(1);
  });

  it.each([
    ['another origin', { origin: 'https://evil.example' }],
    ['another host', {}],
  ])('is refused with the signature of %s', async (_, more: Signing) => {
    const { browser } = await aPerson();
    const { device } = await add(browser);
    const other = openBrowser(test);
    const { body } = await optionsFor(other, 'authenticate');
    const rpId = more?.origin ? body.rpId : 'evil.example';
    const answer = await other.post('/passkey/verify-authentication', {
      response: device.get({ ...body, rpId }, more),
    });
    expect(answer.status).toBe(400);
    expect(await isIn(other)).toBe(false);
  });

  it('opens the account of its owner, whatever a stranger sends', async () => {
    const [mine, theirs] = [await aPerson(), await aPerson()];
    const { device } = await add(mine.browser);
    const other = createPasskeyDevice();
    const browser = openBrowser(test);
    const { body } = await optionsFor(browser, 'authenticate');
    const forged = { ...other.get(body), id: device.id, rawId: device.id };
    expect((await browser.post('/passkey/verify-authentication', { response: forged })).status).toBe(401);
    expect((await signIn(other)).answer).toMatchObject({ status: 401 });
    for (const response of [{}, { id: {} }, { id: device.id }, { id: 'x'.repeat(5000) }]) {
      await optionsFor(browser, 'authenticate');
      const answer = await browser.post('/passkey/verify-authentication', { response });
      expect(answer.status).toBe(400);
      expect(answer.cookies.join()).not.toContain('session_token=');
    }
    expect((await add(theirs.browser, device)).answer.status).toBe(400);
    expect(test.logLines.filter((line) => JSON.parse(line).level === 'error')).toEqual([]);
  });
});

describe('adding a passkey', () => {
  it('needs a fresh session', async () => {
    const { id, browser } = await aPerson();
    const { body } = await optionsFor(browser, 'register');
    await makeSessionsOld(id);
    expect(await optionsFor(browser, 'register')).toMatchObject({ status: 403, body: { code: 'SESSION_NOT_FRESH' } });
    const late = await browser.post('/passkey/verify-registration', {
      response: createPasskeyDevice().create(body),
      name: 'Late',
    });
    expect(late).toMatchObject({ status: 403, body: { code: 'SESSION_NOT_FRESH' } });
    expect(await passkeysOf(browser)).toEqual([]);
  });

  it('needs a verified address', async () => {
    const { id, browser } = await aPerson();
    await test.owner.execute(sql`update users set email_verified = false where id = ${id}`);
    expect(await optionsFor(browser, 'register')).toMatchObject({ status: 403, body: { code: 'EMAIL_NOT_VERIFIED' } });
  });

  it('takes no hostile names, options or answers, and no challenge of another person', async () => {
    const { browser } = await aPerson();
    for (const name of ['', ' ', 'x'.repeat(61), 'a\nb', undefined, {}, 'a\u202eb'.repeat(31)]) {
      const { body } = await optionsFor(browser, 'register');
      const response = createPasskeyDevice().create(body);
      expect((await browser.post('/passkey/verify-registration', { response, name })).status).toBe(400);
    }
    for (const response of [
      undefined,
      'x',
      {},
      { id: 'x', response: {} },
      createPasskeyDevice().create({ challenge: 'x', rp: { id: 'localhost' } }),
    ]) {
      await optionsFor(browser, 'register');
      expect((await browser.post('/passkey/verify-registration', { response, name: 'Mac' })).status).toBe(400);
    }
    const asked = await browser.get('/auth/v1/passkey/generate-register-options?name=operator@example.com');
    expect(asked.status).toBe(400);
    const other = await aPerson();
    const { body } = await optionsFor(other.browser, 'register');
    await optionsFor(browser, 'register');
    const response = createPasskeyDevice().create(body);
    expect((await browser.post('/passkey/verify-registration', { response, name: 'Mac' })).status).toBe(400);
    expect(await passkeysOf(browser)).toEqual([]);
  });

  it('opens no second session', async () => {
    const { browser } = await aPerson();
    const { body } = await optionsFor(browser, 'register');
    const response = createPasskeyDevice().create(body);
    const answer: Answer = await browser.post('/passkey/verify-registration', {
      response,
      name: 'Mac',
      createSession: true,
    });
    expect(answer.status).toBe(200);
    expect(cookieOf(answer)).not.toContain('session_token');
    expect((await security(browser)).devices).toHaveLength(1);
  });

  it('ends at twenty', async () => {
    const { id, browser } = await aPerson();
    await somePasskeys(test, { of: { id }, count: 20 });
    expect(await optionsFor(browser, 'register')).toMatchObject({ status: 400, body: { code: 'TOO_MANY_PASSKEYS' } });
  });
});

describe('a stored passkey', () => {
  it('is renamed and removed by its owner alone, and then signs in no more', async () => {
    const [mine, theirs] = [await aPerson(), await aPerson()];
    const { device, answer } = await add(mine.browser);
    const { id } = answer.body;
    for (const [path, body] of [
      ['/passkey/update-passkey', { id, name: 'Stolen' }],
      ['/passkey/delete-passkey', { id }],
    ] as const) {
      expect((await theirs.browser.post(path, body)).status).toBe(404);
      expect((await openBrowser(test).post(path, body)).status).toBe(401);
      expect((await mine.browser.post(path, { ...body, id: 'x' })).status).toBe(404);
    }
    expect((await mine.browser.post('/passkey/update-passkey', { id, name: ' Old phone ' })).status).toBe(200);
    expect((await passkeysOf(mine.browser))[0]?.name).toBe('Old phone');
    expect((await mine.browser.post('/passkey/delete-passkey', { id })).status).toBe(200);
    await expect.poll(async () => (await test.mailTo(mine.email)).subject).toMatch(/^A passkey was removed/);
    expect((await signIn(device)).answer.status).toBe(401);
    expect(await passkeysOf(mine.browser)).toEqual([]);
  });

  it('stays while it is the last way to sign in, also for two requests at once', async () => {
    const { id: userId, browser } = await aPerson();
    const [one, two] = [await add(browser), await add(browser)];
    await test.owner.execute(sql`delete from accounts where user_id = ${userId}`);
    const remove = (id?: string) => browser.caller().send<Failure>('POST', '/auth/v1/passkey/delete-passkey', { id });
    const both = await Promise.all([remove(one.answer.body.id), remove(two.answer.body.id)]);
    expect(both.map(({ status }) => status).sort()).toEqual([200, 409]);
    expect(await passkeysOf(browser)).toEqual([expect.objectContaining({ isRemovable: false })]);
  });

  it('does not survive the proof that the address belongs to another person', async () => {
    const { id, browser } = await aPerson();
    await add(browser);
    await test.owner.execute(sql`update users set email_verified = false where id = ${id}`);
    await verifyAddress(test.owner, id, {});
    const { rows } = await test.owner.execute(sql`select from passkeys where user_id = ${id}`);
    expect(rows).toEqual([]);
  });

  it('is deleted with the account, and its key is never shown', async () => {
    const { id, browser } = await aPerson();
    await add(browser);
    expect((await browser.get('/auth/v1/passkey/list-user-passkeys')).status).toBe(404);
    await expect(test.services.db.pool.query('select * from passkeys')).rejects.toMatchObject({ code: '42501' });
    const input = { password: PASSWORD, confirmation: 'DELETE' };
    expect((await browser.caller().send('POST', '/rest/v1/account/delete', input)).status).toBe(200);
    const { rows } = await test.owner.execute(sql`select from passkeys where user_id = ${id}`);
    expect(rows).toEqual([]);
  });
});
