import { randomUUID } from 'node:crypto';
import type { CalendarSession, RepeatInput, SessionChange } from '@stridewell/contract/calendar/calendar';
import type { ApplyTo } from '@stridewell/contract/calendar/calendar.rules';
import { wallClockInZone } from '@stridewell/contract/time';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { outcomesOf } from '../../../test/api.ts';
import { createTestApp, type TestApp } from '../../../test/app.ts';
import { aClient, aCoach, aSession, type Client, type Coach, notificationsOf } from '../../../test/people.ts';
import { extendAllSeries } from './calendar.reminders.service.ts';

const ZONE = 'America/New_York';
const weekly: RepeatInput = { frequency: 'weekly', interval: 1, weekdays: [2], untilDay: null, count: null };

let test: TestApp;
let coach: Coach;
let coachId: string;
let client: Client;
beforeAll(async () => {
  test = await createTestApp();
});
afterAll(() => test.close());
beforeEach(async () => {
  test.setNow(null);
  coach = await aCoach(test, { timeZone: ZONE });
  coachId = coach.id;
  client = await aClient(test, { of: coach });
  test.setNow(new Date('2026-03-02T15:00:00Z'));
});

/** A series on Tuesdays at ten, from 3 March on. */
async function createSeries(repeat: Partial<RepeatInput> = {}): Promise<string> {
  const id = randomUUID();
  await coach.api.calendar.createSession({
    coachId,
    id,
    clientId: client.clientId,
    clientName: null,
    sessionTypeId: null,
    sessionType: 'Strength',
    startsAt: '2026-03-03T15:00:00.000Z',
    minutes: 60,
    location: '',
    notes: '',
    repeat: { ...weekly, ...repeat },
  });
  return id;
}
const changeRepeat = (
  { id, version }: Pick<CalendarSession, 'id' | 'version'>,
  repeat: Partial<RepeatInput>,
  apply: ApplyTo = 'following',
  change: SessionChange = {},
) => coach.api.calendar.updateSession({ coachId, id, version, apply, change, repeat: { ...weekly, ...repeat } });
const sessions = async (until = '2026-04-20') => {
  const range = { from: '2026-03-01T00:00:00.000Z', to: `${until}T00:00:00.000Z` };
  return (await coach.api.calendar.getCalendar({ coachId, ...range })).sessions;
};
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
const seriesOf = async (id: string) => (await coach.api.calendar.getSeries({ coachId, id })).series;
const typesOfNotifications = async () => (await notificationsOf(test, client)).map(({ type }) => type);

describe('the repeat pattern of a series', () => {
  it('gets another day from one session on: existing sessions stay, and the client is notified of new ones', async () => {
    await createSeries();
    const second = await nth(1);
    const { session } = await changeRepeat(second, { weekdays: [2, 4] });
    expect(session.id).toBe(second.id);
    expect(await shown('2026-03-20')).toEqual(['03-03 10', '03-10 10', '03-12 10', '03-17 10', '03-19 10']);
    expect((await nth(1)).id).toBe(second.id);
    expect(await typesOfNotifications()).toEqual(['session_scheduled', 'session_scheduled']);
    // Repeating the request after a lost answer changes nothing.
    expect(await changeRepeat(second, { weekdays: [4, 2] })).toMatchObject({ changed: 0 });
    test.setNow(new Date('2026-06-01T15:00:00Z'));
    await extendAllSeries(test.services);
    await extendAllSeries(test.services);
    expect(await shown('2026-03-20')).toHaveLength(5);
  });

  it('becomes rarer and moves to another day: near sessions move, the others are cancelled', async () => {
    await createSeries({ count: 4 });
    const first = await nth(0);
    expect(await changeRepeat(first, { weekdays: [3], interval: 2, count: 2 })).toMatchObject({ changed: 4 });
    expect(await shown()).toEqual(['03-04 10', '03-10 10 off', '03-18 10', '03-24 10 off']);
    expect((await typesOfNotifications()).sort()).toEqual([
      'session_cancelled',
      'session_changed',
      'session_scheduled',
    ]);
    expect(await seriesOf(first.id)).toEqual({
      repeat: { ...weekly, weekdays: [3], interval: 2, count: 2 },
      label: 'Every 2 weeks on Wednesday, 2 times',
    });
  });

  it('leaves canceled days and past sessions alone', async () => {
    await createSeries({ count: 6 });
    const [, second, third] = await sessions();
    const off = { coachId, version: 0, apply: 'this', reason: '' } as const;
    await coach.api.calendar.cancelSession({ ...off, id: second?.id ?? '' });
    test.setNow(new Date('2026-03-05T15:00:00Z'));
    // All future sessions from the 17th on, the first open one.
    const open = { id: third?.id ?? '', version: (await nth(4)).version };
    await changeRepeat(open, { weekdays: [2, 5], count: 5 }, 'all');
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

  it('moves with the new time and day of the session', async () => {
    await createSeries({ count: 3 });
    const change = { startsAt: '2026-03-12T20:00:00.000Z', location: 'Park' };
    await changeRepeat(await nth(1), { weekdays: [4], interval: 1, count: 3 }, 'following', change);
    expect(await shown()).toEqual(['03-03 10', '03-12 16', '03-19 16', '03-26 16']);
    expect(new Set((await sessions()).map(({ location }) => location))).toEqual(new Set([null, 'Park']));
  });

  it('cannot change for a single session, must leave one, and accepts one of two concurrent edits', async () => {
    await createSeries({ count: 3 });
    const second = await nth(1);
    await expect(changeRepeat(second, { weekdays: [4] }, 'this')).rejects.toMatchObject({ code: 'BAD_TIME' });
    const none = changeRepeat(second, { weekdays: [4], untilDay: '2026-03-01' });
    await expect(none).rejects.toMatchObject({
      code: 'BAD_TIME',
      message: 'This end date leaves no sessions in the series.',
    });
    expect(await shown()).toEqual(['03-03 10', '03-10 10', '03-17 10']);
    const outcomes = await outcomesOf([changeRepeat(second, { interval: 2 }), changeRepeat(second, { interval: 3 })]);
    expect(outcomes.sort()).toEqual(['CHANGED', 'OK']);
  });

  it('is counted from the given session, and is null for a single session', async () => {
    const id = await createSeries({ count: 5 });
    expect((await seriesOf((await nth(2)).id))?.repeat.count).toBe(3);
    expect((await seriesOf(id))?.repeat).toEqual({ ...weekly, count: 5 });
    await expect(seriesOf(randomUUID())).rejects.toMatchObject({ code: 'NOT_FOUND' });
    const single = await aSession(test, { by: client, at: '2026-03-04T15:00:00Z' });
    expect(await seriesOf(single)).toBeNull();
  });
});

describe('conflicts of a new repeat pattern', () => {
  const others = async (...starts: string[]) => {
    for (const at of starts) await aSession(test, { by: client, at });
  };
  type Plan = { repeat?: Partial<RepeatInput>; apply?: ApplyTo; startsAt?: string; minutes?: number };
  const conflicts = async ({ id, sessionDate }: CalendarSession, { repeat, ...plan }: Plan) => {
    const { count, sessions: found } = await coach.api.calendar.listConflicts({
      coachId,
      startsAt: sessionDate,
      minutes: 60,
      sessionTypeId: null,
      exceptId: id,
      apply: 'following',
      ...plan,
      repeat: repeat ? { ...weekly, ...repeat } : null,
    });
    return { count, days: found.map((session) => session.sessionDate.slice(5, 10)) };
  };

  it('are other sessions at the new times, not those of the series itself', async () => {
    await createSeries({ count: 8 });
    const [first, second] = [await nth(0), await nth(1)];
    // On a Tuesday of the series, on a future Thursday, and next to one.
    await others('2026-03-10T14:00:00.000Z', '2026-03-19T14:30:00.000Z', '2026-03-26T14:00:00.000Z');
    expect(await conflicts(first, { repeat: { weekdays: [2], count: 8 } })).toEqual({ count: 1, days: ['03-10'] });
    expect(await conflicts(first, { repeat: { weekdays: [4], count: 8 } })).toEqual({
      count: 2,
      days: ['03-19', '03-26'],
    });
    expect((await conflicts(second, { repeat: { weekdays: [4], interval: 2, count: 3 } })).days).toEqual(['03-26']);
    expect((await conflicts(second, { repeat: { weekdays: [5], count: 8 } })).count).toBe(0);
    expect((await conflicts(first, { repeat: { weekdays: [4], count: 8 }, apply: 'this' })).count).toBe(0);
  });

  it('name the sessions that would overlap, and do not block the change', async () => {
    await createSeries({ count: 4 });
    await others('2026-03-12T14:00:00.000Z');
    const first = await nth(0);
    expect((await conflicts(first, { repeat: { weekdays: [4], count: 4 }, apply: 'all' })).days).toEqual(['03-12']);
    await changeRepeat(first, { weekdays: [4], count: 4 }, 'all');
    expect(await shown('2026-03-15')).toEqual(['03-05 10', '03-12 10', '03-12 10']);
  });

  it('are found at the new time and length of all sessions that move', async () => {
    await createSeries({ count: 4 });
    await others('2026-03-17T16:30:00.000Z');
    const first = await nth(0);
    expect((await conflicts(first, {})).count).toBe(0);
    expect((await conflicts(first, { minutes: 180 })).days).toEqual(['03-17']);
    // An hour and a half later, for one session and for all.
    const startsAt = '2026-03-03T17:30:00.000Z';
    expect((await conflicts(first, { startsAt })).days).toEqual(['03-17']);
    expect((await conflicts(first, { startsAt, repeat: { interval: 2, count: 4 } })).days).toEqual(['03-17']);
    expect((await conflicts(first, { startsAt, repeat: { interval: 3, count: 4 } })).count).toBe(0);
    expect((await conflicts(first, { startsAt, apply: 'this' })).count).toBe(0);
  });

  it('take the session of another coach for a new one', async () => {
    await createSeries();
    const { id: exceptId, sessionDate: startsAt } = await nth(0);
    const plan = {
      coachId,
      startsAt,
      minutes: 60,
      sessionTypeId: null,
      exceptId,
      apply: 'all',
      repeat: weekly,
    } as const;
    const other = await aCoach(test);
    // The session is not in this coach's calendar, so it is planned as a new one.
    const own = await other.api.calendar.listConflicts({ ...plan, coachId: other.id });
    expect(own).toEqual({ count: 0, sessions: [], busy: [] });
  });
});
