import { randomUUID } from 'node:crypto';
import type { Notification } from '@stridewell/contract/notifications';
import { NOTIFICATION_PAGE, type NotificationType } from '@stridewell/contract/notifications.rules';
import { eq } from 'drizzle-orm';
import pg from 'pg';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { createClient, createCoach, createUser, type SeededUser } from '../../../seed/factories.ts';
import { type Caller, createTestApp, hashOfPassword, type TestApp } from '../../../test/app.ts';
import { TEST_SECRET } from '../../../test/cluster.ts';
import { aCheckIn } from '../../../test/security-cases-checkins.ts';
import { users } from '../../core/people/people.table.ts';
import { APP_ROLE, urlOfRole } from '../../platform/db/roles.ts';
import { listOutbox } from '../../platform/mail/outbox.data.ts';
import { resetMail } from '../identity/identity.mails.ts';
import { mailNotifications } from './notifications.mails.service.ts';
import { notificationMails, notificationPreferences, notifications } from './notifications.table.ts';

let test: TestApp;
beforeAll(async () => {
  test = await createTestApp();
});
afterAll(() => test.close());

type Person = SeededUser & { caller: Caller };
type List = { notifications: Notification[]; unread: number; nextCursor: string | null };
type Choices = { choices: { type: string; channel: string; enabled: boolean }[] };

let coach: Person;
let client: Person;
let clientId: string;
beforeEach(async () => {
  test.setNow(null);
  const passwordHash = await hashOfPassword();
  const asCoach = await createCoach(test.owner, { plan: 'pro', name: 'Ana Silva', passwordHash });
  const asClient = await createUser(test.owner, 'Client', { name: 'Nina Park', passwordHash });
  ({ clientId } = await createClient(test.owner, asCoach.id, { person: asClient, checkInAnchor: '2026-01-05' }));
  coach = { ...asCoach, caller: await test.signIn(asCoach.email) };
  client = { ...asClient, caller: await test.signIn(asClient.email) };
});

const listOf = async ({ caller }: Person, query = '') =>
  (await caller.get<List>(`/rest/v1/notifications${query}`)).body;
const choose = ({ caller }: Person, type: NotificationType, channel: string, enabled: boolean) =>
  caller.send('POST', '/rest/v1/notification_preferences', { type, channel, enabled });
const write = ({ caller }: Person, body: string) =>
  caller.send('POST', `/rest/v1/conversations/${clientId}/messages`, { coachId: coach.id, id: randomUUID(), body });
const read = ({ caller }: Person) =>
  caller.send('POST', `/rest/v1/conversations/${clientId}/read`, { coachId: coach.id, seq: 100 });
const checkIn = () => client.caller.send('POST', '/rest/v1/check_ins', aCheckIn());
const plant = (person: Person, count: number, values: Partial<typeof notifications.$inferInsert> = {}) =>
  test.owner.insert(notifications).values(
    Array.from({ length: count }, (_, index) => ({
      userId: person.id,
      id: randomUUID(),
      type: 'coach_assigned',
      title: `Number ${index}`,
      message: '',
      metadata: {},
      // Several of one moment, so that the id has to tell them apart.
      createdAt: new Date(Date.UTC(2026, 0, 1) + Math.floor(index / 3) * 1000),
      ...values,
    })),
  );

describe('the list', () => {
  it('is read to its end in pages, each notification once, newest first', async () => {
    await plant(client, NOTIFICATION_PAGE * 2 + 7);
    const seen: Notification[] = [];
    let cursor: string | null = '';
    while (cursor !== null) {
      const page: List = await listOf(client, cursor && `?cursor=${cursor}`);
      expect(page.notifications.length).toBeLessThanOrEqual(NOTIFICATION_PAGE);
      expect(page.unread).toBe(NOTIFICATION_PAGE * 2 + 7);
      seen.push(...page.notifications);
      cursor = page.nextCursor;
    }
    expect(new Set(seen.map(({ id }) => id)).size).toBe(NOTIFICATION_PAGE * 2 + 7);
    const order = seen.map(({ createdAt, id }) => `${createdAt} ${id}`);
    expect(order).toEqual([...order].sort().reverse());
  });

  it('is narrowed to what is unread and to a group, and still counts all', async () => {
    await plant(client, 2, { read: true });
    await plant(client, 1, { type: 'session_reminder', title: 'Session' });
    await plant(client, 1, { type: 'check_in_due', title: 'Check-in' });
    const titles = async (query: string) => {
      const { notifications: rows, unread } = await listOf(client, query);
      expect(unread).toBe(2);
      return rows.map(({ title }) => title).sort();
    };
    expect(await titles('')).toHaveLength(4);
    expect(await titles('?show=unread')).toEqual(['Check-in', 'Session']);
    expect(await titles('?group=sessions')).toEqual(['Session']);
    expect(await titles('?group=clients')).toEqual(['Number 0', 'Number 1']);
    expect(await titles('?show=unread&group=clients')).toEqual([]);
    expect(await titles('?group=messages')).toEqual([]);
  });

  it('costs as many statements for a long list as for a short one', async () => {
    const statements = async () => {
      test.logLines.length = 0;
      await listOf(client, '?group=clients');
      return test.logLines.map((text) => JSON.parse(text)).find(({ msg }) => msg === 'request')?.statements;
    };
    const before = await statements();
    // The list and the count.
    expect(before).toBe(2);
    await plant(client, 120);
    expect(await statements()).toBe(before);
  });
});

describe('preferences', () => {
  it('hold what was chosen last, and nothing else', async () => {
    expect((await client.caller.get('/rest/v1/notification_preferences')).body).toEqual({ choices: [] });
    await choose(client, 'check_in_due', 'mail', false);
    await choose(client, 'check_in_due', 'in_app', false);
    await choose(client, 'check_in_due', 'mail', true);
    const { choices } = (await client.caller.get<Choices>('/rest/v1/notification_preferences')).body;
    expect(choices).toHaveLength(2);
    expect(choices).toContainEqual({ type: 'check_in_due', channel: 'mail', enabled: true });
    expect(choices).toContainEqual({ type: 'check_in_due', channel: 'in_app', enabled: false });
  });

  it('take several choices at once', async () => {
    const answers = await Promise.all(
      Array.from({ length: 12 }, (_, index) =>
        choose(client, index % 2 ? 'check_in_due' : 'session_reminder', index % 3 ? 'mail' : 'in_app', index % 4 < 2),
      ),
    );
    expect(answers.map(({ status }) => status)).toEqual(Array(12).fill(200));
    const { choices } = (await client.caller.get<Choices>('/rest/v1/notification_preferences')).body;
    expect(choices).toHaveLength(4);
  });

  it('are seen by nobody else, whatever scope they work in', async () => {
    await choose(client, 'message_received', 'mail', false);
    expect((await coach.caller.get('/rest/v1/notification_preferences')).body).toEqual({ choices: [] });
    const app = new pg.Client({ connectionString: urlOfRole(test.databaseUrl, APP_ROLE, TEST_SECRET) });
    await app.connect();
    try {
      await app.query(`begin; set local app.role = 'coach'; set local app.user_id = '${coach.id}';
        set local app.coach_id = '${coach.id}'`);
      expect((await app.query('select * from notification_preferences')).rows).toEqual([]);
      expect((await app.query('update notification_preferences set enabled = true')).rowCount).toBe(0);
      const forged = app.query(`insert into notification_preferences values ($1, 'check_in_due', 'mail', false)`, [
        client.id,
      ]);
      await expect(forged).rejects.toMatchObject({ code: '42501' });
    } finally {
      await app.query('rollback');
      await app.end();
    }
  });

  it('keep out of the app what somebody does not want there, and the sender cannot tell', async () => {
    await choose(coach, 'check_in_completed', 'in_app', false);
    await choose(coach, 'message_received', 'in_app', false);
    expect((await checkIn()).status).toBe(200);
    expect((await write(client, 'Hello')).status).toBe(200);
    expect(await listOf(coach)).toMatchObject({ notifications: [], unread: 0 });
    await choose(coach, 'message_received', 'in_app', true);
    await write(client, 'Once more');
    expect((await listOf(coach)).notifications.map(({ type }) => type)).toEqual(['message_received']);
  });
});

describe('mails', () => {
  const MINUTE = 60_000;
  const mailAll = async (later = 0) => {
    const { db, mailer, env } = test.services;
    await mailNotifications({ db, mailer, env, now: () => new Date(Date.now() + later) });
  };
  /** Everything that goes to somebody; a mail to another address is sent last, and its arrival ends the wait. */
  const mailsTo = async (person: Person) => {
    const to = `last-${randomUUID()}@example.com`;
    await test.services.mailer.send({ to, template: resetMail, props: { name: '', url: 'https://example.com' } });
    await test.mailTo(to);
    return (await listOutbox(test.services.db)).filter(({ recipient }) => recipient === person.email);
  };

  it('go out for a message that nobody has read after a while, once for each conversation', async () => {
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
    // Read, and then written to again: that is worth another one.
    await read(client);
    await write(coach, 'Fourth thing');
    await mailAll(6 * MINUTE);
    expect(await mailsTo(client)).toHaveLength(2);
  });

  it('do not go out for a message that was read meanwhile, or when everything was marked as read', async () => {
    await write(coach, 'Hello');
    await read(client);
    await write(client, 'Hello');
    await coach.caller.send('PATCH', '/rest/v1/notifications');
    await mailAll(10 * MINUTE);
    expect(await mailsTo(client)).toEqual([]);
    expect(await mailsTo(coach)).toEqual([]);
  });

  it('follow the choices: off is off, on is on, and in the app is another matter', async () => {
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

  it('without a choice are as usual', async () => {
    await checkIn();
    await mailAll();
    expect(await mailsTo(coach)).toEqual([]);
    const left = await test.owner.select().from(notificationMails).where(eq(notificationMails.userId, coach.id));
    expect(left).toEqual([]);
  });

  it('go to no address that was not confirmed', async () => {
    await test.owner.update(users).set({ emailVerified: false }).where(eq(users.id, client.id));
    await write(coach, 'Hello');
    await mailAll(10 * MINUTE);
    expect(await mailsTo(client)).toEqual([]);
  });

  it('are sent once by two processes that look at the same time', async () => {
    await write(coach, 'Hello');
    await Promise.all([1, 2, 3].map(() => mailAll(10 * MINUTE)));
    expect(await mailsTo(client)).toHaveLength(1);
  });

  it('of somebody are not listed for, or changed by, the sender', async () => {
    await write(coach, 'Hello');
    const app = new pg.Client({ connectionString: urlOfRole(test.databaseUrl, APP_ROLE, TEST_SECRET) });
    await app.connect();
    try {
      await app.query(`begin; set local app.role = 'coach'; set local app.user_id = '${coach.id}';
        set local app.coach_id = '${coach.id}'`);
      expect((await app.query('select * from notification_mails where user_id = $1', [client.id])).rows).toEqual([]);
      expect((await app.query('delete from notification_mails where user_id = $1', [client.id])).rowCount).toBe(0);
    } finally {
      await app.query('rollback');
      await app.end();
    }
    expect(
      await test.owner.select().from(notificationPreferences).where(eq(notificationPreferences.userId, coach.id)),
    ).toEqual([]);
  });
});
