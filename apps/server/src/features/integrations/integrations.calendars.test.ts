import { randomUUID } from 'node:crypto';
import { NO_AVAILABILITY } from '@stridewell/contract/calendar/calendar.bookings.rules';
import { and, eq } from 'drizzle-orm';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { outcomesOf } from '../../../test/api.ts';
import { createTestApp, type TestApp } from '../../../test/app.ts';
import { calendarOf, eventAt, startFeedServer } from '../../../test/feed-server.ts';
import { aClient, aCoach, type Client, type Coach } from '../../../test/people.ts';
import { users } from '../../core/people/people.table.ts';
import { externalBusyTimes } from '../calendar/calendar.busy.table.ts';
import { listVisitorSlots } from '../calendar/calendar.visitors.service.ts';
import { captureScope } from '../pipeline/pipeline.scopes.ts';
import { calendarConnections } from './integrations.calendars.table.ts';
import { readDueCalendars } from './integrations.read.service.ts';

const NOW = new Date('2026-03-02T15:00:00Z');
/** Starts of the bookable hours on the Monday after. */
const [NINE, TEN, ELEVEN] = ['13:00', '14:00', '15:00'].map((time) => `2026-03-09T${time}:00.000Z`) as [
  string,
  string,
  string,
];
const HOUR_MS = 3_600_000;

let test: TestApp;
let feed: Awaited<ReturnType<typeof startFeedServer>>;
let coach: Coach;
let client: Client;
let typeId: string;
beforeAll(async () => {
  test = await createTestApp({ WEBHOOK_ALLOW_PRIVATE: 'true' });
  feed = await startFeedServer();
});
afterAll(async () => {
  feed.close();
  await test.close();
});
beforeEach(async () => {
  test.setNow(null);
  await test.owner.delete(externalBusyTimes);
  await test.owner.delete(calendarConnections);
  coach = await aCoach(test, { plan: 'plus', timeZone: 'America/New_York' });
  client = await aClient(test, { of: coach });
  test.setNow(NOW);
  typeId = randomUUID();
  const shape = { minutes: 60, location: '', color: 'blue', bufferBefore: 0, bufferAfter: 0, bookable: true } as const;
  await coach.api.calendar.saveSessionType({ coachId: coach.id, id: typeId, name: 'Check-up', ...shape });
  const hours = [{ weekday: 1, from: 540, to: 720 }];
  await coach.api.bookings.saveAvailability({ coachId: coach.id, ...NO_AVAILABILITY, hours, stepMinutes: 60 });
  feed.serve(calendarOf(eventAt(new Date(TEN))));
  feed.requests.length = 0;
});

const add = (id = randomUUID(), by = coach, url = feed.url) =>
  by.api.calendarConnections.addFeed({ coachId: by.id, id, name: 'Family', url });
const list = async (by = coach) => (await by.api.calendarConnections.listConnections({ coachId: by.id })).connections;
const change = (id: string, changes: Partial<{ bufferBefore: number; bufferAfter: number; blocking: string[] }> = {}) =>
  coach.api.calendarConnections.updateConnection({
    coachId: coach.id,
    id,
    name: 'Family',
    bufferBefore: 0,
    bufferAfter: 0,
    blocking: [id],
    ...changes,
  });
const remove = (id: string, by = coach) => by.api.calendarConnections.deleteConnection({ coachId: by.id, id });
const readDue = () => readDueCalendars(test.services);
const later = (hours: number) => test.setNow(new Date(NOW.getTime() + hours * HOUR_MS));
const setPlan = (plan: string) => test.owner.update(users).set({ plan }).where(eq(users.id, coach.id));

/** The open starts on that Monday, for the client. */
const slots = async () =>
  (await client.api.bookings.getBookings({})).slots.filter((slot) => slot.startsWith('2026-03-09'));
const book = (startsAt: string) =>
  client.api.bookings.bookSession({ id: randomUUID(), sessionTypeId: typeId, startsAt });
const shown = async () => {
  const window = { from: '2026-03-08T00:00:00Z', to: '2026-03-12T00:00:00Z' };
  return (await coach.api.calendar.getCalendar({ coachId: coach.id, ...window })).busy;
};
const stored = () => test.owner.select().from(externalBusyTimes).where(eq(externalBusyTimes.coachId, coach.id));

describe('a connected calendar', () => {
  it('blocks bookings of clients and visitors at its times, of which nothing else is stored', async () => {
    expect(await slots()).toEqual([NINE, TEN, ELEVEN]);
    const { connection } = await add();
    expect(connection).toMatchObject({ kind: 'feed', host: '127.0.0.1', readAt: NOW.toISOString(), failing: null });
    expect(await slots()).toEqual([NINE, ELEVEN]);
    await expect(book(TEN)).rejects.toMatchObject({ code: 'SLOT_TAKEN' });
    const search = { coach: { fullName: coach.name, timeZone: coach.timeZone }, now: NOW };
    const open = await test.services.db.readAtOnce(captureScope(coach.id), (tx) =>
      listVisitorSlots(tx, search, typeId),
    );
    expect(open?.slots.map((slot) => slot.toISOString())).not.toContain(TEN);
    expect(await shown()).toEqual([{ startsAt: TEN, endsAt: ELEVEN, allDay: false, bufferBefore: 0, bufferAfter: 0 }]);
    const everything = JSON.stringify([await stored(), await test.owner.select().from(calendarConnections)]);
    expect(everything).not.toMatch(/Dentist|elsewhere|calendar\.ics/u);
  });

  it('warns the coach about an overlap', async () => {
    await add();
    const plan = {
      startsAt: TEN,
      minutes: 30,
      sessionTypeId: null,
      repeat: null,
      exceptId: null,
      apply: 'this',
    } as const;
    const { count, busy } = await coach.api.calendar.listConflicts({ coachId: coach.id, ...plan });
    expect([count, busy.map(({ startsAt }) => startsAt)]).toEqual([0, [TEN]]);
  });

  it('keeps its buffers free before and after each event', async () => {
    const { connection } = await add();
    await change(connection.id, { bufferBefore: 30 });
    expect(await slots()).toEqual([ELEVEN]);
    await change(connection.id, { bufferAfter: 15 });
    expect(await slots()).toEqual([NINE]);
    await readDue();
    later(1);
    await readDue();
    expect(await slots()).toEqual([NINE]);
  });

  it('blocks every hour of several days', async () => {
    feed.serve(calendarOf(eventAt(new Date('2026-03-06T12:00:00Z')).replace('DURATION:PT1H', 'DURATION:P5D')));
    await add();
    expect(await slots()).toEqual([]);
  });

  it('does not block while the coach turns that off, and does again at the next read', async () => {
    const { id } = (await add()).connection;
    expect((await change(id, { blocking: [] })).connection.calendars).toMatchObject([{ blocks: false }]);
    expect(await slots()).toHaveLength(3);
    expect(await stored()).toEqual([]);
    await change(id);
    await readDue();
    expect(await slots()).toHaveLength(2);
  });

  it('stops blocking with the plan, and loses nothing', async () => {
    await add();
    await setPlan('base');
    feed.requests.length = 0;
    later(2);
    await readDue();
    expect(feed.requests).toEqual([]);
    expect(await slots()).toHaveLength(3);
    expect(await shown()).toEqual([]);
    expect(await stored()).toHaveLength(1);
    await setPlan('plus');
    expect(await slots()).toHaveLength(2);
    later(4);
    await readDue();
    expect(feed.requests).toHaveLength(1);
  });

  it('is read every hour, and only its changes are fetched on the same day', async () => {
    feed.serve(calendarOf(eventAt(new Date(TEN))), '"one"');
    await add();
    await readDue();
    expect(feed.requests).toHaveLength(1);
    later(1);
    await readDue();
    expect(feed.requests[1]?.headers['if-none-match']).toBe('"one"');
    expect((await list())[0]?.readAt).toBe(new Date(NOW.getTime() + HOUR_MS).toISOString());
    feed.serve(calendarOf(eventAt(new Date(NINE))), '"two"');
    later(2);
    await readDue();
    expect(await slots()).toEqual([TEN, ELEVEN]);
    later(25);
    await readDue();
    expect(feed.requests.at(-1)?.headers['if-none-match']).toBeUndefined();
  });

  it('is removed with its busy times, on every plan and however often', async () => {
    const { id } = (await add()).connection;
    await setPlan('base');
    expect(await outcomesOf([remove(id), remove(id)])).toEqual(['OK', 'OK']);
    expect(await stored()).toEqual([]);
    await setPlan('plus');
    const { entries } = await coach.api.audit.listOwnEntries({});
    const actions = entries.map(({ action }) => action).filter((action) => action.startsWith('calendar_connection'));
    expect(actions).toEqual(['calendar_connection.removed', 'calendar_connection.added']);
  });
});

describe('a calendar that cannot be read', () => {
  it.each([
    ['is gone', 404, 'refused access'],
    ['is for others', 403, 'refused access'],
    ['has a broken server', 500, 'did not answer'],
    ['is asked for too often', 429, 'did not answer'],
  ])('keeps its busy times and says since when it failed: %s', async (_name, status, words) => {
    const { id } = (await add()).connection;
    feed.answerWith((_request, response) => response.writeHead(status).end());
    later(1);
    await readDue();
    later(3);
    await readDue();
    const [connection] = await list();
    expect(connection?.readAt).toBe(NOW.toISOString());
    expect(connection?.failing?.since).toBe(new Date(NOW.getTime() + HOUR_MS).toISOString());
    expect(await slots()).toEqual([NINE, ELEVEN]);
    await expect(add(randomUUID())).rejects.toMatchObject({
      code: 'CALENDAR_UNREADABLE',
      message: expect.stringContaining(words),
    });
    feed.serve(calendarOf());
    const { connection: again } = await coach.api.calendarConnections.readConnection({ coachId: coach.id, id });
    expect(again.failing).toBeNull();
    expect(await slots()).toHaveLength(3);
  });

  it.each([
    ['a page', '<!doctype html><html><body>Sign in</body></html>'],
    ['half a calendar', calendarOf(eventAt(new Date(TEN))).slice(0, 90)],
    ['nothing', ''],
  ])('is never an empty calendar: %s', async (_name, text) => {
    await add();
    feed.serve(text);
    later(1);
    await readDue();
    expect((await list())[0]?.failing?.problem).toBe('unreadable');
    expect(await slots()).toEqual([NINE, ELEVEN]);
  });

  it('is refused above five megabytes, however it is sent', async () => {
    feed.answerWith((_request, response) => {
      response.writeHead(200);
      const block = 'X-PADDING:'.padEnd(64 * 1024, 'x');
      const write = () =>
        response.writableEnded || response.destroyed || response.write(block, () => setImmediate(write));
      write();
    });
    await expect(add()).rejects.toMatchObject({
      code: 'CALENDAR_UNREADABLE',
      message: expect.stringContaining('5 MB'),
    });
  });

  it('is refused after more than three redirects', async () => {
    feed.answerWith((request, response) => response.writeHead(302, { location: `${request.url}x` }).end());
    await expect(add()).rejects.toMatchObject({ message: expect.stringContaining('three times') });
    expect(feed.requests).toHaveLength(4);
  });
});

describe('addresses', () => {
  it('in private networks are refused, also after a redirect, and so are those without encryption', async () => {
    const guarded = await createTestApp();
    try {
      const by = await aCoach(guarded);
      const refusal = (url: string) =>
        by.api.calendarConnections.addFeed({ coachId: by.id, id: randomUUID(), name: 'Family', url });
      const { port } = new URL(feed.url);
      await expect(refusal(`https://127.0.0.1:${port}/`)).rejects.toMatchObject({
        message: expect.stringContaining('private network'),
      });
      await expect(refusal(feed.url)).rejects.toMatchObject({ message: expect.stringContaining('https://') });
      expect(feed.requests).toEqual([]);
    } finally {
      await guarded.close();
    }
  });

  it('of apps are read as web addresses, and others are refused', async () => {
    const bad = ['ftp://example.com/x.ics', 'https://user:secret@example.com/x.ics', 'javascript:alert(1)', ''];
    expect(await outcomesOf(bad.map((url) => add(randomUUID(), coach, url)))).toEqual(bad.map(() => 'BAD_REQUEST'));
    await expect(add(randomUUID(), coach, 'webcal://calendar.invalid/x.ics')).rejects.toMatchObject({
      code: 'CALENDAR_UNREADABLE',
    });
  });
});

describe('connections', () => {
  it('are as many as the plan has, also with two additions at once, and the same one again is no other', async () => {
    const [one, two] = [randomUUID(), randomUUID()];
    await add(one);
    await add(two);
    const outcomes = await outcomesOf([add(), add()]);
    expect(outcomes.sort()).toEqual(['OK', 'TOO_MANY_CALENDARS']);
    expect(await outcomesOf([add(one), add()])).toEqual(['OK', 'TOO_MANY_CALENDARS']);
    expect(await list()).toHaveLength(3);
    await remove(two);
    expect(await outcomesOf([add()])).toEqual(['OK']);
  });

  it('of two coaches may be the same calendar', async () => {
    const { id } = (await add()).connection;
    const other = await aCoach(test, { plan: 'pro' });
    const { connection: theirs } = await add(randomUUID(), other);
    expect((await list(other)).map((one) => one.id)).toEqual([theirs.id]);
    expect((await list()).map((one) => one.id)).toEqual([id]);
    await remove(id);
    const rows = await test.owner
      .select()
      .from(externalBusyTimes)
      .where(and(eq(externalBusyTimes.coachId, other.id), eq(externalBusyTimes.calendarId, theirs.id)));
    expect(rows).toHaveLength(1);
  });

  it('need a plan with integrations', async () => {
    await setPlan('base');
    expect(await outcomesOf([add(), list()])).toEqual(['FEATURE_REQUIRED', 'FEATURE_REQUIRED']);
  });
});
