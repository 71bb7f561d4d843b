import { randomUUID } from 'node:crypto';
import type { Question } from '@stridewell/contract/checkins/checkins.forms.rules';
import { onTrackPercent } from '@stridewell/contract/clients/clients.figures.rules';
import { PERFORMANCE_WEEKS } from '@stridewell/contract/performance/performance.rules';
import { addDays } from '@stridewell/contract/time';
import { eq } from 'drizzle-orm';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { shareTestApp, type TestApp } from '../../../test/app.ts';
import { someDailyMetrics } from '../../../test/factories/business.ts';
import { aClientRecord, someMessages } from '../../../test/factories/records.ts';
import { aClientProgram, aPlannedWorkout } from '../../../test/factories/training.ts';
import {
  aCheckIn,
  aClient,
  aClientWithCheckIns,
  aCoach,
  type Coach,
  type Pair,
  updateRelationship,
} from '../../../test/people.ts';
import { aProgram } from '../../../test/program-samples.ts';
import { recordStatements } from '../../../test/statements.ts';
import { clientMetrics } from '../metrics/metrics.table.ts';
import { clientPrograms } from '../programs/programs.table.ts';

let test: TestApp;
let coach: Coach;
beforeAll(async () => {
  test = await shareTestApp();
});
afterAll(() => test.close());
beforeEach(async () => {
  // Sunday evening in Los Angeles, already Monday in UTC.
  test.setNow(new Date('2026-11-23T04:00:00Z'));
  coach = await aCoach(test, { timeZone: 'America/Los_Angeles' });
});

const TODAY = '2026-11-22';

const report = (weeks: (typeof PERFORMANCE_WEEKS)[number] = 4, of: Coach = coach) =>
  of.api.performance.getPerformance({ coachId: of.id, weeks });

/** A program with two workouts a week in the last four weeks, the first `done` of them finished. */
async function train(of: Pair, done: number, name = 'Strength'): Promise<void> {
  const content = aProgram({ weeks: 4 });
  const program = await aClientProgram(test, {
    of,
    name,
    programId: 'strength',
    content,
    startDay: addDays(TODAY, -27),
  });
  for (const { dayKey } of program.days.slice(0, done))
    await aPlannedWorkout(test, { of: program, dayKey, day: addDays(TODAY, -27) });
}

const weekly = (weeks: number, adherence = 90) =>
  Array.from({ length: weeks }, (_, week) => ({ day: addDays(TODAY, -7 * week), adherence }));

const aTrainee = (name: string, weeks = 4, adherence = 90) =>
  aClientWithCheckIns(test, {
    of: coach,
    fullName: name,
    checkInAnchor: addDays(TODAY, -70),
    reports: weekly(weeks, adherence),
  });

describe('answers about nutrition', () => {
  it('are one mean, each client once, and empty when no form asks', async () => {
    expect((await report()).nutritionAnswers).toEqual({ now: null, before: null, clients: 0 });
    const [ben, cleo] = [await aClient(test, { of: coach }), await aClient(test, { of: coach })];
    const answers = [
      [ben, 1, 90],
      [ben, 8, 70],
      [cleo, 2, 50],
      [ben, 35, 40],
    ] as const;
    for (const [by, daysAgo, nutrition] of answers) {
      const submittedAt = new Date(`${addDays(TODAY, -daysAgo)}T18:00:00Z`);
      await aCheckIn(test, { by, day: addDays(TODAY, -daysAgo), nutrition, submittedAt });
    }
    await aCheckIn(test, { by: await aClient(test, { of: coach }), day: TODAY });
    expect((await report()).nutritionAnswers).toEqual({ now: 65, before: 40, clients: 2 });
  });

  it('can come from a question of the coach’s own form', async () => {
    const client = await aClient(test, { of: coach });
    const [coachId, templateId] = [coach.id, randomUUID()];
    const question: Question = {
      id: 'food',
      type: 'scale',
      label: 'How much of your meal plan did you follow?',
      help: '',
      required: true,
      min: 0,
      max: 100,
      step: 5,
      minLabel: '',
      maxLabel: '',
      metric: 'nutrition',
    };
    await coach.api.checkins.saveTemplate({ coachId, templateId, name: 'Food', questions: [question], basedOn: 0 });
    await coach.api.checkins.updateTemplate({ coachId, templateId, isDefault: true });
    await client.api.checkins.submitCheckIn({ id: randomUUID(), templateId, version: 1, answers: { food: 85 } });
    expect((await report()).nutritionAnswers).toEqual({ now: 85, before: null, clients: 1 });
  });
});

describe('the report', () => {
  it('of an empty account has no figures', async () => {
    const empty = await report();
    expect(empty).toMatchObject({
      clients: [],
      programs: [],
      goals: [],
      topQuarter: { state: 'too_few', missing: 12 },
    });
    expect(empty.workouts).toEqual({ now: null, before: null });
    expect(empty.messages.now).toEqual({ answered: 0, waiting: 0, medianSeconds: null, promptPercent: null });
    expect(empty.trend).toHaveLength(4);
  });

  it('shows the same figures as the dashboard, the list and each client’s page', async () => {
    const [first, second, third] = [await aTrainee('Ana'), await aTrainee('Ben', 2, 50), await aTrainee('Cleo', 0)];
    for (const [index, pair] of [first, second, third].entries()) await train(pair, 2 * index + 1);
    await aClientRecord(test, { of: first, goalWeightKg: 60, startWeightKg: 70 });

    const found = await report();
    const { clientMetrics: card } = await coach.api.dashboard.getCoachDashboard({ coachId: coach.id });
    if (card.state !== 'ready') throw new Error(`the card is ${card.state}`);
    const { workoutAdherence, clientsOnTrack, totalActiveClients } = card.data;
    expect(found.metrics).toEqual(card.data);
    expect(found.metrics).toEqual(await coach.api.metrics.getClientMetrics({ coachId: coach.id }));
    expect(found.workouts.now).toBe(workoutAdherence);
    expect(found.onTrack.now).toBe(onTrackPercent(clientsOnTrack, totalActiveClients));
    const { clients } = await coach.api.clients.listClients({ coachId: coach.id });
    expect(found.clients).toHaveLength(3);
    for (const client of found.clients) {
      const { workouts, standing, checkIn, fullName } = clients.find((one) => one.clientId === client.clientId) ?? {};
      expect(client).toMatchObject({ workouts, standing, checkIn, name: fullName });
      const page = await coach.api.clients.getClient({ coachId: coach.id, clientId: client.clientId });
      expect(client.progress).toBe(page.progress);
    }
    expect(found.clients.map(({ goal: kind }) => kind)).toEqual(['lose', 'none', 'none']);
    expect(found.programs).toMatchObject([{ programId: 'strength', name: 'Strength', clients: 3 }]);
  });

  it('includes only active clients with a seat who finished the onboarding', async () => {
    const base = await aCoach(test, { plan: 'plus', timeZone: coach.timeZone });
    const fresh = { reports: [], checkInAnchor: TODAY };
    const seen = await aClientWithCheckIns(test, { of: base, ...fresh });
    const others = await Promise.all([
      aClientWithCheckIns(test, { of: base, ...fresh, onboardingCompleted: false }),
      aClientWithCheckIns(test, { of: base, ...fresh, status: 'paused' }),
      aClientWithCheckIns(test, { of: base, ...fresh, status: 'archived' }),
    ]);
    for (const pair of [seen, ...others]) await train(pair, 8);
    const { clients, workouts, programs } = await report(4, base);
    expect(clients.map(({ clientId }) => clientId)).toEqual([seen.clientId]);
    expect(workouts.now).toBe(100);
    expect(programs[0]?.clients).toBe(1);
  });

  it('counts nothing as due in a pause, except a workout that was done', async () => {
    const pair = await aTrainee('Ana');
    await train(pair, 1);
    await updateRelationship(test, pair, { checkInPauses: [{ from: addDays(TODAY, -40), until: null }] });
    const [client] = (await report()).clients;
    expect(client).toMatchObject({ workouts: { done: 1, due: 1 }, checkIns: { done: 0, due: 0 } });
  });

  it('shows a program under its latest name', async () => {
    const former = await aTrainee('Ana');
    await train(former, 8, 'Old name');
    await train(await aTrainee('Ben'), 4, 'New name');
    await test.owner
      .update(clientPrograms)
      .set({ startDay: addDays(TODAY, -41), endDay: addDays(TODAY, -14) })
      .where(eq(clientPrograms.clientId, former.clientId));
    expect((await report()).programs).toMatchObject([{ name: 'New name', clients: 2 }]);
  });

  it('stores today’s figures once, even if read repeatedly, and does not change past days', async () => {
    await aTrainee('Ana');
    const past = { totalActiveClients: 9, clientsOnTrack: 3 };
    await someDailyMetrics(test, { of: coach, date: addDays(TODAY, -8), ...past });
    await Promise.all([report(), report(12), report(52)]);
    const stored = await test.owner.select().from(clientMetrics).where(eq(clientMetrics.coachId, coach.id));
    expect(stored.map(({ date, totalActiveClients }) => [date, totalActiveClients]).sort()).toEqual([
      [addDays(TODAY, -8), 9],
      [TODAY, 1],
    ]);
    expect((await report()).trend.map(({ onTrack }) => onTrack.now)).toEqual([null, null, 33, 100]);
  });

  it('needs no more statements for many clients and a long period than for few', async () => {
    const count = async (weeks: (typeof PERFORMANCE_WEEKS)[number]) => {
      await report(weeks);
      return (await recordStatements(() => report(weeks))).length;
    };
    await aTrainee('Ana');
    const few = await count(4);
    expect(few).toBeGreaterThan(0);
    for (let index = 0; index < 8; index += 1) await train(await aTrainee(`Client ${index}`), index % 3);
    expect(await count(52)).toBe(few);
  });

  it('shows how the top quarter differs once there are enough clients', async () => {
    const people = await Promise.all(Array.from({ length: 16 }, (_, index) => aTrainee(`Client ${index}`, 0)));
    for (const [index, pair] of people.entries()) {
      await train(pair, index < 4 ? 8 : index % 4);
      // The best four write three times as often as the others, all of them with an answer after an hour.
      const messages = Array.from({ length: index < 4 ? 24 : (index % 5) + 2 }, (_, at) => ({
        sender: at % 2 ? ('coach' as const) : ('client' as const),
        createdAt: new Date(Date.parse('2026-11-01T18:00:00Z') + at * 3_600_000),
      }));
      await someMessages(test, { of: pair, messages });
    }
    const { topQuarter } = await report();
    expect(topQuarter).toMatchObject({ state: 'different', topClients: 4, otherClients: 12 });
    if (topQuarter.state !== 'different') return;
    expect(topQuarter.differences.map(({ habit }) => habit)).toEqual(['messages']);
    expect(topQuarter.differences[0]).toMatchObject({ top: 3, topClients: 4, otherClients: 12 });
  });

  it('accepts every period, and no other', async () => {
    for (const weeks of PERFORMANCE_WEEKS) expect((await report(weeks)).trend).toHaveLength(weeks);
    const { body } = await coach.caller.get<{ trend: unknown[] }>(`/rest/v1/performance_metrics?coachId=${coach.id}`);
    expect(body.trend).toHaveLength(4);
  });
});

describe('the file', () => {
  const file = (query = '', of: Coach = coach) => of.caller.get<string>(`/exports/${of.id}/performance.csv${query}`);

  it('has a line for each client, and no formulas', async () => {
    await train(await aTrainee('=HYPERLINK("x")'), 2);
    await aCheckIn(test, { by: await aClient(test, { of: coach, fullName: '@Ben, "B"' }), day: TODAY });
    const { status, body } = await file('?weeks=12');
    expect(status).toBe(200);
    const [heading, ...lines] = body.trimEnd().split('\r\n');
    expect(heading?.startsWith('\uFEFF"Client","Workouts done",')).toBe(true);
    expect(lines).toHaveLength(2);
    expect(lines.some((line) => line.startsWith(`"'=HYPERLINK(""x"")","2","8","25",`))).toBe(true);
    expect(lines.some((line) => line.startsWith(`"'@Ben, ""B""","0","0","",`))).toBe(true);
  });

  it('is refused without the plan and for unknown periods', async () => {
    expect((await file('?weeks=5')).status).toBe(400);
    expect((await file('?weeks=4&weeks=12')).status).toBe(400);
    const base = await aCoach(test, { plan: 'base' });
    expect((await file('', base)).status).toBe(403);
  });
});
