import { randomUUID } from 'node:crypto';
import path from 'node:path';
import { eq } from 'drizzle-orm';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { outcomesOf } from '../../../test/api.ts';
import { createTestApp, type TestApp } from '../../../test/app.ts';
import { calendarOf } from '../../../test/feed-server.ts';
import { aClient, aCoach, type Client, type Coach, notificationsOf } from '../../../test/people.ts';
import { RADICALE_USER, startRadicale, startRadicaleProxy } from '../../../test/radicale.ts';
import { users } from '../../core/people/people.table.ts';
import { externalBusyTimes } from '../calendar/calendar.busy.table.ts';
import { calendarConnections } from './integrations.calendars.table.ts';
import { readConnection } from './integrations.read.service.ts';
import { writeDueSessions, writeSessions } from './integrations.sessions.service.ts';
import { calendarWrites } from './integrations.sessions.table.ts';

const NOW = new Date('2026-03-02T15:00:00Z');
const [TEN, ELEVEN, NOON] = ['10:00', '11:00', '12:00'].map((time) => `2026-03-10T${time}:00.000Z`) as [
  string,
  string,
  string,
];
const WAIT = { waitMs: 5000 };

let test: TestApp;
let radicale: Awaited<ReturnType<typeof startRadicale>>;
let proxy: Awaited<ReturnType<typeof startRadicaleProxy>>;
let coach: Coach;
let client: Client;
beforeAll(async () => {
  test = await createTestApp({ WEBHOOK_ALLOW_PRIVATE: 'true' });
  radicale = await startRadicale();
  proxy = await startRadicaleProxy(radicale.url);
});
afterAll(async () => {
  proxy.close();
  await radicale.close();
  await test.close();
});

let work: string;
let connectionId: string;
let calendarId: string;
beforeEach(async () => {
  test.setNow(null);
  proxy.answerWith(null);
  await test.owner.delete(externalBusyTimes);
  await test.owner.delete(calendarConnections);
  coach = await aCoach(test, { timeZone: 'UTC' });
  client = await aClient(test, { of: coach, person: { name: 'Nina Park' } });
  test.setNow(NOW);
  if (work) await radicale.removeCalendar(work);
  work = `work-${randomUUID()}`;
  await radicale.addCalendar(work);
  ({ connectionId, calendarId } = await connect());
});

/** Connects the account, and returns its only calendar. */
async function connect(by = coach) {
  const { connection } = await by.api.calendarConnections.addCaldav({
    coachId: by.id,
    id: randomUUID(),
    name: 'Radicale',
    server: proxy.url,
    ...RADICALE_USER,
  });
  return { connectionId: connection.id, calendarId: connection.calendars[0]?.id ?? '' };
}
const choose = (sessionCalendarId: string | null, showsNames = false, by = coach, id = connectionId) =>
  by.api.calendarConnections.updateConnection({
    coachId: by.id,
    id,
    name: 'Radicale',
    bufferBefore: 0,
    bufferAfter: 0,
    blocking: [calendarId],
    sessionCalendarId,
    showsNames,
  });
const schedule = async (startsAt = TEN) =>
  (
    await coach.api.calendar.createSession({
      coachId: coach.id,
      id: randomUUID(),
      clientId: client.clientId,
      clientName: null,
      sessionTypeId: null,
      sessionType: 'Knee rehab',
      startsAt,
      minutes: 60,
      location: 'Studio 2',
      notes: 'Torn ligament',
      repeat: null,
    })
  ).session;
const key = () => ({ coachId: coach.id, id: connectionId });
const write = () => writeSessions(test.services, key(), WAIT);
const read = () => readConnection(test.services, key(), WAIT.waitMs);
/** A session at ten that is in the other calendar. */
async function aWrittenSession() {
  const session = await schedule();
  await choose(calendarId);
  await write();
  return session;
}

const rows = () => test.owner.select().from(calendarWrites).where(eq(calendarWrites.coachId, coach.id));
/** The start of each event there. */
const there = async () =>
  [...(await radicale.read(work)).matchAll(/DTSTART[^:]*:(\w+)/g)].map(([, start]) => start?.slice(4, 13)).sort();
/** The event of a session, as another calendar app rewrites it. */
async function rewrite(sessionId: string, change: (text: string) => string): Promise<void> {
  const [, event = ''] = /(BEGIN:VEVENT.*?END:VEVENT)/s.exec(await radicale.read(work)) ?? [];
  await radicale.put(work, await nameOf(sessionId), calendarOf(change(event)));
}
const nameOf = async (sessionId: string) =>
  path.basename((await rows()).find((row) => row.sessionId === sessionId)?.path ?? '', '.ics');
const moveTo = (from: string, to: string) => (text: string) =>
  text.replace(`DTSTART:${from}`, `DTSTART:${to}`).replace(/DTEND:\w+/, `DTEND:${to.replace('0000Z', '3000Z')}`);
const moveToNoon = (sessionId: string) => rewrite(sessionId, moveTo('20260310T100000Z', '20260310T120000Z'));
const removeThere = async (sessionId: string) => radicale.remove(work, await nameOf(sessionId));

const questions = async () => (await coach.api.calendarConnections.listQuestions({ coachId: coach.id })).questions;
async function firstQuestion() {
  const [question] = await questions();
  if (!question) throw new Error('there is no question');
  return question;
}
type Question = Awaited<ReturnType<typeof firstQuestion>>;
const answerTo = ({ sessionId, askedAt, version }: Question, choice: 'follow' | 'keep', by = coach) =>
  by.api.calendarConnections.answerQuestion({ coachId: by.id, sessionId, askedAt, version, answer: choice });
const answer = async (choice: 'follow' | 'keep', by = coach) => answerTo(await firstQuestion(), choice, by);
const sessionOf = async (id: string) => {
  const window = { from: '2026-03-01T00:00:00Z', to: '2026-04-01T00:00:00Z' };
  const { sessions } = await coach.api.calendar.getCalendar({ coachId: coach.id, ...window });
  const session = sessions.find((one) => one.id === id);
  return session && [session.sessionDate, session.minutes, session.cancelReason];
};
const heard = async () => (await notificationsOf(test, client)).map(({ type }) => type);
const card = async () =>
  (await coach.api.calendarConnections.listConnections({ coachId: coach.id })).connections[0]?.sessions;
const busy = () => test.owner.select().from(externalBusyTimes).where(eq(externalBusyTimes.coachId, coach.id));

describe('sessions in a connected calendar', () => {
  it('are short events without health facts, follow the session, and cost no request while nothing changes', async () => {
    const session = await schedule();
    await choose(calendarId);
    await write();
    const text = await radicale.read(work);
    expect(text).toMatch(/SUMMARY:Session NP\r\n/);
    expect(text).toMatch(/DTSTART:20260310T100000Z\r\nDTEND:20260310T110000Z/);
    expect(text).toContain('LOCATION:Studio 2');
    expect(text).not.toMatch(/Nina|Knee|ligament|ATTENDEE|ORGANIZER|METHOD/);
    expect(await card()).toMatchObject({ calendarId, showsNames: false, count: 1, removing: 0, failing: null });
    await read();
    expect(await busy()).toEqual([]);
    expect(await questions()).toEqual([]);

    proxy.requests.length = 0;
    await write();
    expect(proxy.requests).toEqual([]);
    const { entries } = await coach.api.audit.listOwnEntries({});
    const written = entries.filter(({ action }) => action === 'calendar_sessions.written');
    expect(written).toMatchObject([{ actor: 'system', own: false, after: { written: 1 } }]);

    const edit = { coachId: coach.id, id: session.id, apply: 'this' } as const;
    const { session: moved } = await coach.api.calendar.updateSession({
      ...edit,
      version: session.version,
      change: { startsAt: ELEVEN, location: '' },
    });
    await choose(calendarId, true);
    await write();
    const after = await radicale.read(work);
    expect(after).toContain('SUMMARY:Session Nina Park');
    expect(after).not.toContain('LOCATION');
    expect(Number(/SEQUENCE:(\d+)/.exec(after)?.[1])).toBeGreaterThan(1);
    expect(await there()).toEqual(['0310T1100']);

    await coach.api.calendar.cancelSession({ ...edit, version: moved.version, reason: '' });
    await write();
    expect(await there()).toEqual([]);
    expect(await rows()).toEqual([]);
    await read();
    expect(await questions()).toEqual([]);
  });

  it('are from a month back to a year ahead, once, with two runs at once', async () => {
    for (const start of ['2026-01-20', '2026-02-20', '2027-02-20', '2027-04-20']) await schedule(`${start}T10:00:00Z`);
    await choose(calendarId);
    proxy.requests.length = 0;
    await Promise.all([write(), write(), writeDueSessions(test.services)]);
    expect(await there()).toEqual(['0220T1000', '0220T1000']);
    expect(proxy.requests.filter((request) => request === 'PUT')).toHaveLength(2);
  });

  it('are not doubled after a process was killed between writing an event and noting it', async () => {
    await aWrittenSession();
    await test.owner.delete(calendarWrites);
    await write();
    await test.owner.update(calendarWrites).set({ etag: null, digest: '' });
    await write();
    expect(await there()).toEqual(['0310T1000']);
    expect(await questions()).toEqual([]);
    expect((await rows()).map(({ etag }) => typeof etag)).toEqual(['string']);
  });

  it('wait while the server refuses them, which the card says, and arrive later', async () => {
    await schedule();
    await choose(calendarId);
    proxy.answerWith((method, _body, response) => {
      if (method === 'PUT') response.writeHead(403).end();
      return method === 'PUT';
    });
    await write();
    expect((await card())?.failing?.problem).toBe('read_only');
    proxy.answerWith(null);
    test.setNow(new Date(NOW.getTime() + 3_600_000));
    await writeDueSessions(test.services);
    await write();
    expect(await card()).toMatchObject({ count: 1, failing: null });
    expect(await there()).toEqual(['0310T1000']);
  });

  it('stop with the plan, and catch up with it', async () => {
    const setPlan = (plan: string) => test.owner.update(users).set({ plan }).where(eq(users.id, coach.id));
    await aWrittenSession();
    await setPlan('base');
    await schedule(NOON);
    await write();
    expect(await there()).toEqual(['0310T1000']);
    await expect(questions()).rejects.toMatchObject({ code: 'FEATURE_REQUIRED' });
    await setPlan('pro');
    await write();
    expect(await there()).toEqual(['0310T1000', '0310T1200']);
  });
});

describe('an event that was moved there', () => {
  it('moves the session only when the coach wants it, who sees conflicts and whose client hears then', async () => {
    const session = await aWrittenSession();
    const before = await heard();
    await moveToNoon(session.id);
    await read();
    expect(await questions()).toMatchObject([
      { sessionId: session.id, kind: 'moved', clientName: 'Nina Park', movedTo: { startsAt: NOON, minutes: 30 } },
    ]);
    expect(await heard()).toEqual(before);
    const bell = (await notificationsOf(test, coach))[0];
    expect([bell?.type, bell?.title]).toEqual(['session_changed', 'Session moved in your calendar']);
    await write();
    expect(await there()).toEqual(['0310T1200']);
    expect(await busy()).toEqual([]);

    await answer('follow');
    expect(await sessionOf(session.id)).toEqual([NOON, 30, null]);
    expect(await heard()).toEqual(['session_changed', ...before]);
    expect(await questions()).toEqual([]);
    await write();
    await read();
    expect(await there()).toEqual(['0310T1200']);
    expect(await questions()).toEqual([]);
  });

  it('is put back when the coach keeps the time, also with a read in between', async () => {
    const session = await aWrittenSession();
    await moveToNoon(session.id);
    await read();
    await read();
    expect(await questions()).toHaveLength(1);
    await answer('keep');
    await read();
    expect(await questions()).toEqual([]);
    await write();
    expect(await there()).toEqual(['0310T1000']);
    expect(await sessionOf(session.id)).toEqual([TEN, 60, null]);
    const { entries } = await coach.api.audit.listOwnEntries({});
    expect(entries.map(({ action }) => action)).toEqual(
      expect.arrayContaining(['calendar_question.kept', 'calendar_sessions.turned_on']),
    );
  });

  it('is no question any more when it is moved back, or the session changes here', async () => {
    const session = await aWrittenSession();
    await moveToNoon(session.id);
    await read();
    await rewrite(session.id, (text) =>
      text.replace(/T120000Z/, 'T100000Z').replace(/DTEND:\w+/, 'DTEND:20260310T110000Z'),
    );
    await read();
    expect(await questions()).toEqual([]);
    await moveToNoon(session.id);
    await read();
    const edit = { coachId: coach.id, id: session.id, version: session.version, apply: 'this' } as const;
    await coach.api.calendar.updateSession({ ...edit, change: { startsAt: ELEVEN } });
    expect(await questions()).toEqual([]);
    await write();
    expect(await there()).toEqual(['0310T1100']);
  });

  it('is never overwritten blindly, and without another time it is', async () => {
    const session = await aWrittenSession();
    await moveToNoon(session.id);
    await choose(calendarId, true);
    await write();
    expect(await there()).toEqual(['0310T1200']);
    expect((await questions()).map(({ kind }) => kind)).toEqual(['moved']);
    await answer('keep');
    await write();
    await rewrite(session.id, (text) => text.replace('END:VEVENT', 'X-COLOR:red\r\nEND:VEVENT'));
    await choose(calendarId, false);
    await write();
    expect(await radicale.read(work)).toContain('SUMMARY:Session NP');
    expect(await questions()).toEqual([]);
  });

  it('can only be put back when it lasts whole days now', async () => {
    const session = await aWrittenSession();
    await rewrite(session.id, (text) =>
      text.replace(/DTSTART:\w+/, 'DTSTART;VALUE=DATE:20260310').replace(/DTEND:\w+\r\n/, ''),
    );
    await read();
    expect((await questions()).map(({ kind, movedTo }) => [kind, movedTo])).toEqual([['unclear', null]]);
    expect(await outcomesOf([answer('follow')])).toEqual(['CHANGED']);
    await answer('keep');
    await write();
    expect(await there()).toEqual(['0310T1000']);
  });
});

describe('an event that was deleted there', () => {
  it.each(['changes', 'whole'])('asks whether to cancel the session, from a read of %s', async (kind) => {
    const session = await aWrittenSession();
    await read();
    await removeThere(session.id);
    if (kind === 'whole') test.setNow(new Date(NOW.getTime() + 24 * 3_600_000));
    const before = await heard();
    await read();
    expect((await questions()).map((one) => one.kind)).toEqual(['deleted']);
    expect(await heard()).toEqual(before);
    await write();
    expect(await there()).toEqual([]);
    await answer('keep');
    await write();
    expect(await there()).toEqual(['0310T1000']);

    await read();
    await removeThere(session.id);
    await read();
    const question = await firstQuestion();
    const outcomes = await outcomesOf([answerTo(question, 'follow'), answerTo(question, 'follow')]);
    expect(outcomes.sort()).toEqual(['CHANGED', 'OK']);
    expect(await sessionOf(session.id)).toEqual([TEN, 60, '']);
    expect(await heard()).toContain('session_cancelled');
  });

  it('is one notice with the others that were deleted at once', async () => {
    const ids = [(await schedule(NOON)).id, (await aWrittenSession()).id];
    await read();
    for (const id of ids) await removeThere(id);
    await read();
    expect(await questions()).toHaveLength(2);
    const titles = (await notificationsOf(test, coach)).map(({ title }) => title);
    expect(titles.filter((title) => title.includes('your calendar'))).toEqual(['2 sessions changed in your calendar']);
  });

  it('is not deleted in a list without it while its server still has it', async () => {
    await aWrittenSession();
    await read();
    test.setNow(new Date(NOW.getTime() + 24 * 3_600_000));
    proxy.answerWith((_method, body, response) => {
      if (!body.includes('calendar-query')) return false;
      response.writeHead(207, { 'content-type': 'application/xml' }).end('<multistatus xmlns="DAV:"></multistatus>');
      return true;
    });
    await read();
    expect(await questions()).toEqual([]);
  });
});

describe('a calendar that no longer gets sessions', () => {
  it('loses the upcoming ones and keeps past ones', async () => {
    await schedule('2026-03-01T10:00:00Z');
    await aWrittenSession();
    expect(await there()).toHaveLength(2);
    await choose(null);
    await write();
    expect(await there()).toEqual(['0301T1000']);
    expect(await card()).toBeNull();
    expect(await rows()).toEqual([]);
  });

  it('loses them when it is disconnected, and what its server keeps is ours when it is connected again', async () => {
    const disconnect = () => coach.api.calendarConnections.deleteConnection({ coachId: coach.id, id: connectionId });
    await aWrittenSession();
    expect(await disconnect()).toEqual({ id: connectionId, remaining: 0 });
    expect(await there()).toEqual([]);

    ({ connectionId, calendarId } = await connect());
    await choose(calendarId);
    await write();
    proxy.answerWith((method, _body, response) => {
      if (method === 'DELETE') response.writeHead(503).end();
      return method === 'DELETE';
    });
    expect((await disconnect()).remaining).toBe(1);
    expect(await there()).toEqual(['0310T1000']);
    proxy.answerWith(null);
    ({ connectionId, calendarId } = await connect());
    expect(await busy()).toEqual([]);
    await choose(calendarId);
    await write();
    expect(await there()).toEqual(['0310T1000']);
    expect(await questions()).toEqual([]);
  });
});

describe('another coach', () => {
  it('cannot choose or answer for a coach, and is busy at the sessions of others', async () => {
    const session = await aWrittenSession();
    await moveToNoon(session.id);
    await read();
    const other = await aCoach(test, { timeZone: 'UTC' });
    const theirs = await connect(other);
    const outcomes = [
      choose(theirs.calendarId),
      choose(randomUUID()),
      choose(theirs.calendarId, false, other),
      answer('follow', other),
    ];
    expect(await outcomesOf(outcomes)).toEqual(['NOT_WRITABLE', 'NOT_WRITABLE', 'NOT_FOUND', 'CHANGED']);
    const blocked = await test.owner.select().from(externalBusyTimes).where(eq(externalBusyTimes.coachId, other.id));
    expect(blocked.map(({ startsAt }) => startsAt.toISOString())).toEqual([NOON]);
    expect(await sessionOf(session.id)).toEqual([TEN, 60, null]);
  });
});
