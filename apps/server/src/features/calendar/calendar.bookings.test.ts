import { randomUUID } from 'node:crypto';
import type { Booking } from '@stridewell/contract/calendar';
import { type Availability, NO_AVAILABILITY } from '@stridewell/contract/calendar.bookings.rules';
import type { Notification } from '@stridewell/contract/notifications';
import { wallClockInZone } from '@stridewell/contract/time';
import { and, eq, isNull } from 'drizzle-orm';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { createClient, createCoach, createUser } from '../../../seed/factories.ts';
import { type Caller, createTestApp, hashOfPassword, type TestApp } from '../../../test/app.ts';
import { users } from '../../core/people/people.table.ts';
import { relationships } from '../../core/relationships/relationships.table.ts';
import type { LiveEvent } from '../../platform/realtime/live.ts';
import { coachSessions } from './calendar.table.ts';

const ZONE = 'America/New_York';
const NOW = new Date('2026-03-02T15:00:00Z');
const FREE = '2026-03-09T13:00:00.000Z';
const LATER = '2026-03-09T15:00:00.000Z';

let test: TestApp;
let coach: Caller;
let coachId: string;
let client: Caller;
let clientId: string;
let typeId: string;

async function addClient(): Promise<{ caller: Caller; clientId: string }> {
  const person = await createUser(test.owner, 'Client', { name: 'Nina Park', passwordHash: await hashOfPassword() });
  const added = await createClient(test.owner, coachId, { person, checkInAnchor: '2026-01-05' });
  return { caller: await test.signIn(person.email), clientId: added.clientId };
}

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
  coach.send<{ code?: string; message?: string }>('PUT', '/rest/v1/availability', {
    coachId,
    ...availability,
    ...changes,
  });
const saveType = (id: string, bookable = true) =>
  coach.send('PUT', `/rest/v1/calendar/session_types/${id}`, {
    coachId,
    name: 'Check-up',
    minutes: 60,
    location: 'Online',
    color: 'blue',
    bufferBefore: 0,
    bufferAfter: 15,
    bookable,
  });

beforeAll(async () => {
  test = await createTestApp();
});
afterAll(() => test.close());
beforeEach(async () => {
  test.setNow(null);
  const passwordHash = await hashOfPassword();
  const owner = await createCoach(test.owner, { plan: 'pro', name: 'Ana Silva', passwordHash, timeZone: ZONE });
  coachId = owner.id;
  coach = await test.signIn(owner.email);
  ({ caller: client, clientId } = await addClient());
  test.setNow(NOW);
  typeId = randomUUID();
  await saveType(typeId);
  await saveHours();
});

type Answer = Booking & { code?: string };
type Page = { slots: string[]; bookings: Booking[]; closed: string | null; types: { id: string }[] };
const page = async (caller = client) => (await caller.get<Page>('/rest/v1/bookings')).body;
const book = (startsAt = FREE, id = randomUUID(), caller = client) =>
  caller.send<Answer>('POST', '/rest/v1/bookings', { id, sessionTypeId: typeId, startsAt });
const move = (id: string, startsAt: string, caller = client) =>
  caller.send<Answer>('POST', `/rest/v1/bookings/${id}/move`, { startsAt });
const cancel = (id: string, caller = client) =>
  caller.send<Answer>('POST', `/rest/v1/bookings/${id}/cancel`, { reason: 'Travelling' });
const rows = () =>
  test.owner
    .select()
    .from(coachSessions)
    .where(and(eq(coachSessions.coachId, coachId), isNull(coachSessions.cancelledAt)));
const told = async (caller: Caller) =>
  (await caller.get<{ notifications: Notification[] }>('/rest/v1/notifications')).body.notifications;

describe('a booking', () => {
  it('takes an open slot and tells the coach', async () => {
    expect((await page()).slots).toContain(FREE);
    expect((await book()).body).toMatchObject({ startsAt: FREE, sessionType: 'Check-up', changeable: true });
    const { slots, bookings } = await page();
    expect(slots).not.toContain(FREE);
    // Fifteen minutes after the session stay free, too.
    expect(slots).not.toContain('2026-03-09T14:00:00.000Z');
    expect(slots).toContain(LATER);
    expect(bookings).toMatchObject([{ startsAt: FREE }]);
    expect(await told(coach)).toMatchObject([{ type: 'session_scheduled', title: 'New session with Nina Park' }]);
    expect(await told(client)).toEqual([]);
  });

  it('is made once for the same id', async () => {
    const id = randomUUID();
    const answers = await Promise.all([1, 2, 3].map(() => book(FREE, id)));
    expect(answers.map(({ status }) => status)).toEqual([200, 200, 200]);
    expect(await rows()).toHaveLength(1);
    expect(await book(LATER, id)).toMatchObject({ status: 409, body: { code: 'SLOT_TAKEN' } });
  });

  it('is won by exactly one of twenty at once, and the others get fresh times', async () => {
    const people = [{ caller: client }, ...(await Promise.all([1, 2, 3].map(addClient)))];
    const answers = await Promise.all(
      Array.from({ length: 20 }, (_, index) => book(FREE, randomUUID(), people[index % 4]?.caller)),
    );
    expect(answers.filter(({ status }) => status === 200)).toHaveLength(1);
    expect(answers.filter(({ body }) => body.code === 'SLOT_TAKEN')).toHaveLength(19);
    expect(await rows()).toHaveLength(1);
    for (const { caller } of people) expect((await page(caller)).slots).not.toContain(FREE);
  });

  it('never overlaps what the coach schedules at the same time', async () => {
    const session = {
      coachId,
      clientId: null,
      clientName: 'Trial',
      sessionTypeId: null,
      sessionType: 'Trial',
      startsAt: LATER,
      minutes: 60,
      location: '',
      notes: '',
      repeat: null,
    };
    await coach.send('POST', '/rest/v1/calendar/sessions', { ...session, id: randomUUID() });
    expect(await book(LATER)).toMatchObject({ status: 409, body: { code: 'SLOT_TAKEN' } });
    // Who else is there is nobody's business.
    expect(JSON.stringify(await page())).not.toContain('Trial');
  });

  it.each([
    ['outside the hours', '2026-03-09T21:00:00.000Z'],
    ['between two slots', '2026-03-09T13:10:00.000Z'],
    ['in the past', '2026-02-23T14:00:00.000Z'],
    ['too soon', '2026-03-02T16:00:00.000Z'],
    ['too far ahead', '2026-06-01T13:00:00.000Z'],
  ])('%s is not taken', async (_name, startsAt) => {
    expect(await book(startsAt)).toMatchObject({ status: 409, body: { code: 'SLOT_TAKEN' } });
    expect(await rows()).toEqual([]);
  });

  it('is not offered while the clocks skip that time', async () => {
    const shown = (await page()).slots.map((slot) => wallClockInZone(new Date(slot), ZONE));
    expect(shown.filter(({ day }) => day === '2026-03-08').map(({ minute }) => minute)).toEqual([60, 180, 240]);
    expect(await book('2026-03-08T06:30:00.000Z')).toMatchObject({ status: 409, body: { code: 'SLOT_TAKEN' } });
  });

  it('of a type that is not bookable is not there', async () => {
    await saveType(typeId, false);
    expect((await page()).types).toEqual([]);
    expect((await book()).status).toBe(404);
  });
});

describe('an own booking', () => {
  it('moves and is cancelled, and both sides hear of it', async () => {
    const { id } = (await book()).body;
    expect((await move(id, LATER)).body.startsAt).toBe(LATER);
    expect((await move(id, LATER)).status).toBe(200);
    expect((await page()).slots).toContain(FREE);
    expect((await cancel(id)).status).toBe(200);
    expect((await cancel(id)).status).toBe(200);
    expect((await told(coach)).map(({ type }) => type)).toEqual([
      'session_cancelled',
      'session_changed',
      'session_scheduled',
    ]);
    expect(await page()).toMatchObject({ bookings: [], slots: expect.arrayContaining([FREE, LATER]) });
  });

  it('and what the coach does with theirs reach the open calendars of both, and of nobody else', async () => {
    const heard: { people: string[]; event: string }[] = [];
    const tell = (people: readonly string[], { event = '' }: LiveEvent) => {
      if (event === 'calendar') heard.push({ people: [...people].sort(), event });
    };
    const stop = test.services.live.listen({ tell, sessionEnded: () => undefined, resync: () => undefined });
    const other = await addClient();
    const [own] = await test.owner.select().from(relationships).where(eq(relationships.clientId, clientId));
    const both = [coachId, own?.personId ?? ''].sort();
    const next = async () => {
      await expect.poll(() => heard.length).toBe(1);
      return heard.pop()?.people;
    };
    const id = randomUUID();
    await book(FREE, id);
    expect(await next()).toEqual(both);
    await move(id, LATER);
    expect(await next()).toEqual(both);
    await coach.send('PATCH', `/rest/v1/coach_sessions/${id}`, { coachId, id, status: 'completed' });
    expect(await next()).toEqual(both);
    await coach.send('PATCH', `/rest/v1/coach_sessions/${id}`, { coachId, id, status: 'scheduled' });
    expect(await next()).toEqual(both);
    const edit = { coachId, version: 1, apply: 'this', change: { clientId: other.clientId } };
    expect((await coach.send('PATCH', `/rest/v1/calendar/sessions/${id}`, edit)).status).toBe(200);
    expect(await next()).toHaveLength(3);
    const off = { coachId, version: 2, apply: 'this', reason: '' };
    expect((await coach.send('POST', `/rest/v1/calendar/sessions/${id}/cancel`, off)).status).toBe(200);
    expect(await next()).not.toContain(own?.personId);
    // What is refused is told to nobody.
    expect((await book(FREE, id)).status).toBe(409);
    await book(FREE);
    expect(await next()).toEqual(both);
    stop();
  });

  it('may move to a time that only itself is in the way of', async () => {
    const { id } = (await book()).body;
    expect((await move(id, '2026-03-09T14:00:00.000Z')).status).toBe(200);
  });

  it('stays as it is once it is too late', async () => {
    const { id } = (await book()).body;
    test.setNow(new Date('2026-03-09T11:01:00Z'));
    expect((await page()).bookings).toMatchObject([{ changeable: false }]);
    expect(await move(id, '2026-03-16T13:00:00.000Z')).toMatchObject({ status: 409, body: { code: 'TOO_LATE' } });
    expect(await cancel(id)).toMatchObject({ status: 409, body: { code: 'TOO_LATE' } });
  });

  it('is nobody else’s, and what the coach scheduled is not to be moved', async () => {
    const { id } = (await book()).body;
    const other = (await addClient()).caller;
    expect((await move(id, LATER, other)).status).toBe(404);
    expect((await cancel(id, other)).status).toBe(404);
    await test.owner.update(coachSessions).set({ bookedBy: 'coach' }).where(eq(coachSessions.id, id));
    expect((await page()).bookings).toMatchObject([{ changeable: false }]);
    expect((await cancel(id)).status).toBe(404);
  });
});

describe('who cannot book', () => {
  const setStatus = (status: string) =>
    test.owner.update(relationships).set({ status }).where(eq(relationships.clientId, clientId));

  it('is a paused or former client', async () => {
    const { id } = (await book()).body;
    await setStatus('paused');
    expect(await page()).toMatchObject({ closed: 'paused', slots: [], bookings: [{ id }] });
    expect(await book(LATER)).toMatchObject({ status: 409, body: { code: 'BOOKING_CLOSED' } });
    expect(await cancel(id)).toMatchObject({ status: 409, body: { code: 'BOOKING_CLOSED' } });
    await setStatus('archived');
    expect(await page()).toMatchObject({ closed: 'former', slots: [] });
    expect((await book(LATER)).status).toBe(403);
  });

  it('is a client whom the plan does not cover', async () => {
    await test.owner.update(users).set({ plan: 'base' }).where(eq(users.id, coachId));
    const longest = new Date('2025-01-01T00:00:00Z');
    for (let taken = 0; taken < 5; taken += 1) {
      const other = await createClient(test.owner, coachId, {});
      await test.owner
        .update(relationships)
        .set({ acceptedAt: longest })
        .where(eq(relationships.clientId, other.clientId));
    }
    expect(await page()).toMatchObject({ closed: 'not_covered', slots: [] });
    expect(await book()).toMatchObject({ status: 403, body: { code: 'COACH_PLAN_FULL' } });
  });

  it('is a client of another coach, who sees nothing of this one', async () => {
    const stranger = await createCoach(test.owner, { plan: 'pro' });
    const person = await createUser(test.owner, 'Client', { passwordHash: await hashOfPassword() });
    await createClient(test.owner, stranger.id, { person });
    const other = await test.signIn(person.email);
    expect(await page(other)).toMatchObject({ types: [], slots: [] });
    expect((await book(FREE, randomUUID(), other)).status).toBe(404);
  });
});

describe('hours', () => {
  it('are refused in words when they make no sense', async () => {
    const wrong = { hours: [{ weekday: 1, from: 600, to: 540 }] };
    expect(await saveHours(wrong)).toMatchObject({
      status: 422,
      body: { code: 'BAD_HOURS', message: 'Hours end after they begin.' },
    });
  });

  it('leave out days off', async () => {
    await saveHours({ overrides: [{ from: '2026-03-05', to: '2026-03-12', ranges: [] }] });
    const { slots } = await page();
    expect(slots.filter((slot) => slot < '2026-03-13').map((slot) => slot.slice(0, 10))).toEqual([]);
    expect(slots.some((slot) => slot.startsWith('2026-03-16'))).toBe(true);
  });
});

it('does not write what a client may not, even past the code above the database', async () => {
  const { id } = (await book()).body;
  const [own] = await test.owner.select().from(relationships).where(eq(relationships.clientId, clientId));
  const asClient = async (statement: string) => {
    const connection = await test.services.db.pool.connect();
    try {
      await connection.query(`begin; set local app.role = 'client'; set local app.user_id = '${own?.personId}';
        set local app.coach_id = '${coachId}'; set local app.client_id = '${clientId}'`);
      return await connection.query(statement);
    } finally {
      await connection.query('rollback');
      connection.release();
    }
  };
  const forged = `insert into coach_sessions (coach_id, id, client_id, client_name, session_date, session_type, booked_by)
    values ('${coachId}', '${randomUUID()}', '${clientId}', 'Me', now(), 'Free', 'coach')`;
  await expect(asClient(forged)).rejects.toMatchObject({ code: '42501' });
  const done = `update coach_sessions set status = 'completed' where id = '${id}'`;
  await expect(asClient(done)).rejects.toMatchObject({ code: '42501' });
  expect((await asClient('select * from coach_availability')).rowCount).toBe(1);
  await expect(asClient(`update coach_availability set availability = '{}'`)).resolves.toMatchObject({ rowCount: 0 });
  await expect(asClient('update session_types set minutes = 5')).resolves.toMatchObject({ rowCount: 0 });
});
