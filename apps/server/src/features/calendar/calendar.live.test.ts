import { randomUUID } from 'node:crypto';
import { NO_AVAILABILITY } from '@stridewell/contract/calendar.bookings.rules';
import { afterAll, beforeAll, beforeEach, expect, it, onTestFinished } from 'vitest';
import { createClient, createCoach, createUser } from '../../../seed/factories.ts';
import { type Caller, createTestApp, hashOfPassword, type TestApp } from '../../../test/app.ts';
import type { LiveEvent } from '../../platform/realtime/live.ts';

const NOW = new Date('2026-03-02T15:00:00Z');
const FREE = '2026-03-09T13:00:00.000Z';
const LATER = '2026-03-09T15:00:00.000Z';

let test: TestApp;
let coach: Caller;
let coachId: string;
let typeId: string;
beforeAll(async () => {
  test = await createTestApp();
});
afterAll(() => test.close());
beforeEach(async () => {
  test.setNow(null);
  ({ caller: coach, coachId } = await aCoach());
  typeId = randomUUID();
  await saveType();
  await saveHours(540);
});

async function aCoach() {
  const passwordHash = await hashOfPassword();
  const { id, email } = await createCoach(test.owner, { plan: 'pro', passwordHash, timeZone: 'America/New_York' });
  return { coachId: id, caller: await test.signIn(email) };
}

async function aClient(of: string, status = 'active') {
  const person = await createUser(test.owner, 'Client', { passwordHash: await hashOfPassword() });
  const { clientId } = await createClient(test.owner, of, { person, status, checkInAnchor: '2026-01-05' });
  return { personId: person.id, clientId, caller: await test.signIn(person.email) };
}

const saveType = () =>
  coach.send('PUT', `/rest/v1/calendar/session_types/${typeId}`, {
    coachId,
    name: 'Check-up',
    minutes: 60,
    location: 'Online',
    color: 'blue',
    bufferBefore: 0,
    bufferAfter: 0,
    bookable: true,
  });
const saveHours = (from: number) =>
  coach.send('PUT', '/rest/v1/availability', {
    ...NO_AVAILABILITY,
    coachId,
    hours: [{ weekday: 1, from, to: 720 }],
    noticeMinutes: 120,
    stepMinutes: 60,
  });
const slotsOf = async (caller: Caller) => (await caller.get<{ slots: string[] }>('/rest/v1/bookings')).body.slots;

/** Events that open booking pages receive from now on, with their recipients. */
function listen() {
  const heard: { people: readonly string[]; event: LiveEvent }[] = [];
  const tell = (people: readonly string[], event: LiveEvent) => {
    const { event: kind } = event;
    if (kind === 'slots') heard.push({ people: [...people].sort(), event });
  };
  onTestFinished(test.services.live.listen({ tell, sessionEnded: () => undefined, resync: () => undefined }));
  return async () => {
    await expect.poll(() => heard.length).toBe(1);
    return heard.pop();
  };
}

it('another client of the coach hears that times have changed, and nothing of who took or left them', async () => {
  const [first, second] = [await aClient(coachId), await aClient(coachId)];
  const elsewhere = await aCoach();
  await Promise.all([aClient(coachId, 'ended'), aClient(coachId, 'paused'), aClient(elsewhere.coachId)]);
  test.setNow(NOW);
  const next = listen();
  const toSecond = { people: [second.personId], event: { event: 'slots', coachId } };
  expect(await slotsOf(second.caller)).toContain(FREE);
  const id = randomUUID();
  const booking = { id, sessionTypeId: typeId, startsAt: FREE };
  expect((await first.caller.send('POST', '/rest/v1/bookings', booking)).status).toBe(200);
  expect(await next()).toEqual(toSecond);
  expect(await slotsOf(second.caller)).not.toContain(FREE);
  await first.caller.send('POST', `/rest/v1/bookings/${id}/move`, { startsAt: LATER });
  expect(await next()).toEqual(toSecond);
  expect(await slotsOf(second.caller)).toContain(FREE);
  // What is refused has changed nothing; the next thing heard is what comes after it.
  expect((await second.caller.send('POST', '/rest/v1/bookings', booking)).status).toBe(409);
  await first.caller.send('POST', `/rest/v1/bookings/${id}/cancel`, { reason: 'Travelling' });
  expect(await next()).toEqual(toSecond);
  expect(await slotsOf(second.caller)).toContain(LATER);
});

it('all clients of the coach hear when the coach opens, closes or takes times', async () => {
  const [first, second] = [await aClient(coachId), await aClient(coachId)];
  test.setNow(NOW);
  const next = listen();
  const toBoth = { people: [first.personId, second.personId].sort(), event: { event: 'slots', coachId } };
  await saveHours(660);
  expect(await next()).toEqual(toBoth);
  expect(await slotsOf(first.caller)).not.toContain(FREE);
  await saveType();
  expect(await next()).toEqual(toBoth);
  const session = {
    coachId,
    clientName: 'Tom Trial',
    sessionTypeId: null,
    sessionType: 'Trial',
    startsAt: LATER,
    minutes: 60,
    location: '',
    notes: '',
    repeat: null,
  };
  const walkIn = { ...session, id: randomUUID(), clientId: null };
  expect((await coach.send('POST', '/rest/v1/calendar/sessions', walkIn)).status).toBe(200);
  expect(await next()).toEqual(toBoth);
  // Whose session it is has it in their calendar, and is not told twice.
  const own = { ...session, id: randomUUID(), clientId: first.clientId, clientName: null };
  expect((await coach.send('POST', '/rest/v1/calendar/sessions', own)).status).toBe(200);
  expect((await next())?.people).toEqual([second.personId]);
  expect((await coach.send('DELETE', `/rest/v1/calendar/session_types/${typeId}`, { coachId })).status).toBe(200);
  expect(await next()).toEqual(toBoth);
});

it('a coach without clients sends no event', async () => {
  const heard: LiveEvent[] = [];
  const tell = (_: readonly string[], event: LiveEvent) => void heard.push(event);
  onTestFinished(test.services.live.listen({ tell, sessionEnded: () => undefined, resync: () => undefined }));
  await saveHours(600);
  const other = await aCoach();
  await aClient(other.coachId);
  ({ caller: coach, coachId } = other);
  await saveHours(600);
  await expect.poll(() => heard).toEqual([{ event: 'slots', coachId: other.coachId }]);
});
