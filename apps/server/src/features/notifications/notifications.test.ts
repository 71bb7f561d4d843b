import { randomUUID } from 'node:crypto';
import type { Notification } from '@stridewell/contract/notifications/notifications';
import { type ChannelChoice, NOTIFICATION_PAGE } from '@stridewell/contract/notifications/notifications.rules';
import { eq } from 'drizzle-orm';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { countStatements } from '../../../test/api.ts';
import { createTestApp, type TestApp } from '../../../test/app.ts';
import { asAppRole } from '../../../test/app-role.ts';
import { someNotifications } from '../../../test/factories/platform.ts';
import { aClient, aCoach, type Client, type Coach, type Person } from '../../../test/people.ts';
import { newCheckIn } from '../../../test/security-cases-checkins.ts';
import { users } from '../../core/people/people.table.ts';
import { listOutbox } from '../../platform/mail/outbox.data.ts';
import { resetMail } from '../identity/identity.mails.ts';
import { mailNotifications } from './notifications.mails.service.ts';
import { notificationMails, type notifications } from './notifications.table.ts';

let test: TestApp;
beforeAll(async () => {
  test = await createTestApp();
});
afterAll(() => test.close());

let coach: Coach;
let client: Client;
beforeEach(async () => {
  test.setNow(null);
  coach = await aCoach(test, { name: 'Ana Silva' });
  client = await aClient(test, { of: coach, person: { name: 'Nina Park' } });
});

type Narrowed = Parameters<Person['api']['notifications']['listNotifications']>[0];
const listOf = async ({ api }: Person, narrowed: Narrowed = {}) => {
  await test.delivered();
  return api.notifications.listNotifications(narrowed);
};
const choicesOf = async ({ api }: Person) => (await api.notifications.getNotificationPreferences()).choices;
const choose = ({ api }: Person, type: ChannelChoice['type'], channel: ChannelChoice['channel'], enabled: boolean) =>
  api.notifications.setNotificationPreference({ type, channel, enabled });
const conversation = () => ({ coachId: coach.id, conversationId: client.clientId });
const write = ({ api }: Person, body: string) =>
  api.messages.sendMessage({ ...conversation(), id: randomUUID(), body });
const read = ({ api }: Person) => api.messages.markConversationRead({ ...conversation(), seq: 100 });
const checkIn = () => client.api.checkins.submitCheckIn(newCheckIn());
const plant = (of: Person, count: number, values: Partial<typeof notifications.$inferInsert> = {}) =>
  someNotifications(test, { of, count, ...values });

describe('the list', () => {
  it('is read in pages, each notification once, newest first', async () => {
    await plant(client, NOTIFICATION_PAGE * 2 + 7);
    const seen: Notification[] = [];
    let cursor: string | null | undefined;
    while (cursor !== null) {
      const page: Awaited<ReturnType<typeof listOf>> = await listOf(client, { cursor });
      expect(page.notifications.length).toBeLessThanOrEqual(NOTIFICATION_PAGE);
      expect(page.unread).toBe(NOTIFICATION_PAGE * 2 + 7);
      seen.push(...page.notifications);
      cursor = page.nextCursor;
    }
    expect(new Set(seen.map(({ id }) => id)).size).toBe(NOTIFICATION_PAGE * 2 + 7);
    const order = seen.map(({ createdAt, id }) => `${createdAt} ${id}`);
    expect(order).toEqual([...order].sort().reverse());
  });

  it('can be filtered by unread and by group, and still counts all', async () => {
    await plant(client, 2, { read: true });
    await plant(client, 1, { type: 'session_reminder', title: 'Session' });
    await plant(client, 1, { type: 'check_in_due', title: 'Check-in' });
    const titles = async (narrowed: Narrowed) => {
      const { notifications: rows, unread } = await listOf(client, narrowed);
      expect(unread).toBe(2);
      return rows.map(({ title }) => title).sort();
    };
    expect(await titles({})).toHaveLength(4);
    expect(await titles({ show: 'unread' })).toEqual(['Check-in', 'Session']);
    expect(await titles({ group: 'sessions' })).toEqual(['Session']);
    expect(await titles({ group: 'clients' })).toEqual(['Number 0', 'Number 1']);
    expect(await titles({ show: 'unread', group: 'clients' })).toEqual([]);
    expect(await titles({ group: 'messages' })).toEqual([]);
  });

  it('needs no more statements for a long list than for a short one', async () => {
    const statements = () => countStatements(() => client.api.notifications.listNotifications({ group: 'clients' }));
    const before = await statements();
    // One for the list and one for the count.
    expect(before).toBe(2);
    await plant(client, 120);
    expect(await statements()).toBe(before);
  });
});

describe('preferences', () => {
  it('store the last choice', async () => {
    expect(await choicesOf(client)).toEqual([]);
    await choose(client, 'check_in_due', 'mail', false);
    await choose(client, 'check_in_due', 'in_app', false);
    await choose(client, 'check_in_due', 'mail', true);
    const choices = await choicesOf(client);
    expect(choices).toHaveLength(2);
    expect(choices).toContainEqual({ type: 'check_in_due', channel: 'mail', enabled: true });
    expect(choices).toContainEqual({ type: 'check_in_due', channel: 'in_app', enabled: false });
  });

  it('accept several choices at once', async () => {
    await Promise.all(
      Array.from({ length: 12 }, (_, index) =>
        choose(client, index % 2 ? 'check_in_due' : 'session_reminder', index % 3 ? 'mail' : 'in_app', index % 4 < 2),
      ),
    );
    const choices = await choicesOf(client);
    expect(choices).toHaveLength(4);
  });

  it('are visible to their owner only, in every scope', async () => {
    await choose(client, 'message_received', 'mail', false);
    expect(await choicesOf(coach)).toEqual([]);
    await asAppRole(test, { role: 'coach', userId: coach.id, coachId: coach.id }, async (query) => {
      expect((await query('select * from notification_preferences')).rows).toEqual([]);
      expect((await query('update notification_preferences set enabled = true')).rowCount).toBe(0);
      const forged = query(`insert into notification_preferences values ($1, 'check_in_due', 'mail', false)`, [
        client.id,
      ]);
      await expect(forged).rejects.toMatchObject({ code: '42501' });
    });
  });

  it('keep unwanted notifications out of the app, and the sender cannot tell', async () => {
    await choose(coach, 'check_in_completed', 'in_app', false);
    await choose(coach, 'message_received', 'in_app', false);
    await checkIn();
    await write(client, 'Hello');
    expect(await listOf(coach)).toMatchObject({ notifications: [], unread: 0 });
    await choose(coach, 'message_received', 'in_app', true);
    await write(client, 'Once more');
    expect((await listOf(coach)).notifications.map(({ type }) => type)).toEqual(['message_received']);
  });
});

describe('mails', () => {
  const MINUTE = 60_000;
  const mailAll = async (later = 0) => {
    await test.delivered();
    await mailNotifications({ ...test.services, now: () => new Date(Date.now() + later) });
  };
  /** All mails to a person. A last mail to another address ends the wait. */
  const mailsTo = async (person: Person) => {
    const to = `last-${randomUUID()}@example.com`;
    await test.services.mailer.send({ to, template: resetMail, props: { name: '', url: 'https://example.com' } });
    await test.mailTo(to);
    return (await listOutbox(test.services.db)).filter(({ recipient }) => recipient === person.email);
  };

  it('are sent for a message that stays unread for a while, once per conversation', async () => {
    await write(coach, 'First thing');
    await write(coach, 'Second thing');
    await mailAll(4 * MINUTE);
    expect(await mailsTo(client)).toEqual([]);
    await mailAll(6 * MINUTE);
    await mailAll(6 * MINUTE);
    await write(coach, 'Third thing');
    await mailAll(12 * MINUTE);
    const mails = await mailsTo(client);
    expect(mails.map(({ subject }) => subject)).toEqual(['New message from Ana Silva']);
    expect(mails[0]?.text).toContain('First thing');
    expect(mails[0]?.text).toContain('http://localhost:3000/client/messages');
    expect(mails[0]?.text).toContain('http://localhost:3000/notifications?view=preferences');
    // After the client has read the conversation, a new message causes another mail.
    await read(client);
    await write(coach, 'Fourth thing');
    await mailAll(6 * MINUTE);
    expect(await mailsTo(client)).toHaveLength(2);
  });

  it('are not sent for a message that was read meanwhile, or after everything was marked as read', async () => {
    await write(coach, 'Hello');
    await read(client);
    await write(client, 'Hello');
    await test.delivered();
    await coach.api.notifications.markAllNotificationsRead();
    await mailAll(10 * MINUTE);
    expect(await mailsTo(client)).toEqual([]);
    expect(await mailsTo(coach)).toEqual([]);
  });

  it('follow the settings for mail, whatever the settings for the app', async () => {
    await choose(client, 'message_received', 'mail', false);
    await choose(coach, 'check_in_completed', 'mail', true);
    await choose(coach, 'check_in_completed', 'in_app', false);
    await write(coach, 'Hello');
    await checkIn();
    await mailAll(10 * MINUTE);
    expect(await mailsTo(client)).toEqual([]);
    expect((await listOf(client)).unread).toBe(1);
    const [mail, ...rest] = await mailsTo(coach);
    expect(rest).toEqual([]);
    expect(mail?.text).toContain(`/coach/${coach.id}/check-ins/`);
    expect((await listOf(coach)).notifications).toEqual([]);
  });

  it('follow the defaults without a setting', async () => {
    await checkIn();
    await mailAll();
    expect(await mailsTo(coach)).toEqual([]);
    const left = await test.owner.select().from(notificationMails).where(eq(notificationMails.userId, coach.id));
    expect(left).toEqual([]);
  });

  it('are not sent to an unconfirmed address', async () => {
    await test.owner.update(users).set({ emailVerified: false }).where(eq(users.id, client.id));
    await write(coach, 'Hello');
    await mailAll(10 * MINUTE);
    expect(await mailsTo(client)).toEqual([]);
  });

  it('are sent once by two concurrent processes', async () => {
    await write(coach, 'Hello');
    await Promise.all([1, 2, 3].map(() => mailAll(10 * MINUTE)));
    expect(await mailsTo(client)).toHaveLength(1);
  });

  it('cannot be listed or changed by the sender', async () => {
    await write(coach, 'Hello');
    await test.delivered();
    await asAppRole(test, { role: 'coach', userId: coach.id, coachId: coach.id }, async (query) => {
      expect((await query('select * from notification_mails where user_id = $1', [client.id])).rows).toEqual([]);
      expect((await query('delete from notification_mails where user_id = $1', [client.id])).rowCount).toBe(0);
    });
    const mails = await test.owner.select().from(notificationMails).where(eq(notificationMails.userId, client.id));
    expect(mails).toHaveLength(1);
  });
});
