import { randomUUID } from 'node:crypto';
import { BUILT_IN_QUESTIONS, type Question } from '@stridewell/contract/checkins/checkins.forms.rules';
import { HEALTH_VERSION } from '@stridewell/contract/onboarding/onboarding.health.rules';
import { CONSENT_VERSION } from '@stridewell/contract/onboarding/onboarding.rules';
import { sql } from 'drizzle-orm';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type Caller, createTestApp, type TestApp } from './app.ts';
import { aReferralLetter } from './factories/nutrition.ts';
import { aTemplate } from './people.ts';
import { reviewedAccess } from './procedure-access.ts';
import { CASES } from './security-cases.ts';
import { NO_TO_ALL } from './security-cases-onboarding.ts';
import { createWorld, type World } from './world.ts';

/** Fields with calories, grams of food, macros, body weight or BMI. Wider than the filter of the server. */
const NUMBER_KEY = /kg$|weight|kcal|kj$|calor|gram|protein|carb|fat|fibre|sugar|sodium|macro|bmi/i;
/** A number of these units in a text. */
const NUMBER_TEXT = /\d\s?(kg|kgs|lbs?|pounds|st|stone|kcal|calories|kj|g|grams)\b|\bbmi\b|\bbody mass index\b/i;
/** Weights on a bar stay. */
const TRAINING = /^(programs|workouts|adjustments|exercises)\./;

type Found = { path: string; value: unknown };

/** Every number in an answer that a client whose numbers are off must not read. */
function numbersIn(value: unknown, path = ''): Found[] {
  if (typeof value === 'string') return NUMBER_TEXT.test(value) ? [{ path, value }] : [];
  if (typeof value !== 'object' || value === null) return [];
  if (Array.isArray(value)) return value.flatMap((one, index) => numbersIn(one, `${path}[${index}]`));
  const row: Record<string, unknown> = { ...value };
  const isWeighIn = row.kind === 'weight' || row.kind === 'body_fat';
  return Object.entries(row).flatMap(([key, field]) => {
    const at = `${path}.${key}`;
    if (typeof field === 'number')
      return NUMBER_KEY.test(key) || (isWeighIn && key === 'value') ? [{ path: at, value: field }] : [];
    return numbersIn(field, at);
  });
}

let test: TestApp;
let world: World;
let client: Caller;
beforeAll(async () => {
  test = await createTestApp();
  world = await createWorld(test);
  client = world.callers.client;
  await fillNumbers();
});
afterAll(() => test.close());

const CALORIES: Question = {
  id: 'eaten',
  type: 'number',
  label: 'How much did you eat?',
  help: '',
  required: true,
  unit: 'kcal',
  min: 0,
  max: 9000,
  metric: null,
};

/** Weights and calories wherever a person or their coach can store them. */
async function fillNumbers(): Promise<void> {
  const { coachId, clientId, checkInId } = world;
  const coach = world.callers.coach.api;
  const pair = { coachId, clientId };
  const { record, version } = await coach.records.getClientRecord(pair);
  const weights = { startWeightKg: 91.5, goalWeightKg: 82.5, heightCm: 178, dateOfBirth: '1990-02-03' };
  await coach.records.saveClientRecord({ ...pair, version, record: { ...record, ...weights } });
  await client.api.progress.saveMeasurements({
    ...pair,
    day: '2026-01-04',
    values: { weight: 88.5, body_fat: 24, waist: 90 },
  });
  await coach.checkins.reviewCheckIn({ coachId, checkInId, reply: { id: randomUUID(), body: 'Well done' } });
  const questions = [...BUILT_IN_QUESTIONS, CALORIES];
  const templateId = await aTemplate(test, { of: { id: coachId }, name: 'Food', questions, isDefault: true });
  const answers = { weight: 87.5, adherence: 90, energy: 4, eaten: 2150 };
  await client.api.checkins.submitCheckIn({ coachId, id: randomUUID(), templateId, version: 1, answers });
  await client.api.checkins.saveCheckInDraft({ coachId, id: randomUUID(), templateId, version: 1, answers });
  const consent = { id: randomUUID(), version: CONSENT_VERSION } as const;
  const health = { id: randomUUID(), version: HEALTH_VERSION, answers: NO_TO_ALL } as const;
  await client.api.onboarding.saveOnboarding({ ...pair, step: 'health', consent, health });
}

const isRead = (name: string) => reviewedAccess(name).address.startsWith('GET ');
/** The procedures that the reviewed list opens to a client, those that read first. */
const OFFERED = Object.entries(CASES)
  .filter(([, { allowed }]) => allowed.includes('client'))
  .sort(([one], [other]) => Number(isRead(other)) - Number(isRead(one)));

type Answered = { name: string; status: number; body: unknown };

/** The answers to a client from each of them. */
async function answersTo(caller: Caller): Promise<Answered[]> {
  // As it was before the numbers were hidden.
  const draft = JSON.stringify({ weight: 86.5, adherence: 90, eaten: 2050 });
  await test.owner.execute(sql`update check_in_drafts set answers = ${draft}::jsonb where coach_id = ${world.coachId}`);
  // One of the calls deletes it.
  await test.owner.execute(sql`delete from referral_letters where id = ${world.letterId}`);
  await aReferralLetter(test, { of: world, day: '2026-01-05', id: world.letterId });
  const answers: Answered[] = [];
  for (const [name, { call, others = [] }] of OFFERED) {
    for (const one of [call, ...others]) {
      const { status, body } = await one(caller, world);
      answers.push({ name, status, body });
    }
  }
  return answers;
}

const leaks = (answers: readonly Answered[]) =>
  answers
    .filter(({ name }) => !TRAINING.test(name))
    .flatMap(({ name, body }) => numbersIn(body).map(({ path, value }) => `${name}${path} = ${String(value)}`));

describe('the numbers of a client', () => {
  it('are in these answers while they are shown, so that the scan below can fail', async () => {
    const found = leaks(await answersTo(client)).map((line) =>
      line
        .split(/[. [=]/)
        .slice(0, 2)
        .join('.'),
    );
    expect([...new Set(found)].sort()).toEqual([
      'checkins.correctCheckIn',
      'checkins.getCheckInForm',
      'checkins.listOwnCheckIns',
      'checkins.listOwnDrafts',
      'checkins.submitCheckIn',
      'dashboard.getClientDashboard',
      'foodlogs.getOwnFoodDay',
      'foodlogs.getOwnFoodLog',
      'foodlogs.syncFoodDay',
      'meals.getOwnMealPlan',
      'meals.getOwnRecipe',
      'messages.listMessages',
      'onboarding.confirmOnboarding',
      'onboarding.getOnboarding',
      'onboarding.saveOnboarding',
      'onboarding.withdrawConsent',
      'ownFoods.listOwnFoods',
      'ownFoods.saveOwnFood',
      'progress.getProgress',
      'targets.listOwnReferrals',
      'targets.markReferralRead',
    ]);
  });

  it('are in no answer once they are hidden by an answer about an eating disorder, from that answer on', async () => {
    const { coachId, clientId } = world;
    const eating = { ...NO_TO_ALL, eating: { said: 'yes', details: '', cleared: 'no' } } as const;
    const consent = { id: randomUUID(), version: CONSENT_VERSION } as const;
    const health = { id: randomUUID(), version: HEALTH_VERSION, answers: eating } as const;
    const body = { coachId, step: 'health', consent, health };
    const first = await client.send('PATCH', `/rest/v1/clients/${clientId}/onboarding`, body);
    expect(first.status).toBe(200);
    expect(numbersIn(first.body)).toEqual([]);
    const answers = await answersTo(client);
    expect(leaks(answers)).toEqual([]);
    // The client may not show the numbers again, and has asked for a copy just now.
    const refused = answers.filter(({ status }) => status >= 400).map(({ name }) => name);
    expect(refused.sort()).toEqual(['privacy.askForOwnExport', 'ways.setOwnNumbers']);
    expect(answers.map(({ name }) => name)).toEqual(expect.arrayContaining(OFFERED.map(([name]) => name)));
  });

  it('stay in the answers to the coach', async () => {
    const { coachId, clientId } = world;
    const { coach } = world.callers;
    const { measurements, goalWeightKg } = await coach.api.progress.getProgress({ coachId, clientId });
    expect(goalWeightKg).toBe(82.5);
    expect(measurements).toContainEqual({ kind: 'weight', day: '2026-01-04', value: 88.5, source: 'client' });
  });

  it('stay stored when the client sends a day of food as they got it', async () => {
    const { coachId, clientId, callers } = world;
    const kcal = async () => {
      const answer = await callers.coach.get(`/rest/v1/clients/${clientId}/food_days?coachId=${coachId}`);
      return JSON.stringify(answer.body).match(/"kcal":\d+(\.\d+)?/g);
    };
    const before = await kcal();
    expect(before).toContain('"kcal":568.5');
    const { day } = await client.api.foodlogs.getOwnFoodDay({ day: '2026-03-02' });
    await client.api.foodlogs.syncFoodDay({ day: '2026-03-02', log: day });
    expect(await kcal()).toEqual(before);
  });

  it('are in no notification', async () => {
    await test.delivered();
    const { notifications } = await client.api.notifications.listNotifications({});
    expect(numbersIn(notifications)).toEqual([]);
  });
});
