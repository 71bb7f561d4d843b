import { randomUUID } from 'node:crypto';
import type { NewSession } from '@stridewell/contract/calendar/calendar';
import { NO_AVAILABILITY } from '@stridewell/contract/calendar/calendar.bookings.rules';
import { afterAll, beforeAll, beforeEach, expect, it, onTestFinished } from 'vitest';
import { shareTestApp, type TestApp } from '../../../test/app.ts';
import { aClient, aCoach, type Client, type Coach } from '../../../test/people.ts';
import type { LiveEvent } from '../../platform/realtime/live.ts';

const NOW = new Date('2026-03-02T15:00:00Z');
const FREE = '2026-03-09T13:00:00.000Z';
const LATER = '2026-03-09T15:00:00.000Z';

let test: TestApp;
let coach: Coach;
let coachId: string;
let typeId: string;
beforeAll(async () => {
  test = await shareTestApp();
});
afterAll(() => test.close());
beforeEach(async () => {
  test.setNow(null);
  coach = await aCoach(test, { timeZone: 'America/New_York' });
  coachId = coach.id;
  typeId = randomUUID();
  await saveType();
  await saveHours(540);
});

const saveType = () =>
  coach.api.calendar.saveSessionType({
    coachId,
    id: typeId,
    name: 'Check-up',
    minutes: 60,
    location: 'Online',
    color: 'blue',
    bufferBefore: 0,
    bufferAfter: 0,
    bookable: true,
  });
const saveHours = (from: number, { id, api } = coach) =>
  api.bookings.saveAvailability({
    ...NO_AVAILABILITY,
    coachId: id,
    hours: [{ weekday: 1, from, to: 720 }],
    noticeMinutes: 120,
    stepMinutes: 60,
  });
const schedule = (changes: Pick<NewSession, 'clientId' | 'clientName'>) =>
  coach.api.calendar.createSession({
    coachId,
    id: randomUUID(),
    sessionTypeId: null,
    sessionType: 'Trial',
    startsAt: LATER,
    minutes: 60,
    location: '',
    notes: '',
    repeat: null,
    ...changes,
  });
const slotsOf = async ({ api }: Client) => (await api.bookings.getBookings({})).slots;

/** Listens to events of open booking pages. Returns a function that waits for the next one. */
function listen() {
  const heard: { people: readonly string[]; event: LiveEvent }[] = [];
  const tell = (people: readonly string[], event: LiveEvent) => {
    if (event.event === 'slots') heard.push({ people: [...people].sort(), event });
  };
  onTestFinished(test.services.live.listen({ tell, sessionEnded: () => undefined, resync: () => undefined }));
  return async () => {
    await expect.poll(() => heard.length).toBe(1);
    return heard.pop();
  };
}

it('notifies other clients of the coach of changed times, without details of the booking', async () => {
  const [first, second] = [await aClient(test, { of: coach }), await aClient(test, { of: coach })];
  await aClient(test, { of: coach, status: 'ended' });
  await aClient(test, { of: coach, status: 'paused' });
  await aClient(test, { of: await aCoach(test) });
  test.setNow(NOW);
  const next = listen();
  const toSecond = { people: [second.id], event: { event: 'slots', coachId } };
  expect(await slotsOf(second)).toContain(FREE);
  const { bookings } = first.api;
  const booking = { id: randomUUID(), sessionTypeId: typeId, startsAt: FREE };
  await bookings.bookSession(booking);
  expect(await next()).toEqual(toSecond);
  expect(await slotsOf(second)).not.toContain(FREE);
  await bookings.moveBooking({ id: booking.id, startsAt: LATER });
  expect(await next()).toEqual(toSecond);
  expect(await slotsOf(second)).toContain(FREE);
  // A refusal sends no event, so the next event is the cancellation.
  await expect(second.api.bookings.bookSession(booking)).rejects.toMatchObject({ code: 'SLOT_TAKEN' });
  await bookings.cancelBooking({ id: booking.id, reason: 'Travelling' });
  expect(await next()).toEqual(toSecond);
  expect(await slotsOf(second)).toContain(LATER);
});

it('notifies all clients when the coach opens, closes or takes times', async () => {
  const [first, second] = [await aClient(test, { of: coach }), await aClient(test, { of: coach })];
  test.setNow(NOW);
  const next = listen();
  const toBoth = { people: [first.id, second.id].sort(), event: { event: 'slots', coachId } };
  await saveHours(660);
  expect(await next()).toEqual(toBoth);
  expect(await slotsOf(first)).not.toContain(FREE);
  await saveType();
  expect(await next()).toEqual(toBoth);
  await schedule({ clientId: null, clientName: 'Tom Trial' });
  expect(await next()).toEqual(toBoth);
  // The client of the session gets a calendar event and no other.
  await schedule({ clientId: first.clientId, clientName: null });
  expect((await next())?.people).toEqual([second.id]);
  await coach.api.calendar.deleteSessionType({ coachId, id: typeId });
  expect(await next()).toEqual(toBoth);
});

it('sends no event for a coach without clients', async () => {
  const heard: LiveEvent[] = [];
  // Notifications of the previous test may still arrive.
  const tell = (_: readonly string[], event: LiveEvent) => {
    if (event.event === 'slots') heard.push(event);
  };
  onTestFinished(test.services.live.listen({ tell, sessionEnded: () => undefined, resync: () => undefined }));
  const other = await aCoach(test);
  await aClient(test, { of: other });
  await saveHours(600);
  await saveHours(600, other);
  await expect.poll(() => heard).toEqual([{ event: 'slots', coachId: other.id }]);
});
