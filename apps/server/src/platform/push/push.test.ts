import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type Browser, type PushService, startPushService } from '../../../test/push-service.ts';
import { createOutbound } from '../http/outbound.ts';
import { createPushSender, type PushMessage } from './push.ts';

const NOW = new Date('2026-03-02T12:00:00Z');
const open = createOutbound({ allowPrivate: true });
const guarded = createOutbound({ allowPrivate: false });
let service: PushService;
beforeAll(async () => {
  service = await startPushService();
});
afterAll(async () => {
  await Promise.all([open.close(), guarded.close()]);
  await service.close();
});

const MESSAGE: PushMessage = {
  body: JSON.stringify({ title: 'New message from Ana – ñ', body: '', url: '/client/messages', tag: 'a' }),
  ttlSeconds: 3600,
  urgency: 'high',
  tag: 'a',
};
const senderWith = (outbound: typeof open) => {
  const { VAPID_PUBLIC_KEY = '', VAPID_PRIVATE_KEY = '', VAPID_SUBJECT = '' } = service.variables;
  const keys = { publicKey: VAPID_PUBLIC_KEY, privateKey: VAPID_PRIVATE_KEY };
  return createPushSender({ keys, subject: VAPID_SUBJECT, outbound, now: () => NOW });
};
const targetOf = ({ subscription: { endpoint, keys } }: Browser) => ({ endpoint, ...keys });
const send = (browser: Browser, changes: Partial<PushMessage> = {}, outbound = open) =>
  senderWith(outbound).send(targetOf(browser), { ...MESSAGE, ...changes });

describe('a push', () => {
  it('arrives signed and encrypted, and only its browser can read it', async () => {
    const browser = service.aBrowser();
    expect(await send(browser)).toEqual({ is: 'accepted' });
    expect(browser.received.map(({ body }) => body)).toEqual([JSON.parse(MESSAGE.body)]);
    expect(browser.received[0]?.headers).toMatchObject({ ttl: '3600', urgency: 'high' });
  });

  it('has the same topic as an older one with its tag, and another one otherwise', async () => {
    const browser = service.aBrowser();
    await send(browser);
    await send(browser);
    await send(browser, { tag: 'b' });
    const [first, second, other] = browser.received.map(({ headers }) => String(headers.topic));
    expect(first).toMatch(/^[\w-]{1,32}$/);
    expect(second).toBe(first);
    expect(other).not.toBe(first);
  });

  it.each([
    ['ends the subscription that is unknown', { status: 404 }, { is: 'gone' }],
    ['ends the subscription that has expired', { status: 410 }, { is: 'gone' }],
    [
      'waits as long as it is asked to',
      { status: 429, headers: { 'retry-after': '120' } },
      { is: 'later', afterSeconds: 120 },
    ],
    [
      'waits until the moment it is given',
      { status: 503, headers: { 'retry-after': 'Mon, 02 Mar 2026 12:01:30 GMT' } },
      { is: 'later', afterSeconds: 90 },
    ],
    ['is tried again without a time to wait', { status: 429 }, { is: 'later', afterSeconds: 0 }],
    ['survives a pause that makes no sense', { status: 429, headers: { 'retry-after': 'soon' } }, { is: 'later' }],
    ['is tried again after a failure', { status: 500 }, { is: 'later', afterSeconds: 0 }],
    ['is given up when it is refused', { status: 400 }, { is: 'refused' }],
    [
      'follows no redirect',
      { status: 307, headers: { location: 'https://localhost:1/' } },
      { is: 'refused', reason: 'the push service answered with 307' },
    ],
  ])('%s', async (_, answer, outcome) => {
    const browser = service.aBrowser();
    browser.answer = answer;
    expect(await send(browser)).toMatchObject(outcome);
  });

  it('is not sent to a private address', async () => {
    const browser = service.aBrowser();
    expect(await send(browser, {}, guarded)).toMatchObject({ is: 'gone' });
    expect(browser.received).toEqual([]);
  });

  it('is tried again when no push service answers', async () => {
    const browser = service.aBrowser();
    browser.subscription.endpoint = 'https://localhost:1/push';
    expect(await send(browser)).toMatchObject({ is: 'later' });
  });

  it('ends a subscription whose key cannot be one', async () => {
    const browser = service.aBrowser();
    browser.subscription.keys.p256dh = 'A'.repeat(87);
    expect(await send(browser)).toMatchObject({ is: 'gone' });
  });
});
