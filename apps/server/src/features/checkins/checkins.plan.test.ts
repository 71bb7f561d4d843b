import { checkInState, firstDueDay } from '@stridewell/contract/checkins/checkins.rules';
import { addDays } from '@stridewell/contract/time';
import { eq, sql } from 'drizzle-orm';
import fc from 'fast-check';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { createClient, createUser } from '../../../seed/factories.ts';
import { createTestApp, type TestApp } from '../../../test/app.ts';
import {
  aCheckIn,
  aClient,
  aCoach,
  type Client,
  type Coach,
  notificationsOf,
  type Pair,
  updateRelationship,
} from '../../../test/people.ts';
import { users } from '../../core/people/people.table.ts';
import { remindOfCheckIns } from './checkins.reminders.service.ts';

const ANCHOR = '2026-03-02';

let test: TestApp;
let coach: Coach;
let client: Client;
beforeAll(async () => {
  test = await createTestApp();
});
afterAll(() => test.close());
beforeEach(async () => {
  test.setNow(null);
  coach = await aCoach(test, { timeZone: 'America/Los_Angeles' });
  client = await aClient(test, { of: coach, checkInAnchor: ANCHOR, person: { timeZone: 'Asia/Tokyo' } });
});

type Plan = Parameters<Coach['api']['checkins']['setCheckInPlan']>[0];
const setPlan = (changes: Partial<Plan>, { coachId, clientId }: Pair = client) =>
  coach.api.checkins.setCheckInPlan({
    coachId,
    clientId,
    firstDay: ANCHOR,
    every: { days: 7 },
    zone: 'coach',
    templateId: null,
    ...changes,
  });
const getPlan = () => coach.api.checkins.getCheckInPlan({ coachId: coach.id, clientId: client.clientId });
const setStatus = (status: 'active' | 'paused') =>
  coach.api.clients.setClientStatus({ coachId: coach.id, clientId: client.clientId, status });

describe('a schedule', () => {
  it('is stored as chosen, in the coach’s or the client’s time zone', async () => {
    await setPlan({ every: { weekdays: [4, 1, 4] }, zone: 'client' });
    // Monday in Tokyo, Sunday in Los Angeles.
    test.setNow(new Date('2026-03-01T20:00:00Z'));
    expect(await getPlan()).toMatchObject({
      schedule: { every: { weekdays: [1, 4] }, timeZone: 'Asia/Tokyo' },
      status: { state: 'due' },
    });
    await setPlan({ every: { days: 3 } });
    expect(await getPlan()).toMatchObject({ status: { state: 'upcoming' } });
  });

  it('can start on the last day that can be entered', async () => {
    await setPlan({ firstDay: '2199-12-31', every: { days: 365 } });
    const coachId = coach.id;
    const { clients } = await coach.api.checkins.listDueClients({ coachId });
    const listed = await coach.api.clients.listClients({ coachId });
    const { checkIn } = await coach.api.clients.getClient({ coachId, clientId: client.clientId });
    expect(checkIn?.dueDay).toBe('2199-12-31');
    expect(clients.map(({ status }) => status)).toEqual([checkIn]);
    expect(listed.clients.map((one) => one.checkIn)).toEqual([checkIn]);
  });

  it('waits while the client is paused', async () => {
    test.setNow(new Date('2026-03-03T20:00:00Z'));
    await setStatus('paused');
    await setStatus('paused');
    expect(await getPlan()).toMatchObject({ status: { state: 'paused' } });
    test.setNow(new Date('2026-03-25T20:00:00Z'));
    await setStatus('active');
    expect(await getPlan()).toMatchObject({ status: { state: 'overdue', missed: 0 } });
    test.setNow(new Date('2026-03-30T20:00:00Z'));
    expect(await getPlan()).toMatchObject({ status: { state: 'due', missed: 1 } });
  });

  it('cannot be set before the client accepts', async () => {
    const invited = await createClient(test.owner, coach.id);
    await expect(setPlan({}, invited)).rejects.toMatchObject({ code: 'NOT_A_CLIENT' });
  });

  it('decides which clients need attention in the list', async () => {
    await setPlan({ every: { weekdays: [1, 4] } });
    await aCheckIn(test, { by: client, day: '2026-03-05' });
    const attention = async (now: string) => {
      test.setNow(new Date(now));
      const { clients } = await coach.api.clients.listClients({ coachId: coach.id, status: 'attention' });
      return clients.map(({ clientId }) => clientId);
    };
    expect(await attention('2026-03-09T20:00:00Z')).toEqual([]);
    expect(await attention('2026-03-10T20:00:00Z')).toEqual([client.clientId]);
  });
});

describe('next_check_in_due', () => {
  const day = (offset: number) => addDays(ANCHOR, offset);
  const scene = fc.record({
    every: fc.integer({ min: 1, max: 20 }),
    weekdays: fc.uniqueArray(fc.integer({ min: 1, max: 7 }), { maxLength: 4 }),
    pause: fc.option(fc.tuple(fc.integer({ min: 0, max: 30 }), fc.integer({ min: 1, max: 30 }))),
    last: fc.option(fc.integer({ min: -30, max: 80 })),
  });

  it('is the last day before the contract’s rule says overdue', async () => {
    await fc.assert(
      fc.asyncProperty(scene, async ({ every, weekdays, pause, last }) => {
        const intervalDays = weekdays.length > 0 ? 7 : every;
        const pauses = pause ? [{ from: day(pause[0]), until: day(pause[0] + pause[1]) }] : [];
        const lastDay = last === null ? null : day(last);
        const ranges = `{${pauses.map(({ from, until }) => `[${from},${until})`).join(',')}}`;
        const { rows } = await test.owner.execute<{ due: string }>(sql`select next_check_in_due(${ANCHOR}::date,
          ${intervalDays}, ${`{${weekdays.join(',')}}`}::integer[], ${ranges}::datemultirange, ${lastDay}::date)::text as due`);
        const due = rows[0]?.due ?? '';
        const schedule = { anchorDay: ANCHOR, intervalDays, weekdays, pauses };
        expect(firstDueDay(schedule, due)).toBe(due);
        const status = (today: string) => checkInState({ ...schedule, lastSubmittedDay: lastDay, today });
        expect(status(due).state).toBe('due');
        const isEarlier = lastDay === null || lastDay < due;
        const before = isEarlier ? status(addDays(due, -1)).state : 'done';
        expect(['done', 'upcoming', 'paused']).toContain(before);
      }),
      { numRuns: 80 },
    );
  });
});

describe('reminders', () => {
  const remind = () => remindOfCheckIns({ ...test.services, now: test.services.now });
  const titlesOf = async (person: Coach | Client) => (await notificationsOf(test, person)).map(({ title }) => title);

  it('are sent once on the mornings of the due day and the day after, even if the job repeats', async () => {
    const at = async (now: string) => {
      test.setNow(new Date(now));
      await Promise.all([remind(), remind()]);
      await remind();
      return titlesOf(client);
    };
    // Eight in the morning in Los Angeles, then nine.
    expect(await at('2026-03-02T16:30:00Z')).toEqual([]);
    expect(await at('2026-03-02T17:30:00Z')).toEqual(['Your check-in is due today']);
    expect(await at('2026-03-02T19:30:00Z')).toHaveLength(1);
    expect(await titlesOf(coach)).toEqual([]);
    expect(await at('2026-03-03T17:30:00Z')).toHaveLength(2);
    expect((await titlesOf(client)).sort()[1]).toBe('Your check-in is still open');
    expect(await at('2026-03-04T17:30:00Z')).toHaveLength(2);
    expect(await titlesOf(coach)).toEqual(['Check-in overdue']);
    // The next period, after the clocks have changed.
    expect(await at('2026-03-09T16:30:00Z')).toHaveLength(3);
  });

  it('are not sent to a client who has checked in', async () => {
    await aCheckIn(test, { by: client, day: ANCHOR });
    test.setNow(new Date('2026-03-02T17:30:00Z'));
    await remind();
    expect(await titlesOf(client)).toEqual([]);
  });

  it('are not sent to a paused client', async () => {
    test.setNow(new Date('2026-03-01T20:00:00Z'));
    await setStatus('paused');
    test.setNow(new Date('2026-03-02T17:30:00Z'));
    await remind();
    expect(await titlesOf(client)).toEqual(['Your coaching is paused']);
  });

  it('are not sent to a client without a covered seat', async () => {
    await test.owner.update(users).set({ plan: 'base' }).where(eq(users.id, coach.id));
    for (let index = 0; index < 5; index += 1) {
      const person = await createUser(test.owner, 'Client');
      await createClient(test.owner, coach.id, { person, acceptedAt: new Date('2025-01-01') });
    }
    test.setNow(new Date('2026-03-02T17:30:00Z'));
    await remind();
    expect(await titlesOf(client)).toEqual([]);
  });

  it('are sent in the morning of the schedule’s time zone', async () => {
    await updateRelationship(test, client, { checkInTimeZone: 'Asia/Tokyo' });
    test.setNow(new Date('2026-03-02T00:30:00Z'));
    await remind();
    expect(await titlesOf(client)).toEqual(['Your check-in is due today']);
  });
});
