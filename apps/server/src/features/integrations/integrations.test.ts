import { randomUUID } from 'node:crypto';
import ICAL from 'ical.js';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { outcomesOf } from '../../../test/api.ts';
import { createTestApp, type TestApp } from '../../../test/app.ts';
import { aClient, aCoach, aSession, type Coach } from '../../../test/people.ts';

let test: TestApp;
let coach: Coach;
beforeAll(async () => {
  test = await createTestApp();
});
afterAll(() => test.close());
beforeEach(async () => {
  test.setNow(null);
  coach = await aCoach(test, { plan: 'plus' });
});

const save = (id: string, showsNames = false, by = coach) =>
  by.api.integrations.saveCalendarFeed({ coachId: by.id, id, showsNames });
const turnOff = () => coach.api.integrations.deleteCalendarFeed({ coachId: coach.id });
const get = async () => (await coach.api.integrations.getCalendarFeed({ coachId: coach.id })).feed;

const inDays = (days: number) => new Date(Date.now() + days * 86_400_000);
const KNEE = { minutes: 45, sessionType: 'Knee rehabilitation', notes: 'Sore since Monday' };
/** A stored session of a client with this name. */
const booked = async (clientName: string, at: Date, options: { location?: string; cancelledAt?: Date } = {}) =>
  aSession(test, { by: await aClient(test, { of: coach }), at, clientName, ...KNEE, ...options });

const read = (url: string, headers: Record<string, string> = {}) =>
  test.app.inject({ url: new URL(url).pathname, headers });

function eventsOf(text: string) {
  const calendar = new ICAL.Component(ICAL.parse(text));
  return calendar.getAllSubcomponents('vevent').map((event) => ({
    summary: event.getFirstPropertyValue('summary'),
    uid: event.getFirstPropertyValue('uid'),
    start: String(event.getFirstPropertyValue('dtstart')),
    place: event.getFirstPropertyValue('location'),
  }));
}

describe('the feed of a calendar', () => {
  it('shows sessions by initials, without type and notes, at an address that only the coach gets', async () => {
    const id = await booked('Élodie van Berg', inDays(3), { location: 'Studio 2' });
    expect(await get()).toBeNull();
    const { feed } = await save(randomUUID());
    const answer = await read(feed.url);
    expect(answer.statusCode).toBe(200);
    expect(answer.headers['content-type']).toBe('text/calendar; charset=utf-8');
    expect(answer.headers['x-robots-tag']).toBe('noindex');
    expect(answer.body).not.toMatch(/Knee|Sore|Élodie/u);
    expect(eventsOf(answer.body)).toEqual([
      expect.objectContaining({ summary: 'Session ÉV', uid: expect.stringContaining(id), place: 'Studio 2' }),
    ]);
    expect(answer.body).toMatch(/REFRESH-INTERVAL;VALUE=DURATION:PT1H/u);
  });

  it('shows full names only where the coach chose them, and leaves out canceled and distant sessions', async () => {
    await booked('Ana Diaz', inDays(2));
    await booked('Ben Okafor', inDays(4), { cancelledAt: new Date() });
    await booked('Cleo Park', inDays(400));
    const id = randomUUID();
    await save(id);
    const { feed } = await save(id, true);
    expect(eventsOf((await read(feed.url)).body).map(({ summary }) => summary)).toEqual(['Session Ana Diaz']);
  });

  it('is sent again only after a change', async () => {
    const { feed } = await save(randomUUID());
    const { etag } = (await read(feed.url)).headers;
    expect((await read(feed.url, { 'if-none-match': String(etag) })).statusCode).toBe(304);
    await booked('Ana Diaz', inDays(1));
    expect((await read(feed.url, { 'if-none-match': String(etag) })).statusCode).toBe(200);
  });

  it('notes when a calendar last read it, once an hour', async () => {
    const { feed } = await save(randomUUID());
    expect(feed.lastReadAt).toBeNull();
    const first = new Date('2026-01-02T00:00:00Z');
    for (const minutes of [0, 59, 61]) {
      test.setNow(new Date(first.getTime() + minutes * 60_000));
      await read(feed.url);
      const at = minutes === 61 ? minutes : 0;
      expect((await get())?.lastReadAt).toBe(new Date(first.getTime() + at * 60_000).toISOString());
    }
  });
});

describe('the address of a feed', () => {
  it('stops working when it is replaced or turned off, however often each is sent', async () => {
    const [one, two] = [randomUUID(), randomUUID()];
    const old = (await save(one)).feed.url;
    expect(await outcomesOf([save(two), save(two)])).toEqual(['OK', 'OK']);
    const now = (await get())?.url ?? '';
    expect(now).not.toBe(old);
    expect((await read(old)).statusCode).toBe(404);
    expect((await read(now)).statusCode).toBe(200);
    expect(await outcomesOf([turnOff(), turnOff()])).toEqual(['OK', 'OK']);
    expect((await read(now)).statusCode).toBe(404);
    const { entries } = await coach.api.audit.listOwnEntries({});
    expect(entries.map(({ action }) => action).filter((action) => action.startsWith('calendar_feed'))).toEqual([
      'calendar_feed.turned_off',
      'calendar_feed.changed',
      'calendar_feed.turned_on',
    ]);
  });

  it('needs its own secret: that of another coach, part of it and none answer 404', async () => {
    const { feed } = await save(randomUUID());
    const other = await aCoach(test, { plan: 'pro' });
    const theirs = (await save(randomUUID(), false, other)).feed;
    const path = (url: string) => new URL(url).pathname.split('/');
    const secret = path(theirs.url).at(-1) ?? '';
    const base = `http://localhost/calendar-feeds/${coach.id}`;
    const wrong = [secret, `${path(feed.url).at(-1)?.slice(0, 20)}.ics`, `${'x'.repeat(43)}.ics`];
    for (const each of wrong) expect((await read(`${base}/${each}`)).statusCode).toBe(404);
    expect((await read(`http://localhost/calendar-feeds/no-id/${secret}`)).statusCode).toBe(404);
  });

  it('ends with the plan and comes back with it, and can be turned off without it', async () => {
    const { feed } = await save(randomUUID());
    const setPlan = (plan: string) => test.owner.execute(`UPDATE users SET plan = '${plan}' WHERE id = '${coach.id}'`);
    await setPlan('base');
    expect((await read(feed.url)).statusCode).toBe(404);
    await setPlan('plus');
    expect((await read(feed.url)).statusCode).toBe(200);
    await test.owner.execute(`UPDATE coaches SET status = 'suspended' WHERE id = '${coach.id}'`);
    expect((await read(feed.url)).statusCode).toBe(404);
  });

  it('is refused to coaches without integrations', async () => {
    const base = await aCoach(test, { plan: 'base' });
    expect(await outcomesOf([save(randomUUID(), false, base)])).toEqual(['FEATURE_REQUIRED']);
  });
});
