import { checkInState, firstDueDay } from '@stridewell/contract/checkins.rules';
import type { ClientSummary } from '@stridewell/contract/clients';
import type { Notification } from '@stridewell/contract/notifications';
import { addDays } from '@stridewell/contract/time';
import { sql } from 'drizzle-orm';
import fc from 'fast-check';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { checkInRow, createClient, createCoach, createUser, type NewRelationship } from '../../../seed/factories.ts';
import { createTestApp, hashOfPassword, type TestApp } from '../../../test/app.ts';
import { remindOfCheckIns } from './checkins.reminders.service.ts';
import { checkIns } from './checkins.table.ts';

let test: TestApp;
beforeAll(async () => {
  test = await createTestApp();
});
afterEach(() => test.setNow(null));
afterAll(() => test.close());

const ANCHOR = '2026-03-02';

async function coachWithClient(options: NewRelationship = {}) {
  const passwordHash = await hashOfPassword();
  const coach = await createCoach(test.owner, { plan: 'pro', passwordHash, timeZone: 'America/Los_Angeles' });
  const person = await createUser(test.owner, 'Client', { passwordHash, timeZone: 'Asia/Tokyo' });
  const { clientId } = await createClient(test.owner, coach.id, { person, checkInAnchor: ANCHOR, ...options });
  return {
    coachId: coach.id,
    clientId,
    caller: await test.signIn(coach.email),
    client: await test.signIn(person.email),
  };
}
type People = Awaited<ReturnType<typeof coachWithClient>>;

const setPlan = ({ caller, coachId, clientId }: People, changes: object = {}) =>
  caller.send('PATCH', `/rest/v1/clients/${clientId}/check_in_plan`, {
    coachId,
    firstDay: ANCHOR,
    every: { days: 7 },
    zone: 'coach',
    templateId: null,
    ...changes,
  });
type Plan = { schedule: { timeZone: string; every: object }; status: { state: string; missed: number } | null };
const planOf = async ({ caller, coachId, clientId }: People) =>
  (await caller.get<Plan>(`/rest/v1/clients/${clientId}/check_in_plan?coachId=${coachId}`)).body;
const setStatus = ({ caller, coachId, clientId }: People, status: string) =>
  caller.send('PATCH', `/rest/v1/client_coach_relationships/${clientId}`, { coachId, status });

describe('a schedule', () => {
  it('is kept as it was chosen, in the zone of the coach or of the client', async () => {
    const people = await coachWithClient();
    await setPlan(people, { every: { weekdays: [4, 1, 4] }, zone: 'client' });
    expect((await planOf(people)).schedule).toMatchObject({ every: { weekdays: [1, 4] }, timeZone: 'Asia/Tokyo' });
    // Monday in Tokyo, Sunday in Los Angeles.
    test.setNow(new Date('2026-03-01T20:00:00Z'));
    expect((await planOf(people)).status).toMatchObject({ state: 'due' });
    await setPlan(people, { every: { days: 3 } });
    expect((await planOf(people)).status).toMatchObject({ state: 'upcoming' });
  });

  it('waits while the client is paused', async () => {
    const people = await coachWithClient();
    test.setNow(new Date('2026-03-03T20:00:00Z'));
    await setStatus(people, 'paused');
    await setStatus(people, 'paused');
    expect((await planOf(people)).status).toMatchObject({ state: 'paused' });
    test.setNow(new Date('2026-03-25T20:00:00Z'));
    await setStatus(people, 'active');
    expect((await planOf(people)).status).toMatchObject({ state: 'overdue', missed: 0 });
    test.setNow(new Date('2026-03-30T20:00:00Z'));
    expect((await planOf(people)).status).toMatchObject({ state: 'due', missed: 1 });
  });

  it('cannot be set before the client accepts', async () => {
    const people = await coachWithClient();
    const { clientId } = await createClient(test.owner, people.coachId);
    expect(await setPlan({ ...people, clientId })).toMatchObject({ status: 409 });
  });

  it('decides in the list of clients, too, who needs attention', async () => {
    const people = await coachWithClient();
    await setPlan(people, { every: { weekdays: [1, 4] } });
    await test.owner.insert(checkIns).values(checkInRow({ ...idsOf(people), day: '2026-03-05' }));
    const attention = async (now: string) => {
      test.setNow(new Date(now));
      const url = `/rest/v1/client_coach_relationships?coachId=${people.coachId}&status=attention`;
      return (await people.caller.get<{ clients: ClientSummary[] }>(url)).body.clients.length;
    };
    expect(await attention('2026-03-09T20:00:00Z')).toBe(0);
    expect(await attention('2026-03-10T20:00:00Z')).toBe(1);
  });
});

const idsOf = ({ coachId, clientId }: People) => ({ coachId, clientId });

describe('next_check_in_due', () => {
  const day = (offset: number) => addDays(ANCHOR, offset);
  const scene = fc.record({
    every: fc.integer({ min: 1, max: 20 }),
    weekdays: fc.uniqueArray(fc.integer({ min: 1, max: 7 }), { maxLength: 4 }),
    pause: fc.option(fc.tuple(fc.integer({ min: 0, max: 30 }), fc.integer({ min: 1, max: 30 }))),
    last: fc.option(fc.integer({ min: -30, max: 80 })),
  });

  it('is the day after which the rule of the contract says overdue', async () => {
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
        if (lastDay === null || lastDay < due)
          expect(['done', 'upcoming', 'paused']).toContain(status(addDays(due, -1)).state);
      }),
      { numRuns: 80 },
    );
  });
});

describe('reminders', () => {
  const remind = () => remindOfCheckIns({ db: test.services.db, now: test.services.now });
  const bellOf = async ({ client }: Pick<People, 'client'>) =>
    (await client.get<{ notifications: Notification[] }>('/rest/v1/notifications')).body.notifications.map(
      ({ title }) => title,
    );

  it('come in the morning of the due day and of the day after, once each, however often the job runs', async () => {
    const people = await coachWithClient();
    const at = async (now: string) => {
      test.setNow(new Date(now));
      await Promise.all([remind(), remind()]);
      await remind();
      return bellOf(people);
    };
    // Eight in the morning in Los Angeles, then nine.
    expect(await at('2026-03-02T16:30:00Z')).toEqual([]);
    expect(await at('2026-03-02T17:30:00Z')).toEqual(['Your check-in is due today']);
    expect(await at('2026-03-02T19:30:00Z')).toHaveLength(1);
    expect(await bellOf({ client: people.caller })).toEqual([]);
    expect(await at('2026-03-03T17:30:00Z')).toHaveLength(2);
    expect((await bellOf(people)).sort()[1]).toBe('Your check-in is still open');
    expect(await at('2026-03-04T17:30:00Z')).toHaveLength(2);
    expect(await bellOf({ client: people.caller })).toEqual(['Check-in overdue']);
    // The next period, whose clocks have changed meanwhile.
    expect(await at('2026-03-09T16:30:00Z')).toHaveLength(3);
  });

  it('do not come to who has checked in, is paused, or is not covered', async () => {
    const [done, paused, uncovered] = [await coachWithClient(), await coachWithClient(), await coachWithClient()];
    await test.owner.insert(checkIns).values(checkInRow({ ...idsOf(done), day: ANCHOR }));
    test.setNow(new Date('2026-03-01T20:00:00Z'));
    await setStatus(paused, 'paused');
    await test.owner.execute(sql`update users set plan = 'base' where id = ${uncovered.coachId}`);
    for (let index = 0; index < 5; index += 1) {
      const person = await createUser(test.owner, 'Client');
      await createClient(test.owner, uncovered.coachId, { person, acceptedAt: new Date('2025-01-01') });
    }
    test.setNow(new Date('2026-03-02T17:30:00Z'));
    await remind();
    for (const people of [done, uncovered]) expect(await bellOf(people)).toEqual([]);
    expect(await bellOf(paused)).toEqual(['Your coaching is paused']);
  });

  it('come in the morning of the zone of the schedule', async () => {
    const people = await coachWithClient({ checkInTimeZone: 'Asia/Tokyo' });
    test.setNow(new Date('2026-03-02T00:30:00Z'));
    await remind();
    expect(await bellOf(people)).toEqual(['Your check-in is due today']);
  });
});
