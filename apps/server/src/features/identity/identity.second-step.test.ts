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
import { gets } from '../../../test/security-calls.ts';
import { CASES, type ReviewedCase } from '../../../test/security-cases.ts';
import { codeOf, codesOf, fromBase32, secretOf } from '../../../test/totp.ts';
import { createWorld } from '../../../test/world.ts';
import { listOutbox } from '../../platform/mail/outbox.data.ts';

let test: TestApp;
beforeAll(async () => {
  test = await createTestApp();
});
afterAll(() => test.close());

type Failure = { code?: string; message?: string };
type Enabled = { totpURI: string; backupCodes: string[] };
type Protected = {
  id: string;
  email: string;
  secret: string;
  /** The code that confirmed the setup. `fresh` is an unused one. */
  used: string;
  fresh: string;
  recovery: string[];
  caller: Caller;
};

const newPerson = async () => createCoach(test.owner, { plan: 'pro', passwordHash: await hashOfPassword() });
const asks = (caller: Caller, path: string, body: object) => caller.send<Failure>('POST', `/auth/v1${path}`, body);
const role = (caller: Caller) => caller.get('/rest/v1/user_roles');
const callerOf = (answer: Answer) => test.withCookies(cookieOf(answer));

/** A coach with the second step on. */
async function protect(): Promise<Protected> {
  const { id, email } = await newPerson();
  const before = await test.signIn(email);
  const { body } = await before.send<Enabled>('POST', '/auth/v1/two-factor/enable', { password: PASSWORD });
  const secret = secretOf(body.totpURI);
  const [, used, fresh] = codesOf(secret);
  const confirmed = await asks(before, '/two-factor/verify-totp', { code: used });
  expect(confirmed.status).toBe(200);
  return { id, email, secret, used, fresh, recovery: body.backupCodes, caller: callerOf(confirmed) };
}

const firstStep = (email: string, cookies?: string) =>
  (cookies ? test.withCookies(cookies) : test.anonymous).send<{ twoFactorRedirect?: boolean }>(
    'POST',
    '/auth/v1/sign-in/email',
    { email, password: PASSWORD },
  );
const secondStep = (first: Answer, code: string, more: object = {}) =>
  asks(callerOf(first), '/two-factor/verify-totp', { code, ...more });

describe('turning the second step on', () => {
  it('needs the password, returns ten recovery codes, and takes effect with a correct code', async () => {
    const { email } = await newPerson();
    const caller = await test.signIn(email);
    expect(await asks(caller, '/two-factor/enable', { password: 'wrong-password' })).toMatchObject({ status: 400 });
    const { body } = await caller.send<Enabled>('POST', '/auth/v1/two-factor/enable', { password: PASSWORD });
    expect(new Set(body.backupCodes).size).toBe(10);
    // Until it is confirmed, the password is enough, so that an unfinished setup locks no one out.
    expect((await firstStep(email)).body).not.toHaveProperty('twoFactorRedirect');
    expect(await asks(caller, '/two-factor/verify-totp', { code: '000000' })).toMatchObject({ status: 401 });
    const confirmed = await asks(caller, '/two-factor/verify-totp', { code: codeOf(secretOf(body.totpURI)) });
    expect(confirmed.status).toBe(200);
    expect((await callerOf(confirmed).get('/rest/v1/account/security')).body).toMatchObject({ twoFactorEnabled: true });
    expect((await test.mailTo(email)).subject).toBe('Two-factor sign-in is on');
  });

  it('stores secret and codes encrypted, and never shows them again', async () => {
    const { id, secret, recovery, caller } = await protect();
    const { rows } = await test.owner.execute<{ row: string }>(
      sql`select t::text as row from two_factors t where user_id = ${id}`,
    );
    const decoded = Buffer.from(rows[0]?.row ?? '').toString();
    expect(decoded).not.toContain(secret);
    expect(decoded).not.toContain(fromBase32(secret).toString());
    for (const code of recovery) expect(decoded).not.toContain(code);
    const again = await asks(caller, '/two-factor/get-totp-uri', { password: PASSWORD });
    expect(again.status).toBe(404);
    expect((await asks(caller, '/two-factor/enable', { password: PASSWORD })).status).toBe(400);
    await expect(test.services.db.pool.query('select * from two_factors')).rejects.toMatchObject({ code: '42501' });
  });

  it('cannot be set through a profile update', async () => {
    const { email, id } = await newPerson();
    await asks(await test.signIn(email), '/update-user', { name: 'Kim', twoFactorEnabled: true });
    const { rows } = await test.owner.execute(sql`select two_factor_enabled as set from users where id = ${id}`);
    expect(rows).toEqual([{ set: false }]);
  });
});

const isOpen = ({ allowed }: ReviewedCase) => allowed.includes('anonymous');

describe('signing in with a second step', () => {
  it('grants no access before the code: every procedure refuses', async () => {
    const world = await createWorld(test);
    const { email } = await protect();
    const first = await firstStep(email);
    expect(first.body).toMatchObject({ twoFactorRedirect: true });
    const half = callerOf(first);
    for (const [name, { call, allowed }] of Object.entries(CASES).filter(([, one]) => !isOpen(one))) {
      const { status } = await call(half, world);
      // Public procedures answer 404, because the named row does not exist.
      expect(allowed.length > 0 ? [401] : [401, 404], name).toContain(status);
    }
    expect((await half.get('/rest/v1/session')).body ?? null).toBeNull();
    for (const call of gets('/user_roles')) expect((await call(half, world)).status).toBe(401);
    expect((await half.get('/auth/v1/list-sessions')).status).toBe(401);
    // The first step leaves no session.
    const { rows } = await test.owner.execute(
      sql`select s.id from sessions s join users u on u.id = s.user_id where u.email = ${email}`,
    );
    expect(rows).toHaveLength(1);
  });

  it('accepts a correct code once, and no wrong, old or repeated one', async () => {
    const { email, secret, used, fresh } = await protect();
    const first = await firstStep(email);
    const old = codeOf(secret, Date.now() - 300_000);
    for (const code of ['000000', old, '', 'x'.repeat(10_000), used]) {
      expect((await secondStep(await firstStep(email), code)).status, code.slice(0, 10)).toBe(401);
    }
    const both = await Promise.all([secondStep(first, fresh), secondStep(await firstStep(email), fresh)]);
    expect(both.map(({ status }) => status).sort()).toEqual([200, 401]);
    const entered = both.find(({ status }) => status === 200);
    if (!entered) throw new Error('no code was accepted');
    expect((await role(callerOf(entered))).status).toBe(200);
    expect((await secondStep(await firstStep(email), fresh)).status).toBe(401);
  });

  it('accepts no code of another account', async () => {
    const [one, other] = [await protect(), await protect()];
    expect((await secondStep(await firstStep(one.email), other.fresh)).status).toBe(401);
    expect((await test.anonymous.send('POST', '/auth/v1/two-factor/verify-totp', { code: '123456' })).status).toBe(401);
  });

  it('stops guessing, for one sign-in and for the account', async () => {
    const { email, fresh, recovery } = await protect();
    const guess = (first: Answer, index: number) => secondStep(first, String(100_000 + index));
    const first = await firstStep(email);
    for (let index = 0; index < 5; index += 1) expect((await guess(first, index)).status).toBe(401);
    expect((await secondStep(first, fresh)).status).toBe(400);
    const next = await firstStep(email);
    for (let index = 5; index < 10; index += 1) await guess(next, index);
    const last = await firstStep(email);
    const locked = { status: 429, body: { code: 'ACCOUNT_TEMPORARILY_LOCKED' } };
    expect(await secondStep(last, '987654')).toMatchObject(locked);
    // Neither a correct code nor a recovery code bypasses the lock.
    expect(await secondStep(last, fresh)).toMatchObject(locked);
    expect(await asks(callerOf(last), '/two-factor/verify-backup-code', { code: recovery[0] })).toMatchObject(locked);
  });

  it('counts wrong codes of all kinds and sign-ins together, even concurrent ones', async () => {
    const { email } = await protect();
    const firsts = await Promise.all(Array.from({ length: 8 }, () => firstStep(email)));
    const tries = firsts.flatMap((first, index) => [
      secondStep(first, String(200_000 + index)),
      asks(callerOf(first), '/two-factor/verify-backup-code', { code: `wrong-${index}` }),
    ]);
    const statuses = (await Promise.all(tries)).map(({ status }) => status);
    expect(statuses.filter((status) => status !== 429)).toHaveLength(10);
    expect((await secondStep(await firstStep(email), '987654')).status).toBe(429);
  });

  it('notifies the owner of the lock, once for each incident', async () => {
    const { id, email, recovery } = await protect();
    const mails = async () =>
      (await listOutbox(test.services.db)).filter(
        ({ recipient, subject }) => recipient === email && subject === 'Two-factor sign-in is locked',
      ).length;
    const fail = async (start: number, times: number) => {
      for (let done = 0; done < times; done += 1)
        await secondStep(await firstStep(email), String(300_000 + start + done));
    };
    const waitMinutes = async (minutes: number) => {
      test.setNow(new Date(Date.now() + minutes * 60_000));
      await test.owner.execute(sql`update two_factors set locked_until = now() where user_id = ${id}`);
    };
    await fail(0, 9);
    expect(await mails()).toBe(0);
    await fail(9, 3);
    await expect.poll(mails).toBe(1);
    await waitMinutes(16);
    await fail(20, 12);
    expect(await mails()).toBe(1);
    // A correct code ends the incident.
    await waitMinutes(32);
    const first = await firstStep(email);
    expect((await asks(callerOf(first), '/two-factor/verify-backup-code', { code: recovery[0] })).status).toBe(200);
    await fail(40, 10);
    await expect.poll(mails).toBe(2);
    const { text } = await test.mailTo(email);
    expect(text).toMatch(/ten wrong codes/i);
    test.setNow(null);
  });

  it('accepts a recovery code once', async () => {
    const { email, recovery } = await protect();
    const [code = ''] = recovery;
    const use = async (first: Answer) => asks(callerOf(first), '/two-factor/verify-backup-code', { code });
    const firsts = [await firstStep(email), await firstStep(email)] as const;
    let answered = 0;
    const uses = await test.owner.transaction(async (tx) => {
      // Locks the codes until both requests have read them, or one was refused.
      await tx.execute(sql`select 1 from two_factors for update`);
      const sent = firsts.map((first) =>
        use(first).finally(() => {
          answered += 1;
        }),
      );
      const waiting = sql`select count(*)::int as count from pg_stat_activity
        where datname = current_database() and wait_event_type = 'Lock'`;
      await expect
        .poll(async () => Number((await test.owner.execute(waiting)).rows[0]?.count) + answered, { timeout: 10_000 })
        .toBe(2);
      return sent;
    });
    const [entered, ...others] = (await Promise.all(uses)).filter(({ status }) => status === 200);
    if (!entered) throw new Error('the recovery code was refused twice');
    expect(others).toEqual([]);
    expect((await role(callerOf(entered))).status).toBe(200);
    expect((await use(await firstStep(email))).status).toBe(401);
  });

  it('remembers a trusted device until the second step is turned off', async () => {
    const { email, fresh, caller } = await protect();
    const trusted = cookieOf(await secondStep(await firstStep(email), fresh, { trustDevice: true }));
    const trust = trusted.split('; ').find((cookie) => cookie.includes('trust_device')) ?? '';
    const again = await firstStep(email, trust);
    expect(again.body).not.toHaveProperty('twoFactorRedirect');
    expect((await role(callerOf(again))).status).toBe(200);
    // The cookie is valid only for this person, and was renewed.
    const other = await protect();
    const renewed =
      cookieOf(again)
        .split('; ')
        .find((cookie) => cookie.includes('trust_device')) ?? '';
    expect((await firstStep(other.email, renewed)).body).toMatchObject({ twoFactorRedirect: true });
    const off = await asks(caller, '/two-factor/disable', { password: PASSWORD });
    const on = await callerOf(off).send<Enabled>('POST', '/auth/v1/two-factor/enable', { password: PASSWORD });
    const code = codeOf(secretOf(on.body.totpURI));
    expect((await asks(callerOf(off), '/two-factor/verify-totp', { code })).status).toBe(200);
    expect((await firstStep(email, renewed)).body).toMatchObject({ twoFactorRedirect: true });
  });
});

describe('no other way into the account', () => {
  it('skips the second step: neither a new password nor a mailed link', async () => {
    const { email, id } = await protect();
    await test.anonymous.send('POST', '/auth/v1/request-password-reset', { email, redirectTo: '/auth' });
    await expect.poll(async () => (await test.mailTo(email)).subject).toContain('Reset');
    const link = linkIn((await test.mailTo(email)).text);
    const opened = await test.anonymous.get(link.pathname + link.search);
    const token = new URLSearchParams(opened.location?.split('#')[1]).get('token') ?? '';
    const reset = await asks(test.anonymous, '/reset-password', { newPassword: 'another-pass-1', token });
    expect(reset.status).toBe(200);
    expect((await role(callerOf(reset))).status).toBe(401);

    await test.owner.execute(sql`update users set email_verified = false where id = ${id}`);
    await asks(test.anonymous, '/send-verification-email', { email });
    await expect.poll(async () => (await test.mailTo(email)).subject).toContain('Verify');
    const verify = linkIn((await test.mailTo(email)).text);
    const verified = await openVerificationLink(test.anonymous, verify);
    expect(verified.status).toBe(200);
    expect((await role(callerOf(verified))).status).toBe(401);
  });
});

describe('turning it off, and new recovery codes', () => {
  it('need the password, and guessing it is limited', async () => {
    const { caller, email, recovery } = await protect();
    const renew = (password: string) =>
      caller.send<Enabled>('POST', '/auth/v1/two-factor/generate-backup-codes', { password });
    expect((await renew('wrong-password')).status).toBe(400);
    const renewed = await renew(PASSWORD);
    expect(renewed.body.backupCodes).toHaveLength(10);
    const old = await asks(callerOf(await firstStep(email)), '/two-factor/verify-backup-code', { code: recovery[0] });
    expect(old.status).toBe(401);
    expect((await asks(caller, '/two-factor/disable', { password: 'wrong-password' })).status).toBe(400);
    expect((await asks(caller, '/two-factor/disable', {})).status).toBe(400);
    const tries = await Promise.all(
      Array.from({ length: 8 }, () => asks(caller, '/two-factor/disable', { password: 'wrong-password' })),
    );
    expect(tries.at(-1)?.status === 429 || tries.some(({ status }) => status === 429)).toBe(true);
    expect((await firstStep(email)).body).toMatchObject({ twoFactorRedirect: true });
  });
});
