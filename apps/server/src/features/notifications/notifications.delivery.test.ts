import { NOTIFICATION_PAGE } from '@stridewell/contract/notifications/notifications.rules';
import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest';
import { createTestApp, type TestApp } from '../../../test/app.ts';
import { someUndelivered } from '../../../test/factories/platform.ts';
import { aClient, aCoach, type Client, type Coach } from '../../../test/people.ts';
import { deliverNotifications } from './notifications.delivery.service.ts';
import { notificationMails, notificationOutbox } from './notifications.table.ts';

let test: TestApp;
beforeAll(async () => {
  test = await createTestApp();
});
afterAll(() => test.close());

let coach: Coach;
let client: Client;
beforeEach(async () => {
  coach = await aCoach(test);
  client = await aClient(test, { of: coach });
});

/** Sends notifications to the client without starting a delivery. */
const send = (count: number, options: Partial<typeof notificationOutbox.$inferInsert> = {}) =>
  someUndelivered(test, { ...options, of: client, by: coach, count });

const deliver = (coachId = coach.id) => deliverNotifications(test.services, { coachId });
const list = () => client.api.notifications.listNotifications({});
const conversation = () => ({ coachId: coach.id, conversationId: client.clientId });
const ofConversation = () => ({
  type: 'message_received' as const,
  metadata: { coach_id: coach.id, conversation_id: client.clientId },
  mailAt: new Date(),
});

it('moves notifications once and in order, even with concurrent jobs', async () => {
  const count = NOTIFICATION_PAGE + 220;
  await send(count);
  await Promise.all([deliver(), deliver(), deliver()]);
  const { notifications, unread } = await list();
  expect(unread).toBe(count);
  expect(notifications.slice(0, 3).map(({ title }) => title)).toEqual(
    [1, 2, 3].map((back) => `Number ${count - back}`),
  );
  expect(await test.owner.select().from(notificationOutbox)).toEqual([]);
});

it('does not move notifications of another tenant', async () => {
  await send(1);
  await deliver((await aCoach(test)).id);
  expect((await list()).unread).toBe(0);
  await deliver();
  expect((await list()).unread).toBe(1);
});

it('drops notifications of a conversation that was read first', async () => {
  await send(1, ofConversation());
  await client.api.messages.markConversationRead({ ...conversation(), seq: 1 });
  await deliver();
  expect((await list()).notifications).toEqual([]);
  expect(await test.owner.select().from(notificationMails)).toEqual([]);
});

it('is marked as read when its conversation is read concurrently', async () => {
  for (let round = 0; round < 10; round += 1) {
    await send(1, ofConversation());
    await Promise.all([deliver(), client.api.messages.markConversationRead({ ...conversation(), seq: round })]);
    await deliver();
    expect((await list()).unread).toBe(0);
  }
});
