import { randomUUID } from 'node:crypto';
import { addDays } from '@stridewell/contract/time';
import { workoutId } from '@stridewell/contract/workouts/workouts.rules';
import { sql } from 'drizzle-orm';
import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest';
import { countStatements } from '../../../test/api.ts';
import { createTestApp, type TestApp } from '../../../test/app.ts';
import { aClient, aCoach, type Client, type Coach } from '../../../test/people.ts';
import { aProgram } from '../../../test/program-samples.ts';
import { aLog, aLoggedSet, aPain } from '../../../test/workout-samples.ts';
import { reviewDueClients } from './adjustments.due.service.ts';

/** A Monday, on which the programs start. */
const START = '2026-03-02';

let test: TestApp;
let coach: Coach;
beforeAll(async () => {
  test = await createTestApp();
});
afterAll(() => test.close());
beforeEach(async () => {
  at(START);
  coach = await aCoach(test, { timeZone: 'America/Los_Angeles' });
});

/** Noon of a day in Los Angeles. */
const at = (day: string) => test.setNow(new Date(`${day}T20:00:00Z`));
const review = () => reviewDueClients(test.services);

type Trained = { client: Client; programId: string };

/** A client who follows a program with squats on Mondays and Thursdays. */
async function aTrainedClient(): Promise<Trained> {
  const client = await aClient(test, { of: coach, person: { timeZone: 'America/Los_Angeles' } });
  const [templateId, programId] = [randomUUID(), randomUUID()];
  const about = { coachId: coach.id, programId: templateId };
  await coach.api.programs.saveProgram({ ...about, basedOn: 0, program: aProgram(), folder: '', tags: [] });
  const assignments = [{ id: programId, clientId: client.clientId }];
  await coach.api.programs.assignProgram({ ...about, assignments, startDay: START, weekdays: [1, 4] });
  return { client, programId };
}
const kindsOf = async ({ client: { clientId } }: Trained) => {
  const { adjustments } = await coach.api.adjustments.getClientAdjustments({ coachId: coach.id, clientId });
  return adjustments.map(({ kind }) => kind);
};
const dueRows = async () =>
  (await test.owner.execute(sql`select 1 from adjustment_reviews where due_at <= ${test.services.now().toISOString()}`))
    .rows.length;

it('pain is reviewed at once, without the schedule', async () => {
  const trained = await aTrainedClient();
  const id = workoutId(trained.programId, 'day000000', START);
  const pains = [aPain(randomUUID(), { part: 'knee', at: `${START}T18:30:00.000Z` })];
  const head = { day: START, weekNumber: 1, startedAt: `${START}T18:00:00.000Z`, pains };
  await trained.client.api.workouts.syncWorkout({ logId: id, log: aLog(id, head, [aLoggedSet()]) });
  await expect.poll(() => kindsOf(trained), { timeout: 20_000 }).toEqual(['swap']);
});

it('a failed review holds up no other client and is repeated', async () => {
  const [broken, other] = [await aTrainedClient(), await aTrainedClient()];
  await review();
  at(addDays(START, 1));
  const content = (value: object) =>
    test.owner.execute(sql`update client_programs set content = ${JSON.stringify(value)}::jsonb
      where coach_id = ${coach.id} and id = ${broken.programId}`);
  await content({ phases: [{}] });
  await expect(review()).rejects.toThrow();
  expect(await kindsOf(other)).toEqual(['move']);
  await content(aProgram());
  await review();
  expect(await kindsOf(broken)).toEqual(['move']);
});

it('the job reviews only clients who are due', async () => {
  await aTrainedClient();
  await aTrainedClient();
  await review();
  expect(await dueRows()).toBe(0);
  expect(await countStatements(review)).toBe(1);
});
