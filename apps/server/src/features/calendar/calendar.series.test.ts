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
    expect(none).toMatchObject({ status: 422, body: { message: 'With this end there is no session at all.' } });
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
