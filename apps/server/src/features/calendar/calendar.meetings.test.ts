import { randomUUID } from 'node:crypto';
import type { RepeatInput } from '@stridewell/contract/calendar/calendar';
import { type Availability, NO_AVAILABILITY } from '@stridewell/contract/calendar/calendar.bookings.rules';
import { eq } from 'drizzle-orm';
import { afterAll, beforeAll, beforeEach, expect, it, vi } from 'vitest';
import { outcomesOf } from '../../../test/api.ts';
import { createTestApp, type TestApp } from '../../../test/app.ts';
import { aClient, aCoach, type Client, type Coach } from '../../../test/people.ts';
import { listOutbox } from '../../platform/mail/outbox.data.ts';
import { remindOfSessions } from './calendar.reminders.service.ts';
import { coachSessions } from './calendar.table.ts';

const NOW = new Date('2026-03-02T15:00:00Z');
const FREE = '2026-03-09T13:00:00.000Z';
const ROOM = 'https://zoom.us/j/123?pwd=a%20b';
const OTHER_ROOM = 'https://meet.google.com/abc-defg-hij';
const MADE = 'https://meet.google.com/made-made-made';

let test: TestApp;
let coach: Coach;
let client: Client;
beforeAll(async () => {
  test = await createTestApp();
});
afterAll(() => test.close());
beforeEach(async () => {
  test.setNow(null);
  coach = await aCoach(test, { timeZone: 'UTC' });
  client = await aClient(test, { of: coach });
  test.setNow(NOW);
});

const saveType = (meetingUrl: string | undefined, id: string = randomUUID()) =>
  coach.api.calendar.saveSessionType({
    coachId: coach.id,
    id,
    name: 'Call',
    minutes: 60,
    location: '',
    ...(meetingUrl !== undefined && { meetingUrl }),
    color: 'blue',
    bufferBefore: 0,
    bufferAfter: 0,
    bookable: true,
  });
const schedule = (
  changes: { meetingUrl?: string; sessionTypeId?: string; startsAt?: string; location?: string; weekly?: boolean } = {},
) => {
  const { weekly = false, ...given } = changes;
  const repeat: RepeatInput = { frequency: 'weekly', interval: 1, weekdays: [1], untilDay: null, count: 3 };
  return coach.api.calendar.createSession({
    coachId: coach.id,
    id: randomUUID(),
    clientId: client.clientId,
    clientName: null,
    sessionTypeId: null,
    sessionType: 'Call',
    startsAt: FREE,
    minutes: 60,
    location: '',
    notes: '',
    ...given,
    repeat: weekly ? repeat : null,
  });
};
const update = (
  { id, version }: { id: string; version: number },
  change: {
    sessionType?: string;
    meetingUrl?: string;
    location?: string;
    clientId?: string | null;
    clientName?: string | null;
  },
  apply: 'this' | 'all' = 'this',
) => coach.api.calendar.updateSession({ coachId: coach.id, id, version, apply, change });
const linksOf = async (by: Client) =>
  (await by.api.bookings.getBookings({})).bookings.map(({ meetingUrl }) => meetingUrl);
const setMade = (id: string) =>
  test.owner.update(coachSessions).set({ madeMeetingUrl: MADE }).where(eq(coachSessions.id, id));
const calendarOf = async () => {
  const window = { from: '2026-03-01T00:00:00Z', to: '2026-04-01T00:00:00Z' };
  return (await coach.api.calendar.getCalendar({ coachId: coach.id, ...window })).sessions;
};
const mailsTo = async ({ email }: Client) =>
  (await listOutbox(test.services.db)).filter(({ recipient }) => recipient === email);

it('comes from the type with a booking, and is not shown with what can be booked', async () => {
  const { id } = await saveType(ROOM);
  const hours: Availability = {
    ...NO_AVAILABILITY,
    hours: [{ weekday: 1, from: 540, to: 1020 }],
    stepMinutes: 60,
  };
  await coach.api.bookings.saveAvailability({ coachId: coach.id, ...hours });
  const offer = await client.api.bookings.getBookings({});
  expect(offer.slots).toContain(FREE);
  expect(JSON.stringify(offer)).not.toContain('zoom');
  const booking = await client.api.bookings.bookSession({ id: randomUUID(), sessionTypeId: id, startsAt: FREE });
  expect(booking.meetingUrl).toBe(ROOM);
  expect((await saveType('', id)).meetingUrl).toBe('');
  expect(await linksOf(client)).toEqual([ROOM]);
});

it('stays where an app of an earlier release saves without it, and comes from the type with a new session', async () => {
  const { id } = await saveType(ROOM);
  expect((await saveType(undefined, id)).meetingUrl).toBe(ROOM);
  const page = await coach.api.calendar.getCalendar({
    coachId: coach.id,
    from: '2026-03-01T00:00:00Z',
    to: '2026-04-01T00:00:00Z',
  });
  expect(page.types.map(({ meetingUrl }) => meetingUrl)).toContain(ROOM);
  expect((await saveType(undefined)).meetingUrl).toBe('');
  const { session } = await schedule({ sessionTypeId: id });
  expect(session.meetingUrl).toBe(ROOM);
  const { session: renamed } = await update(session, { sessionType: 'Talk' });
  expect(renamed.meetingUrl).toBe(ROOM);
  expect((await schedule({ sessionTypeId: id, meetingUrl: '' })).session.meetingUrl).toBeNull();
});

it.each([
  'http://zoom.us/j/1',
  'zoom.us/j/1',
  'javascript:alert(1)',
  'https://',
  'https://maya:secret@zoom.us/j/1',
  'https://zoom.us/j 1',
  'https://zoom.us\\@evil.example',
  'https:zoom.us',
  `https://zoom.us/${'a'.repeat(500)}`,
  'data:text/html,https://zoom.us',
])('is refused: %s', async (link) => {
  const { session } = await schedule();
  const outcomes = [saveType(link), schedule({ meetingUrl: link }), update(session, { meetingUrl: link })];
  expect(await outcomesOf(outcomes)).toEqual(Array(3).fill('BAD_REQUEST'));
});

it('is in mails, with a note to the client when it changes, in files and while the session lasts', async () => {
  const { session } = await schedule({ meetingUrl: ROOM });
  await update(session, { meetingUrl: OTHER_ROOM });
  test.setNow(new Date('2026-03-09T12:30:00Z'));
  await remindOfSessions(test.services);
  const bodies = await vi.waitFor(async () => {
    const mails = await mailsTo(client);
    expect(mails).toHaveLength(3);
    return mails.map((mail) => JSON.stringify(mail));
  });
  expect(bodies.map((body) => body.includes('Join the meeting:'))).toEqual([true, true, true]);
  expect(bodies.filter((body) => body.includes(OTHER_ROOM))).toHaveLength(2);
  const window = { from: '2026-03-01T00:00:00Z', to: '2026-04-01T00:00:00Z' };
  const file = await coach.api.calendar.exportCalendar({ coachId: coach.id, ...window });
  expect(file.content).toContain(`LOCATION:${OTHER_ROOM}`);
  const next = async () => (await client.api.dashboard.getClientDashboard())?.nextSession?.meetingUrl;
  test.setNow(new Date('2026-03-09T13:59:00Z'));
  expect(await next()).toBe(OTHER_ROOM);
  test.setNow(new Date('2026-03-09T14:00:00Z'));
  expect(await next()).toBeUndefined();
});

it('is the same in all sessions of a series, unless a calendar made it', async () => {
  const { session } = await schedule({ weekly: true });
  await setMade(session.id);
  expect(await linksOf(client)).toEqual([MADE, null, null]);
  const { session: noted } = await update(session, { sessionType: 'Talk' }, 'all');
  expect(await linksOf(client)).toEqual([MADE, null, null]);
  expect((await calendarOf()).map(({ ownMeetingUrl }) => ownMeetingUrl)).toEqual([null, null, null]);
  await update(noted, { meetingUrl: ROOM }, 'all');
  expect(await linksOf(client)).toEqual([ROOM, ROOM, ROOM]);
});

it('made by a calendar is not shown with a place, and never goes to another person', async () => {
  const { session } = await schedule();
  await setMade(session.id);
  const { session: placed } = await update(session, { location: 'Studio' });
  expect(await linksOf(client)).toEqual([null]);
  const { session: back } = await update(placed, { location: '' });
  expect(await linksOf(client)).toEqual([MADE]);
  const other = await aClient(test, { of: coach });
  const { session: theirs } = await update(back, { clientId: other.clientId });
  expect([await linksOf(client), await linksOf(other), theirs.meetingUrl]).toEqual([[], [null], null]);
  await setMade(session.id);
  const { session: guest } = await update(theirs, { clientId: null, clientName: 'Guest' });
  expect(guest.meetingUrl).toBeNull();
  await setMade(session.id);
  const { session: another } = await update(guest, { clientId: null, clientName: 'Another guest' });
  expect(another.meetingUrl).toBeNull();
});
