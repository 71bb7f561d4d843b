import { randomUUID } from 'node:crypto';
import type { EngagementLabel } from '@stridewell/contract/clients/clients.labels.rules';
import { addDays, dayInZone } from '@stridewell/contract/time';
import { eq, sql } from 'drizzle-orm';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { aMeal, aMealDay, aMealPlan, aPlannedFood } from '../../../../../packages/contract/test/meal-plans.ts';
import { createTestApp, type TestApp } from '../../../test/app.ts';
import { aMealDraft, aTarget } from '../../../test/factories/nutrition.ts';
import { aFoodDay, aQuickEntry } from '../../../test/food-samples.ts';
import {
  aCheckIn,
  aClient,
  aClientWithCheckIns,
  aCoach,
  type Coach,
  updateRelationship,
} from '../../../test/people.ts';
import { aProgram } from '../../../test/program-samples.ts';
import { relationships } from '../../core/relationships/relationships.table.ts';
import { noteCheckIns } from '../checkins/checkins.figures.data.ts';
import { checkIns } from '../checkins/checkins.table.ts';
import { BUILT_IN_FOODS } from '../foods/foods.content.ts';
import { clientProgramDrafts } from '../programs/programs.table.ts';
import { renewEngagement } from './clients.labels.service.ts';

let test: TestApp;
beforeAll(async () => {
  test = await createTestApp();
});
afterAll(() => test.close());

const ZONE = 'America/Los_Angeles';
const today = dayInZone(new Date(), ZONE);

const signedInCoach = () => aCoach(test, { timeZone: ZONE });

/** A client with a check-in in each of the last `weeks` weeks, except the last `missed`. */
async function clientOf(
  coach: Coach,
  fullName: string,
  adherence: number,
  { weeks = 6, missed = 0, status = 'active' } = {},
) {
  const checkInAnchor = addDays(today, -7 * weeks - 1);
  const reports = Array.from({ length: weeks + 1 - missed }, (_, week) => ({
    day: addDays(checkInAnchor, 7 * week),
    adherence,
  }));
  return (await aClientWithCheckIns(test, { of: coach, fullName, status, checkInAnchor, reports })).clientId;
}

type Selection = Omit<Parameters<Coach['api']['clients']['listClients']>[0], 'coachId'>;
const labelsOf =
  ({ id: coachId, api }: Coach) =>
  async (selection: Selection) => {
    const { clients } = await api.clients.listClients({ coachId, ...selection });
    return clients.map(({ fullName, engagement }) => [fullName, engagement?.label]);
  };
const renew = (now = new Date()) => renewEngagement({ ...test.services, now: () => now });

it('finds active clients by the label on their page', async () => {
  const coach = await signedInCoach();
  const coachId = coach.id;
  const ids = {
    Ada: await clientOf(coach, 'Ada', 100),
    Ben: await clientOf(coach, 'Ben', 60),
    Cleo: await clientOf(coach, 'Cleo', 20, { missed: 6 }),
  };
  await clientOf(coach, 'Dora', 100, { status: 'paused' });
  await clientOf(coach, 'Emil', 100, { weeks: -1 });
  await renew();
  const list = labelsOf(coach);
  const all = new Map((await list({})).map(([name, label]) => [name, label]));
  expect(all.get('Dora')).toBeUndefined();
  expect(all.get('Emil')).toBeUndefined();
  for (const [name, clientId] of Object.entries(ids)) {
    const { engagement } = await coach.api.clients.getClient({ coachId, clientId });
    const label = engagement?.label;
    expect(all.get(name)).toBe(label);
    expect(await list({ engagement: label })).toContainEqual([name, label]);
    expect(await list({ engagement: label, status: 'paused' })).toEqual([]);
  }
  expect(new Set([...all.values()]).size).toBeGreaterThan(2);
});

it('is renewed after a check-in, a new schedule, or a period without a check-in', async () => {
  const coach = await signedInCoach();
  const coachId = coach.id;
  const clientId = await clientOf(coach, 'Ada', 100);
  const stored = async () => {
    const { rows } = await test.owner.execute<{ engagement: EngagementLabel | null; until: string }>(
      sql`select engagement, engagement_until::text as until from client_coach_relationships where client_id = ${clientId}`,
    );
    return rows[0];
  };
  await renew();
  expect(await stored()).toMatchObject({ engagement: 'Excellent' });
  await renew(new Date(Date.now() + 21 * 86_400_000));
  expect(await stored()).toMatchObject({ engagement: 'Good' });
  await aCheckIn(test, { by: { coachId, clientId }, day: today, adherence: 100 });
  expect(await stored()).toMatchObject({ until: '-infinity' });
  await renew();
  expect(await stored()).toMatchObject({ engagement: 'Excellent' });
  const plan = { firstDay: today, every: { days: 3 }, zone: 'coach', templateId: null } as const;
  await coach.api.checkins.setCheckInPlan({ coachId, clientId, ...plan });
  expect((await stored())?.until).toBe('-infinity');
});

it('follows nutrition and habits in the product instead of the answer about the plan', async () => {
  const coach = await signedInCoach();
  const checkInAnchor = addDays(today, -43);
  const client = await aClient(test, { of: coach, person: { timeZone: ZONE }, checkInAnchor });
  const of = { coachId: coach.id, clientId: client.clientId };
  for (const week of [6, 5, 4, 3, 2, 1, 0]) {
    await aCheckIn(test, { by: of, day: addDays(today, -7 * week - 1), adherence: 20 });
  }
  const partsNow = async () => {
    await renew();
    const { engagement } = await coach.api.clients.getClient(of);
    return { score: engagement?.score, shares: new Map(engagement?.parts.map(({ part, share }) => [part, share])) };
  };
  const asked = await partsNow();
  expect(asked.shares.get('plan_answer')).toBe(20);
  expect(asked.shares.has('nutrition')).toBe(false);
  await aTarget(test, { of, startsOn: addDays(today, -30) });
  const status = { value: 'complete', changedAt: new Date().toISOString() } as const;
  const day = { ...aFoodDay(addDays(today, -1), [aQuickEntry(2000)]), status };
  await client.api.foodlogs.syncFoodDay({ day: day.id, log: day });
  const logged = await partsNow();
  expect(logged.shares.get('nutrition')).toBe(100);
  expect(logged.score).toBeGreaterThan(asked.score ?? 0);
  const [{ engagement: listed } = {}] = (await coach.api.clients.listClients({ coachId: coach.id })).clients;
  expect(listed?.score).toBe(logged.score);
  const habitId = randomUUID();
  await coach.api.habits.saveHabit({
    coachId: coach.id,
    habitId,
    name: 'Walk',
    kind: 'steps',
    unit: 'steps',
    goal: 8000,
  });
  await coach.api.habits.setClientHabit({ ...of, habitId, daysPerWeek: 7 });
  await client.api.habits.saveOwnHabitDay({ coachId: coach.id, habitId, day: today, value: 8000 });
  expect((await partsNow()).shares.get('nutrition')).toBe(100);
  const partial = { value: 'partial', changedAt: new Date(Date.now() + 1000).toISOString() } as const;
  await client.api.foodlogs.syncFoodDay({ day: day.id, log: { ...day, status: partial } });
  // The habit is done, the target of the day is not: half of it.
  expect((await partsNow()).shares.get('nutrition')).toBe(50);
});

it('excludes weeks in which a client was paused', async () => {
  const coach = await signedInCoach();
  const coachId = coach.id;
  const clientId = await clientOf(coach, 'Ada', 100, { weeks: 8, missed: 5 });
  const weeksOff = { from: addDays(today, -34), until: addDays(today, -2) };
  const label = async () => (await labelsOf(coach)({ q: 'Ada' }))[0]?.[1];
  expect(await label()).toBe('Needs Attention');
  await updateRelationship(test, { coachId, clientId }, { checkInPauses: [weeksOff] });
  expect(await label()).toBe('Excellent');
  await renew();
  expect(await labelsOf(coach)({ engagement: 'Excellent' })).toEqual([['Ada', 'Excellent']]);
});

it('is renewed after a pause', async () => {
  const coach = await signedInCoach();
  const coachId = coach.id;
  const clientId = await clientOf(coach, 'Ada', 100);
  await renew();
  await coach.api.clients.setClientStatus({ coachId, clientId, status: 'paused' });
  await coach.api.clients.setClientStatus({ coachId, clientId, status: 'active' });
  const [stored] = await test.owner
    .select({ until: relationships.engagementUntil })
    .from(relationships)
    .where(eq(relationships.clientId, clientId));
  expect(stored?.until).toBe('-infinity');
});

it('is correct in the list and in the exported file before the job has run', async () => {
  const coach = await signedInCoach();
  const coachId = coach.id;
  const clientId = await clientOf(coach, 'Ada', 100, { missed: 4 });
  const list = labelsOf(coach);
  const current = async () => {
    const [first] = (await coach.api.clients.listClients({ coachId })).clients;
    if (!first?.engagement) throw new Error('the client has no label');
    return first.engagement.label;
  };
  const before = await current();
  expect(await list({ engagement: before })).toEqual([['Ada', before]]);
  await aCheckIn(test, { by: { coachId, clientId }, day: today, adherence: 100 });
  const after = await current();
  expect(after).not.toBe(before);
  const { body } = await coach.caller.get<string>(
    `/exports/${coachId}/clients.csv?${new URLSearchParams({ engagement: after })}`,
  );
  expect(body).toContain('Ada');
  expect(await list({ engagement: before })).toEqual([]);
  await test.owner.delete(checkIns).where(eq(checkIns.clientId, clientId));
  await test.owner.execute(noteCheckIns({ coachId, clientId }));
  expect(await list({ engagement: after })).toEqual([]);
});

it('is renewed for several coaches in one run', async () => {
  const [one, other] = [await signedInCoach(), await signedInCoach()];
  await clientOf(one, 'Ada', 100);
  await clientOf(other, 'Ben', 30);
  await Promise.all([renew(), renew()]);
  expect(await labelsOf(one)({ engagement: 'Excellent' })).toEqual([['Ada', 'Excellent']]);
  expect(await labelsOf(other)({ engagement: 'Excellent' })).toEqual([]);
});

it('finds clients by plan status, which follows their programs and meal plans', async () => {
  const coach = await signedInCoach();
  const coachId = coach.id;
  const programId = randomUUID();
  await coach.api.programs.saveProgram({
    coachId,
    programId,
    basedOn: 0,
    program: aProgram({ weeks: 2 }),
    folder: '',
    tags: [],
  });
  const assign = async (clientId: string, startDay: string) => {
    const id = randomUUID();
    const dates = { startDay, weekdays: [1, 4] };
    await coach.api.programs.assignProgram({ coachId, programId, assignments: [{ id, clientId }], ...dates });
    return id;
  };
  await assign(await clientOf(coach, 'Ada', 90), addDays(today, -3));
  // The program ended yesterday.
  await assign(await clientOf(coach, 'Ben', 90), addDays(today, -14));
  await clientOf(coach, 'Cleo', 90);
  const drafted = await assign(await clientOf(coach, 'Dora', 90), addDays(today, 5));
  const change = { coachId, clientProgramId: drafted };
  const program = { ...aProgram({ weeks: 2 }), name: 'Drafted' };
  const { version } = await coach.api.programs.saveClientDraft({ ...change, basedOn: 0, programVersion: 1, program });
  await test.owner
    .update(clientProgramDrafts)
    .set({ source: 'engine' })
    .where(eq(clientProgramDrafts.coachId, coachId));
  await coach.api.programs.publishClientDraft({ ...change, draftVersion: version });
  const plan = aMealPlan([aMealDay(1, [aMeal(1, [aPlannedFood(1, BUILT_IN_FOODS[0]?.id ?? '')])])]);
  const eat = async (planId: string, clientId: string, startDay: string, endDay: string | null) => {
    const assignments = [{ id: randomUUID(), clientId }];
    await coach.api.meals.assignMealPlan({ coachId, planId, assignments, startDay, endDay });
  };
  const [own, draftedMeals] = [randomUUID(), randomUUID()];
  for (const planId of [own, draftedMeals]) {
    await coach.api.meals.saveMealPlan({ coachId, planId, basedOn: 0, plan });
  }
  await aMealDraft(test, { of: coach, usedAs: draftedMeals });
  await eat(own, await clientOf(coach, 'Emil', 90), today, null);
  await eat(own, await clientOf(coach, 'Finn', 90), addDays(today, -9), addDays(today, -1));
  await eat(draftedMeals, await clientOf(coach, 'Gina', 90), today, addDays(today, 6));
  const list = labelsOf(coach);
  const named = async (selection: Selection) => (await list(selection)).map(([name]) => name);
  expect(await named({ planStatus: 'in_progress' })).toEqual(['Ada', 'Emil']);
  expect(await named({ planStatus: 'none' })).toEqual(['Ben', 'Cleo', 'Finn']);
  expect(await named({ planStatus: 'ai_generated' })).toEqual(['Dora', 'Gina']);
});
