import { randomUUID } from 'node:crypto';
import type { NewSession, SessionChange } from '@stridewell/contract/calendar/calendar';
import type { ApplyTo } from '@stridewell/contract/calendar/calendar.rules';
import { wallClockInZone } from '@stridewell/contract/time';
import { and, eq, isNull, sql } from 'drizzle-orm';
import ICAL from 'ical.js';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { countStatements, outcomesOf } from '../../../test/api.ts';
import { createTestApp, type TestApp } from '../../../test/app.ts';
import { aClient, aCoach, type Client, type Coach, notificationsOf, type Person } from '../../../test/people.ts';
import { listOutbox } from '../../platform/mail/outbox.data.ts';
import type { LiveEvent } from '../../platform/realtime/live.ts';
import { notificationMails } from '../notifications/notifications.table.ts';
import { extendAllSeries, mailCancellation, remindOfSessions } from './calendar.reminders.service.ts';
import { coachSessions, sessionSeries } from './calendar.table.ts';

const ZONE = 'America/New_York';
const NOW = new Date('2026-03-02T15:00:00Z');

let test: TestApp;
let coach: Coach;
let client: Client;
beforeAll(async () => {
  test = await createTestApp();
});
afterAll(() => test.close());
beforeEach(async () => {
  test.setNow(null);
  coach = await aCoach(test, { name: 'Ana Silva', timeZone: ZONE });
  client = await aClient(test, { of: coach, person: { name: 'Nina Park', timeZone: 'Europe/Berlin' } });
  test.setNow(NOW);
});

const create = (changes: Partial<NewSession> = {}) =>
  coach.api.calendar.createSession({
    coachId: coach.id,
    id: randomUUID(),
    clientId: client.clientId,
    clientName: null,
    sessionTypeId: null,
    sessionType: 'Strength',
    startsAt: '2026-03-03T15:00:00.000Z',
    minutes: 60,
    location: 'Studio 2',
    notes: '',
    repeat: null,
    ...changes,
  });
const repeatWeekly = (changes: { untilDay?: string; count?: number } = {}) => ({
  frequency: 'weekly' as const,
  interval: 1,
  weekdays: [2],
  untilDay: null,
  count: null,
  ...changes,
});
const update = (id: string, version: number, change: SessionChange, apply: ApplyTo = 'this') =>
  coach.api.calendar.updateSession({ coachId: coach.id, id, version, apply, change });
const cancel = (id: string, version: number, apply: ApplyTo = 'this', reason = '') =>
  coach.api.calendar.cancelSession({ coachId: coach.id, id, version, apply, reason });
const read = (from = '2026-03-01', to = '2026-04-30') =>
  coach.api.calendar.getCalendar({ coachId: coach.id, from: `${from}T00:00:00.000Z`, to: `${to}T00:00:00.000Z` });
const upcoming = async () => (await coach.api.dashboard.getCoachDashboard({ coachId: coach.id })).upcoming;
const complete = (id: string) => coach.api.calendar.updateSessionStatus({ coachId: coach.id, id, status: 'completed' });
const typesOf = async (person: Person) => (await notificationsOf(test, person)).map(({ type }) => type);
const rowsOf = () => test.owner.select().from(coachSessions).where(eq(coachSessions.coachId, coach.id));

/** Waits for the newest mail to the client whose subject contains `words`. */
async function mailWith(words: string) {
  const find = async () =>
    (await listOutbox(test.services.db)).find(
      ({ recipient, subject }) => recipient === client.email && subject.includes(words),
    );
  await expect.poll(find, { timeout: 10_000 }).toBeDefined();
  const mail = await find();
  if (!mail) throw new Error('the mail is gone');
  return mail;
}

describe('a session', () => {
  it('is stored once for repeated and concurrent requests', async () => {
    const id = randomUUID();
    await Promise.all([1, 2, 3, 4].map(() => create({ id })));
    expect((await read()).sessions).toMatchObject([{ id, clientName: 'Nina Park', minutes: 60, version: 0 }]);
    expect(await notificationsOf(test, client)).toMatchObject([
      { type: 'session_scheduled', title: 'New session with Ana Silva', metadata: { session_id: id } },
    ]);
  });

  it('is listed with the time zones of the clients and shown in the dashboard', async () => {
    await create({ startsAt: '2026-03-03T20:00:00.000Z' });
    expect(await read()).toMatchObject({
      timeZone: ZONE,
      zones: [{ clientId: client.clientId, timeZone: 'Europe/Berlin' }],
    });
    expect(await upcoming()).toMatchObject({ data: { sessions: [{ clientName: 'Nina Park' }] } });
  });

  it.each([
    [{ minutes: -30 }, 'The session ends before it starts.'],
    [{ minutes: 1441 }, 'A session takes at most 24 hours.'],
    [{ startsAt: '1999-03-03T15:00:00.000Z' }, 'That is more than two years ago.'],
    [{ startsAt: '2099-03-03T15:00:00.000Z' }, 'That is more than three years ahead.'],
    [{ repeat: repeatWeekly({ untilDay: '2026-03-01' }) }, 'This end date leaves no sessions in the series.'],
  ])('is refused with the reason: %j', async (wrong, message) => {
    await expect(create(wrong)).rejects.toMatchObject({ code: 'BAD_TIME', message });
    expect(await rowsOf()).toEqual([]);
  });

  it('requires a client of this coach, or a name', async () => {
    const { clientId } = await aClient(test, { of: await aCoach(test) });
    const refusal = { code: 'UNKNOWN_CLIENT' };
    await expect(create({ clientId, clientName: 'Mine' })).rejects.toMatchObject(refusal);
    await expect(create({ clientId: null })).rejects.toMatchObject(refusal);
    const { session } = await create({ clientId: null, clientName: 'Trial' });
    expect(session).toMatchObject({ clientId: null, clientName: 'Trial' });
  });

  it('refuses an edit of an outdated version; repeating the same edit is harmless', async () => {
    const { session } = await create();
    const change = { startsAt: '2026-03-03T17:00:00.000Z', minutes: 45 };
    expect((await update(session.id, 0, change)).session).toMatchObject({ version: 1, minutes: 45 });
    expect(await update(session.id, 0, change)).toMatchObject({ changed: 0 });
    await expect(update(session.id, 0, { minutes: 30 })).rejects.toMatchObject({ code: 'CHANGED' });
    const outcomes = await outcomesOf([20, 25].map((minutes) => update(session.id, 1, { minutes })));
    expect(outcomes.sort()).toEqual(['CHANGED', 'OK']);
    expect(await typesOf(client)).toEqual(['session_changed', 'session_changed', 'session_scheduled']);
  });

  it('sends no notification about private notes', async () => {
    const { session } = await create();
    await update(session.id, 0, { notes: 'Careful with the left knee' });
    expect(await notificationsOf(test, client)).toHaveLength(1);
  });

  it('keeps its status once canceled, leaves the dashboard and cannot be toggled', async () => {
    const { session } = await create({ startsAt: '2026-03-02T20:00:00.000Z' });
    expect((await cancel(session.id, 0, 'this', 'I am ill')).session).toMatchObject({
      status: 'scheduled',
      cancelReason: 'I am ill',
    });
    expect(await cancel(session.id, 0)).toMatchObject({ changed: 0 });
    expect(await typesOf(client)).toEqual(['session_cancelled', 'session_scheduled']);
    expect(await upcoming()).toMatchObject({ data: { sessions: [] } });
    await expect(complete(session.id)).rejects.toMatchObject({ code: 'NOT_FOUND' });
  });

  it('with a new status is reloaded on both sides’ screens, and keeps its place on the dashboard', async () => {
    const { session } = await create();
    const heard: string[][] = [];
    const tell = (people: readonly string[], { event }: LiveEvent) => {
      if (event === 'session_status') heard.push([...people].sort());
    };
    const stop = test.services.live.listen({ tell, sessionEnded: () => undefined, resync: () => undefined });
    await complete(session.id);
    await expect.poll(() => heard).toEqual([[coach.id, client.id].sort()]);
    stop();
  });

  it('is marked as a no-show, which its events distinguish from a completed session', async () => {
    const { session } = await create();
    const mark = (status: 'scheduled' | 'no_show') =>
      coach.api.calendar.updateSessionStatus({ coachId: coach.id, id: session.id, status });
    expect(await mark('no_show')).toMatchObject({ status: 'no_show' });
    await mark('no_show');
    expect((await read()).sessions).toMatchObject([{ status: 'no_show' }]);
    expect(await mark('scheduled')).toMatchObject({ status: 'scheduled' });
    const { rows } = await test.owner.execute(sql`select type from events where coach_id = ${coach.id}
      and type in ('session.missed', 'session.reopened') order by id`);
    expect(rows).toEqual([{ type: 'session.missed' }, { type: 'session.reopened' }]);
  });

  it('is canceled for the first client when it is reassigned to another', async () => {
    const other = await aClient(test, { of: coach });
    const { session } = await create();
    await update(session.id, 0, { clientId: other.clientId });
    expect(await typesOf(client)).toEqual(['session_cancelled', 'session_scheduled']);
    expect(await typesOf(other)).toEqual(['session_scheduled']);
  });

  it('is mailed as an invitation, with its changes and its cancellation', async () => {
    const { session } = await create();
    const fileOf = (mail: { attachments: { content: string; contentType: string }[] }) => {
      const [file] = mail.attachments;
      const calendar = new ICAL.Component(ICAL.parse(file?.content ?? ''));
      const event = new ICAL.Event(calendar.getFirstSubcomponent('vevent') ?? undefined);
      const method = calendar.getFirstPropertyValue('method');
      return { method, uid: event.uid, sequence: event.sequence, start: event.startDate.toJSDate().toISOString() };
    };
    const first = await mailWith('Strength with Ana Silva: ');
    // In the client's time zone.
    expect(first.subject).toContain('4:00 PM GMT+1');
    expect(first.attachments).toMatchObject([{ contentType: 'text/calendar; charset=utf-8; method=REQUEST' }]);
    await update(session.id, 0, { startsAt: '2026-03-04T15:00:00.000Z' });
    const moved = await mailWith('has changed');
    await cancel(session.id, 1);
    await mailCancellation(test.services, { coachId: coach.id, id: session.id, version: 2 });
    const ended = await mailWith('is canceled');
    const uid = `${session.id}@localhost`;
    expect([first, moved, ended].map(fileOf)).toEqual([
      { method: 'REQUEST', uid, sequence: 0, start: '2026-03-03T15:00:00.000Z' },
      { method: 'REQUEST', uid, sequence: 1, start: '2026-03-04T15:00:00.000Z' },
      { method: 'CANCEL', uid, sequence: 2, start: '2026-03-04T15:00:00.000Z' },
    ]);
  });
});

it('is mailed once, and not to a client who switched these mails off', async () => {
  const off = { type: 'session_scheduled', channel: 'mail', enabled: false } as const;
  await client.api.notifications.setNotificationPreference(off);
  const { session } = await create();
  await update(session.id, 0, { startsAt: '2026-03-04T15:00:00.000Z' });
  await mailWith('has changed');
  const mails = (await listOutbox(test.services.db)).filter(({ recipient }) => recipient === client.email);
  expect(mails).toHaveLength(1);
  // The notification is not mailed separately.
  expect(await test.owner.select().from(notificationMails)).not.toContainEqual(
    expect.objectContaining({ type: 'session_changed' }),
  );
});

describe('a series', () => {
  const clockOf = ({ sessionDate }: { sessionDate: string }) => wallClockInZone(new Date(sessionDate), ZONE);

  it('has a canceled day again after it is restored', async () => {
    const { session } = await create({ repeat: repeatWeekly({ count: 3 }) });
    const [, second] = (await read()).sessions;
    await cancel(second?.id ?? '', 0);
    const restored = { coachId: coach.id, id: second?.id ?? '', version: 1 };
    expect(await coach.api.calendar.restoreSession(restored)).toMatchObject({ seriesId: session.id });
    const [series] = await test.owner.select().from(sessionSeries).where(eq(sessionSeries.id, session.id));
    expect(series?.rule.exceptions).toEqual([]);
    // The restored day changes with the others.
    expect(await update(session.id, 0, { minutes: 45 }, 'all')).toMatchObject({ changed: 3 });
  });

  it('keeps its local time, sends one notification, and has sessions for half a year', async () => {
    expect((await create({ repeat: repeatWeekly() })).made).toBe(27);
    const { sessions } = await read('2026-03-01', '2026-04-01');
    expect(sessions.map(clockOf)).toEqual(
      ['03', '10', '17', '24', '31'].map((day) => ({ day: `2026-03-${day}`, minute: 600 })),
    );
    expect(await notificationsOf(test, client)).toHaveLength(1);
    expect((await mailWith('Strength')).text).toContain('the first of 27 sessions');
  });

  it('is extended once by concurrent jobs', async () => {
    await create({ repeat: repeatWeekly({ count: 30 }) });
    expect(await rowsOf()).toHaveLength(27);
    test.setNow(new Date('2026-04-13T15:00:00Z'));
    await Promise.all([1, 2].map(() => extendAllSeries(test.services)));
    const rows = await rowsOf();
    expect(rows).toHaveLength(30);
    expect(new Set(rows.map(({ originalDay }) => originalDay)).size).toBe(30);
    await extendAllSeries(test.services);
    expect(await rowsOf()).toHaveLength(30);
  });

  it('loses only a canceled day, which is not added again', async () => {
    await create({ repeat: repeatWeekly({ count: 40 }) });
    const [, second] = (await read()).sessions;
    await cancel(second?.id ?? '', 0);
    test.setNow(new Date('2026-06-01T15:00:00Z'));
    await extendAllSeries(test.services);
    const rows = (await rowsOf()).filter(({ originalDay }) => originalDay === '2026-03-10');
    expect(rows).toMatchObject([{ cancelReason: '' }]);
    const [series] = await test.owner.select().from(sessionSeries).where(eq(sessionSeries.coachId, coach.id));
    expect(series?.rule.exceptions).toEqual(['2026-03-10']);
  });

  it('moves from one session on, and continues at the new time', async () => {
    await create({ repeat: repeatWeekly({ count: 30 }) });
    const [first, second, third] = (await read()).sessions;
    await cancel(third?.id ?? '', 0);
    const answer = await update(second?.id ?? '', 0, { startsAt: '2026-03-11T20:00:00.000Z' }, 'following');
    expect(answer.changed).toBe(25);
    const { sessions } = await read('2026-03-01', '2026-04-01');
    expect(sessions.map((one) => [clockOf(one).day.slice(5), clockOf(one).minute, one.cancelReason])).toEqual([
      ['03-03', 600, null],
      ['03-11', 960, null],
      ['03-17', 600, ''],
      ['03-25', 960, null],
    ]);
    expect(sessions[0]?.id).toBe(first?.id);
    test.setNow(new Date('2026-06-01T15:00:00Z'));
    await extendAllSeries(test.services);
    const rows = await rowsOf();
    expect(rows).toHaveLength(30);
    const last = rows
      .map(({ sessionDate }) => sessionDate.toISOString())
      .sort()
      .at(-1);
    expect(clockOf({ sessionDate: last ?? '' })).toEqual({ day: '2026-09-23', minute: 960 });
  });

  it('changes all future sessions and no past ones', async () => {
    await create({ startsAt: '2026-02-17T15:00:00.000Z', repeat: repeatWeekly({ count: 5 }) });
    const { sessions } = await read('2026-02-01', '2026-04-01');
    await update(sessions[4]?.id ?? '', 0, { location: 'Online' }, 'all');
    expect((await read('2026-02-01', '2026-04-01')).sessions.map(({ location }) => location)).toEqual([
      'Studio 2',
      'Studio 2',
      'Online',
      'Online',
      'Online',
    ]);
  });

  it('ends from one session on', async () => {
    await create({ repeat: repeatWeekly() });
    const { sessions } = await read();
    expect((await cancel(sessions[2]?.id ?? '', 0, 'following')).changed).toBe(25);
    test.setNow(new Date('2026-06-01T15:00:00Z'));
    await extendAllSeries(test.services);
    const open = await test.owner
      .select()
      .from(coachSessions)
      .where(and(eq(coachSessions.coachId, coach.id), isNull(coachSessions.cancelledAt)));
    expect(open).toHaveLength(2);
  });
});

describe('conflicts', () => {
  const conflicts = (changes: Partial<Parameters<typeof coach.api.calendar.listConflicts>[0]> = {}) =>
    coach.api.calendar.listConflicts({
      coachId: coach.id,
      startsAt: '2026-03-03T15:00:00.000Z',
      minutes: 60,
      sessionTypeId: null,
      repeat: null,
      exceptId: null,
      ...changes,
    });

  it('are shown before saving, and do not block it', async () => {
    const { session } = await create();
    expect(await conflicts()).toMatchObject({ count: 1, sessions: [{ clientName: 'Nina Park' }] });
    expect((await conflicts({ exceptId: session.id })).count).toBe(0);
    expect((await conflicts({ startsAt: '2026-03-03T16:00:00.000Z' })).count).toBe(0);
    expect((await conflicts({ startsAt: '2026-02-24T15:00:00.000Z', repeat: repeatWeekly() })).count).toBe(1);
    expect((await create()).made).toBe(1);
  });

  it('include the buffers of a session type', async () => {
    await create();
    const id = randomUUID();
    await coach.api.calendar.saveSessionType({
      coachId: coach.id,
      id,
      name: 'Review',
      minutes: 30,
      location: '',
      color: 'blue',
      bookable: false,
      bufferBefore: 10,
      bufferAfter: 0,
    });
    expect((await conflicts({ startsAt: '2026-03-03T16:05:00.000Z', sessionTypeId: id })).count).toBe(1);
  });
});

describe('reminders', () => {
  const remind = () => Promise.all([1, 2].map(() => remindOfSessions(test.services)));
  const reminders = async (person: Person) =>
    (await typesOf(person)).filter((type) => type === 'session_reminder').length;

  it('are sent once a day and an hour before, to coach and client, and again after a move', async () => {
    const { session } = await create({ startsAt: '2026-03-05T15:00:00.000Z' });
    await remind();
    expect(await reminders(client)).toBe(0);
    test.setNow(new Date('2026-03-04T15:30:00Z'));
    await remind();
    expect([await reminders(client), await reminders(coach)]).toEqual([1, 1]);
    await update(session.id, 0, { startsAt: '2026-03-06T15:00:00.000Z' });
    test.setNow(new Date('2026-03-05T15:30:00Z'));
    await remind();
    expect(await reminders(client)).toBe(2);
    test.setNow(new Date('2026-03-06T14:10:00Z'));
    await remind();
    expect([await reminders(client), await reminders(coach)]).toEqual([3, 3]);
    expect((await mailWith('Soon')).text).toContain('Studio 2');
  });

  it('are not sent for sessions that are canceled, completed or just created', async () => {
    const off = (await create({ startsAt: '2026-03-05T15:00:00.000Z' })).session;
    await cancel(off.id, 0);
    const done = (await create({ startsAt: '2026-03-05T16:00:00.000Z' })).session;
    await complete(done.id);
    test.setNow(new Date('2026-03-04T17:00:00Z'));
    await create({ startsAt: '2026-03-05T14:00:00.000Z' });
    await remind();
    expect(await reminders(client)).toBe(0);
  });
});

it('exports a range of at most two months as a file', async () => {
  await create({ clientId: null, clientName: 'A;B,"C"\\ <b>' });
  const file = (to: string) =>
    coach.api.calendar.exportCalendar({ coachId: coach.id, from: '2026-03-01T00:00:00.000Z', to });
  const calendar = new ICAL.Component(ICAL.parse((await file('2026-04-01T00:00:00.000Z')).content));
  const [event] = calendar.getAllSubcomponents('vevent').map((one) => new ICAL.Event(one));
  expect(event?.summary).toBe('Strength: A;B,"C"\\ <b>');
  await expect(file('2026-06-01T00:00:00.000Z')).rejects.toMatchObject({ code: 'WINDOW_TOO_LONG' });
});

it('reads a range with the same number of statements for any number of sessions', async () => {
  const before = await countStatements(read);
  await create({ repeat: repeatWeekly() });
  expect(await countStatements(read)).toBe(before);
  expect(before).toBe(4);
});
