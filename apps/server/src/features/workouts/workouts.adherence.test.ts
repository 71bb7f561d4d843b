import { randomUUID } from 'node:crypto';
import { datedDays } from '@stridewell/contract/programs/programs.schedule.rules';
import { addDays } from '@stridewell/contract/time';
import { workoutId } from '@stridewell/contract/workouts/workouts.rules';
import { sql } from 'drizzle-orm';
import fc from 'fast-check';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { shareTestApp, type TestApp } from '../../../test/app.ts';
import { aCheckIn, aClient, aCoach, type Client, type Coach, updateRelationship } from '../../../test/people.ts';
import { aProgram } from '../../../test/program-samples.ts';
import { aLog, aLoggedSet } from '../../../test/workout-samples.ts';

/** A Wednesday. */
const TODAY = '2026-03-11';
/** Monday of the previous week. The program has a workout every Monday and Thursday. */
const START = '2026-03-02';

let test: TestApp;
let coach: Coach;
let client: Client;
let programId: string;
beforeAll(async () => {
  test = await shareTestApp();
});
afterAll(() => test.close());
beforeEach(async () => {
  test.setNow(new Date(`${TODAY}T20:00:00Z`));
  coach = await aCoach(test, { timeZone: 'America/Los_Angeles' });
  client = await aClient(test, { of: coach, person: { timeZone: 'America/Los_Angeles' } });
  programId = await assign(client);
});

async function assign({ clientId }: Client): Promise<string> {
  const about = { coachId: coach.id, programId: randomUUID() };
  const program = aProgram({ weeks: 4 });
  await coach.api.programs.saveProgram({ ...about, basedOn: 0, program, folder: '', tags: [] });
  const id = randomUUID();
  await coach.api.programs.assignProgram({
    ...about,
    assignments: [{ id, clientId }],
    startDay: START,
    weekdays: [1, 4],
  });
  return id;
}

/** Logs the workout of a program day. */
async function train(index: number, day: string): Promise<void> {
  const head = { day, startedAt: `${day}T18:00:00.000Z`, finishedAt: `${day}T19:00:00.000Z`, weekNumber: 1 };
  const log = aLog(workoutId(programId, `day${String(index).padStart(6, '0')}`, day), head, [aLoggedSet()]);
  await client.api.workouts.syncWorkout({ logId: log.id, log });
}

const pair = () => ({ coachId: coach.id, clientId: client.clientId });
const metrics = async () => (await coach.api.metrics.getClientMetrics({ coachId: coach.id })).workoutAdherence;

describe('the dates of a program', () => {
  const scene = fc.record({
    startAge: fc.integer({ min: 0, max: 800 }),
    weekdays: fc.uniqueArray(fc.integer({ min: 1, max: 7 }), { minLength: 1, maxLength: 7 }),
    weeks: fc.array(fc.integer({ min: 1, max: 7 }), { minLength: 1, maxLength: 6 }),
    split: fc.nat(5),
    moves: fc.array(fc.record({ week: fc.nat(5), day: fc.nat(6), offset: fc.integer({ min: -3, max: 9 }) }), {
      maxLength: 6,
    }),
  });

  it('are the same in the database and in the contract', async () => {
    await fc.assert(
      fc.asyncProperty(scene, async ({ startAge, weekdays, weeks, split, moves }) => {
        const startDay = addDays(TODAY, -startAge);
        const content = weeks.map((count, week) => ({
          days: Array.from({ length: count }, (_, day) => ({ key: `${week}.${day}`, name: 'Day' })),
        }));
        const moved = Object.fromEntries(
          moves.map(({ week, day, offset }) => [`${week}.${day}`, addDays(startDay, 7 * week + offset)]),
        );
        const phases = [{ weeks: content.slice(0, split) }, { weeks: content.slice(split) }];
        const { rows } = await test.owner.execute<{ days: { day: string; key: string }[] }>(sql`
          select dated_days(${JSON.stringify({ phases })}::jsonb, ${startDay}::date,
            ${`{${weekdays.join(',')}}`}::integer[], ${JSON.stringify(moved)}::jsonb) as days`);
        const expected = datedDays({ weeks: content, startDay, weekdays, moved });
        expect(rows[0]?.days).toEqual(expected.map(({ day, dayKey }) => ({ day, key: dayKey })));
      }),
      { numRuns: 200 },
    );
  });
});

describe('workout adherence', () => {
  it('is the same on the dashboard, in the list, on the client’s page and beside the workouts', async () => {
    await train(0, START);
    expect(await metrics()).toBe(33);
    const { clients } = await coach.api.clients.listClients({ coachId: coach.id });
    expect(clients[0]?.workouts).toEqual({ done: 1, due: 3 });
    expect((await coach.api.clients.getClient(pair())).workouts).toEqual({ done: 1, due: 3 });
    expect((await coach.api.workouts.listClientWorkouts(pair())).adherence).toEqual({ done: 1, due: 3 });
  });

  it('on the dashboard is the mean of clients with due workouts, whatever they report', async () => {
    expect(await metrics()).toBe(0);
    await aCheckIn(test, { by: pair(), day: TODAY, adherence: 95 });
    await aClient(test, { of: coach });
    const second = await aClient(test, { of: coach, person: { timeZone: 'America/Los_Angeles' } });
    await assign(second);
    await train(0, START);
    await train(1, '2026-03-05');
    await train(2, '2026-03-10');
    expect(await metrics()).toBe(50);
    await updateRelationship(test, second, { status: 'ended' });
    expect(await metrics()).toBe(100);
  });

  it('is empty while no workout was due', async () => {
    const other = await aCoach(test);
    await aClient(test, { of: other });
    expect((await other.api.metrics.getClientMetrics({ coachId: other.id })).workoutAdherence).toBeNull();
  });

  it('counts toward the engagement label, which is renewed after a workout and after a missed one', async () => {
    const engagement = async () => (await coach.api.clients.getClient(pair())).engagement;
    const listed = async (label: 'Excellent' | 'Needs Attention') =>
      (await coach.api.clients.listClients({ coachId: coach.id, engagement: label })).clients.length;
    await updateRelationship(test, client, { checkInAnchor: TODAY });
    expect(await engagement()).toMatchObject({ score: 0, label: 'Needs Attention' });
    expect(await listed('Needs Attention')).toBe(1);
    await train(0, START);
    await train(1, '2026-03-05');
    await train(2, '2026-03-09');
    expect(await engagement()).toMatchObject({ score: 100, label: 'Excellent' });
    expect([await listed('Excellent'), await listed('Needs Attention')]).toEqual([1, 0]);
    test.setNow(new Date('2026-03-13T20:00:00Z'));
    const missed = await engagement();
    expect(missed?.score).toBeLessThan(85);
    expect(await listed('Excellent')).toBe(0);
  });
});

describe('a check-in', () => {
  const lastCheckIn = () => aCheckIn(test, { by: pair(), day: '2026-03-09', adherence: 90 });
  const own = async () => (await client.api.checkins.getCheckInForm()).workouts;

  it('starts with the workouts since the previous one', async () => {
    await train(1, '2026-03-05');
    await train(2, '2026-03-10');
    // One interval back, because there is no previous check-in.
    expect(await own()).toEqual({ from: '2026-03-04', to: '2026-03-10', done: 2, due: 2 });
    await lastCheckIn();
    expect(await own()).toEqual({ from: '2026-03-09', to: '2026-03-10', done: 1, due: 1 });
    await updateRelationship(test, client, { checkInPauses: [{ from: '2026-03-01', until: null }] });
    expect(await own()).toEqual({ from: '2026-03-09', to: '2026-03-10', done: 1, due: 1 });
  });

  it('shows no workouts for a client without a program', async () => {
    const other = await aClient(test, { of: coach });
    expect((await other.api.checkins.getCheckInForm()).workouts).toBeNull();
  });

  it('is reviewed with the workouts of its days', async () => {
    const id = await lastCheckIn();
    const review = async (checkInId: string) =>
      (await coach.api.checkins.getReview({ coachId: coach.id, checkInId })).workouts;
    expect(await review(id)).toEqual({ from: '2026-03-02', to: '2026-03-08', done: 0, due: 2 });
    await train(1, '2026-03-05');
    expect(await review(id)).toEqual({ from: '2026-03-02', to: '2026-03-08', done: 1, due: 2 });
    const next = await aCheckIn(test, { by: pair(), day: TODAY, adherence: 90 });
    expect(await review(next)).toEqual({ from: '2026-03-09', to: '2026-03-10', done: 0, due: 1 });
  });
});
