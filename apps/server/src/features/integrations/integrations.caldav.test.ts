import { randomUUID } from 'node:crypto';
import { eq } from 'drizzle-orm';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { createTestApp, type TestApp } from '../../../test/app.ts';
import { calendarOf, eventAt } from '../../../test/feed-server.ts';
import { aCoach, type Coach } from '../../../test/people.ts';
import { RADICALE_USER, startRadicale, startRadicaleProxy } from '../../../test/radicale.ts';
import { externalBusyTimes } from '../calendar/calendar.busy.table.ts';
import { calendarConnections } from './integrations.calendars.table.ts';
import { readDueCalendars } from './integrations.read.service.ts';

const NOW = new Date('2026-03-02T15:00:00Z');
/** Radicale refuses another UID at the address of an event. */
const event = (uid: string, at: Date, ...lines: string[]) =>
  calendarOf(eventAt(at, ...lines).replace(/UID:\S+/, `UID:${uid}`));
const hour = (at: number) => new Date(`2026-03-09T${at}:00:00Z`);

let test: TestApp;
let radicale: Awaited<ReturnType<typeof startRadicale>>;
let proxy: Awaited<ReturnType<typeof startRadicaleProxy>>;
let requests: string[];
let coach: Coach;

beforeAll(async () => {
  test = await createTestApp({ WEBHOOK_ALLOW_PRIVATE: 'true' });
  radicale = await startRadicale();
  proxy = await startRadicaleProxy(radicale.url);
  requests = proxy.requests;
});
afterAll(async () => {
  proxy.close();
  await radicale.close();
  await test.close();
});

/** Calendars of this test, with new names. */
let work: string;
let family: string;
beforeEach(async () => {
  test.setNow(null);
  proxy.answerWith(null);
  await test.owner.delete(externalBusyTimes);
  await test.owner.delete(calendarConnections);
  coach = await aCoach(test, { timeZone: 'UTC' });
  test.setNow(NOW);
  if (work) for (const name of [work, family]) await radicale.removeCalendar(name);
  [work, family] = [`work-${randomUUID()}`, `family-${randomUUID()}`];
  for (const name of [work, family]) await radicale.addCalendar(name);
  await radicale.put(work, 'one', event('one', hour(10)));
  await radicale.put(family, 'two', event('two', hour(12), 'RRULE:FREQ=DAILY;COUNT=2'));
  requests.length = 0;
});

const connect = (changes: Partial<{ server: string; password: string }> = {}) =>
  coach.api.calendarConnections.addCaldav({
    coachId: coach.id,
    id: randomUUID(),
    name: 'Radicale',
    server: proxy.url,
    ...RADICALE_USER,
    ...changes,
  });
let minutes = 0;
/** Reads a quarter of an hour later. */
async function readLater(after = 15) {
  minutes += after;
  test.setNow(new Date(NOW.getTime() + minutes * 60_000));
  requests.length = 0;
  await readDueCalendars(test.services);
}
beforeEach(() => {
  minutes = 0;
});
const starts = async () => {
  const rows = await test.owner.select().from(externalBusyTimes).where(eq(externalBusyTimes.coachId, coach.id));
  return rows.map(({ startsAt }) => startsAt.toISOString().slice(5, 13)).sort();
};
const failing = async () =>
  (await coach.api.calendarConnections.listConnections({ coachId: coach.id })).connections[0]?.failing;

describe('an account at a CalDAV server', () => {
  it('brings its calendars, of which the coach chooses those that block', async () => {
    const { connection } = await connect();
    expect(connection.calendars.map(({ name, blocks }) => [name, blocks])).toEqual([
      [family, true],
      [work, true],
    ]);
    expect(await starts()).toEqual(['03-09T10', '03-09T12', '03-10T12']);
    const { id, name, calendars } = connection;
    const blocking = calendars.filter((calendar) => calendar.name === work).map((calendar) => calendar.id);
    const buffers = { bufferBefore: 0, bufferAfter: 0 };
    await coach.api.calendarConnections.updateConnection({ coachId: coach.id, id, name, ...buffers, blocking });
    expect(await starts()).toEqual(['03-09T10']);
    await readLater();
    expect(await starts()).toEqual(['03-09T10']);
    const everything = JSON.stringify([
      await test.owner.select().from(externalBusyTimes),
      await test.owner.select().from(calendarConnections),
    ]);
    expect(everything).not.toMatch(/Dentist|app-password|elsewhere/u);
  });

  it('is asked for changes alone, which are new, moved and deleted events', async () => {
    await connect();
    await readLater();
    expect(requests).toEqual(['REPORT sync-collection', 'REPORT sync-collection']);
    await radicale.put(work, 'three', event('three', hour(16)));
    await radicale.put(work, 'one', event('one', hour(18)));
    await radicale.remove(family, 'two');
    await readLater();
    expect(requests).not.toContain('REPORT calendar-query');
    expect(await starts()).toEqual(['03-09T16', '03-09T18']);
  });

  it('is complete also when an event is deleted while it is read', async () => {
    await connect();
    await radicale.put(work, 'three', event('three', hour(16)));
    proxy.answerWith(async (_method, body) => {
      if (body.includes('calendar-multiget')) {
        proxy.answerWith(null);
        await radicale.remove(work, 'three');
      }
      return false;
    });
    await readLater();
    expect(await failing()).toBeNull();
    expect(await starts()).toHaveLength(3);
  });

  it('is read as a whole once a day, and when the server has lost the token', async () => {
    await connect();
    await readLater(24 * 60);
    expect(requests).toContain('REPORT calendar-query');
    proxy.answerWith((_method, body, response) => {
      if (!body.includes('sync-collection')) return false;
      response
        .writeHead(403, { 'content-type': 'application/xml' })
        .end('<error xmlns="DAV:"><valid-sync-token/></error>');
      return true;
    });
    await radicale.remove(work, 'one');
    await readLater();
    expect(requests).toContain('REPORT calendar-query');
    expect(await starts()).toEqual(['03-09T12', '03-10T12']);
    expect(await failing()).toBeNull();
  });
});

describe('a server that misbehaves', () => {
  const statuses = [
    [401, 'sign_in'],
    [429, 'unreachable'],
    [503, 'unreachable'],
  ] as const;
  it.each(statuses)('with %s keeps the times, says why, and is equal again afterwards', async (status, problem) => {
    await connect();
    await radicale.remove(work, 'one');
    proxy.answerWith((_method, _body, response) => {
      response.writeHead(status).end();
      return true;
    });
    await readLater();
    expect(await starts()).toHaveLength(3);
    expect((await failing())?.problem).toBe(problem);
    proxy.answerWith(null);
    await readLater(60);
    expect(await failing()).toBeNull();
    expect(await starts()).toEqual(['03-09T12', '03-10T12']);
  });

  it.each([
    ['a list without the events', 'calendar-multiget', '<multistatus xmlns="DAV:"></multistatus>'],
    ['a page instead of a list', 'calendar-query', '<html></html>'],
  ])('with %s deletes nothing', async (_name, report, answer) => {
    await connect();
    proxy.answerWith((_method, body, response) => {
      if (!body.includes(report)) return false;
      response.writeHead(207, { 'content-type': 'application/xml' }).end(answer);
      return true;
    });
    await readLater(24 * 60);
    expect(await starts()).toHaveLength(3);
    expect((await failing())?.problem).toBe('unreachable');
  });

  it('keeps the times of an event that cannot be read, and reads the others', async () => {
    await connect();
    await radicale.put(family, 'two', event('two', hour(13)));
    proxy.answerWith((_method, body, response) => {
      if (!body.includes('calendar-multiget') || !body.includes('two.ics')) return false;
      const href = /<d:href>([^<]+)</.exec(body)?.[1];
      response.writeHead(207, { 'content-type': 'application/xml' }).end(
        `<multistatus xmlns="DAV:" xmlns:c="urn:ietf:params:xml:ns:caldav"><response><href>${href}</href><propstat><prop>
          <c:calendar-data>no calendar</c:calendar-data></prop><status>HTTP/1.1 200 OK</status></propstat></response></multistatus>`,
      );
      return true;
    });
    await radicale.put(work, 'three', event('three', hour(16)));
    await readLater();
    expect(await starts()).toEqual(['03-09T10', '03-09T12', '03-09T16', '03-10T12']);
  });

  it.each([
    ['a wrong password', { password: 'wrong' }, 'user name and password'],
    ['a server without calendars', { server: 'http://127.0.0.1:1' }, 'did not answer'],
  ])('is refused: %s', async (_name, changes, words) => {
    await expect(connect(changes)).rejects.toMatchObject({
      code: 'CALENDAR_UNREADABLE',
      message: expect.stringContaining(words),
    });
  });

  it('at a private address gets no password', async () => {
    const guarded = await createTestApp();
    try {
      const by = await aCoach(guarded);
      const account = { coachId: by.id, id: randomUUID(), name: 'Work', ...RADICALE_USER };
      for (const server of [proxy.url, proxy.url.replace('http', 'https')]) {
        await expect(by.api.calendarConnections.addCaldav({ ...account, server })).rejects.toMatchObject({
          code: 'CALENDAR_UNREADABLE',
        });
      }
      expect(requests).toEqual([]);
    } finally {
      await guarded.close();
    }
  });
});
