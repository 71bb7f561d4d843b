import type { CurrentSession, SignInMethod } from '@stridewell/contract/identity/identity';
import { sql } from 'drizzle-orm';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { createCoach, createUser } from '../../../seed/factories.ts';
import { createTestApp, hashOfPassword, PASSWORD, type TestApp } from '../../../test/app.ts';
import { type Browser, openBrowser } from '../../../test/browser.ts';
import { anOidcPerson, OIDC_CLIENT, type OidcPerson, OidcServer } from '../../../test/oidc-server.ts';
import { anInvitation, aCoach as aSignedInCoach } from '../../../test/people.ts';
import { codesOf, secretOf } from '../../../test/totp.ts';

const provider = new OidcServer();
let test: TestApp;
beforeAll(async () => {
  const issuer = await provider.start(['oidc', 'google'].map((id) => `http://localhost:3000/auth/v1/callback/${id}`));
  test = await createTestApp({
    OIDC_ISSUER: issuer,
    OIDC_CLIENT_ID: OIDC_CLIENT.id,
    OIDC_CLIENT_SECRET: OIDC_CLIENT.secret,
    OIDC_NAME: 'Studio ID',
    GOOGLE_URL: issuer,
    GOOGLE_CLIENT_ID: OIDC_CLIENT.id,
    GOOGLE_CLIENT_SECRET: OIDC_CLIENT.secret,
    OPERATOR_EMAILS: 'boss@studio.example',
  });
});
afterAll(async () => {
  await test.close();
  await provider.stop();
});
beforeEach(() => {
  provider.status = null;
  provider.tokenStatus = null;
});

type Started = { url: string; code?: string; message?: string };
type Start = { provider?: string; requestSignUp?: boolean; additionalData?: object };
const PAGES = { callbackURL: '/auth?next=%2Fsettings', errorCallbackURL: '/auth' };
const SIGN_UP = { requestSignUp: true, additionalData: { planIntent: 'base' } };

const begin = (browser: Browser, more: Start = {}, path = '/sign-in/social') =>
  browser.post<Started>(path, { provider: 'oidc', ...PAGES, ...more });

/** Goes to the provider as `person` and comes back. @returns the page that the browser lands on */
async function goAs(person: OidcPerson | null, browser: Browser, more: Start = {}, path?: string): Promise<string> {
  const { body } = await begin(browser, more, path);
  provider.person = person;
  const back = await provider.visit(body.url);
  return (await browser.get(back.pathname + back.search)).location ?? '';
}

const sessionOf = async (browser: Browser) =>
  (await browser.caller().get<CurrentSession | null>('/rest/v1/session')).body;
const methodsOf = async (browser: Browser) =>
  (await browser.caller().get<{ methods: SignInMethod[] }>('/rest/v1/account/security')).body.methods;
const countUsers = async (email: string) =>
  (await test.owner.execute(sql`select from users where email = ${email}`)).rowCount;

async function aCoach() {
  const { id, email } = await createCoach(test.owner, { plan: 'pro', passwordHash: await hashOfPassword() });
  return { id, email, browser: openBrowser(test, await test.signIn(email)) };
}

describe('a sign-up with a provider', () => {
  it('creates a coach on the base plan with the verified address, and then signs in', async () => {
    const person = anOidcPerson();
    const browser = openBrowser(test);
    expect(await goAs(person, browser, SIGN_UP)).toBe('/auth?next=%2Fsettings');
    expect(await sessionOf(browser)).toMatchObject({
      role: 'Coach-Base',
      user: { email: person.email, emailVerified: true, fullName: 'Robin Lee', image: null },
      plan: { plan: 'base' },
    });
    expect(await methodsOf(browser)).toEqual([
      expect.objectContaining({ kind: 'provider', name: 'Studio ID', isRemovable: false }),
    ]);
    const again = openBrowser(test);
    expect(await goAs(person, again)).toBe('/auth?next=%2Fsettings');
    expect((await sessionOf(again))?.user.email).toBe(person.email);
    expect(await countUsers(person.email)).toBe(1);
  });

  it('keeps no tokens of the provider', async () => {
    const person = anOidcPerson();
    await goAs(person, openBrowser(test), SIGN_UP);
    const { rows } = await test.owner.execute(
      sql`select access_token, refresh_token, id_token from accounts where account_id = ${person.sub}`,
    );
    expect(rows).toEqual([{ access_token: null, refresh_token: null, id_token: null }]);
  });

  it('passes the gates of every sign-up', async () => {
    const unknownPurchase = { planIntent: 'pro', checkoutSessionId: 'cs_unknown' };
    const person = anOidcPerson();
    const refused = await goAs(person, openBrowser(test), { requestSignUp: true, additionalData: unknownPurchase });
    expect(refused).toMatch(/^\/auth\?error=purchase_refused/);
    expect(await countUsers(person.email)).toBe(0);
    const wished = { ...SIGN_UP, additionalData: { planIntent: 'owner' } };
    expect(await begin(openBrowser(test), wished)).toMatchObject({ status: 400, body: { code: 'INVALID_REQUEST' } });
    // The wished plan is an intent: the account is on base.
    const browser = openBrowser(test);
    await goAs(anOidcPerson(), browser, { ...SIGN_UP, additionalData: { planIntent: 'pro' } });
    expect(await sessionOf(browser)).toMatchObject({ role: 'Coach-Base', plan: { plan: 'base' } });
  });

  it('takes no address that the provider has not verified, and no account without being asked for one', async () => {
    const unverified = anOidcPerson({ email_verified: false });
    expect(await goAs(unverified, openBrowser(test), SIGN_UP)).toMatch(/^\/auth\?error=email_not_verified/);
    const stranger = anOidcPerson();
    expect(await goAs(stranger, openBrowser(test))).toMatch(/^\/auth\?error=signup_disabled/);
    expect(await countUsers(unverified.email)).toBe(0);
    expect(await countUsers(stranger.email)).toBe(0);
  });

  it('shows an invited person their invitation, which they accept', async () => {
    const coach = await aSignedInCoach(test);
    const person = anOidcPerson();
    const { coachId, clientId } = await anInvitation(test, { from: coach, to: person.email });
    const browser = openBrowser(test);
    expect(await goAs(person, browser, { requestSignUp: true, additionalData: {} })).toMatch(/^\/auth/);
    expect(await sessionOf(browser)).toMatchObject({ role: 'Client', client: null });
    const { clients } = browser.caller().api;
    await clients.acceptOwnInvitation({ coachId, clientId });
    expect(await sessionOf(browser)).toMatchObject({ client: { coachId, clientId } });
  });

  it('makes a name from whatever the provider says', async () => {
    for (const [name, expected] of [
      ['', /@|^[0-9a-f]{8}$/],
      [' Ana\u0000\nLima ', /^Ana {1,2}Lima$/],
      ['x'.repeat(500), /^x{120}$/],
    ] as const) {
      const browser = openBrowser(test);
      await goAs(anOidcPerson({ name }), browser, SIGN_UP);
      expect((await sessionOf(browser))?.user.fullName).toMatch(expected);
    }
  });

  it('makes an operator of an address that is one, and of no other', async () => {
    const browser = openBrowser(test);
    await goAs(anOidcPerson({ email: 'boss@studio.example' }), browser, SIGN_UP);
    expect((await sessionOf(browser))?.role).toBe('Operator');
  });
});

describe('a provider and an account that exists', () => {
  it('are connected at a sign-in when both sides have verified the address, and the owner hears of it', async () => {
    const { email } = await aCoach();
    const browser = openBrowser(test);
    expect(await goAs(anOidcPerson({ email: email.toUpperCase() }), browser)).toBe('/auth?next=%2Fsettings');
    expect((await sessionOf(browser))?.user.email).toBe(email);
    expect((await test.mailTo(email)).subject).toBe('Another sign-in was connected to your account');
    expect((await methodsOf(browser)).map(({ kind }) => kind)).toEqual(['password', 'provider']);
  });

  it.each([
    ['the provider', false, true],
    ['the account', true, false],
  ])('stay apart while %s has not verified the address', async (_, atProvider, here) => {
    const { id, email } = await createUser(test.owner, 'Client', { passwordHash: await hashOfPassword() });
    await test.owner.execute(sql`update users set email_verified = ${here} where id = ${id}`);
    for (const more of [{}, SIGN_UP]) {
      const browser = openBrowser(test);
      const landed = await goAs(anOidcPerson({ email, email_verified: atProvider }), browser, more);
      expect(landed).toMatch(/^\/auth\?error=account_not_linked/);
      expect(await sessionOf(browser)).toBeNull();
    }
    const { rows } = await test.owner.execute(sql`select provider_id from accounts where user_id = ${id}`);
    expect(rows).toEqual([{ provider_id: 'credential' }]);
  });

  it('do not skip the second step', async () => {
    const { email, browser: own } = await aCoach();
    const on = await own.post<{ totpURI: string }>('/two-factor/enable', { password: PASSWORD });
    const [used, fresh] = codesOf(secretOf(on.body.totpURI));
    expect((await own.post('/two-factor/verify-totp', { code: used })).status).toBe(200);
    const browser = openBrowser(test);
    expect(await goAs(anOidcPerson({ email }), browser)).toBe('/auth?step=second&next=%2Fsettings');
    expect(await sessionOf(browser)).toBeNull();
    expect((await browser.post('/two-factor/verify-totp', { code: fresh })).status).toBe(200);
    expect((await sessionOf(browser))?.user.email).toBe(email);
  });
});

describe('connecting in the settings', () => {
  const link = (person: OidcPerson | null, browser: Browser) => goAs(person, browser, {}, '/link-social');

  it('takes an account with another verified address, once, and disconnects it', async () => {
    const [mine, theirs] = [await aCoach(), await aCoach()];
    const person = anOidcPerson();
    expect(await link(person, mine.browser)).toBe('/auth?next=%2Fsettings');
    expect((await test.mailTo(mine.email)).subject).toBe('Another sign-in was connected to your account');
    expect(await link(person, theirs.browser)).toMatch(/error=account_already_linked_to_different_user/);
    const signedIn = openBrowser(test);
    await goAs(person, signedIn);
    expect((await sessionOf(signedIn))?.user.email).toBe(mine.email);

    const [, { id: accountId } = { id: '' }] = await methodsOf(mine.browser);
    expect((await theirs.browser.post('/unlink-account', { accountId })).status).toBe(404);
    expect((await mine.browser.post('/unlink-account', { accountId })).status).toBe(200);
    expect(await goAs(person, openBrowser(test))).toMatch(/error=signup_disabled/);
  });

  it('takes no unverified address, needs a fresh session, and ends with the session that began it', async () => {
    const { id, browser } = await aCoach();
    expect(await link(anOidcPerson({ email_verified: false }), browser)).toMatch(/error=email_not_verified/);
    const { body } = await begin(browser, {}, '/link-social');
    provider.person = anOidcPerson();
    const back = await provider.visit(body.url);
    await test.owner.execute(sql`delete from sessions where user_id = ${id}`);
    const landed = await browser.get(back.pathname + back.search);
    expect(landed.location).toMatch(/error=unable_to_link_account/);
    const other = await aCoach();
    await test.owner.execute(
      sql`update sessions set created_at = now() - interval '1 hour' where user_id = ${other.id}`,
    );
    expect(await begin(other.browser, {}, '/link-social')).toMatchObject({
      status: 403,
      body: { code: 'SESSION_NOT_FRESH' },
    });
    expect((await begin(openBrowser(test), {}, '/link-social')).status).toBe(401);
  });

  it('leaves the last way to sign in and the password where they are', async () => {
    const browser = openBrowser(test);
    await goAs(anOidcPerson(), browser, SIGN_UP);
    const [only] = await methodsOf(browser);
    const last = await browser.post<Started>('/unlink-account', { accountId: only?.id });
    expect(last).toMatchObject({ status: 409, body: { code: 'LAST_SIGN_IN_METHOD' } });
    const { browser: other } = await aCoach();
    await goAs(anOidcPerson(), other, { provider: 'google' }, '/link-social');
    const [password] = await methodsOf(other);
    expect((await other.post('/unlink-account', { accountId: password?.id })).status).toBe(409);
  });

  it('tells people without a password to set one', async () => {
    const browser = openBrowser(test);
    await goAs(anOidcPerson(), browser, SIGN_UP);
    const asked = await browser.post<Started>('/two-factor/enable', { password: 'anything-1' });
    expect(asked).toMatchObject({ status: 400, body: { code: 'NO_PASSWORD' } });
  });
});

describe('a callback', () => {
  async function comeBack(browser: Browser) {
    const { body } = await begin(browser, SIGN_UP);
    provider.person = anOidcPerson();
    return provider.visit(body.url);
  }
  const land = async (browser: Browser, url: URL) => (await browser.get(url.pathname + url.search)).location ?? '';

  it('works once, in the browser that began', async () => {
    const browser = openBrowser(test);
    const back = await comeBack(browser);
    expect(await land(openBrowser(test), back)).toMatch(/error=state_mismatch/);
    expect(await land(browser, back)).toBe('/auth?next=%2Fsettings');
    expect(await land(browser, back)).toMatch(/^http:\/\/localhost:3000\/auth\?error=state_mismatch/);
  });

  it('refuses a wrong or expired state, a wrong issuer, a code of another request, and a missing state', async () => {
    const browser = openBrowser(test);
    const back = await comeBack(browser);
    const changed = (name: string, value: string) => {
      const url = new URL(back);
      url.searchParams.set(name, value);
      return url;
    };
    expect(await land(browser, changed('state', 'x'.repeat(40)))).toMatch(/error=state_mismatch/);
    expect(await land(browser, new URL('/auth/v1/callback/oidc', back))).toMatch(/error=state_not_found/);
    expect(await land(browser, changed('iss', 'https://evil.example'))).toMatch(/error=issuer_mismatch/);
    const second = openBrowser(test);
    const later = await comeBack(second);
    later.searchParams.set('code', back.searchParams.get('code') ?? '');
    expect(await land(second, later)).toMatch(/error=invalid_code/);
    const third = openBrowser(test);
    const expired = await comeBack(third);
    await test.owner.execute(
      sql`update verifications set value = regexp_replace(value, '"expiresAt":[0-9]+', '"expiresAt":1')`,
    );
    expect(await land(third, expired)).toMatch(/error=state_mismatch/);
    for (const one of [browser, second, third]) expect(await sessionOf(one)).toBeNull();
  });

  it('says so when the person refuses, or the provider fails', async () => {
    const browser = openBrowser(test);
    expect(await goAs(null, browser)).toMatch(/^\/auth\?error=access_denied/);
    const back = await comeBack(browser);
    provider.tokenStatus = 503;
    expect(await land(browser, back)).toMatch(/error=invalid_code/);
    expect(test.logLines.filter((line) => JSON.parse(line).level === 'error')).toEqual([]);
  });

  it('leads to no other site, and takes nothing that a page brought along', async () => {
    for (const more of [
      { callbackURL: 'https://evil.example' },
      { callbackURL: '//evil.example' },
      { errorCallbackURL: 'https://evil.example' },
      { idToken: { token: 'x' } },
      { scopes: ['everything'] },
      { additionalParams: { prompt: 'none' } },
      { provider: ['oidc'] },
    ]) {
      expect([400, 403]).toContain((await begin(openBrowser(test), more as Start)).status);
    }
    const { body } = await begin(openBrowser(test));
    const { searchParams } = new URL(body.url);
    expect(Object.fromEntries(searchParams)).toMatchObject({
      response_type: 'code',
      code_challenge_method: 'S256',
      nonce: expect.any(String),
      state: expect.any(String),
      scope: 'openid email profile',
    });
    expect(await begin(openBrowser(test), { provider: 'github' })).toMatchObject({
      status: 400,
      body: { message: 'Single sign-on is not configured' },
    });
  });
});

it('a provider that is away stops no start, and answers once it is back', async () => {
  provider.status = 503;
  const OIDC_ISSUER = test.services.env.providers[0]?.issuer ?? '';
  const second = await createTestApp({
    OIDC_ISSUER,
    OIDC_CLIENT_ID: OIDC_CLIENT.id,
    OIDC_CLIENT_SECRET: OIDC_CLIENT.secret,
  });
  const start = () => second.anonymous.send<Started>('POST', '/auth/v1/sign-in/social', { provider: 'oidc', ...PAGES });
  expect(await start()).toMatchObject({ status: 503, body: { code: 'PROVIDER_UNAVAILABLE' } });
  provider.status = null;
  expect((await start()).status).toBe(200);
  await second.close();
});
