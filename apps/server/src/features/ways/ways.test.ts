import { randomUUID } from 'node:crypto';
import type { OnboardingInput } from '@stridewell/contract/onboarding/onboarding';
import {
  HEALTH_VERSION,
  type HealthAnswers,
  SCOFF_ITEMS,
  type ScoffAnswers,
  type ScoffItem,
} from '@stridewell/contract/onboarding/onboarding.health.rules';
import { CONSENT_VERSION } from '@stridewell/contract/onboarding/onboarding.rules';
import { sql } from 'drizzle-orm';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { shareTestApp, type TestApp } from '../../../test/app.ts';
import { aFoodDay, aQuickEntry } from '../../../test/food-samples.ts';
import {
  aCheckIn,
  aClient,
  aCoach,
  type Client,
  type Coach,
  notificationsOf,
  type Pair,
  type Person,
  updateRelationship,
} from '../../../test/people.ts';
import { NO_TO_ALL } from '../../../test/security-cases-onboarding.ts';
import { aLog, aLoggedSet } from '../../../test/workout-samples.ts';

let test: TestApp;
let coach: Coach;
let client: Client;
let pair: Pair;
beforeAll(async () => {
  test = await shareTestApp();
});
afterAll(() => test.close());
beforeEach(async () => {
  coach = await aCoach(test);
  client = await aClient(test, { of: coach });
  pair = { coachId: coach.id, clientId: client.clientId };
});

const own = () => client.api.ways.getOwnWay();
const hide = (hidden: boolean) => client.api.ways.setOwnNumbers({ hidden });
const ofClient = () => coach.api.ways.getClientWay(pair);
const change = (of: { way?: 'numbers' | 'plan' | 'habits' | 'photos'; numbersHidden?: boolean }) =>
  coach.api.ways.setClientWay({ ...pair, ...of });
const sessionOf = ({ api }: Person) => api.identity.getSession();

const answer = (answers: Partial<HealthAnswers>, by: Person = client, record: OnboardingInput['record'] = undefined) =>
  by.api.onboarding.saveOnboarding({
    ...pair,
    step: 'health',
    ...(record && { record }),
    consent: { id: randomUUID(), version: CONSENT_VERSION },
    health: { id: randomUUID(), version: HEALTH_VERSION, answers: { ...NO_TO_ALL, ...answers } },
  });
const yes = (details = '') => ({ said: 'yes', details, cleared: 'unsure' }) as const;

const actions = async () => {
  const { entries } = await client.api.audit.listCoachingEntries({});
  return entries.map(({ actor, action }) => `${actor} ${action}`).filter((line) => /numbers|way/.test(line));
};

const scoffOf = (...yesTo: ScoffItem[]) =>
  Object.fromEntries(SCOFF_ITEMS.map((item) => [item, yesTo.includes(item) ? 'yes' : 'no'])) as ScoffAnswers;
const answerScoff = (scoff: ScoffAnswers) =>
  client.api.onboarding.saveOnboarding({
    ...pair,
    step: 'health',
    consent: { id: randomUUID(), version: CONSENT_VERSION },
    health: { id: randomUUID(), version: HEALTH_VERSION, answers: NO_TO_ALL, scoff },
  });

describe('the questions about eating', () => {
  it('hide the numbers from the second yes on, until the coach shows them', async () => {
    expect((await answerScoff(scoffOf('food'))).health?.scoff).toEqual(scoffOf('food'));
    expect(await client.api.ways.getOwnWay()).toMatchObject({ numbersOff: null });
    await answerScoff(scoffOf('food', 'sick'));
    expect(await client.api.ways.getOwnWay()).toMatchObject({ numbersOff: { by: 'screen' }, mayShow: false });
    await expect(client.api.ways.setOwnNumbers({ hidden: false })).rejects.toMatchObject({ code: 'COACH_DECIDES' });
    const { suggested } = await coach.api.ways.getClientWay(pair);
    expect(suggested.ways).toEqual(['habits']);
    await change({ numbersHidden: false });
    expect(await client.api.ways.getOwnWay()).toMatchObject({ numbersOff: null, mayShow: false });
  });
});

describe('the numbers of a client', () => {
  it('are hidden and shown by the client at any time, with an entry in the log for each change alone', async () => {
    expect(await own()).toEqual({ way: null, numbersOff: null, mayShow: true, glp1: false });
    expect(await hide(true)).toMatchObject({ numbersOff: { by: 'client' }, mayShow: true });
    expect(await hide(true)).toMatchObject({ numbersOff: { by: 'client' } });
    expect(await sessionOf(client)).toMatchObject({ client: { numbersOff: true } });
    expect(await ofClient()).toMatchObject({ numbersOff: { by: 'client' } });
    expect(await hide(false)).toMatchObject({ numbersOff: null });
    expect(await sessionOf(client)).toMatchObject({ client: { numbersOff: false } });
    expect(await actions()).toEqual(['client health.numbers_shown', 'client health.numbers_hidden']);
  });

  it('are hidden by the coach, who keeps seeing them', async () => {
    await aCheckIn(test, { by: pair, day: '2026-02-02', weightKg: 81.5 });
    await change({ numbersHidden: true });
    await change({ numbersHidden: true });
    expect((await client.api.progress.getProgress(pair)).measurements).toEqual([]);
    expect((await coach.api.progress.getProgress(pair)).measurements).toMatchObject([{ kind: 'weight', value: 81.5 }]);
    await change({ numbersHidden: false });
    expect((await client.api.progress.getProgress(pair)).measurements).toMatchObject([{ kind: 'weight', value: 81.5 }]);
    expect(await actions()).toEqual(['coach health.numbers_shown', 'coach health.numbers_hidden']);
  });

  it.each([
    ['an eating disorder', { eating: yes() }],
    ['purging', { chronic: yes('I throw up after eating') }],
    ['self-harm', { medication: yes('sometimes I want to hurt myself') }],
  ])('are hidden at once by an answer about %s, and only the coach shows them', async (_, answers) => {
    await hide(true);
    await answer(answers);
    expect(await own()).toMatchObject({ numbersOff: { by: 'screen' }, mayShow: false });
    await expect(hide(false)).rejects.toMatchObject({ code: 'COACH_DECIDES' });
    expect(await change({ numbersHidden: false })).toMatchObject({ numbersOff: null });
    // The client may still hide them, and the answer still keeps them hidden.
    await hide(true);
    await expect(hide(false)).rejects.toMatchObject({ code: 'COACH_DECIDES' });
  });

  it('are hidden when the coach enters such an answer for a client', async () => {
    await answer({ eating: yes() }, coach);
    expect(await own()).toMatchObject({ numbersOff: { by: 'screen' } });
  });

  it('stay as they are after other answers', async () => {
    await answer({ heart: yes('High blood pressure') });
    expect(await own()).toMatchObject({ numbersOff: null, mayShow: true });
  });

  it('cannot be changed after the end of the coaching', async () => {
    await updateRelationship(test, pair, { status: 'ended' });
    await expect(hide(true)).rejects.toMatchObject({ code: 'FORBIDDEN' });
    await expect(change({ numbersHidden: true })).rejects.toMatchObject({ code: 'NOT_A_CLIENT' });
    await expect(change({ way: 'habits' })).rejects.toMatchObject({ code: 'NOT_A_CLIENT' });
  });

  it('of one coaching say nothing about another', async () => {
    const other = await aCoach(test);
    const second = await aClient(test, { of: other, person: client });
    const { ways } = client.api;
    const [withFirst, withSecond] = [client, second].map(({ coachId }) => ({ context: { coachId } }));
    await ways.setOwnNumbers({ hidden: true }, withFirst);
    expect(await ways.getOwnWay(undefined, withFirst)).toMatchObject({ numbersOff: { by: 'client' } });
    expect(await ways.getOwnWay(undefined, withSecond)).toMatchObject({ numbersOff: null });
  });
});

describe('a blind weigh-in', () => {
  beforeEach(() => change({ numbersHidden: true }));

  const sent = () => ({ id: randomUUID(), templateId: null, version: 0 });

  it('is stored for the coach and never shown to the client, who may leave it out', async () => {
    const checkIn = { ...sent(), coachId: coach.id, answers: { weight: 79.5, adherence: 90, energy: 4 } };
    const stored = await client.api.checkins.submitCheckIn(checkIn);
    expect(stored).toMatchObject({ weightKg: null, answers: { adherence: 90, energy: 4 } });
    expect(stored.answers).not.toHaveProperty('weight');
    // The same request again is answered in the same way.
    expect(await client.api.checkins.submitCheckIn(checkIn)).toEqual(stored);
    expect((await coach.api.checkins.listCheckIns(pair)).checkIns).toMatchObject([{ weightKg: 79.5 }]);
    await client.api.progress.saveMeasurements({ ...pair, day: '2026-02-03', values: { weight: 79 } });
    expect((await client.api.progress.getProgress(pair)).measurements).toEqual([]);
    expect((await coach.api.progress.getProgress(pair)).measurements).toContainEqual({
      kind: 'weight',
      day: '2026-02-03',
      value: 79,
      source: 'client',
    });
  });

  it('stays when the client corrects another answer', async () => {
    const checkIn = sent();
    const { checkins } = client.api;
    await checkins.submitCheckIn({
      ...checkIn,
      coachId: coach.id,
      answers: { weight: 79.5, adherence: 90, energy: 4 },
    });
    const corrected = await checkins.correctCheckIn({ id: checkIn.id, answers: { adherence: 80, energy: 4 } });
    expect(corrected).toMatchObject({ weightKg: null, answers: { adherence: 80 } });
    expect((await coach.api.checkins.listCheckIns(pair)).checkIns).toMatchObject([
      { weightKg: 79.5, answers: { weight: 79.5, adherence: 80 } },
    ]);
    expect(await checkins.correctCheckIn({ id: checkIn.id, answers: { adherence: 80, energy: 4 } })).toEqual(corrected);
  });

  it('is not lost when the client saves a step of the onboarding that shows no weight', async () => {
    const { record, version } = await coach.api.records.getClientRecord(pair);
    await coach.api.records.saveClientRecord({
      ...pair,
      version,
      record: { ...record, startWeightKg: 84, goalWeightKg: 76 },
    });
    const step = { ...pair, step: 'goal', record: { startWeightKg: null, goalWeightKg: null, heightCm: 180 } } as const;
    expect((await client.api.onboarding.saveOnboarding(step)).record).toMatchObject({
      startWeightKg: null,
      heightCm: 180,
    });
    const kept = await coach.api.records.getClientRecord(pair);
    expect(kept.record).toMatchObject({ startWeightKg: 84, goalWeightKg: 76, heightCm: 180 });
  });
});

describe('the way of a client', () => {
  it('is suggested by the health answers and chosen by the coach', async () => {
    expect(await ofClient()).toMatchObject({ way: null, suggested: { ways: [] }, prescribes: true });
    await answer({}, client, { dateOfBirth: '1990-02-03' });
    expect(await ofClient()).toMatchObject({ suggested: { ways: ['numbers'] } });
    await answer({ pregnancy: yes() });
    expect(await ofClient()).toMatchObject({ suggested: { ways: ['plan', 'habits'] } });
    await answer({ chest_pain: yes() });
    expect(await ofClient()).toMatchObject({
      suggested: { ways: ['plan', 'habits'], reason: 'No targets by number until a doctor has agreed.' },
    });
    await answer({ chest_pain: { ...yes(), cleared: 'yes' } });
    expect(await ofClient()).toMatchObject({ suggested: { ways: ['numbers'] } });
    await answer({}, client, { heightCm: 172, goalWeightKg: 52 });
    expect(await ofClient()).toMatchObject({
      suggested: {
        ways: ['plan', 'habits'],
        reason: 'Low weight or goal weight for the height: no targets by number.',
      },
    });
    await answer({ eating: yes() });
    expect(await ofClient()).toMatchObject({ suggested: { ways: ['habits'] } });
    expect(await change({ way: 'photos' })).toMatchObject({ way: 'photos' });
    expect(await change({ way: 'photos' })).toMatchObject({ way: 'photos' });
    expect(await sessionOf(client)).toMatchObject({ client: { nutritionWay: 'photos' } });
    expect((await actions()).filter((line) => line.includes('way'))).toEqual(['coach health.way_changed']);
  });

  it('has no targets by number and no meal plans outside of the coach’s scope of practice', async () => {
    await change({ way: 'plan' });
    const prescribe = (prescribes: boolean) => coach.api.ways.saveScopeOfPractice({ coachId: coach.id, prescribes });
    expect(await prescribe(false)).toEqual({ prescribes: false });
    expect(await prescribe(false)).toEqual({ prescribes: false });
    expect(await sessionOf(coach)).toMatchObject({ coach: { prescribesNutrition: false } });
    await answer({}, client, { dateOfBirth: '1990-02-03' });
    expect(await ofClient()).toMatchObject({ way: 'plan', prescribes: false, suggested: { ways: [] } });
    await expect(change({ way: 'numbers' })).rejects.toMatchObject({ code: 'FORBIDDEN' });
    expect(await change({ way: 'habits' })).toMatchObject({ way: 'habits' });
    expect(await prescribe(true)).toEqual({ prescribes: true });
    expect(await change({ way: 'numbers' })).toMatchObject({ way: 'numbers' });
  });
});

describe('words of self-harm', () => {
  const titles = async () => (await notificationsOf(test, coach)).map(({ title, message }) => `${title}: ${message}`);
  const TODAY = 'Please read these answers today: Nina Park wrote something that needs you today.';
  beforeEach(() => updateRelationship(test, pair, { fullName: 'Nina Park' }));

  it('in a health answer or a goal tell the coach once, without the words', async () => {
    await answer({ chronic: yes('I want to hurt myself') });
    const step = {
      ...pair,
      step: 'goal',
      record: { goal: 'To not want to live like this, or I end my life' },
    } as const;
    await client.api.onboarding.saveOnboarding(step);
    await client.api.onboarding.saveOnboarding(step);
    expect(await titles()).toEqual([TODAY, TODAY]);
  });

  it('in a check-in tell the coach at once, without the words', async () => {
    const { checkins } = client.api;
    const of = { coachId: coach.id, templateId: null, version: 0 };
    await checkins.submitCheckIn({ ...of, id: randomUUID(), answers: { adherence: 90, energy: 4, note: 'Good week' } });
    const answers = { adherence: 90, energy: 4, note: 'I thought about suicide' };
    await checkins.submitCheckIn({ ...of, id: randomUUID(), answers });
    expect((await titles()).sort()).toEqual([
      'New check-in: Nina Park sent a check-in.',
      'Please read this check-in today: Nina Park wrote something that needs you today.',
    ]);
  });

  const TOLD = 'Nina Park wrote something that needs you today.';
  const write = (body: string) =>
    client.api.messages.sendMessage({ ...pair, conversationId: client.clientId, id: randomUUID(), body });

  it('in a message tell the coach at once, never quote it, and tell once for the same text', async () => {
    const body = 'Some days I want to hurt myself';
    await write(body);
    await write(`${body}!`);
    const told = await notificationsOf(test, coach);
    expect(told.map(({ type, message }) => `${type}: ${message}`).sort()).toEqual([
      'message_received: Open the conversation to read it.',
      `safety_notice: ${TOLD}`,
    ]);
    expect(JSON.stringify(told)).not.toContain('hurt myself');
    const mails = await test.owner.execute(sql`select title, message from notification_mails`);
    expect(JSON.stringify(mails.rows)).not.toContain('hurt myself');
  });

  it('of a coach are an ordinary message', async () => {
    const body = 'If you ever think of suicide, call me';
    await coach.api.messages.sendMessage({ ...pair, conversationId: client.clientId, id: randomUUID(), body });
    expect((await notificationsOf(test, client)).map(({ type }) => type)).toEqual(['message_received']);
  });

  it('in the food log tell the coach once while the note grows', async () => {
    const day = (value: string, changedAt: string, name = '') => {
      const log = aFoodDay('2026-01-04', [aQuickEntry(300, { id: entryId, name })]);
      return client.api.foodlogs.syncFoodDay({ day: log.id, log: { ...log, note: { value, changedAt } } });
    };
    const entryId = randomUUID();
    await day('A good day', '2026-01-04T08:00:00.000Z');
    await day('I made myself throw up after eating', '2026-01-04T09:00:00.000Z');
    await day('I made myself throw up after eating again', '2026-01-04T10:00:00.000Z');
    expect(await titles()).toEqual([`Please read their food log today: ${TOLD}`]);
  });

  it('in the notes of a workout, a set and a pain tell the coach', async () => {
    const id = randomUUID();
    const log = aLog(id, { note: 'I keep thinking about suicide' }, [aLoggedSet({ note: 'self-harm again' })]);
    await client.api.workouts.syncWorkout({ logId: id, log });
    await client.api.workouts.syncWorkout({ logId: id, log });
    expect(await titles()).toEqual([`Please read their workout notes today: ${TOLD}`]);
  });
});
