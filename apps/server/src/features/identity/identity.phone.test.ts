import { randomInt } from 'node:crypto';
import type { SignInMethod } from '@stridewell/contract/identity/identity';
import { sql } from 'drizzle-orm';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createCoach } from '../../../seed/factories.ts';
import { createTestApp, hashOfPassword, PASSWORD, shareTestApp, type TestApp } from '../../../test/app.ts';
import { type Browser, openBrowser } from '../../../test/browser.ts';
import { SmsServer } from '../../../test/sms-server.ts';
import { codesOf, secretOf } from '../../../test/totp.ts';
import { sendPhoneCode } from './identity.phone.service.ts';

const service = new SmsServer();
let test: TestApp;
beforeAll(async () => {
  const url = await service.start();
  test = await createTestApp({ SMS_URL: url, SMS_TOKEN: 'token', SMS_FROM: 'Stridewell' });
});
afterAll(async () => {
  await test.close();
  await service.stop();
});

type Failure = { code?: string; message?: string; twoFactorRedirect?: boolean };
const aNumber = () => `+1415${randomInt(2_000_000, 9_999_999)}`;
const otherThan = (code: string) => String((Number(code) + 1) % 1_000_000).padStart(6, '0');

const request = (browser: Browser, path: string, phoneNumber: unknown, code?: unknown) =>
  browser.post<Failure>(path, { phoneNumber, ...(code !== undefined && { code }) });
const methodsOf = async (browser: Browser) =>
  (await browser.caller().get<{ methods: SignInMethod[] }>('/rest/v1/account/security')).body.methods;
const isIn = async (browser: Browser) => (await browser.caller().get('/rest/v1/user_roles')).status === 200;

async function aPerson() {
  const { id, email } = await createCoach(test.owner, { plan: 'pro', passwordHash: await hashOfPassword() });
  return { id, email, browser: openBrowser(test, await test.signIn(email)) };
}

/** The code of the newest message to a number, from the queue: waiting for each message would take seconds. */
async function queuedCode(number: string): Promise<string> {
  const { rows } = await test.owner.execute<{ sealed: string }>(
    sql`select data ->> 'sealed' as sealed from pgboss.job where name = 'identity.send_phone_code' order by created_on`,
  );
  const messages = rows.map(({ sealed }) => JSON.parse(test.services.seal.open(sealed)));
  return messages.findLast(({ phoneNumber }) => phoneNumber === number)?.code ?? '';
}

async function addNumber(browser: Browser, number = aNumber()): Promise<string> {
  expect((await request(browser, '/phone-number/add', number)).status).toBe(200);
  const code = await queuedCode(number);
  expect((await request(browser, '/phone-number/verify', number, code)).status).toBe(200);
  return number;
}

/** Asks for a code to sign in. */
async function askToSignIn(number: string): Promise<{ browser: Browser; code: string }> {
  const browser = openBrowser(test);
  expect((await request(browser, '/phone-number/send-code', number)).status).toBe(200);
  return { browser, code: await queuedCode(number) };
}

describe('a phone number', () => {
  it('is added with a texted code, signs in once, in any spelling, and is removed', async () => {
    const { email, browser } = await aPerson();
    const number = await addNumber(browser);
    expect((await test.mailTo(email)).subject).toBe('A phone number was added to your account');
    expect(await methodsOf(browser)).toContainEqual(
      expect.objectContaining({ kind: 'phone', name: number, lastUsedAt: null, isRemovable: true }),
    );
    const { browser: other, code } = await askToSignIn(number);
    const spelled = `00${number.slice(1, 2)} (${number.slice(2, 5)}) ${number.slice(5, 8)}-${number.slice(8)}`;
    expect(
      (await request(other, '/sign-in/phone-number', spelled, ` ${code.slice(0, 3)} ${code.slice(3)}`)).status,
    ).toBe(200);
    expect(await isIn(other)).toBe(true);
    expect((await request(openBrowser(test), '/sign-in/phone-number', number, code)).status).toBe(400);

    const phone = (await methodsOf(browser)).find(({ kind }) => kind === 'phone');
    expect(phone?.lastUsedAt).not.toBeNull();
    expect((await browser.post('/unlink-account', { accountId: phone?.id })).status).toBe(200);
    await expect.poll(async () => (await test.mailTo(email)).subject).toMatch(/^A phone number was removed/);
    expect(await methodsOf(browser)).toHaveLength(1);
  });

  it('is texted with a code that phones offer on our page alone', async () => {
    const { browser } = await aPerson();
    const number = aNumber();
    await request(browser, '/phone-number/add', number);
    await expect.poll(() => service.to(number), { timeout: 10_000 }).toHaveLength(1);
    expect(service.to(number)[0]).toMatch(
      /^(\d{6}) is your Stridewell code\. It works for ten minutes\. We never ask you for it\.\n\n@localhost #\1$/,
    );
  });

  it('is texted again after a failure of the service, unless the code has expired', async () => {
    const number = aNumber();
    const text = async (until: Date) => {
      const message = { phoneNumber: number, code: '123456', host: '', until: until.toISOString() };
      await sendPhoneCode(test.services, { sealed: test.services.seal.seal(JSON.stringify(message)) });
    };
    const soon = new Date(Date.now() + 60_000);
    service.failures.push(503);
    await expect(text(soon)).rejects.toThrow(/answered 503$/);
    await text(soon);
    await text(new Date(Date.now() - 1000));
    expect(service.to(number)).toHaveLength(1);
  });

  it('does not skip the second step', async () => {
    const { browser } = await aPerson();
    const number = await addNumber(browser);
    const on = await browser.post<{ totpURI: string }>('/two-factor/enable', { password: PASSWORD });
    const [used] = codesOf(secretOf(on.body.totpURI));
    await browser.post('/two-factor/verify-totp', { code: used });
    const { browser: other, code } = await askToSignIn(number);
    const answer = await request(other, '/sign-in/phone-number', number, code);
    expect(answer.body).toMatchObject({ twoFactorRedirect: true });
    expect(await isIn(other)).toBe(false);
  });

  it('replaces the earlier one, and opens one account', async () => {
    const [mine, theirs] = [await aPerson(), await aPerson()];
    const first = await addNumber(mine.browser);
    const second = await addNumber(mine.browser);
    expect((await methodsOf(mine.browser)).filter(({ kind }) => kind === 'phone').map(({ name }) => name)).toEqual([
      second,
    ]);
    await addNumber(theirs.browser, first);
    await request(mine.browser, '/phone-number/add', first);
    const code = await queuedCode(first);
    expect(await request(mine.browser, '/phone-number/verify', first, code)).toMatchObject({
      status: 409,
      body: { code: 'PHONE_NUMBER_TAKEN' },
    });
  });
});

describe('a code', () => {
  it('stops working after five wrong ones, and signs in one of two at once', async () => {
    const number = await addNumber((await aPerson()).browser);
    const first = await askToSignIn(number);
    for (let tries = 0; tries < 5; tries += 1) {
      expect((await request(first.browser, '/sign-in/phone-number', number, otherThan(first.code))).status).toBe(400);
    }
    expect((await request(first.browser, '/sign-in/phone-number', number, first.code)).status).toBe(400);
    const { code } = await askToSignIn(number);
    const enter = () => request(openBrowser(test), '/sign-in/phone-number', number, code);
    const both = await Promise.all([enter(), enter()]);
    expect(both.map(({ status }) => status).sort()).toEqual([200, 400]);
  });

  it('that adds a number signs in to no account, and belongs to the one that asked', async () => {
    const [mine, theirs] = [await aPerson(), await aPerson()];
    const number = aNumber();
    await request(mine.browser, '/phone-number/add', number);
    const code = await queuedCode(number);
    expect((await request(openBrowser(test), '/sign-in/phone-number', number, code)).status).toBe(400);
    expect((await request(theirs.browser, '/phone-number/verify', number, code)).status).toBe(400);
    expect((await request(mine.browser, '/phone-number/verify', number, code)).status).toBe(200);
  });

  it('is stored as a digest, and its message is sealed', async () => {
    const { browser } = await aPerson();
    const number = aNumber();
    await request(browser, '/phone-number/add', number);
    const code = await queuedCode(number);
    const { rows: stored } = await test.owner.execute(sql`select value from verifications`);
    const { rows: jobs } = await test.owner.execute(
      sql`select data::text as value from pgboss.job where name = 'identity.send_phone_code'`,
    );
    for (const { value } of [...stored, ...jobs]) {
      expect(value).not.toContain(`:${code}`);
      expect(value).not.toContain(number);
    }
  });

  it('floods no phone, however many accounts and networks ask', async () => {
    const number = await addNumber((await aPerson()).browser);
    const answers: number[] = [];
    for (let asked = 0; asked < 5; asked += 1) {
      answers.push((await request(openBrowser(test), '/phone-number/send-code', number)).status);
    }
    expect(answers).toEqual([200, 200, 200, 200, 429]);
    const { browser } = await aPerson();
    const own: number[] = [];
    for (let asked = 0; asked < 6; asked += 1)
      own.push((await request(browser, '/phone-number/add', aNumber())).status);
    expect(own).toEqual([200, 200, 200, 200, 200, 429]);
  });
});

it('an answer does not tell whether a number has an account', async () => {
  const number = await addNumber((await aPerson()).browser);
  const stranger = aNumber();
  const unknown = await request(openBrowser(test), '/phone-number/send-code', stranger);
  const known = await request(openBrowser(test), '/phone-number/send-code', number);
  expect([unknown.status, unknown.body]).toEqual([known.status, known.body]);
  // Both are queued, so that both answers take as long. The first message was for adding the number.
  await expect.poll(() => service.to(number).length, { timeout: 10_000 }).toBe(2);
  const { rows } = await test.owner.execute(
    sql`select from pgboss.job where name = 'identity.send_phone_code' and state < 'completed'`,
  );
  expect(rows).toEqual([]);
  expect(service.to(stranger)).toEqual([]);
  const code = await queuedCode(stranger);
  expect((await request(openBrowser(test), '/sign-in/phone-number', stranger, code)).status).toBe(400);
  const wrong = await request(openBrowser(test), '/sign-in/phone-number', number, '000000');
  const missing = await request(openBrowser(test), '/sign-in/phone-number', stranger, '000000');
  expect([missing.status, missing.body]).toEqual([wrong.status, wrong.body]);
});

it('hostile numbers and codes are refused', async () => {
  const { id, browser } = await aPerson();
  for (const number of ['', '123', '+', 'x'.repeat(50), '+1415555012345678901', {}, null, '+1;drop', 4_155_550_123]) {
    expect((await request(browser, '/phone-number/add', number)).status).toBe(400);
    expect((await request(openBrowser(test), '/phone-number/send-code', number)).status).toBe(400);
    expect((await request(openBrowser(test), '/sign-in/phone-number', number, '000000')).status).toBe(400);
  }
  expect((await request(browser, '/phone-number/verify', aNumber(), 'x'.repeat(100))).status).toBe(400);
  expect((await request(openBrowser(test), '/phone-number/add', aNumber())).status).toBe(401);
  expect((await request(openBrowser(test), '/phone-number/verify', aNumber(), '000000')).status).toBe(401);
  await test.owner.execute(sql`update sessions set created_at = now() - interval '1 hour' where user_id = ${id}`);
  expect((await request(browser, '/phone-number/add', aNumber())).body).toMatchObject({ code: 'SESSION_NOT_FRESH' });
});

it('without a sender, each endpoint says that phone sign-in is not configured', async () => {
  const other = await shareTestApp();
  const person = await createCoach(other.owner, { plan: 'pro', passwordHash: await hashOfPassword() });
  const browser = openBrowser(other, await other.signIn(person.email));
  for (const path of [
    '/phone-number/send-code',
    '/sign-in/phone-number',
    '/phone-number/add',
    '/phone-number/verify',
  ]) {
    expect(await request(browser, path, aNumber(), '000000')).toMatchObject({
      status: 400,
      body: { code: 'PHONE_NOT_CONFIGURED', message: 'Phone sign-in is not configured' },
    });
  }
  await other.close();
});
