import { randomUUID } from 'node:crypto';
import { sql } from 'drizzle-orm';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createCoach } from '../../../seed/factories.ts';
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

const NEW_PASSWORD = 'another-password-1';
const newEmail = () => `person-${randomUUID().slice(0, 8)}@example.com`;
const tokenOf = (answer: Pick<Answer, 'cookies'>) =>
  decodeURIComponent(/session_token=([^;]+)/.exec(cookieOf(answer))?.[1] ?? '').split('.')[0] ?? '';
const isIn = async (caller: Caller) => (await caller.get('/rest/v1/user_roles')).status === 200;

/** Collects every answer, and every token in a cookie. */
function watched() {
  const tokens = new Set<string>();
  const seen: { path: string; body: string; status: number }[] = [];
  const note = <Body>(path: string, answer: Answer<Body>): Answer<Body> => {
    const token = tokenOf(answer);
    if (token) tokens.add(token);
    seen.push({ path, body: JSON.stringify(answer.body ?? null), status: answer.status });
    return answer;
  };
  const post = async <Body = Record<string, unknown>>(caller: Caller, path: string, body: object = {}) =>
    note(path, await caller.send<Body>('POST', `/auth/v1${path}`, body));
  const get = async <Body = Record<string, unknown>>(caller: Caller, path: string) =>
    note(path, await caller.get<Body>(`/auth/v1${path}`));
  const mail = async (email: string, subject: RegExp) => {
    await expect.poll(async () => (await test.mailTo(email)).subject, { timeout: 10_000 }).toMatch(subject);
    return test.mailTo(email);
  };
  const fragmentOf = async (link: URL) => {
    const { location } = await test.anonymous.get(link.pathname + link.search);
    return new URLSearchParams(location?.split('#')[1]).get('token') ?? '';
  };
  return { tokens, seen, note, post, get, mail, fragmentOf };
}

describe('no answer of the auth library', () => {
  it('contains a session token or its digest, for any way to sign in and any endpoint', async () => {
    const { tokens, seen, note, post, get, mail, fragmentOf } = watched();
    const email = newEmail();
    await post(test.anonymous, '/sign-up/email', { email, name: 'Kim Sato', password: PASSWORD, planIntent: 'base' });
    const first = await post(test.anonymous, '/sign-in/email', { email, password: PASSWORD });
    const caller = test.withCookies(cookieOf(first));
    const { text } = await mail(email, /^Verify/);
    note('/verify-email', await openVerificationLink(caller, linkIn(text)));
    await get(caller, '/get-session');
    await get(caller, '/list-sessions');
    await get(caller, '/list-accounts');
    await post(caller, '/update-user', { name: 'Kim S.' });
    await post(caller, '/verify-password', { password: PASSWORD });
    await post(caller, '/change-email', { newEmail: newEmail(), password: PASSWORD });
    const changed = await post(caller, '/change-password', { currentPassword: PASSWORD, newPassword: NEW_PASSWORD });

    await post(test.anonymous, '/email-otp/send-verification-otp', { email, type: 'sign-in' });
    const [otp] = (await mail(email, /sign-in code$/)).text.match(/\b\d{6}\b/) ?? [];
    await post(test.anonymous, '/sign-in/email-otp', { email, otp });
    await post(test.anonymous, '/sign-in/magic-link', { email });
    const token = await fragmentOf(linkIn((await mail(email, /^Sign in to/)).text));
    await get(test.anonymous, `/magic-link/verify?token=${token}`);

    const on = await post<{ totpURI: string; backupCodes: string[] }>(
      test.withCookies(cookieOf(changed)),
      '/two-factor/enable',
      { password: NEW_PASSWORD },
    );
    const [before, now] = codesOf(secretOf(on.body.totpURI));
    const confirmed = await post(test.withCookies(cookieOf(changed)), '/two-factor/verify-totp', { code: before });
    const half = async () =>
      test.withCookies(cookieOf(await post(test.anonymous, '/sign-in/email', { email, password: NEW_PASSWORD })));
    await post(await half(), '/two-factor/verify-totp', { code: now });
    await post(await half(), '/two-factor/verify-backup-code', { code: on.body.backupCodes[0] });
    const protectedCaller = test.withCookies(cookieOf(confirmed));
    await post(protectedCaller, '/two-factor/verify-backup-code', { code: on.body.backupCodes[1] });
    const renewed = await post<{ backupCodes: string[] }>(protectedCaller, '/two-factor/generate-backup-codes', {
      password: NEW_PASSWORD,
    });
    expect(renewed.body.backupCodes).toHaveLength(10);
    const off = await post(protectedCaller, '/two-factor/disable', { password: NEW_PASSWORD });

    await post(test.anonymous, '/request-password-reset', { email });
    const resetToken = await fragmentOf(linkIn((await mail(email, /^Reset/)).text));
    const reset = await post(test.anonymous, '/reset-password', { token: resetToken, newPassword: PASSWORD });
    const last = test.withCookies(cookieOf(reset));
    expect(await isIn(test.withCookies(cookieOf(off)))).toBe(false);
    await post(last, '/revoke-other-sessions');
    await post(last, '/update-session', {});
    await post(last, '/revoke-sessions');
    await post(last, '/sign-out');

    const refused = seen.filter(({ status, path }) => status !== 200 && path !== '/update-session');
    expect(refused).toEqual([]);
    expect(tokens.size).toBeGreaterThanOrEqual(9);
    for (const { path, body } of seen) {
      for (const token of tokens) expect(body, path).not.toContain(token);
      expect(body, path).not.toContain('sha256:');
      expect(body, path).not.toMatch(/"token":/);
    }
  });

  it('is documented with one', async () => {
    const { body } = await test.anonymous.get<{ paths: Record<string, object> }>('/api/openapi.json');
    const described = Object.entries(body.paths).filter(([path]) => path.startsWith('/auth/v1'));
    expect(described.length).toBeGreaterThan(20);
    for (const [path, item] of described) {
      const responses = Object.values(item as Record<string, { responses?: object }>).map(({ responses: all }) => all);
      expect(JSON.stringify(responses), path).not.toMatch(/"token"/);
    }
  });
});

describe('a session of the list', () => {
  async function twoSessions() {
    const { id, email } = await createCoach(test.owner, { plan: 'pro', passwordHash: await hashOfPassword() });
    const caller = await test.signIn(email);
    const other = await test.anonymous.send('POST', '/auth/v1/sign-in/email', { email, password: PASSWORD });
    const { body } = await caller.get<{ id: string }[]>('/auth/v1/list-sessions');
    const { rows } = await test.owner.execute<{ id: string }>(
      sql`select id from sessions where user_id = ${id} order by created_at desc limit 1`,
    );
    expect(body.map((session) => session.id)).toContain(rows[0]?.id);
    return { caller, other, otherId: rows[0]?.id };
  }
  const revoke = (caller: Caller, body: object) => caller.send('POST', '/auth/v1/revoke-session', body);

  it('is ended by its id', async () => {
    const { caller, other, otherId } = await twoSessions();
    expect((await revoke(caller, { id: otherId })).status).toBe(200);
    expect(await isIn(test.withCookies(cookieOf(other)))).toBe(false);
    expect(await isIn(caller)).toBe(true);
  });

  it('is ended by its token', async () => {
    const { caller, other } = await twoSessions();
    expect((await revoke(caller, { token: tokenOf(other) })).status).toBe(200);
    expect(await isIn(test.withCookies(cookieOf(other)))).toBe(false);
  });

  it('cannot be ended by another person', async () => {
    const { other, otherId } = await twoSessions();
    const { caller: stranger } = await twoSessions();
    await revoke(stranger, { id: otherId });
    await revoke(stranger, { token: tokenOf(other) });
    expect(await isIn(test.withCookies(cookieOf(other)))).toBe(true);
    expect((await revoke(stranger, {})).status).toBe(400);
    expect((await revoke(stranger, { id: { not: 'text' } })).status).toBe(400);
  });
});
