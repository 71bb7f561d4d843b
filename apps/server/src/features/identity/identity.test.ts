import { randomUUID } from 'node:crypto';
import { sql } from 'drizzle-orm';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createCoach, createUser } from '../../../seed/factories.ts';
import { cookieOf, createTestApp, hashOfPassword, linkIn, PASSWORD, type TestApp } from '../../../test/app.ts';
import { openVerificationLink } from '../../../test/mailed-links.ts';

const OPERATOR = 'boss@example.com';
let test: TestApp;
beforeAll(async () => {
  test = await createTestApp({ OPERATOR_EMAILS: OPERATOR });
});
afterAll(() => test.close());

const newEmail = () => `person-${randomUUID().slice(0, 8)}@example.com`;
const signUp = (body: object) =>
  test.anonymous.send<{ message?: string; code?: string }>('POST', '/auth/v1/sign-up/email', {
    name: 'Kim Sato',
    password: PASSWORD,
    ...body,
  });
const signIn = (email: string, password: string) =>
  test.anonymous.send<{ message?: string }>('POST', '/auth/v1/sign-in/email', { email, password });

describe('signing up', () => {
  it('creates a coach on the free plan, whatever plan was chosen', async () => {
    const email = newEmail();
    expect((await signUp({ email, planIntent: 'pro' })).status).toBe(200);
    const caller = await test.signIn(email);
    const { body } = await caller.get('/rest/v1/session');
    expect(body).toMatchObject({
      role: 'Coach-Base',
      plan: { plan: 'base' },
      coach: { status: 'active', currency: 'USD' },
    });
  });

  it('creates a client without a coach when no plan was chosen', async () => {
    const email = newEmail();
    await signUp({ email });
    const caller = await test.signIn(email);
    expect((await caller.get('/rest/v1/session')).body).toMatchObject({ role: 'Client', coach: null, client: null });
    expect((await caller.get('/rest/v1/dashboards/client')).body ?? null).toBeNull();
  });

  it('gives the same answer for an address with an account, and mails its owner', async () => {
    const user = await createUser(test.owner, 'Client', { passwordHash: await hashOfPassword() });
    const fresh = newEmail();
    const timed = async (email: string) => {
      const started = performance.now();
      const { status, body, cookies } = await signUp({ email, planIntent: 'base' });
      return { answer: { status, body, cookies }, took: performance.now() - started };
    };
    const [known, unknown] = [await timed(user.email), await timed(fresh)];
    expect(known.answer).toEqual(unknown.answer);
    expect(unknown.answer).toEqual({ status: 200, body: { status: true }, cookies: [] });
    for (const { took } of [known, unknown]) expect(took).toBeGreaterThanOrEqual(490);
    expect((await test.mailTo(user.email)).subject).toMatch(/^You already have/);
    // The account's name and password have not changed.
    expect((await signIn(user.email, PASSWORD)).status).toBe(200);
  });

  it.each([
    ['short', 'length', 'Password must be at least 8 characters long'],
    ['Password123', 'pwned', 'This is one of the most used passwords. Please choose another one'],
  ])('says why the password %s is weak', async (password, reason, message) => {
    const weak = { status: 400, body: { code: 'weak_password', message, reasons: [reason] } };
    expect(await signUp({ email: newEmail(), password })).toMatchObject(weak);
    const user = await createUser(test.owner, 'Client', { passwordHash: await hashOfPassword() });
    const caller = await test.signIn(user.email);
    const change = { currentPassword: PASSWORD, newPassword: password };
    expect(await caller.send('POST', '/auth/v1/change-password', change)).toMatchObject(weak);
    const reset = { token: 'any', newPassword: password };
    expect(await caller.send('POST', '/auth/v1/reset-password', reset)).toMatchObject(weak);
  });

  it('accepts no image URL', async () => {
    expect(await signUp({ email: newEmail(), image: 'javascript:alert(1)' })).toMatchObject({
      status: 400,
      body: { code: 'INVALID_IMAGE' },
    });
    const user = await createUser(test.owner, 'Client', { passwordHash: await hashOfPassword() });
    const caller = await test.signIn(user.email);
    const update = (image: string) => caller.send('POST', '/auth/v1/update-user', { image });
    for (const image of ['javascript:alert(1)', 'https://elsewhere.example/me.png', 'data:text/html,x']) {
      expect((await update(image)).status).toBe(400);
    }
  });

  it.each([
    ['plan', 'pro'],
    ['isDemo', true],
    ['emailVerified', true],
    ['subscriptionStatus', 'active'],
  ])('ignores or refuses the granting field %s', async (field, value) => {
    const email = newEmail();
    await signUp({ email, planIntent: 'base', [field]: value });
    const { rows } = await test.owner.execute(
      sql`select plan, is_demo, email_verified from users where email = ${email} and (plan is not null or is_demo or email_verified)`,
    );
    expect(rows).toEqual([]);
  });

  it.each([
    ['a name of control characters', { name: 'a\u0000b' }],
    ['an endless name', { name: 'x'.repeat(5000) }],
    ['no name', { name: ' ' }],
    ['a short password', { password: 'short' }],
    ['no password', { password: '' }],
    ['something that is no address', { email: 'no-address' }],
  ])('refuses %s', async (_, wrong) => {
    const answer = await signUp({ email: newEmail(), ...wrong });
    expect(answer.status).toBeGreaterThanOrEqual(400);
    expect(answer.status).toBeLessThan(500);
    expect(answer.body.message).toBeTruthy();
  });

  it('gives the spec’s answer when both address and password are missing', async () => {
    const answer = await test.anonymous.send('POST', '/auth/v1/sign-in/email', {});
    expect(answer.status).toBe(400);
  });
});

describe('a pending coach', () => {
  it('stays pending at sign-in and has no access', async () => {
    const coach = await createCoach(test.owner, { status: 'pending', passwordHash: await hashOfPassword() });
    const caller = await test.signIn(coach.email);
    expect((await caller.get('/rest/v1/coaches')).body).toMatchObject({ status: 'pending' });
    const refused = await caller.get(`/rest/v1/client_coach_relationships?coachId=${coach.id}`);
    expect(refused).toMatchObject({
      status: 403,
      body: { message: 'Your coach profile is awaiting administrator approval.' },
    });
  });

  it.each([
    ['approved', 'active'],
    ['inactive', 'active'],
    ['rejected', 'rejected'],
    ['suspended', 'suspended'],
  ])('turns from %s to %s at the next sign-in', async (before, after) => {
    const coach = await createCoach(test.owner, { status: before, passwordHash: await hashOfPassword() });
    expect((await (await test.signIn(coach.email)).get('/rest/v1/coaches')).body).toMatchObject({ status: after });
  });
});

describe('roles', () => {
  it('come from the coach record when none is stored, and are then stored', async () => {
    const coach = await createCoach(test.owner, { passwordHash: await hashOfPassword() });
    await test.owner.execute(sql`delete from user_roles where user_id = ${coach.id}`);
    const caller = await test.signIn(coach.email);
    expect((await caller.get('/rest/v1/user_roles')).body).toMatchObject({ role: 'Coach-Base' });
    const { rows } = await test.owner.execute(sql`select role from user_roles where user_id = ${coach.id}`);
    expect(rows).toEqual([{ role: 'Coach-Base' }]);
  });

  it('make the owner of a configured address an operator once it is verified', async () => {
    await signUp({ email: OPERATOR });
    expect((await (await test.signIn(OPERATOR)).get('/rest/v1/user_roles')).body).toMatchObject({ role: 'Client' });
    const link = linkIn((await test.mailTo(OPERATOR)).text);
    const caller = await test.signIn(OPERATOR);
    await openVerificationLink(caller, link);
    expect((await caller.get('/rest/v1/user_roles')).body).toMatchObject({ role: 'Operator' });
  });

  it('change at once for existing sessions', async () => {
    const coach = await createCoach(test.owner, { plan: 'pro', passwordHash: await hashOfPassword() });
    const caller = await test.signIn(coach.email);
    await test.owner.execute(sql`update user_roles set role = 'Coach-Base' where user_id = ${coach.id}`);
    await test.owner.execute(sql`update users set plan = 'base' where id = ${coach.id}`);
    expect((await caller.get('/rest/v1/session')).body).toMatchObject({ role: 'Coach-Base', plan: { plan: 'base' } });
  });
});

describe('a verification link', () => {
  it('leads to the web app’s page, and verifies once', async () => {
    const email = newEmail();
    await signUp({ email, planIntent: 'base' });
    const link = linkIn((await test.mailTo(email)).text);
    const landed = await test.anonymous.get(link.pathname + link.search);
    expect(landed).toMatchObject({ status: 302, cookies: [] });
    expect(landed.location).toMatch(/^\/auth#type=verify&token=/);
    const caller = await test.signIn(email);
    expect((await openVerificationLink(caller, link)).status).toBe(200);
    expect((await caller.get('/rest/v1/session')).body).toMatchObject({ user: { emailVerified: true } });
    // A second click changes nothing and explains why.
    const again = await openVerificationLink(test.anonymous, link);
    expect(again).toMatchObject({ status: 401, body: { code: 'ALREADY_VERIFIED' }, cookies: [] });
  });

  it('leads to an error when it was forged, or is for another or a missing account', async () => {
    const email = newEmail();
    await signUp({ email });
    const link = linkIn((await test.mailTo(email)).text);
    const changed = new URL(link);
    changed.searchParams.set('token', 'nonsense');
    const refused = { status: 401, body: { code: 'INVALID_TOKEN' }, cookies: [] };
    const forged = { ...refused, body: { ...refused.body, message: 'invalid jwt' } };
    expect(await openVerificationLink(test.anonymous, changed)).toMatchObject(forged);
    const tampered = new URL(link);
    const [head, claims, seal] = (link.searchParams.get('token') ?? '').split('.');
    tampered.searchParams.set('token', `${head}.${claims}x.${seal}`);
    expect(await openVerificationLink(test.anonymous, tampered)).toMatchObject(forged);
    await test.owner.execute(sql`delete from users where email = ${email}`);
    expect(await openVerificationLink(test.anonymous, link)).toMatchObject(refused);
    await signUp({ email });
    expect(await openVerificationLink(test.anonymous, link)).toMatchObject(refused);
  });

  it('is mailed again at most once a minute', async () => {
    const email = newEmail();
    await signUp({ email });
    const resend = () => test.anonymous.send('POST', '/auth/v1/send-verification-email', { email });
    expect((await resend()).status).toBe(200);
    expect((await resend()).status).toBe(429);
  });
});

describe('a reset link', () => {
  it('stores the new password, ends every other session and signs in', async () => {
    const user = await createUser(test.owner, 'Client', { passwordHash: await hashOfPassword() });
    const before = await test.signIn(user.email);
    await test.anonymous.send('POST', '/auth/v1/request-password-reset', { email: user.email });
    const link = linkIn((await test.mailTo(user.email)).text);
    const landed = await test.anonymous.get(link.pathname + link.search);
    const token = new URLSearchParams(landed.location?.split('#')[1]).get('token');
    expect(landed.location).toMatch(/^\/auth#type=recovery&token=/);
    expect(landed.cookies).toEqual([]);

    const reset = await test.anonymous.send('POST', '/auth/v1/reset-password', {
      token,
      newPassword: 'brand-new-password',
    });
    expect(reset.status).toBe(200);
    expect(cookieOf(reset)).toContain('session_token=');
    expect((await before.get('/rest/v1/session')).body ?? null).toBeNull();
    expect((await signIn(user.email, PASSWORD)).status).toBe(401);
    expect((await signIn(user.email, 'brand-new-password')).status).toBe(200);
    // The link was used.
    const again = await test.anonymous.send('POST', '/auth/v1/reset-password', {
      token,
      newPassword: 'and-once-more-1',
    });
    expect(again.status).toBe(400);
    expect((await test.anonymous.get(link.pathname + link.search)).location).toBe('/auth#error=INVALID_RESET_TOKEN');
  });

  it('is promised for any address, so that no caller learns which have an account', async () => {
    const user = await createUser(test.owner, 'Client');
    const ask = (email: string) => test.anonymous.send('POST', '/auth/v1/request-password-reset', { email });
    expect((await ask(user.email)).body).toEqual((await ask(newEmail())).body);
  });
});

describe('guessing', () => {
  it('is limited for one IP address across all accounts', async () => {
    const caller = test.from('203.0.113.7');
    const guess = () =>
      caller.send('POST', '/auth/v1/sign-in/email', { email: newEmail(), password: 'wrong-password' });
    const statuses = await Promise.all(Array.from({ length: 61 }, async () => (await guess()).status));
    expect(statuses.filter((status) => status === 429)).toHaveLength(1);
  });
});

describe('a session', () => {
  it('is extended with its cookie once it is a day old, and not before', async () => {
    const user = await createUser(test.owner, 'Client', { passwordHash: await hashOfPassword() });
    const caller = await test.signIn(user.email);
    const look = async () => {
      const { body, cookies } = await caller.get<{ expiresAt: string }>('/rest/v1/session');
      return { days: (Date.parse(body.expiresAt) - Date.now()) / 86_400_000, cookies };
    };
    expect((await look()).cookies).toEqual([]);
    await test.owner.execute(
      sql`update sessions set expires_at = now() + interval '5 days' where user_id = ${user.id}`,
    );
    const extended = await look();
    expect(extended.days).toBeGreaterThan(6.9);
    expect(extended.cookies.join()).toContain('session_token=');
    await test.owner.execute(sql`update sessions set expires_at = now() - interval '1 s' where user_id = ${user.id}`);
    expect((await caller.get('/rest/v1/session')).body ?? null).toBeNull();
  });
});

describe('stored and logged data', () => {
  it('contains no session token, and the log no secret', async () => {
    const user = await createUser(test.owner, 'Client', { passwordHash: await hashOfPassword() });
    const answer = await signIn(user.email, PASSWORD);
    const cookie = decodeURIComponent(cookieOf(answer).split('=').slice(1).join('='));
    const token = cookie.slice(0, cookie.lastIndexOf('.'));
    const { rows } = await test.owner.execute<{ token: string }>(
      sql`select token from sessions where user_id = ${user.id}`,
    );
    expect(rows.map((row) => row.token)).not.toContain(token);
    expect(rows[0]?.token).toMatch(/^sha256:/);
    const log = test.logLines.join('\n');
    for (const secret of [PASSWORD, token, 'brand-new-password']) expect(log).not.toContain(secret);
  });

  it('is deleted with the session', async () => {
    const user = await createUser(test.owner, 'Client', { passwordHash: await hashOfPassword() });
    const caller = await test.signIn(user.email);
    expect((await caller.send('POST', '/auth/v1/sign-out', {})).status).toBe(200);
    expect((await caller.get('/rest/v1/session')).body ?? null).toBeNull();
  });
});
