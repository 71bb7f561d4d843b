import { randomUUID } from 'node:crypto';
import type { ChannelChoice } from '@stridewell/contract/notifications/notifications.rules';
import { eq, sql } from 'drizzle-orm';
import { afterAll, beforeAll, beforeEach, describe, expect, it, onTestFinished } from 'vitest';
import { createTestApp, PASSWORD, type TestApp } from '../../../test/app.ts';
import { asAppRole } from '../../../test/app-role.ts';
import { aClient, aCoach, aPerson, type Client, type Coach, type Person, signIn } from '../../../test/people.ts';
import { type Browser, type PushService, startPushService } from '../../../test/push-service.ts';
import { newCheckIn } from '../../../test/security-cases-checkins.ts';
import { sessions } from '../../core/auth/auth.table.ts';
import { deliverNotifications } from './notifications.delivery.service.ts';
import { sendLeftoverPushes, sendPushes } from './notifications.push.service.ts';
import { notificationPushes, pushSubscriptions } from './notifications.table.ts';

let service: PushService;
let test: TestApp;
beforeAll(async () => {
  service = await startPushService();
  // Without jobs, so that each test says what is sent when.
  test = await createTestApp({ ...service.variables, APP_ROLE: 'web' });
});
afterAll(async () => {
  service.release();
  await test.close();
  await service.close();
});

let coach: Coach;
let client: Client;
beforeEach(async () => {
  test.setNow(NOON);
  coach = await aCoach(test, { name: 'Ana Silva' });
  client = await aClient(test, { of: coach, person: { name: 'Nina Park' } });
});

/** Today at noon in UTC, in which the devices of these tests are. */
const NOON = new Date(new Date().setUTCHours(12, 0, 0, 0));
const MINUTE = 60_000;
const HOUR = 60 * MINUTE;
const later = (ms: number, from = NOON) => new Date(from.getTime() + ms);

const USER_AGENT = 'Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 Chrome/140.0.0.0 Safari/537.36';
const subscribe = (
  { api }: Pick<Person, 'api'>,
  { subscription }: Browser,
  changes: Partial<Parameters<typeof api.notifications.addPushDevice>[0]> = {},
) => api.notifications.addPushDevice({ ...subscription, timeZone: 'UTC', userAgent: USER_AGENT, ...changes });
const withDevice = async (person: Pick<Person, 'api'>): Promise<Browser> => {
  const browser = service.aBrowser();
  await subscribe(person, browser);
  return browser;
};
const devicesOf = async ({ api }: Pick<Person, 'api'>) => (await api.notifications.listPushDevices()).devices;
const choose = ({ api }: Person, type: ChannelChoice['type'], enabled: boolean) =>
  api.notifications.setNotificationPreference({ type, channel: 'push', enabled });
const conversation = () => ({ coachId: coach.id, conversationId: client.clientId });
const write = ({ api }: Person, body: string) =>
  api.messages.sendMessage({ ...conversation(), id: randomUUID(), body });
const deliver = () => deliverNotifications(test.services, { coachId: coach.id });
const waiting = (of: Person) =>
  test.owner.select().from(notificationPushes).where(eq(notificationPushes.userId, of.id));

/** Waits for the deliveries, and sends what is due then. */
async function pushAll(of: Person, at = later(MINUTE)) {
  await deliver();
  // Messages wait a moment by the clock of their transaction.
  await test.owner
    .update(notificationPushes)
    .set({ dueAt: sql`least(due_at, ${at.toISOString()}::timestamptz)`, createdAt: NOON })
    .where(sql`user_id = ${of.id} and tries = 0 and due_at < ${later(12 * HOUR).toISOString()}::timestamptz`);
  test.setNow(at);
  await sendPushes(test.services, { userId: of.id });
}
const titles = ({ received }: Browser) => received.map(({ body }) => body.title);

describe('a message', () => {
  it('is pushed to each device of its recipient, without its text', async () => {
    const [phone, laptop] = [await withDevice(client), await withDevice(client)];
    const other = await withDevice(coach);
    await write(coach, 'Your weight of 61.4 kg is fine');
    await pushAll(client);
    const body = {
      title: 'New message from Ana Silva',
      body: '',
      url: `/client/messages?coach=${coach.id}`,
      tag: `conversation.${client.clientId}`,
    };
    expect(phone.received.map((one) => one.body)).toEqual([body]);
    expect(laptop.received.map((one) => one.body)).toEqual([body]);
    expect(phone.received[0]?.headers).toMatchObject({ urgency: 'high' });
    expect(other.received).toEqual([]);
    expect(await waiting(client)).toEqual([]);
  });

  it('is pushed once for several that wait, and again after that', async () => {
    const phone = await withDevice(client);
    await write(coach, 'First');
    await write(coach, 'Second');
    await pushAll(client);
    expect(titles(phone)).toHaveLength(1);
    await write(coach, 'Third');
    await pushAll(client, later(2 * MINUTE));
    expect(titles(phone)).toHaveLength(2);
    const [first, second] = phone.received.map(({ headers }) => headers.topic);
    expect(second).toBe(first);
  });

  it('is not pushed once it was read', async () => {
    const phone = await withDevice(client);
    await write(coach, 'Hello');
    await deliver();
    await client.api.messages.markConversationRead({ ...conversation(), seq: 100 });
    await pushAll(client);
    expect(phone.received).toEqual([]);
    expect(await waiting(client)).toEqual([]);
  });
});

describe('other notifications', () => {
  it('follow the settings, whatever those of other channels', async () => {
    const phone = await withDevice(coach);
    await client.api.checkins.submitCheckIn(newCheckIn());
    await pushAll(coach);
    expect(phone.received).toEqual([]);
    await choose(coach, 'check_in_completed', true);
    await choose(coach, 'message_received', false);
    await coach.api.notifications.setNotificationPreference({
      type: 'check_in_completed',
      channel: 'in_app',
      enabled: false,
    });
    await write(client, 'Hello');
    await client.api.checkins.submitCheckIn(newCheckIn());
    await pushAll(coach);
    expect(titles(phone)).toEqual(['New check-in']);
    expect(phone.received[0]?.body.url).toMatch(new RegExp(`^/coach/${coach.id}/check-ins/[\\w-]+$`));
  });

  it('are not pushed once they were read, alone or all together', async () => {
    const phone = await withDevice(coach);
    await choose(coach, 'check_in_completed', true);
    test.setNow(later(11 * HOUR));
    for (const all of [false, true]) {
      await client.api.checkins.submitCheckIn(newCheckIn());
      await deliver();
      await sendPushes(test.services, { userId: coach.id });
      expect(await waiting(coach)).toHaveLength(1);
      const [newest] = (await coach.api.notifications.listNotifications({})).notifications;
      if (all) await coach.api.notifications.markAllNotificationsRead();
      else await coach.api.notifications.markNotificationRead({ id: newest?.id ?? '' });
      expect(await waiting(coach)).toEqual([]);
    }
    expect(phone.received).toEqual([]);
  });

  it('wait at night for the morning where the device is, unless they are urgent', async () => {
    const phone = await withDevice(coach);
    await choose(coach, 'check_in_completed', true);
    await client.api.checkins.submitCheckIn(newCheckIn());
    await write(client, 'Hello');
    await pushAll(coach, later(11 * HOUR));
    expect(titles(phone)).toEqual(['New message from Nina Park']);
    expect((await waiting(coach)).map(({ dueAt }) => dueAt)).toEqual([later(19 * HOUR)]);
    test.setNow(later(19 * HOUR));
    await sendPushes(test.services, { userId: coach.id });
    expect(titles(phone)).toEqual(['New message from Nina Park', 'New check-in']);
  });

  it('are dropped when they would be too late', async () => {
    const phone = await withDevice(client);
    await write(coach, 'Hello');
    await pushAll(client, later(25 * HOUR));
    expect(phone.received).toEqual([]);
    expect(await waiting(client)).toEqual([]);
  });
});

describe('a push service', () => {
  it('that knows a device no longer ends it, and others stay', async () => {
    const [gone, phone] = [await withDevice(client), await withDevice(client)];
    gone.answer = { status: 410 };
    await write(coach, 'Hello');
    await pushAll(client);
    expect(await devicesOf(client)).toHaveLength(1);
    await write(coach, 'Again');
    await pushAll(client, later(2 * MINUTE));
    expect([gone.received.length, phone.received.length]).toEqual([1, 2]);
  });

  it('that asks for a pause gets it, and then the push', async () => {
    const phone = await withDevice(client);
    phone.answer = { status: 429, headers: { 'retry-after': '600' } };
    await write(coach, 'Hello');
    await pushAll(client);
    phone.answer = { status: 201 };
    await sendPushes(test.services, { userId: client.id });
    test.setNow(later(9 * MINUTE));
    await sendPushes(test.services, { userId: client.id });
    expect(phone.received).toHaveLength(1);
    test.setNow(later(12 * MINUTE));
    await sendPushes(test.services, { userId: client.id });
    expect(phone.received).toHaveLength(2);
    expect(await waiting(client)).toEqual([]);
  });

  it('that keeps failing is asked six times', async () => {
    const phone = await withDevice(client);
    phone.answer = { status: 500 };
    await write(coach, 'Hello');
    await pushAll(client);
    for (let hours = 1; hours <= 20; hours += 1) {
      test.setNow(later(hours * HOUR));
      await sendPushes(test.services, { userId: client.id });
    }
    expect(phone.received).toHaveLength(6);
    expect(await waiting(client)).toEqual([]);
    expect(await devicesOf(client)).toHaveLength(1);
  });

  it('that refuses a push is not asked again, and the device stays', async () => {
    const phone = await withDevice(client);
    phone.answer = { status: 400 };
    await write(coach, 'Hello');
    await pushAll(client);
    expect(phone.received).toHaveLength(1);
    expect(await waiting(client)).toEqual([]);
    expect(await devicesOf(client)).toHaveLength(1);
    expect(test.logLines.some((line) => line.includes('a push was refused'))).toBe(true);
  });
});

describe('sending', () => {
  it('happens once with several processes at once', async () => {
    const phone = await withDevice(client);
    await write(coach, 'Hello');
    await pushAll(client);
    await write(coach, 'Again');
    await deliver();
    test.setNow(later(2 * MINUTE));
    await test.owner.update(notificationPushes).set({ dueAt: NOON, createdAt: NOON });
    const send = () => sendPushes(test.services, { userId: client.id });
    await Promise.all([send(), send(), sendLeftoverPushes(test.services), send()]);
    expect(phone.received).toHaveLength(2);
  });

  it('is taken over from a process that died between the request and its answer', async () => {
    const phone = await withDevice(client);
    phone.answer = 'none';
    await write(coach, 'Hello');
    const died = pushAll(client);
    await expect.poll(() => phone.received.length).toBe(1);
    phone.answer = { status: 201 };
    await sendLeftoverPushes(test.services);
    expect(phone.received).toHaveLength(1);
    test.setNow(later(3 * MINUTE));
    await sendLeftoverPushes(test.services);
    expect(phone.received).toHaveLength(2);
    // The device shows one: the second has the topic and the tag of the first.
    const [first, second] = phone.received;
    expect([second?.headers.topic, second?.body]).toEqual([first?.headers.topic, first?.body]);
    service.release();
    await died;
    expect(await waiting(client)).toEqual([]);
  });
});

describe('a device', () => {
  it('is in the list of its person, newest first, and can be removed', async () => {
    await withDevice(client);
    const laptop = await withDevice(client);
    const [first, second] = await devicesOf(client);
    expect(first).toMatchObject({ userAgent: USER_AGENT });
    expect(Object.keys(first ?? {}).sort()).toEqual(['createdAt', 'endpointDigest', 'id', 'userAgent']);
    await client.api.notifications.removePushDevice({ id: first?.id ?? '' });
    expect((await devicesOf(client)).map(({ id }) => id)).toEqual([second?.id]);
    await write(coach, 'Hello');
    await pushAll(client);
    expect(laptop.received).toEqual([]);
    await expect(client.api.notifications.removePushDevice({ id: first?.id ?? '' })).rejects.toMatchObject({
      code: 'NOT_FOUND',
    });
  });

  it('is stored once however often it subscribes', async () => {
    const browser = service.aBrowser();
    await Promise.all([1, 2, 3].map(() => subscribe(client, browser)));
    expect(await devicesOf(client)).toHaveLength(1);
    await write(coach, 'Hello');
    await pushAll(client);
    expect(browser.received).toHaveLength(1);
  });

  it('belongs to the person who subscribed last', async () => {
    const browser = await withDevice(client);
    await write(coach, 'For Nina');
    const next = await aPerson(test);
    await subscribe(next, browser);
    await pushAll(client);
    expect(browser.received).toEqual([]);
    expect(await devicesOf(client)).toEqual([]);
    expect(await devicesOf(next)).toHaveLength(1);
  });

  it('is renewed by its person alone', async () => {
    const browser = await withDevice(client);
    const renewed = service.aBrowser();
    const stranger = await aPerson(test);
    await expect(subscribe(stranger, renewed, { former: browser.subscription.endpoint })).rejects.toMatchObject({
      code: 'NOT_FOUND',
    });
    expect(await devicesOf(stranger)).toEqual([]);
    await subscribe(client, renewed, { former: browser.subscription.endpoint });
    await write(coach, 'Hello');
    await pushAll(client);
    expect([browser.received.length, renewed.received.length]).toEqual([0, 1]);
  });

  it('that was removed does not come back by renewing itself', async () => {
    const browser = await withDevice(client);
    const { endpoint } = browser.subscription;
    await subscribe(client, browser, { former: endpoint });
    const [device] = await devicesOf(client);
    await client.api.notifications.removePushDevice({ id: device?.id ?? '' });
    await expect(subscribe(client, browser, { former: endpoint })).rejects.toMatchObject({ code: 'NOT_FOUND' });
    expect(await devicesOf(client)).toEqual([]);
  });

  it('of another person cannot be removed, and no one else sees it', async () => {
    await withDevice(client);
    const [device] = await devicesOf(client);
    for (const other of [coach, await aPerson(test)]) {
      expect(await devicesOf(other)).toEqual([]);
      await expect(other.api.notifications.removePushDevice({ id: device?.id ?? '' })).rejects.toMatchObject({
        code: 'NOT_FOUND',
      });
    }
    await asAppRole(test, { role: 'coach', userId: coach.id, coachId: coach.id }, async (query) => {
      expect((await query('select * from push_subscriptions')).rows).toEqual([]);
      expect((await query('delete from push_subscriptions')).rowCount).toBe(0);
    });
    expect(await devicesOf(client)).toHaveLength(1);
  });

  it.each([
    ['an address without encryption', { endpoint: 'http://push.example.com/1' }],
    ['a file', { endpoint: 'file:///etc/passwd' }],
    ['a script', { endpoint: 'javascript:alert(1)' }],
    ['no address', { endpoint: '' }],
    ['an endless address', { endpoint: `https://push.example.com/${'x'.repeat(1000)}` }],
    ['a short key', { keys: { p256dh: 'AAAA', auth: 'A'.repeat(22) } }],
    ['a short secret', { keys: { p256dh: 'A'.repeat(87), auth: 'A' } }],
    ['a zone that is none', { timeZone: 'Europe/Atlantis' }],
    ['an endless name', { userAgent: 'x'.repeat(501) }],
  ])('is refused with %s', async (_, changes) => {
    await expect(subscribe(client, service.aBrowser(), changes)).rejects.toMatchObject({ code: 'BAD_REQUEST' });
    expect(await devicesOf(client)).toEqual([]);
  });

  it('replaces the oldest one of a person with ten', async () => {
    for (let minute = 0; minute < 12; minute += 1) {
      test.setNow(later(minute * MINUTE));
      await withDevice(client);
    }
    const left = await test.owner
      .select({ at: pushSubscriptions.renewedAt })
      .from(pushSubscriptions)
      .where(eq(pushSubscriptions.userId, client.id))
      .orderBy(pushSubscriptions.renewedAt);
    expect(left).toHaveLength(10);
    expect(left[0]?.at).toEqual(later(2 * MINUTE));
  });

  it('needs a session', async () => {
    await expect(withDevice(test.anonymous)).rejects.toMatchObject({ code: 'UNAUTHORIZED' });
  });
});

describe('the end of a session', () => {
  it('ends the pushes to its browser, and no other', async () => {
    const here = await withDevice(client);
    const there = await signIn(test, client.id);
    const elsewhere = await withDevice(there);
    expect((await client.caller.send('POST', '/auth/v1/sign-out', {})).status).toBe(200);
    await write(coach, 'Hello');
    await pushAll(client);
    expect([here.received.length, elsewhere.received.length]).toEqual([0, 1]);
    expect(await devicesOf(there)).toHaveLength(1);
  });

  it('by the person from another device ends the pushes as well', async () => {
    const lost = await withDevice(client);
    const there = await signIn(test, client.id);
    await there.api.identity.endOtherSessions();
    await write(coach, 'Hello');
    await pushAll(client);
    expect(lost.received).toEqual([]);
  });

  it('keeps them when it has expired, so that weekly visitors are reached', async () => {
    const phone = await withDevice(client);
    await test.owner
      .update(sessions)
      .set({ expiresAt: new Date(Date.now() - MINUTE) })
      .where(eq(sessions.userId, client.id));
    await test.owner.delete(sessions).where(eq(sessions.userId, client.id));
    await write(coach, 'Hello');
    await pushAll(client);
    expect(phone.received).toHaveLength(1);
  });
});

it('an account takes its devices with it', async () => {
  await withDevice(client);
  await write(coach, 'Hello');
  await deliver();
  await client.api.identity.deleteAccount({ password: PASSWORD, confirmation: 'DELETE' });
  expect(await test.owner.select().from(pushSubscriptions).where(eq(pushSubscriptions.userId, client.id))).toEqual([]);
  expect(await waiting(client)).toEqual([]);
});

it('jobs send what was delivered', async () => {
  const working = await createTestApp(service.variables);
  onTestFinished(() => working.close());
  const recipient = await aCoach(working);
  const sender = await aClient(working, { of: recipient });
  const phone = service.aBrowser();
  // Where it is about noon now.
  const west = new Date().getUTCHours() - 12;
  await subscribe(recipient, phone, { timeZone: west < 0 ? `Etc/GMT${west}` : `Etc/GMT+${west}` });
  await choose(recipient, 'check_in_completed', true);
  await sender.api.checkins.submitCheckIn(newCheckIn());
  await expect.poll(() => titles(phone), { timeout: 10_000 }).toEqual(['New check-in']);
});
