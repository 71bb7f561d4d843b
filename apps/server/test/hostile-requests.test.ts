import { randomUUID } from 'node:crypto';
import Stripe from 'stripe';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { sandboxSecret } from '../src/core/payments/provider.ts';
import { createTestApp, type TestApp } from './app.ts';
import { TEST_SECRET } from './cluster.ts';
import { aCoach, aPerson, type Coach } from './people.ts';

const ORIGIN = 'http://localhost:3000';
const LEVELS = 50_000;
const ARRAYS = `${'['.repeat(LEVELS)}${']'.repeat(LEVELS)}`;
const OBJECTS = `${'{"a":'.repeat(LEVELS)}1${'}'.repeat(LEVELS)}`;

let test: TestApp;
let coach: Coach;
beforeAll(async () => {
  test = await createTestApp();
  coach = await aCoach(test);
});
afterAll(() => test.close());

let address = 0;
async function post(url: string, payload: string, headers: Record<string, string> = {}) {
  address += 1;
  const answer = await test.app.inject({
    method: 'POST',
    url,
    payload,
    remoteAddress: `10.77.0.${address}`,
    headers: { origin: ORIGIN, cookie: coach.caller.cookie ?? '', 'content-type': 'application/json', ...headers },
  });
  return { status: answer.statusCode, body: answer.json() };
}

const sign = (payload: string) =>
  Stripe.webhooks.generateTestHeaderString({
    payload,
    secret: sandboxSecret(TEST_SECRET),
    timestamp: Math.floor(Date.now() / 1000),
  });

describe('JSON that is nested 50,000 levels deep', () => {
  it.each([
    '/auth/v1/sign-in/email',
    '/auth/v1/sign-up/email',
    '/auth/v1/update-user',
    '/rest/v1/messages',
    '/rest/v1/conversations/x/messages',
    '/functions/v1/create-checkout',
    '/webhooks/stripe',
  ])('is a bad request at %s', async (url) => {
    for (const content of [ARRAYS, OBJECTS, `{"email":${ARRAYS},"password":"x"}`, '['.repeat(LEVELS)]) {
      expect(await post(url, content, { 'stripe-signature': sign(content) })).toMatchObject({
        status: 400,
        body: { code: 'BAD_REQUEST', message: expect.any(String) },
      });
    }
  });

  it('causes no server error in the address', async () => {
    const query = `a${'[b]'.repeat(4000)}=1`;
    const answer = await test.app.inject({
      url: `/rest/v1/clients?${query}`,
      headers: { cookie: coach.caller.cookie ?? '' },
    });
    expect(answer.statusCode).toBeLessThan(500);
  });
});

/** Keys and texts at any depth, written as escapes, and values that are no object. */
const UNSTORABLE = [
  'null',
  '7',
  'true',
  '"text"',
  '{"body":"a\\u0000b"}',
  '{"body":"\\ud83d"}',
  '{"body":"\\ud83d\\ud83d"}',
  '{"body":"\\ud83d 😀"}',
  '{"body":"\\uDE00\\uD83D"}',
  '{"body":"\\\\\\u0000"}',
  '{"\\u0000":1}',
  '{"a":[{"b":{"\\uDFFF":[]}}]}',
  '[["\\u0000"]]',
];

describe('content that no column can hold', () => {
  it.each([
    '/auth/v1/sign-in/email',
    '/auth/v1/sign-up/email',
    '/auth/v1/update-user',
    '/auth/v1/request-password-reset',
    '/rest/v1/messages',
    '/rest/v1/ledger_entries',
    '/rest/v1/nowhere',
    '/functions/v1/create-checkout',
  ])('is a bad request at %s', async (url) => {
    for (const content of UNSTORABLE) {
      expect(await post(url, content), content).toMatchObject({
        status: 400,
        body: { code: 'BAD_REQUEST', message: expect.any(String) },
      });
    }
  });

  it('is distinguished from texts that only look like it', async () => {
    for (const name of ['\\u0000', '😀', '\\\\ud83d', '\uFFFD'])
      expect(
        await coach.caller.send('PUT', `/rest/v1/packages/${randomUUID()}`, {
          coachId: coach.id,
          name,
          description: '',
          amountCents: 100,
          currency: 'USD',
          interval: 'month',
          archived: false,
        }),
      ).toMatchObject({ status: 200 });
  });

  it.each([
    '/rest/v1/clients?q=a%00b',
    '/rest/v1/clients?%00=1',
    '/rest/v1/clients/%00',
    '/rest/v1/files/%00/x',
    '/rest/v1/files?name=%00',
    '/auth/v1/reset-password/%00',
    '/auth/v1/verify-email?token=%00',
    '/functions/v1/%00',
    '/links/verify-email?token=%00',
    '/c/%00',
    '/exports/%00/clients.csv',
    '/billing/invoices/%00.pdf',
    '/webhooks/%00',
    '/%00',
  ])('is a bad request in the address %s', async (url) => {
    for (const method of ['GET', 'POST'] as const) {
      const headers = { cookie: coach.caller.cookie ?? '', origin: ORIGIN };
      const answer = await test.app.inject({ method, url, headers });
      expect(answer.statusCode).toBe(400);
      expect(answer.json()).toMatchObject({ code: 'BAD_REQUEST' });
    }
  });

  it('is refused in the fields of a form', async () => {
    const type = { 'content-type': 'application/x-www-form-urlencoded' };
    for (const fields of ['name=%00', '%00=x', 'zone=a%00', `message=${'\u0000'}`])
      expect(await post(`/c/${randomUUID()}`, fields, type)).toMatchObject({ status: 400 });
  });

  it('is refused as plain text and as multipart', async () => {
    for (const type of ['text/plain', 'multipart/form-data; boundary=x', 'application/octet-stream', 'a/b'])
      for (const url of ['/rest/v1/messages', '/auth/v1/sign-in/email', '/functions/v1/create-checkout'])
        expect(await post(url, '--x\u0000', { 'content-type': type })).toMatchObject({ status: 415 });
  });

  it('is not trusted as an address in an unsigned link', async () => {
    const claims = (content: object) => `x.${Buffer.from(JSON.stringify(content)).toString('base64url')}.x`;
    for (const content of [{ email: '\u0000' }, { email: 'a@example.com', updateTo: 'b\u0000@example.com' }]) {
      const answer = await test.anonymous.get(`/auth/v1/verify-email?token=${claims(content)}`);
      expect(answer.status).toBe(401);
    }
  });

  it('cannot be a second id in capital letters', async () => {
    const url = `/rest/v1/client_coach_relationships?coachId=${coach.id.toUpperCase()}`;
    expect((await coach.caller.get(url)).status).toBe(200);
    const path = `/rest/v1/my_invitations/${coach.id.toUpperCase()}/${randomUUID().toUpperCase()}/accept`;
    const { caller } = await aPerson(test);
    expect((await caller.send('POST', path, {})).status).toBe(404);
  });

  it('selects no coach in a header', async () => {
    for (const name of ['x', 'é', "' or 1=1 --", 'x'.repeat(5000)])
      expect((await coach.caller.get('/rest/v1/coaches', { 'x-coach-id': name })).status).toBe(200);
  });
});

describe('a signed webhook with odd content', () => {
  const created = Math.floor(Date.now() / 1000);
  const event = (changes: object) =>
    JSON.stringify({
      id: `evt_${randomUUID()}`,
      object: 'event',
      type: 'invoice.paid',
      created,
      data: { object: { id: 'in_1' } },
      ...changes,
    });

  it.each([
    ['an empty body', ''],
    ['no JSON', 'hello'],
    ['the start of JSON', '{"id":'],
    ['null', 'null'],
    ['true', 'true'],
    ['a number', '7'],
    ['a text', '"evt_1"'],
    ['a list', '[]'],
    ['no fields', '{}'],
    ['no id', event({ id: undefined })],
    ['an empty id', event({ id: '' })],
    ['a number as its id', event({ id: 5 })],
    ['an id that the database refuses', event({ id: 'evt_\u0000' })],
    ['half a character in its id', event({ id: 'evt_\ud800' })],
    ['an endless id', event({ id: 'e'.repeat(100_000) })],
    ['an object as its type', event({ type: {} })],
    ['no time', event({ created: undefined })],
    ['a text as its time', event({ created: 'today' })],
    ['a time that is no date', event({ created: 1e300 })],
    ['a negative time', event({ created: -1e15 })],
    ['no data', event({ data: undefined })],
    ['null as its data', event({ data: null })],
    ['a text as its object', event({ data: { object: 'in_1' } })],
  ])('is refused: %s', async (_kind, payload) => {
    expect(await post('/webhooks/stripe', payload, { 'stripe-signature': sign(payload) })).toMatchObject({
      status: 400,
      body: { code: 'BAD_REQUEST' },
    });
  });

  it.each([
    ['an unknown type', event({ type: 'account.exploded' })],
    ['no subject', event({ type: 'checkout.session.completed', data: { object: {} } })],
    ['a number as its subject', event({ type: 'customer.subscription.updated', data: { object: { id: 5 } } })],
    [
      'a list as its subscription',
      event({ type: 'checkout.session.expired', data: { object: { id: 'cs_1', subscription: [] } } }),
    ],
    [
      'a hostile subscription',
      event({ data: { object: { parent: { subscription_details: { subscription: '\u0000' } } } } }),
    ],
    ['a text as its parent', event({ data: { object: { parent: 'x' } } })],
    ['null as its parent', event({ data: { object: { parent: null } } })],
  ])('is ignored: %s', async (_kind, payload) => {
    expect(await post('/webhooks/stripe', payload, { 'stripe-signature': sign(payload) })).toEqual({
      status: 200,
      body: { received: true },
    });
  });

  it.each(['', 't=', 't=1,v1=', 'v1=abc', 't=99999999999999999999,v1=x', ',,,', 'x'.repeat(5000)])(
    'is refused with the signature %.20j',
    async (signature) => {
      expect(await post('/webhooks/stripe', event({}), { 'stripe-signature': signature })).toMatchObject({
        status: 400,
      });
    },
  );
});
