import { randomUUID } from 'node:crypto';
import type { CalendarSession, RepeatInput } from '@stridewell/contract/calendar';
import type { Notification } from '@stridewell/contract/notifications';
import { wallClockInZone } from '@stridewell/contract/time';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { createClient, createCoach, createUser } from '../../../seed/factories.ts';
import { type Caller, createTestApp, hashOfPassword, type TestApp } from '../../../test/app.ts';
import { extendAllSeries } from './calendar.reminders.service.ts';

const ZONE = 'America/New_York';
const weekly: RepeatInput = { frequency: 'weekly', interval: 1, weekdays: [2], untilDay: null, count: null };

let test: TestApp;
let coach: Caller;
let coachId: string;
let client: Caller;
let clientId: string;
beforeAll(async () => {
  test = await createTestApp();
});
afterAll(() => test.close());
beforeEach(async () => {
  test.setNow(null);
  const passwordHash = await hashOfPassword();
  const owner = await createCoach(test.owner, { plan: 'pro', passwordHash, timeZone: ZONE });
  const person = await createUser(test.owner, 'Client', { passwordHash });
  coachId = owner.id;
  ({ clientId } = await createClient(test.owner, coachId, { person, checkInAnchor: '2026-01-05' }));
  [coach, client] = await Promise.all([test.signIn(owner.email), test.signIn(person.email)]);
  test.setNow(new Date('2026-03-02T15:00:00Z'));
});

type Edited = { session: CalendarSession; changed: number; code?: string; message?: string };

/** A series on Tuesdays at ten, from 3 March on. */
async function createSeries(repeat: Partial<RepeatInput> = {}): Promise<string> {
  const id = randomUUID();
  const details = { clientId, clientName: null, sessionTypeId: null, sessionType: 'Strength', location: '', notes: '' };
  const when = { startsAt: '2026-03-03T15:00:00.000Z', minutes: 60, repeat: { ...weekly, ...repeat } };
  expect((await coach.send('POST', '/rest/v1/calendar/sessions', { coachId, id, ...details, ...when })).status).toBe(
    200,
  );
  return id;
}
const turn = ({ id, version }: CalendarSession, repeat: Partial<RepeatInput>, apply = 'following', change = {}) =>
  coach.send<Edited>('PATCH', `/rest/v1/calendar/sessions/${id}`, {
    ...{ coachId, version, apply, change },
    repeat: { ...weekly, ...repeat },
  });
const sessions = async (until = '2026-04-20') =>
  (
    await coach.get<{ sessions: CalendarSession[] }>(
      `/rest/v1/calendar?coachId=${coachId}&from=2026-03-01T00:00:00.000Z&to=${until}T00:00:00.000Z`,
    )
  ).body.sessions;
const shown = async (until?: string) =>
  (await sessions(until)).map(({ sessionDate, cancelReason }) => {
    const { day, minute } = wallClockInZone(new Date(sessionDate), ZONE);
    return `${day.slice(5)} ${minute / 60}${cancelReason === null ? '' : ' off'}`;
  });
const nth = async (index: number) => {
  const found = (await sessions())[index];
  if (!found) throw new Error('there is no such session');
  return found;
};
const seriesOf = async (id: string) =>
  (
    await coach.get<{ series: { repeat: RepeatInput; label: string } | null }>(
      `/rest/v1/calendar/sessions/${id}/series?coachId=${coachId}`,
    )
  ).body.series;
const told = async () =>
  (await client.get<{ notifications: Notification[] }>('/rest/v1/notifications')).body.notifications.map(
    ({ type }) => type,
  );

describe('the rhythm of a series', () => {
  it('gets another day from one session on; those there are stay, and the client hears of the new ones', async () => {
    await createSeries();
    const second = await nth(1);
    const answer = await turn(second, { weekdays: [2, 4] });
    expect([answer.status, answer.body.session.id]).toEqual([200, second.id]);
    expect(await shown('2026-03-20')).toEqual(['03-03 10', '03-10 10', '03-12 10', '03-17 10', '03-19 10']);
    expect((await nth(1)).id).toBe(second.id);
    expect(await told()).toEqual(['session_scheduled', 'session_scheduled']);
    // Asked again after a lost answer it changes nothing.
    expect(await turn(second, { weekdays: [4, 2] })).toMatchObject({ status: 200, body: { changed: 0 } });
    test.setNow(new Date('2026-06-01T15:00:00Z'));
    await extendAllSeries(test.services);
    await extendAllSeries(test.services);
    expect(await shown('2026-03-20')).toHaveLength(5);
  });

  it('becomes rarer and moves to another day: near sessions move, the others are called off', async () => {
    await createSeries({ count: 4 });
    const first = await nth(0);
    const answer = await turn(first, { weekdays: [3], interval: 2, count: 2 });
    expect(answer.body.changed).toBe(4);
    expect(await shown()).toEqual(['03-04 10', '03-10 10 off', '03-18 10', '03-24 10 off']);
    expect((await told()).sort()).toEqual(['session_cancelled', 'session_changed', 'session_scheduled']);
    expect(await seriesOf(first.id)).toEqual({
      repeat: { ...weekly, weekdays: [3], interval: 2, count: 2 },
      label: 'Every 2 weeks on Wednesday, 2 times',
    });
  });

  it('leaves days alone that were called off, and what is over', async () => {
    await createSeries({ count: 6 });
    const [, second, third] = await sessions();
    const off = { coachId, version: 0, apply: 'this', reason: '' };
    await coach.send('POST', `/rest/v1/calendar/sessions/${second?.id}/cancel`, off);
    test.setNow(new Date('2026-03-05T15:00:00Z'));
    // All that are ahead: from the 17th on, the first that is open.
    expect((await turn({ ...(await nth(4)), id: third?.id ?? '' }, { weekdays: [2, 5], count: 5 }, 'all')).status).toBe(
      200,
    );
    expect(await shown()).toEqual([
      '03-03 10',
      '03-10 10 off',
      '03-17 10',
      '03-20 10',
      '03-24 10',
      '03-27 10',
      '03-31 10',
      '04-07 10 off',
    ]);
  });

  it('takes the time and the day of the session along, whole', async () => {
    await createSeries({ count: 3 });
    const change = { startsAt: '2026-03-12T20:00:00.000Z', location: 'Park' };
    expect((await turn(await nth(1), { weekdays: [4], interval: 1, count: 3 }, 'following', change)).status).toBe(200);
    expect(await shown()).toEqual(['03-03 10', '03-12 16', '03-19 16', '03-26 16']);
    expect(new Set((await sessions()).map(({ location }) => location))).toEqual(new Set([null, 'Park']));
  });

  it('is asked for of the sessions that follow, and leaves one at least', async () => {
    await createSeries({ count: 3 });
    const second = await nth(1);
    expect(await turn(second, { weekdays: [4] }, 'this')).toMatchObject({ status: 422, body: { code: 'BAD_TIME' } });
    const none = await turn(second, { weekdays: [4], untilDay: '2026-03-01' });
    expect(none).toMatchObject({ status: 422, body: { message: 'This end date leaves no sessions in the series.' } });
    expect(await shown()).toEqual(['03-03 10', '03-10 10', '03-17 10']);
    const [one, other] = await Promise.all([turn(second, { interval: 2 }), turn(second, { interval: 3 })]);
    expect([one.status, other.status].sort()).toEqual([200, 409]);
  });

  it('is read of any session, counted from it, and is none of one alone', async () => {
    const id = await createSeries({ count: 5 });
    expect((await seriesOf((await nth(2)).id))?.repeat.count).toBe(3);
    expect((await seriesOf(id))?.repeat).toEqual({ ...weekly, count: 5 });
    const missing = await coach.get(`/rest/v1/calendar/sessions/${randomUUID()}/series?coachId=${coachId}`);
    expect(missing.status).toBe(404);
  });
});

describe('what a new rhythm would be in the way of', () => {
  const others = async (...starts: string[]) => {
    for (const startsAt of starts) {
      const details = { clientId: null, clientName: 'Tom Trial', sessionTypeId: null, sessionType: 'Trial' };
      const session = { coachId, id: randomUUID(), ...details, location: '', notes: '', minutes: 60, repeat: null };
      expect((await coach.send('POST', '/rest/v1/calendar/sessions', { ...session, startsAt })).status).toBe(200);
    }
  };
  type Found = { count: number; days: string[] };
  const conflicts = async (
    { id, sessionDate }: CalendarSession,
    plan: { repeat?: Partial<RepeatInput>; apply?: string; startsAt?: string; minutes?: number },
    caller = coach,
  ): Promise<Found> => {
    const { status, body } = await caller.send<{
      count: number;
      sessions: { clientName: string; sessionDate: string }[];
    }>('POST', '/rest/v1/calendar/conflicts', {
      ...{
        coachId,
        startsAt: sessionDate,
        minutes: 60,
        sessionTypeId: null,
        exceptId: id,
        apply: 'following',
        ...plan,
      },
      repeat: plan.repeat ? { ...weekly, ...plan.repeat } : null,
    });
    expect(status).toBe(200);
    return { count: body.count, days: body.sessions.map((one) => one.sessionDate.slice(5, 10)) };
  };

  it('is found among the next sessions, and what the series itself has there is not', async () => {
    await createSeries({ count: 8 });
    // On Tuesdays where the series is now, on a Thursday to come, and beside one.
    await others('2026-03-10T14:00:00.000Z', '2026-03-19T14:30:00.000Z', '2026-03-26T14:00:00.000Z');
    const [first, second] = [await nth(0), await nth(1)];
    expect(await conflicts(first, { repeat: { weekdays: [2], count: 8 } })).toEqual({ count: 1, days: ['03-10'] });
    expect(await conflicts(first, { repeat: { weekdays: [4], count: 8 } })).toEqual({
      count: 2,
      days: ['03-19', '03-26'],
    });
    expect((await conflicts(second, { repeat: { weekdays: [4], interval: 2, count: 3 } })).days).toEqual(['03-26']);
    expect((await conflicts(second, { repeat: { weekdays: [5], count: 8 } })).count).toBe(0);
    expect((await conflicts(first, { repeat: { weekdays: [4], count: 8 }, apply: 'this' })).count).toBe(0);
  });

  it('blocks no change, and names the sessions that later collide', async () => {
    await createSeries({ count: 4 });
    await others('2026-03-12T14:00:00.000Z');
    const first = await nth(0);
    expect((await conflicts(first, { repeat: { weekdays: [4], count: 4 }, apply: 'all' })).days).toEqual(['03-12']);
    expect((await turn(first, { weekdays: [4], count: 4 }, 'all')).status).toBe(200);
    expect(await shown('2026-03-15')).toEqual(['03-05 10', '03-12 10', '03-12 10']);
  });

  it('is looked for at the new time and length of the sessions that move along', async () => {
    await createSeries({ count: 4 });
    await others('2026-03-17T16:30:00.000Z');
    const first = await nth(0);
    expect((await conflicts(first, {})).count).toBe(0);
    expect((await conflicts(first, { minutes: 180 })).days).toEqual(['03-17']);
    // An hour and a half later, alone and with the others.
    const startsAt = '2026-03-03T17:30:00.000Z';
    expect((await conflicts(first, { startsAt })).days).toEqual(['03-17']);
    expect((await conflicts(first, { startsAt, repeat: { interval: 2, count: 4 } })).days).toEqual(['03-17']);
    expect((await conflicts(first, { startsAt, repeat: { interval: 3, count: 4 } })).count).toBe(0);
    expect((await conflicts(first, { startsAt, apply: 'this' })).count).toBe(0);
  });

  it('is refused to everyone but the coach', async () => {
    await createSeries();
    const first = await nth(0);
    const body = { coachId, startsAt: first.sessionDate, minutes: 60, sessionTypeId: null, exceptId: first.id };
    const ask = { ...body, apply: 'all', repeat: weekly };
    expect((await client.send('POST', '/rest/v1/calendar/conflicts', ask)).status).toBe(403);
    const other = await createCoach(test.owner, { passwordHash: await hashOfPassword() });
    const stranger = await test.signIn(other.email);
    expect((await stranger.send('POST', '/rest/v1/calendar/conflicts', ask)).status).toBe(404);
    // In their own calendar that session does not exist: it is planned as a new one.
    expect((await stranger.send('POST', '/rest/v1/calendar/conflicts', { ...ask, coachId: other.id })).body).toEqual({
      count: 0,
      sessions: [],
    });
  });
});
