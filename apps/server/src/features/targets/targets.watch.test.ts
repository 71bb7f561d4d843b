import { randomUUID } from 'node:crypto';
import {
  HEALTH_VERSION,
  type HealthAnswers,
  type ScoffAnswers,
} from '@stridewell/contract/onboarding/onboarding.health.rules';
import {
  OBSERVATION_WORDS,
  printedSentence,
  REFERRAL_CODES,
  type ReferralCode,
} from '@stridewell/contract/onboarding/onboarding.letters.rules';
import { CONSENT_VERSION } from '@stridewell/contract/onboarding/onboarding.rules';
import type { ClientRecord } from '@stridewell/contract/records/records.fields';
import type { TargetContent } from '@stridewell/contract/targets/targets';
import { addDays } from '@stridewell/contract/time';
import { sql } from 'drizzle-orm';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { outcomesOf } from '../../../test/api.ts';
import { createTestApp, type TestApp } from '../../../test/app.ts';
import { aTarget, someLoggedDays } from '../../../test/factories/nutrition.ts';
import { pdfText } from '../../../test/pdf-text.ts';
import { aClient, aCoach, type Client, type Coach, notificationsOf } from '../../../test/people.ts';
import { NO_TO_ALL } from '../../../test/security-cases-onboarding.ts';
import { aRecord } from '../../../test/security-cases-progress.ts';
import { aLog } from '../../../test/workout-samples.ts';
import { renderLetter } from './targets.letter.pdf.ts';
import { reviewDueTargets } from './targets.review.service.ts';
import { watchTarget } from './targets.watch.service.ts';

const START = '2026-03-02';
let test: TestApp;
let coach: Coach;
let client: Client;
let minutes = 0;
beforeAll(async () => {
  test = await createTestApp();
});
afterAll(() => test.close());
beforeEach(async () => {
  at(START);
  coach = await aCoach(test);
  client = await aClient(test, { of: coach });
  const body = { startWeightKg: 80, goalWeightKg: 72, timeZone: null, goal: 'Lose some weight' };
  await coach.api.records.saveClientRecord({ ...pair(), version: 0, record: { ...aRecord, ...body } });
  await answer({});
});

const at = (day: string) => test.setNow(new Date(`${day}T12:00:00Z`));
const pair = () => ({ coachId: coach.id, clientId: client.clientId });
const watch = () => watchTarget(test.services, pair());
const yes = (details = '') => ({ said: 'yes', details, cleared: 'no' }) as const;

/** Answers one minute after the last ones, because the newest answers count. */
const answer = (answers: Partial<HealthAnswers>, scoff?: ScoffAnswers) => {
  minutes += 1;
  test.setNow(new Date(Date.parse(`${START}T12:00:00Z`) + minutes * 60_000));
  return client.api.onboarding.saveOnboarding({
    ...pair(),
    step: 'health',
    consent: { id: randomUUID(), version: CONSENT_VERSION },
    health: { id: randomUUID(), version: HEALTH_VERSION, answers: { ...NO_TO_ALL, ...answers }, scoff },
  });
};

async function edit(changes: Partial<ClientRecord>): Promise<void> {
  const { record, version } = await coach.api.records.getClientRecord(pair());
  await coach.api.records.saveClientRecord({ ...pair(), version, record: { ...record, ...changes } });
}

const OWN: TargetContent = {
  source: 'override',
  goal: 'lose',
  weeklyPercent: null,
  activity: 'moderate',
  week: null,
  kcal: 1850,
  protein: 150,
  fat: 60,
  carbohydrate: 180,
  note: 'Agreed on the phone.',
};
const set = (content = OWN) =>
  coach.api.targets.saveTarget({ ...pair(), targetId: randomUUID(), startsOn: START, content });
const current = async () => (await coach.api.targets.getTargets(pair())).current;
const referrals = () => coach.api.targets.getReferrals(pair());
const letters = async () => (await client.api.targets.listOwnReferrals()).letters;
const weigh = (weight: number) => client.api.progress.saveMeasurements({ ...pair(), day: START, values: { weight } });

/** Two weeks with a complete log of `kcal`, and an hour of training on each day. */
const live = (kcal: number): Promise<void> => someLoggedDays(test, { by: pair(), from: START, count: 15, kcal });

/** Each block of science C, and what makes it appear while a target runs. */
const RED_FLAGS: Record<ReferralCode, () => Promise<unknown>> = {
  words: () => answer({ chronic: yes('Sometimes I make myself sick after meals') }),
  eating: () => answer({ eating: yes() }),
  chest_pain: () => answer({ chest_pain: yes() }),
  fainting: () => answer({ dizziness: yes() }),
  insulin: () => answer({ insulin: yes('Ozempic and insulin') }),
  pregnancy: () => answer({ pregnancy: yes() }),
  weight_loss: () => answer({ weight_loss: yes() }),
  kidney: () => answer({ chronic: yes('Kidney disease') }),
  under_age: () => edit({ dateOfBirth: '2010-02-03' }),
  low_weight: () => weigh(52),
  low_goal: () => edit({ goalWeightKg: 50 }),
  low_availability: async () => {
    await live(1300);
    at(addDays(START, 15));
    await reviewDueTargets(test.services);
  },
};

it('has a red flag for each reason of a letter', () => {
  expect(Object.keys(RED_FLAGS).sort()).toEqual([...REFERRAL_CODES].sort());
});

describe.each(REFERRAL_CODES)('the red flag %s', (code) => {
  it('leads to a letter that the client reads first, and never to a number', async () => {
    await set();
    await RED_FLAGS[code]();
    await watch();
    const [letter, ...others] = await letters();
    expect(others).toEqual([]);
    expect(letter?.observations.map((one) => one.code)).toContain(code);
    expect((await referrals()).letters).toMatchObject([{ id: letter?.id, readAt: null, observations: null }]);
    await client.api.targets.markReferralRead({ letterId: letter?.id ?? '' });
    expect((await referrals()).letters[0]?.observations?.map((one) => one.code)).toContain(code);
    // Food that is too little is looked at by the coach; everything else ends the numbers.
    const target = await current();
    if (code === 'low_availability') expect(target?.target?.kcal).toBe(1850);
    else expect(target).toBeNull();
  });
});

describe('a target that no longer fits', () => {
  it('stops at once by a job, and both hear of it without the reason', async () => {
    await set();
    await answer({ insulin: yes('Insulin pump') });
    await expect.poll(current, { timeout: 15_000 }).toBeNull();
    expect(await client.api.targets.getOwnTarget({})).toMatchObject({ target: null });
    const { history } = await coach.api.targets.getTargets(pair());
    expect(history[0]).toMatchObject({ source: 'ended', by: 'rules', startsOn: START });
    await expect
      .poll(async () => (await notificationsOf(test, client)).map(({ title }) => title).sort())
      .toEqual(['A letter is ready for you', 'Your nutrition target has stopped']);
    const told = [...(await notificationsOf(test, client)), ...(await notificationsOf(test, coach))];
    expect(told.map(({ title }) => title)).toContain('The nutrition target of Nina Park has stopped');
    expect(JSON.stringify(told)).not.toMatch(/insulin|pump|kcal/i);
  });

  it('includes one that is planned for later', async () => {
    await aTarget(test, { of: pair(), startsOn: addDays(START, 5) });
    await answer({ chest_pain: yes() });
    await watch();
    expect((await coach.api.targets.getTargets(pair())).history[0]).toMatchObject({ source: 'ended' });
  });

  it('stops once for changes at the same time, with one letter', async () => {
    await set();
    await answer({ chest_pain: yes() });
    await Promise.all([watch(), watch(), watch()]);
    expect((await coach.api.targets.getTargets(pair())).history.map(({ source }) => source)).toEqual([
      'ended',
      'override',
    ]);
    expect(await letters()).toHaveLength(1);
  });

  it('hides numbers after an answer about an eating disorder, and the letter has none', async () => {
    await set();
    await weigh(52);
    await answer({ eating: yes() });
    await watch();
    expect(await client.api.ways.getOwnWay()).toMatchObject({ numbersOff: { by: 'screen' } });
    const all = (await letters()).flatMap(({ observations }) => observations);
    expect(all.map(({ code }) => code)).toEqual(expect.arrayContaining(['eating', 'low_weight']));
    expect(all.every(({ figures }) => figures === '')).toBe(true);
  });

  it('stops and leads to the letter after two yes to the questions about eating, and not after one', async () => {
    await set();
    const scoff: ScoffAnswers = { sick: 'no', control: 'yes', loss: 'unsaid', fat: 'no', food: 'no' };
    await answer({}, scoff);
    await watch();
    expect(await letters()).toEqual([]);
    await answer({}, { ...scoff, food: 'yes' });
    await watch();
    expect((await letters()).flatMap(({ observations }) => observations.map(({ code }) => code))).toEqual(['eating']);
    expect(await current()).toBeNull();
  });

  it('stays after an answer that allows it', async () => {
    await set();
    await answer({ heart: yes('High blood pressure') });
    await watch();
    expect((await current())?.target?.kcal).toBe(1850);
    expect(await letters()).toEqual([]);
  });
});

describe('energy availability', () => {
  it('counts the energy of logged workouts', async () => {
    await set();
    await live(1600);
    at(addDays(START, 15));
    await reviewDueTargets(test.services);
    expect(await letters()).toEqual([]);
    at(addDays(START, 22));
    for (let index = 8; index < 22; index += 1) {
      const day = addDays(START, index);
      const head = { day, startedAt: `${day}T08:00:00.000Z`, finishedAt: `${day}T10:00:00.000Z` };
      const log = aLog(randomUUID(), head);
      await client.api.workouts.syncWorkout({ logId: log.id, log });
    }
    const shift = (days: number) =>
      test.owner.execute(sql`update food_days set day = day + ${days}::int where client_id = ${client.clientId}`);
    await shift(100);
    await shift(-93);
    await reviewDueTargets(test.services);
    const [letter] = await letters();
    expect(letter?.observations).toMatchObject([{ code: 'low_availability', source: 'food_log' }]);
    expect(letter?.observations[0]?.figures).toMatch(/estimated from height, weight and age.*for workouts/);
  });
});

describe('a referral letter', () => {
  it('is written by the coach once, from what the client said', async () => {
    const letterId = randomUUID();
    const prepare = (id = letterId) => coach.api.targets.prepareReferral({ ...pair(), letterId: id });
    expect(await outcomesOf([prepare()])).toEqual(['NOTHING_NEW']);
    // No target runs, but the goal is to lose weight.
    await answer({ pregnancy: yes() });
    await watch();
    expect(await referrals()).toMatchObject({ isDue: true, letters: [] });
    expect(await prepare()).toMatchObject({ id: letterId, observations: null });
    expect(await prepare()).toMatchObject({ id: letterId, observations: null });
    expect(await outcomesOf([prepare(randomUUID())])).toEqual(['NOTHING_NEW']);
  });

  it('is a file for its client alone', async () => {
    await answer({ chest_pain: yes() });
    await watch();
    const [letter] = await letters();
    const letterId = letter?.id ?? '';
    const stranger = await aClient(test, { of: coach });
    const path = `/exports/own/referrals/${letterId}.pdf`;
    expect(await client.caller.get(path)).toMatchObject({ status: 200 });
    expect(await stranger.caller.get(path)).toMatchObject({ status: 404 });
    expect(await coach.caller.get(path)).toMatchObject({ status: 403 });
    expect(await client.caller.get('/exports/own/referrals/x.pdf')).toMatchObject({ status: 404 });
  });

  it('is deleted with the consent', async () => {
    await answer({ chest_pain: yes() });
    await watch();
    expect(await letters()).toHaveLength(1);
    await client.api.onboarding.withdrawConsent(pair());
    expect(await letters()).toEqual([]);
  });

  it('has no diagnosis, and on paper no medication, pregnancy or eating history', async () => {
    for (const code of REFERRAL_CODES) {
      expect(OBSERVATION_WORDS[code].sentence).not.toMatch(/\d\s?(kg|kcal|lb)|you should|must|diagnos|disordered/i);
      expect(printedSentence(code)).not.toMatch(/insulin|tablet|drug|glp|pregnan|breast|eating disorder/i);
    }
    const observations = REFERRAL_CODES.map((code) => ({ code, day: START, source: 'answers' as const, figures: '' }));
    const look = { name: 'Fit by Ana', accent: '#1a73e8', logo: null };
    const pdf = await renderLetter({ clientName: 'Nina Park', coachName: 'Coach', day: START, observations, look });
    const printed = pdfText(pdf);
    expect(printed).toContain('Fit by Ana');
    expect(printed).toContain('Nina Park read this letter first, and decides who gets it.');
    expect(printed).not.toMatch(/insulin|tablet|drug|glp|pregnan|breast|eating|diagnosed/i);
  });
});

describe('the mode for GLP-1 drugs', () => {
  const setMode = (glp1: boolean) => coach.api.ways.setClientWay({ ...pair(), glp1 });
  const mode = async () => (await coach.api.ways.getClientWay(pair())).mode;

  it('follows the health answers until the coach chooses, and needs the consent', async () => {
    expect(await mode()).toEqual({ glp1: false, isAnswered: false, hasConsent: true });
    await answer({ medication: yes('Wegovy since May') });
    expect(await mode()).toMatchObject({ glp1: true, isAnswered: true });
    expect(await client.api.ways.getOwnWay()).toMatchObject({ glp1: true });
    await setMode(false);
    expect(await mode()).toMatchObject({ glp1: false, isAnswered: true });
    await setMode(true);
    await setMode(true);
    await client.api.onboarding.withdrawConsent(pair());
    expect(await mode()).toEqual({ glp1: false, isAnswered: false, hasConsent: false });
    expect(await outcomesOf([setMode(true)])).toEqual(['CONSENT_REQUIRED']);
    expect((await test.owner.execute(sql`select 1 from nutrition_modes`)).rows).toEqual([]);
  });

  it('reaches the client, and is named by no notification, audit entry, event or stored sentence', async () => {
    await setMode(true);
    const { target } = await coach.api.targets.saveTarget({
      ...pair(),
      targetId: randomUUID(),
      startsOn: START,
      content: { source: 'calculated', goal: 'lose', weeklyPercent: null, activity: 'moderate', week: null, note: '' },
    });
    expect(target?.reasons.protein).toContain('while appetite is low');
    const told = await notificationsOf(test, client);
    expect(told.map(({ title }) => title)).toContain('Your coach changed how you work on nutrition');
    const { coachId } = pair();
    for (const table of ['notifications', 'notification_mails', 'events', 'audit_entries', 'nutrition_targets']) {
      const rows = await test.owner.execute(sql`select * from ${sql.identifier(table)}`);
      expect(JSON.stringify(rows.rows), table).not.toMatch(/glp|semaglutide|wegovy|drug/i);
    }
    expect(coachId).toBe(coach.id);
  });

  it('plans a slower loss, keeps the energy floor, and asks for enough protein', async () => {
    const preview = (content: TargetContent) => coach.api.targets.previewTarget({ ...pair(), content });
    const plan = { goal: 'lose', activity: 'moderate', week: null, note: 'x' } as const;
    await setMode(true);
    const asked = await preview({ source: 'calculated', ...plan, weeklyPercent: 0.75 });
    expect(asked.blocks).toMatchObject([{ code: 'too_fast', sentence: expect.stringContaining('up to 0.5%') }]);
    const calculated = await preview({ source: 'calculated', ...plan, weeklyPercent: null });
    expect(calculated.target?.weeklyPercent).toBeGreaterThanOrEqual(-0.5);
    const low = { kcal: 1100, protein: 90, fat: 40, carbohydrate: 95 };
    expect((await preview({ source: 'override', ...plan, weeklyPercent: null, ...low })).blocks).toContainEqual(
      expect.objectContaining({ code: 'too_low' }),
    );
    const littleProtein = { kcal: 1850, protein: 60, fat: 70, carbohydrate: 245 };
    const { cautions } = await preview({ source: 'override', ...plan, weeklyPercent: null, ...littleProtein });
    expect(cautions).toContainEqual(expect.stringContaining('protein of at least 96 g'));
    expect(cautions[0]).toMatch(/small meals.*Water and fiber/);
  });
});
