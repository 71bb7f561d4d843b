import { randomUUID } from 'node:crypto';
import { type Availability, NO_AVAILABILITY } from '@stridewell/contract/calendar/calendar.bookings.rules';
import { wallClockInZone } from '@stridewell/contract/time';
import { and, eq, isNull } from 'drizzle-orm';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { createClient } from '../../../seed/factories.ts';
import { outcomesOf } from '../../../test/api.ts';
import { shareTestApp, type TestApp } from '../../../test/app.ts';
import { asAppRole } from '../../../test/app-role.ts';
import { aClient, aCoach, type Client, type Coach, notificationsOf, updateRelationship } from '../../../test/people.ts';
import { users } from '../../core/people/people.table.ts';
import type { LiveEvent } from '../../platform/realtime/live.ts';
import { coachSessions } from './calendar.table.ts';

const ZONE = 'America/New_York';
const NOW = new Date('2026-03-02T15:00:00Z');
const FREE = '2026-03-09T13:00:00.000Z';
const LATER = '2026-03-09T15:00:00.000Z';

let test: TestApp;
let coach: Coach;
let client: Client;
let typeId: string;

const addClient = () => aClient(test, { of: coach, person: { name: 'Nina Park' } });

const availability: Availability = {
  ...NO_AVAILABILITY,
  hours: [
    { weekday: 1, from: 540, to: 720 },
    { weekday: 7, from: 60, to: 300 },
  ],
  noticeMinutes: 120,
  stepMinutes: 60,
};
const saveHours = (changes: Partial<Availability> = {}) =>
  coach.api.bookings.saveAvailability({ coachId: coach.id, ...availability, ...changes });
const saveType = (id: string, bookable = true) =>
  coach.api.calendar.saveSessionType({
    coachId: coach.id,
    id,
    name: 'Check-up',
    minutes: 60,
    location: 'Online',
    color: 'blue',
    bufferBefore: 0,
    bufferAfter: 15,
    bookable,
  });

beforeAll(async () => {
  test = await shareTestApp();
});
afterAll(() => test.close());
beforeEach(async () => {
  test.setNow(null);
  coach = await aCoach(test, { name: 'Ana Silva', timeZone: ZONE });
  client = await addClient();
  test.setNow(NOW);
  typeId = randomUUID();
  await saveType(typeId);
  await saveHours();
});

const page = ({ api } = client) => api.bookings.getBookings({});
const book = (startsAt = FREE, id = randomUUID(), { api } = client) =>
  api.bookings.bookSession({ id, sessionTypeId: typeId, startsAt });
const move = (id: string, startsAt: string, { api } = client) => api.bookings.moveBooking({ id, startsAt });
const cancel = (id: string, { api } = client) => api.bookings.cancelBooking({ id, reason: 'Travelling' });
const SLOT_TAKEN = { code: 'SLOT_TAKEN' };
const NOT_FOUND = { code: 'NOT_FOUND' };
const rows = () =>
  test.owner
    .select()
    .from(coachSessions)
    .where(and(eq(coachSessions.coachId, coach.id), isNull(coachSessions.cancelledAt)));

describe('a booking', () => {
  it('takes an open slot and notifies the coach', async () => {
    expect((await page()).slots).toContain(FREE);
    expect(await book()).toMatchObject({ startsAt: FREE, sessionType: 'Check-up', changeable: true });
    const { slots, bookings } = await page();
    expect(slots).not.toContain(FREE);
    // The fifteen minutes after the session stay free too.
    expect(slots).not.toContain('2026-03-09T14:00:00.000Z');
    expect(slots).toContain(LATER);
    expect(bookings).toMatchObject([{ startsAt: FREE }]);
    expect(await notificationsOf(test, coach)).toMatchObject([
      { type: 'session_scheduled', title: 'New session with Nina Park' },
    ]);
    expect(await notificationsOf(test, client)).toEqual([]);
  });

  it('is created once for the same id', async () => {
    const id = randomUUID();
    await Promise.all([1, 2, 3].map(() => book(FREE, id)));
    expect(await rows()).toHaveLength(1);
    await expect(book(LATER, id)).rejects.toMatchObject(SLOT_TAKEN);
  });

  it('goes to exactly one of twenty concurrent requests, and disappears from the others’ slots', async () => {
    const people = [client, ...(await Promise.all([1, 2, 3].map(addClient)))];
    const outcomes = await outcomesOf(
      Array.from({ length: 20 }, (_, index) => book(FREE, randomUUID(), people[index % 4])),
    );
    expect(outcomes.sort()).toEqual(['OK', ...Array(19).fill(SLOT_TAKEN.code)]);
    expect(await rows()).toHaveLength(1);
    for (const person of people) expect((await page(person)).slots).not.toContain(FREE);
  });

  it('never overlaps a session that the coach schedules concurrently', async () => {
    await coach.api.calendar.createSession({
      coachId: coach.id,
      id: randomUUID(),
      clientId: null,
      clientName: 'Trial',
      sessionTypeId: null,
      sessionType: 'Trial',
      startsAt: LATER,
      minutes: 60,
      location: '',
      notes: '',
      repeat: null,
    });
    await expect(book(LATER)).rejects.toMatchObject(SLOT_TAKEN);
    // A client never learns who has the other sessions.
    expect(JSON.stringify(await page())).not.toContain('Trial');
  });

  it.each([
    ['outside the hours', '2026-03-09T21:00:00.000Z'],
    ['between two slots', '2026-03-09T13:10:00.000Z'],
    ['in the past', '2026-02-23T14:00:00.000Z'],
    ['too soon', '2026-03-02T16:00:00.000Z'],
    ['too far ahead', '2026-06-01T13:00:00.000Z'],
  ])('%s is refused', async (_name, startsAt) => {
    await expect(book(startsAt)).rejects.toMatchObject(SLOT_TAKEN);
    expect(await rows()).toEqual([]);
  });

  it('is not offered at a time that the clocks skip', async () => {
    const shown = (await page()).slots.map((slot) => wallClockInZone(new Date(slot), ZONE));
    expect(shown.filter(({ day }) => day === '2026-03-08').map(({ minute }) => minute)).toEqual([60, 180, 240]);
    await expect(book('2026-03-08T06:30:00.000Z')).rejects.toMatchObject(SLOT_TAKEN);
  });

  it('is refused for a session type that is not bookable', async () => {
    await saveType(typeId, false);
    expect((await page()).types).toEqual([]);
    await expect(book()).rejects.toMatchObject(NOT_FOUND);
  });
});

describe('a booking of a client', () => {
  it('can be moved and canceled, and the coach is notified', async () => {
    const { id } = await book();
    expect((await move(id, LATER)).startsAt).toBe(LATER);
    expect((await move(id, LATER)).startsAt).toBe(LATER);
    expect((await page()).slots).toContain(FREE);
    await cancel(id);
    await cancel(id);
    expect((await notificationsOf(test, coach)).map(({ type }) => type)).toEqual([
      'session_cancelled',
      'session_changed',
      'session_scheduled',
    ]);
    expect(await page()).toMatchObject({ bookings: [], slots: expect.arrayContaining([FREE, LATER]) });
  });

  it('is canceled with words of self-harm, which tell the coach at once and stand in no notification', async () => {
    const { id } = await book();
    await client.api.bookings.cancelBooking({ id, reason: 'I want to hurt myself' });
    const told = await notificationsOf(test, coach);
    expect(told.map(({ type }) => type).sort()).toEqual(['safety_notice', 'session_cancelled', 'session_scheduled']);
    expect(JSON.stringify(told)).not.toContain('hurt');
    expect(told).toContainEqual(
      expect.objectContaining({ title: 'Please read the reason of a canceled session today' }),
    );
  });

  it('updates only the open calendars of its coach and client, even when the coach changes it', async () => {
    const heard: { people: string[]; event: string }[] = [];
    const tell = (people: readonly string[], { event = '' }: LiveEvent) => {
      if (event === 'calendar' || event === 'session_status') heard.push({ people: [...people].sort(), event });
    };
    const stop = test.services.live.listen({ tell, sessionEnded: () => undefined, resync: () => undefined });
    const other = await addClient();
    const both = [coach.id, client.id].sort();
    const next = async () => {
      await expect.poll(() => heard.length).toBe(1);
      return heard.pop()?.people;
    };
    const id = randomUUID();
    await book(FREE, id);
    expect(await next()).toEqual(both);
    await move(id, LATER);
    expect(await next()).toEqual(both);
    const { calendar } = coach.api;
    const place = { coachId: coach.id, id };
    await calendar.updateSessionStatus({ ...place, status: 'completed' });
    expect(await next()).toEqual(both);
    await calendar.updateSessionStatus({ ...place, status: 'scheduled' });
    expect(await next()).toEqual(both);
    await calendar.updateSession({ ...place, version: 1, apply: 'this', change: { clientId: other.clientId } });
    expect(await next()).toEqual([...both, other.id].sort());
    await calendar.cancelSession({ ...place, version: 2, apply: 'this', reason: '' });
    expect(await next()).toEqual([coach.id, other.id].sort());
    // A refused booking sends no event.
    await expect(book(FREE, id)).rejects.toMatchObject(SLOT_TAKEN);
    await book(FREE);
    expect(await next()).toEqual(both);
    stop();
  });

  it('can move to a time that overlaps only itself', async () => {
    const { id } = await book();
    expect(await move(id, '2026-03-09T14:00:00.000Z')).toMatchObject({ startsAt: '2026-03-09T14:00:00.000Z' });
  });

  it('cannot be changed after the notice period', async () => {
    const { id } = await book();
    test.setNow(new Date('2026-03-09T11:01:00Z'));
    expect((await page()).bookings).toMatchObject([{ changeable: false }]);
    await expect(move(id, '2026-03-16T13:00:00.000Z')).rejects.toMatchObject({ code: 'TOO_LATE' });
    await expect(cancel(id)).rejects.toMatchObject({ code: 'TOO_LATE' });
  });

  it('cannot be changed by another client, nor when the coach scheduled it', async () => {
    const { id } = await book();
    const other = await addClient();
    await expect(move(id, LATER, other)).rejects.toMatchObject(NOT_FOUND);
    await expect(cancel(id, other)).rejects.toMatchObject(NOT_FOUND);
    await test.owner.update(coachSessions).set({ bookedBy: 'coach' }).where(eq(coachSessions.id, id));
    expect((await page()).bookings).toMatchObject([{ changeable: false }]);
    await expect(cancel(id)).rejects.toMatchObject(NOT_FOUND);
  });
});

describe('booking is refused', () => {
  it('to a paused or former client', async () => {
    const { id } = await book();
    await updateRelationship(test, client, { status: 'paused' });
    expect(await page()).toMatchObject({ closed: 'paused', slots: [], bookings: [{ id }] });
    await expect(book(LATER)).rejects.toMatchObject({ code: 'BOOKING_CLOSED' });
    await expect(cancel(id)).rejects.toMatchObject({ code: 'BOOKING_CLOSED' });
    await updateRelationship(test, client, { status: 'archived' });
    expect(await page()).toMatchObject({ closed: 'former', slots: [] });
    await expect(book(LATER)).rejects.toMatchObject({ code: 'FORBIDDEN' });
  });

  it("to a client beyond the coach's plan", async () => {
    await test.owner.update(users).set({ plan: 'base' }).where(eq(users.id, coach.id));
    const longest = new Date('2025-01-01T00:00:00Z');
    for (let taken = 0; taken < 5; taken += 1) await createClient(test.owner, coach.id, { acceptedAt: longest });
    expect(await page()).toMatchObject({ closed: 'not_covered', slots: [] });
    await expect(book()).rejects.toMatchObject({ code: 'COACH_PLAN_FULL' });
  });

  it('to a client of another coach, who sees no times of this one', async () => {
    const other = await aClient(test, { of: await aCoach(test) });
    expect(await page(other)).toMatchObject({ types: [], slots: [] });
    await expect(book(FREE, randomUUID(), other)).rejects.toMatchObject(NOT_FOUND);
  });
});

describe('working hours', () => {
  it('are refused with a reason when they are invalid', async () => {
    const wrong = { hours: [{ weekday: 1, from: 600, to: 540 }] };
    const refusal = { code: 'BAD_HOURS', message: 'Hours end after they begin.' };
    await expect(saveHours(wrong)).rejects.toMatchObject(refusal);
  });

  it('leave out days off', async () => {
    await saveHours({ overrides: [{ from: '2026-03-05', to: '2026-03-12', ranges: [] }] });
    const { slots } = await page();
    expect(slots.filter((slot) => slot < '2026-03-13').map((slot) => slot.slice(0, 10))).toEqual([]);
    expect(slots.some((slot) => slot.startsWith('2026-03-16'))).toBe(true);
  });
});

it('refuses forged rows of a client in the database itself', async () => {
  const { id } = await book();
  const scope = { role: 'client', userId: client.id, coachId: coach.id, clientId: client.clientId };
  const asClient = (statement: string) => asAppRole(test, scope, (query) => query(statement));
  const forged = `insert into coach_sessions (coach_id, id, client_id, client_name, session_date, session_type, booked_by)
    values ('${coach.id}', '${randomUUID()}', '${client.clientId}', 'Me', now(), 'Free', 'coach')`;
  await expect(asClient(forged)).rejects.toMatchObject({ code: '42501' });
  const done = `update coach_sessions set status = 'completed' where id = '${id}'`;
  await expect(asClient(done)).rejects.toMatchObject({ code: '42501' });
  expect((await asClient('select * from coach_availability')).rowCount).toBe(1);
  await expect(asClient(`update coach_availability set availability = '{}'`)).resolves.toMatchObject({ rowCount: 0 });
  await expect(asClient('update session_types set minutes = 5')).resolves.toMatchObject({ rowCount: 0 });
});
