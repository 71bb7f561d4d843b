import { randomUUID } from 'node:crypto';
import type { CalendarSession, SessionType } from '@stridewell/contract/calendar';
import type { Notification } from '@stridewell/contract/notifications';
import { wallClockInZone } from '@stridewell/contract/time';
import { and, eq, isNull } from 'drizzle-orm';
import ICAL from 'ical.js';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { createClient, createCoach, createUser } from '../../../seed/factories.ts';
import { type Caller, createTestApp, hashOfPassword, type TestApp } from '../../../test/app.ts';
import { listOutbox } from '../../platform/mail/outbox.data.ts';
import { notificationMails } from '../notifications/notifications.table.ts';
import { extendAllSeries, remindOfSessions } from './calendar.reminders.service.ts';
import { coachSessions, sessionSeries } from './calendar.table.ts';

const ZONE = 'America/New_York';
const NOW = new Date('2026-03-02T15:00:00Z');

let test: TestApp;
let coach: Caller;
let coachId: string;
let client: Caller;
let clientId: string;
let clientEmail: string;
beforeAll(async () => {
  test = await createTestApp();
});
afterAll(() => test.close());
beforeEach(async () => {
  test.setNow(null);
  const passwordHash = await hashOfPassword();
  const owner = await createCoach(test.owner, { plan: 'pro', name: 'Ana Silva', passwordHash, timeZone: ZONE });
  const person = await createUser(test.owner, 'Client', { name: 'Nina Park', passwordHash, timeZone: 'Europe/Berlin' });
  coachId = owner.id;
  ({ clientId } = await createClient(test.owner, coachId, { person, checkInAnchor: '2026-01-05' }));
  clientEmail = person.email;
  [coach, client] = await Promise.all([test.signIn(owner.email), test.signIn(person.email)]);
  test.setNow(NOW);
});

type Edited = { session: CalendarSession; made: number; changed: number; code?: string; message?: string };
const create = (body: object = {}, id = randomUUID()) =>
  coach.send<Edited>('POST', '/rest/v1/calendar/sessions', {
    coachId,
    id,
    clientId,
    clientName: null,
    sessionTypeId: null,
    sessionType: 'Strength',
    startsAt: '2026-03-03T15:00:00.000Z',
    minutes: 60,
    location: 'Studio 2',
    notes: '',
    repeat: null,
    ...body,
  });
const weekly = { frequency: 'weekly', interval: 1, weekdays: [2], untilDay: null, count: null };
const update = (id: string, version: number, change: object, apply = 'this') =>
  coach.send<Edited>('PATCH', `/rest/v1/calendar/sessions/${id}`, { coachId, version, apply, change });
const cancel = (id: string, version: number, apply = 'this', reason = '') =>
  coach.send<Edited>('POST', `/rest/v1/calendar/sessions/${id}/cancel`, { coachId, version, apply, reason });
const read = async (from = '2026-03-01', to = '2026-04-30') =>
  (
    await coach.get<{
      sessions: CalendarSession[];
      types: SessionType[];
      zones: { clientId: string; timeZone: string }[];
      timeZone: string;
    }>(`/rest/v1/calendar?coachId=${coachId}&from=${from}T00:00:00.000Z&to=${to}T00:00:00.000Z`)
  ).body;
const told = async (caller: Caller) =>
  (await caller.get<{ notifications: Notification[] }>('/rest/v1/notifications')).body.notifications;
const rowsOf = () => test.owner.select().from(coachSessions).where(eq(coachSessions.coachId, coachId));

/** The newest mail to the client whose subject has `words`, once it is there. */
async function mailWith(words: string) {
  const find = async () =>
    (await listOutbox(test.services.db)).find(
      ({ recipient, subject }) => recipient === clientEmail && subject.includes(words),
    );
  await expect.poll(find, { timeout: 10_000 }).toBeDefined();
  const mail = await find();
  if (!mail) throw new Error('the mail is gone');
  return mail;
}

describe('a session', () => {
  it('is made once, however often and however many at once ask for it', async () => {
    const id = randomUUID();
    const answers = await Promise.all([1, 2, 3, 4].map(() => create({}, id)));
    expect(answers.map(({ status }) => status)).toEqual([200, 200, 200, 200]);
    expect((await read()).sessions).toMatchObject([{ id, clientName: 'Nina Park', minutes: 60, version: 0 }]);
    expect(await told(client)).toMatchObject([
      { type: 'session_scheduled', title: 'New session with Ana Silva', metadata: { session_id: id } },
    ]);
  });

  it('comes with the zones of the clients and is in the dashboard', async () => {
    await create({ startsAt: '2026-03-02T20:00:00.000Z' });
    expect(await read()).toMatchObject({ timeZone: ZONE, zones: [{ clientId, timeZone: 'Europe/Berlin' }] });
    const dashboard = await coach.get(`/rest/v1/dashboards/coach/${coachId}`);
    expect(dashboard.body).toMatchObject({ upcoming: { data: { sessions: [{ clientName: 'Nina Park' }] } } });
  });

  it.each([
    [{ minutes: -30 }, 'The session ends before it starts.'],
    [{ minutes: 1441 }, 'A session takes at most 24 hours.'],
    [{ startsAt: '1999-03-03T15:00:00.000Z' }, 'That is more than two years ago.'],
    [{ startsAt: '2099-03-03T15:00:00.000Z' }, 'That is more than three years ahead.'],
    [{ repeat: { ...weekly, untilDay: '2026-03-01' } }, 'This end date leaves no sessions in the series.'],
  ])('that cannot be is told so: %j', async (wrong, message) => {
    expect(await create(wrong)).toMatchObject({ status: 422, body: { code: 'BAD_TIME', message } });
    expect(await rowsOf()).toEqual([]);
  });

  it('needs a client of this coach, or a name', async () => {
    const stranger = await createClient(test.owner, (await createCoach(test.owner)).id);
    const refused = { status: 422, body: { code: 'UNKNOWN_CLIENT' } };
    expect(await create({ clientId: stranger.clientId, clientName: 'Mine' })).toMatchObject(refused);
    expect(await create({ clientId: null })).toMatchObject(refused);
    expect(await create({ clientId: null, clientName: 'Trial' })).toMatchObject({ status: 200 });
  });

  it('is not changed over a change that was not seen, and the same change again is harmless', async () => {
    const { session } = (await create()).body;
    const change = { startsAt: '2026-03-03T17:00:00.000Z', minutes: 45 };
    expect((await update(session.id, 0, change)).body.session).toMatchObject({ version: 1, minutes: 45 });
    expect(await update(session.id, 0, change)).toMatchObject({ status: 200, body: { changed: 0 } });
    expect(await update(session.id, 0, { minutes: 30 })).toMatchObject({ status: 409, body: { code: 'CHANGED' } });
    const both = await Promise.all([update(session.id, 1, { minutes: 20 }), update(session.id, 1, { minutes: 25 })]);
    expect(both.map(({ status }) => status).sort()).toEqual([200, 409]);
    expect((await told(client)).map(({ type }) => type)).toEqual([
      'session_changed',
      'session_changed',
      'session_scheduled',
    ]);
  });

  it('tells nobody about private notes', async () => {
    const { session } = (await create()).body;
    await update(session.id, 0, { notes: 'Careful with the left knee' });
    expect(await told(client)).toHaveLength(1);
  });

  it('that is called off keeps its status, leaves the dashboard and can not be toggled', async () => {
    const { session } = (await create({ startsAt: '2026-03-02T20:00:00.000Z' })).body;
    expect((await cancel(session.id, 0, 'this', 'I am ill')).body.session).toMatchObject({
      status: 'scheduled',
      cancelReason: 'I am ill',
    });
    expect(await cancel(session.id, 0)).toMatchObject({ status: 200, body: { changed: 0 } });
    expect((await told(client)).map(({ type }) => type)).toEqual(['session_cancelled', 'session_scheduled']);
    const dashboard = await coach.get(`/rest/v1/dashboards/coach/${coachId}`);
    expect(dashboard.body).toMatchObject({ upcoming: { data: { sessions: [] } } });
    const toggle = { coachId, status: 'completed' };
    expect((await coach.send('PATCH', `/rest/v1/coach_sessions/${session.id}`, toggle)).status).toBe(404);
  });

  it('that goes to somebody else is cancelled for the one before', async () => {
    const person = await createUser(test.owner, 'Client', { passwordHash: await hashOfPassword() });
    const other = await createClient(test.owner, coachId, { person });
    const { session } = (await create()).body;
    await update(session.id, 0, { clientId: other.clientId });
    expect((await told(client)).map(({ type }) => type)).toEqual(['session_cancelled', 'session_scheduled']);
    expect((await told(await test.signIn(person.email))).map(({ type }) => type)).toEqual(['session_scheduled']);
  });

  it('is mailed as an invitation, its changes and its end', async () => {
    const { session } = (await create()).body;
    const fileOf = (mail: { attachments: { content: string; contentType: string }[] }) => {
      const [file] = mail.attachments;
      const calendar = new ICAL.Component(ICAL.parse(file?.content ?? ''));
      const event = new ICAL.Event(calendar.getFirstSubcomponent('vevent') ?? undefined);
      const method = calendar.getFirstPropertyValue('method');
      return { method, uid: event.uid, sequence: event.sequence, start: event.startDate.toJSDate().toISOString() };
    };
    const first = await mailWith('Strength with Ana Silva: ');
    // The client's own clock.
    expect(first.subject).toContain('4:00 PM GMT+1');
    expect(first.attachments).toMatchObject([{ contentType: 'text/calendar; charset=utf-8; method=REQUEST' }]);
    await update(session.id, 0, { startsAt: '2026-03-04T15:00:00.000Z' });
    const moved = await mailWith('has changed');
    await cancel(session.id, 1);
    const ended = await mailWith('is cancelled');
    const uid = `${session.id}@localhost`;
    expect([first, moved, ended].map(fileOf)).toEqual([
      { method: 'REQUEST', uid, sequence: 0, start: '2026-03-03T15:00:00.000Z' },
      { method: 'REQUEST', uid, sequence: 1, start: '2026-03-04T15:00:00.000Z' },
      { method: 'CANCEL', uid, sequence: 2, start: '2026-03-04T15:00:00.000Z' },
    ]);
  });
});

it('is not mailed to a client who wants no mails of it, and is mailed once to others', async () => {
  const off = { type: 'session_scheduled', channel: 'mail', enabled: false };
  expect((await client.send('POST', '/rest/v1/notification_preferences', off)).status).toBe(200);
  const { session } = (await create()).body;
  await update(session.id, 0, { startsAt: '2026-03-04T15:00:00.000Z' });
  await mailWith('has changed');
  const mails = (await listOutbox(test.services.db)).filter(({ recipient }) => recipient === clientEmail);
  expect(mails).toHaveLength(1);
  // Nor does the mail of the notification itself come beside it.
  expect(await test.owner.select().from(notificationMails)).not.toContainEqual(
    expect.objectContaining({ type: 'session_changed' }),
  );
});

describe('a series', () => {
  const clockOf = ({ sessionDate }: { sessionDate: string }) => wallClockInZone(new Date(sessionDate), ZONE);

  it('keeps its time on the wall, tells once, and exists half a year ahead', async () => {
    const { body } = await create({ repeat: weekly });
    expect(body.made).toBe(27);
    const { sessions } = await read('2026-03-01', '2026-04-01');
    expect(sessions.map(clockOf)).toEqual(
      ['03', '10', '17', '24', '31'].map((day) => ({ day: `2026-03-${day}`, minute: 600 })),
    );
    expect(await told(client)).toHaveLength(1);
    expect((await mailWith('Strength')).text).toContain('the first of 27 sessions');
  });

  it('grows with time, once, however many do it at once', async () => {
    await create({ repeat: { ...weekly, count: 30 } });
    expect(await rowsOf()).toHaveLength(27);
    test.setNow(new Date('2026-04-13T15:00:00Z'));
    await Promise.all([1, 2].map(() => extendAllSeries(test.services)));
    const rows = await rowsOf();
    expect(rows).toHaveLength(30);
    expect(new Set(rows.map(({ originalDay }) => originalDay)).size).toBe(30);
    await extendAllSeries(test.services);
    expect(await rowsOf()).toHaveLength(30);
  });

  it('loses one day alone, and does not get it back', async () => {
    await create({ repeat: { ...weekly, count: 40 } });
    const [, second] = (await read()).sessions;
    await cancel(second?.id ?? '', 0);
    test.setNow(new Date('2026-06-01T15:00:00Z'));
    await extendAllSeries(test.services);
    const rows = (await rowsOf()).filter(({ originalDay }) => originalDay === '2026-03-10');
    expect(rows).toMatchObject([{ cancelReason: '' }]);
    const [series] = await test.owner.select().from(sessionSeries).where(eq(sessionSeries.coachId, coachId));
    expect(series?.rule.exceptions).toEqual(['2026-03-10']);
  });

  it('moves from one session on, and goes on where it was moved to', async () => {
    await create({ repeat: { ...weekly, count: 30 } });
    const [first, second, third] = (await read()).sessions;
    await cancel(third?.id ?? '', 0);
    const answer = await update(second?.id ?? '', 0, { startsAt: '2026-03-11T20:00:00.000Z' }, 'following');
    expect(answer.body.changed).toBe(25);
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

  it('changes all that are ahead, and nothing that took place', async () => {
    await create({ startsAt: '2026-02-17T15:00:00.000Z', repeat: { ...weekly, count: 5 } });
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
    await create({ repeat: weekly });
    const { sessions } = await read();
    expect((await cancel(sessions[2]?.id ?? '', 0, 'following')).body.changed).toBe(25);
    test.setNow(new Date('2026-06-01T15:00:00Z'));
    await extendAllSeries(test.services);
    const open = await test.owner
      .select()
      .from(coachSessions)
      .where(and(eq(coachSessions.coachId, coachId), isNull(coachSessions.cancelledAt)));
    expect(open).toHaveLength(2);
  });
});

describe('what is in the way', () => {
  const conflicts = (body: object) =>
    coach.send<{ sessions: { clientName: string }[]; count: number }>('POST', '/rest/v1/calendar/conflicts', {
      coachId,
      startsAt: '2026-03-03T15:00:00.000Z',
      minutes: 60,
      sessionTypeId: null,
      repeat: null,
      exceptId: null,
      ...body,
    });

  it('is told before, and stops nobody', async () => {
    const { session } = (await create()).body;
    expect((await conflicts({})).body).toMatchObject({ count: 1, sessions: [{ clientName: 'Nina Park' }] });
    expect((await conflicts({ exceptId: session.id })).body.count).toBe(0);
    expect((await conflicts({ startsAt: '2026-03-03T16:00:00.000Z' })).body.count).toBe(0);
    expect((await conflicts({ startsAt: '2026-02-24T15:00:00.000Z', repeat: weekly })).body.count).toBe(1);
    expect((await create({})).status).toBe(200);
  });

  it('includes the time that a type keeps free', async () => {
    await create();
    const id = randomUUID();
    const type = { name: 'Review', minutes: 30, location: '', color: 'blue', bufferAfter: 0, bookable: false };
    await coach.send('PUT', `/rest/v1/calendar/session_types/${id}`, { coachId, ...type, bufferBefore: 10 });
    expect((await conflicts({ startsAt: '2026-03-03T16:05:00.000Z', sessionTypeId: id })).body.count).toBe(1);
  });
});

describe('reminders', () => {
  const remind = () => Promise.all([1, 2].map(() => remindOfSessions(test.services)));
  const reminders = async (caller: Caller) =>
    (await told(caller)).filter(({ type }) => type === 'session_reminder').length;

  it('come a day and an hour before, once, to both, and anew for a session that moved', async () => {
    const { session } = (await create({ startsAt: '2026-03-05T15:00:00.000Z' })).body;
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

  it('do not come for what was called off, is done, or was only just made', async () => {
    const off = (await create({ startsAt: '2026-03-05T15:00:00.000Z' })).body.session;
    await cancel(off.id, 0);
    const done = (await create({ startsAt: '2026-03-05T16:00:00.000Z' })).body.session;
    await coach.send('PATCH', `/rest/v1/coach_sessions/${done.id}`, { coachId, status: 'completed' });
    test.setNow(new Date('2026-03-04T17:00:00Z'));
    await create({ startsAt: '2026-03-05T14:00:00.000Z' });
    await remind();
    expect(await reminders(client)).toBe(0);
  });
});

it('a window is a file, at most two months long', async () => {
  await create({ clientId: null, clientName: 'A;B,"C"\\ <b>' });
  const file = (to: string) =>
    coach.get<{ content: string }>(
      `/rest/v1/calendar/file?coachId=${coachId}&from=2026-03-01T00:00:00.000Z&to=${to}T00:00:00.000Z`,
    );
  const calendar = new ICAL.Component(ICAL.parse((await file('2026-04-01')).body.content));
  const [event] = calendar.getAllSubcomponents('vevent').map((one) => new ICAL.Event(one));
  expect(event?.summary).toBe('Strength: A;B,"C"\\ <b>');
  expect(await file('2026-06-01')).toMatchObject({ status: 422, body: { code: 'WINDOW_TOO_LONG' } });
});

it('reads a window in the same number of statements, however many sessions there are', async () => {
  const count = async () => {
    test.logLines.length = 0;
    await read();
    const line = test.logLines.map((one): unknown => JSON.parse(one)).at(-1);
    return line && typeof line === 'object' && 'statements' in line ? line.statements : undefined;
  };
  const before = await count();
  await create({ repeat: weekly });
  expect(await count()).toBe(before);
  expect(before).toBe(3);
});
