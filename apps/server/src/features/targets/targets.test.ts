import { randomUUID } from 'node:crypto';
import { DELETE_CONFIRMATION } from '@stridewell/contract/identity/identity.rules';
import { HEALTH_VERSION, type HealthAnswers } from '@stridewell/contract/onboarding/onboarding.health.rules';
import { CONSENT_VERSION } from '@stridewell/contract/onboarding/onboarding.rules';
import type { ClientRecord } from '@stridewell/contract/records/records.fields';
import type { TargetContent, WeekSplit } from '@stridewell/contract/targets/targets';
import { addDays } from '@stridewell/contract/time';
import { sql } from 'drizzle-orm';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { outcomesOf } from '../../../test/api.ts';
import { PASSWORD, shareTestApp, type TestApp } from '../../../test/app.ts';
import { asAppRole } from '../../../test/app-role.ts';
import { aClient, aCoach, type Client, type Coach, updateRelationship } from '../../../test/people.ts';
import { NO_TO_ALL } from '../../../test/security-cases-onboarding.ts';

/** A Monday, at noon in Los Angeles. */
const TODAY = '2026-03-02';
let test: TestApp;
let coach: Coach;
let client: Client;
beforeAll(async () => {
  test = await shareTestApp();
});
afterAll(() => test.close());
beforeEach(async () => {
  at(TODAY);
  coach = await aCoach(test, { timeZone: 'America/Los_Angeles' });
  client = await aClient(test, { of: coach, person: { timeZone: 'America/Los_Angeles' } });
  await edit({ dateOfBirth: '1991-01-05', gender: 'female', heightCm: 170, startWeightKg: 70, goalWeightKg: 64 });
});

const at = (day: string) => test.setNow(new Date(`${day}T20:00:00Z`));
const pair = () => ({ coachId: coach.id, clientId: client.clientId });
const read = () => coach.api.targets.getTargets(pair());
const own = (day?: string) => client.api.targets.getOwnTarget(day === undefined ? {} : { day });

async function edit(changes: Partial<ClientRecord>): Promise<void> {
  const { record, version } = await coach.api.records.getClientRecord(pair());
  await coach.api.records.saveClientRecord({ ...pair(), version, record: { ...record, ...changes } });
}
const answer = (answers: Partial<HealthAnswers>) =>
  client.api.onboarding.saveOnboarding({
    ...pair(),
    step: 'health',
    consent: { id: randomUUID(), version: CONSENT_VERSION },
    health: { id: randomUUID(), version: HEALTH_VERSION, answers: { ...NO_TO_ALL, ...answers } },
  });
const yes = { said: 'yes', details: '', cleared: 'yes' } as const;

const LOSE = { goal: 'lose', weeklyPercent: null, activity: 'moderate', week: null, note: '' } as const;
const CALCULATED: TargetContent = { source: 'calculated', ...LOSE };
const OWN: TargetContent = {
  source: 'override',
  ...LOSE,
  kcal: 1650,
  protein: 130,
  fat: 50,
  carbohydrate: 170,
  note: 'Agreed on the phone.',
};
const set = (content: TargetContent, startsOn = TODAY, targetId: string = randomUUID()) =>
  coach.api.targets.saveTarget({ ...pair(), targetId, startsOn, content });
const end = (targetId: string = randomUUID()) => coach.api.targets.endTarget({ ...pair(), targetId });
const preview = (content: TargetContent) => coach.api.targets.previewTarget({ ...pair(), content });
const split = (changes: Partial<WeekSplit> = {}): WeekSplit => ({
  trainingDays: [1, 3, 5],
  swing: 300,
  locked: [null, null, null, null, null, null, null],
  ...changes,
});

describe('the proposal', () => {
  it('is calculated from record, newest weight and health answers, each number with its sentence', async () => {
    await answer({});
    await client.api.progress.saveMeasurements({ ...pair(), day: TODAY, values: { weight: 69 } });
    const { defaults, missing, blocks, proposal, current, history, today } = await read();
    expect({ missing, blocks, current, history, today }).toEqual({
      missing: [],
      blocks: [],
      current: null,
      history: [],
      today: TODAY,
    });
    expect(defaults).toEqual({ goal: 'lose', weeklyPercent: null, activity: 'light' });
    expect(proposal.basis).toMatchObject({ weightKg: 69, heightCm: 170, ageYears: 35, sex: 'female' });
    expect(proposal.target).toMatchObject({ kcal: 1560, week: null });
    expect(Object.values(proposal.target?.reasons ?? {}).filter((sentence) => /\.$/.test(sentence))).toHaveLength(7);
    expect(proposal.cautions).toEqual([]);
  });

  it('names what is missing', async () => {
    await edit({ dateOfBirth: null, startWeightKg: null });
    const { missing, blocks, proposal } = await read();
    expect(missing).toEqual(['dateOfBirth', 'weightKg']);
    expect(blocks).toMatchObject([{ code: 'missing', refer: false }]);
    expect(proposal.target).toBeNull();
  });

  it('uses health answers only with consent', async () => {
    await answer({ eating: yes });
    expect(await read()).toMatchObject({ blocks: [{ code: 'eating', refer: true }], proposal: { target: null } });
    await client.api.onboarding.withdrawConsent(pair());
    const { proposal } = await read();
    expect(proposal.cautions).toEqual([
      'Some health questions are not answered. Ask in person before you use a target.',
    ]);
  });
});

describe('a target', () => {
  it('is set, kept in the history, and shown to its client with a sentence for each number', async () => {
    const first = await set(CALCULATED);
    at(addDays(TODAY, 7));
    const second = await set(OWN, addDays(TODAY, 7));
    expect(second).toMatchObject({ source: 'override', by: 'coach', note: 'Agreed on the phone.' });
    const { current, history, defaults } = await read();
    expect(current).toEqual(second);
    expect(history).toEqual([second, first]);
    expect(defaults.activity).toBe('moderate');
    const { target } = await own();
    expect(target).toMatchObject({ startsOn: addDays(TODAY, 7), isTraining: null, numbers: { kcal: 1650, fat: 50 } });
    expect(Object.keys(target?.numbers?.reasons ?? {}).sort()).toEqual([
      'carbohydrate',
      'fat',
      'fibre',
      'kcal',
      'protein',
      'water',
    ]);
    expect(JSON.stringify(target)).not.toContain('Agreed on the phone');
    expect(await own(TODAY)).toMatchObject({ target: { startsOn: TODAY, numbers: { kcal: first.target?.kcal } } });
    expect(await own(addDays(TODAY, -1))).toMatchObject({ target: null });
  });

  it('is stored once when it is sent again, and no id is used twice', async () => {
    const id = randomUUID();
    const [first, second] = [await set(CALCULATED, TODAY, id), await set(CALCULATED, TODAY, id)];
    expect(second).toEqual(first);
    expect((await read()).history).toHaveLength(1);
    expect(await outcomesOf([set(OWN, TODAY, id), end(id)])).toEqual(['ID_TAKEN', 'ID_TAKEN']);
    const other = await aClient(test, { of: coach });
    const elsewhere = { coachId: coach.id, clientId: other.clientId, targetId: id, startsOn: TODAY };
    await expect(coach.api.targets.saveTarget({ ...elsewhere, content: CALCULATED })).rejects.toMatchObject({
      code: 'ID_TAKEN',
    });
  });

  it('can start later, and a newer one replaces it', async () => {
    await set(CALCULATED);
    await set(OWN, addDays(TODAY, 3));
    expect((await read()).current).toMatchObject({ source: 'calculated' });
    at(addDays(TODAY, 3));
    expect((await read()).current).toMatchObject({ source: 'override' });
    await set({ ...CALCULATED, goal: 'maintain' }, addDays(TODAY, 3));
    expect((await read()).current).toMatchObject({ source: 'calculated', basis: { goal: 'maintain' } });
    const later = set(CALCULATED, addDays(TODAY, 32));
    expect(await outcomesOf([set(CALCULATED, TODAY), later])).toEqual(['START_OUT_OF_RANGE', 'START_OUT_OF_RANGE']);
  });

  it('starts on the day of its client', async () => {
    await client.api.identity.savePreferences({ unitSystem: 'metric', timeZone: 'Pacific/Auckland' });
    expect((await read()).today).toBe(addDays(TODAY, 1));
  });

  it('ends today, with everything that was planned', async () => {
    await expect(end()).rejects.toMatchObject({ code: 'NO_TARGET' });
    await set(CALCULATED);
    await set(OWN, addDays(TODAY, 3));
    const id = randomUUID();
    expect(await end(id)).toEqual(await end(id));
    await expect(end()).rejects.toMatchObject({ code: 'NO_TARGET' });
    at(addDays(TODAY, 4));
    const { current, history } = await read();
    expect(current).toBeNull();
    expect(history.map(({ source }) => source)).toEqual(['ended', 'override', 'calculated']);
    expect(await own()).toMatchObject({ target: null });
  });

  it('has no numbers for a client whose numbers are off', async () => {
    await set({ ...CALCULATED, week: split() });
    const hidden = sql`update coachings set numbers_off_by = 'client', numbers_off_since = now()`;
    await test.owner.execute(sql`${hidden} where coach_id = ${coach.id} and client_id = ${client.clientId}`);
    expect(await own()).toEqual({ day: TODAY, target: { startsOn: TODAY, isTraining: true, numbers: null } });
    expect((await read()).current?.target?.kcal).toBeGreaterThan(1000);
  });

  it('is not set by a coach whose scope of practice leaves it out', async () => {
    await test.owner.execute(sql`update coaches set prescribes_nutrition = false where id = ${coach.id}`);
    await expect(set(CALCULATED)).rejects.toMatchObject({ code: 'NOT_PRESCRIBING' });
  });

  it('is on the timeline of the coach', async () => {
    await set(OWN);
    test.setNow(new Date(`${TODAY}T21:00:00Z`));
    await end();
    const { entries } = await coach.api.clients.listTimeline({ ...pair(), filter: 'nutrition' });
    expect(entries).toMatchObject([
      { kind: 'target', kcal: null, automatic: false },
      { kind: 'target', kcal: 1650, note: 'Agreed on the phone.', startsOn: TODAY },
    ]);
  });

  it('is not set for a former client, whose history stays', async () => {
    await set(CALCULATED);
    await updateRelationship(test, pair(), { status: 'archived' });
    expect(await outcomesOf([set(CALCULATED), end()])).toEqual(['FORMER_CLIENT', 'FORMER_CLIENT']);
    expect((await read()).history).toHaveLength(1);
  });

  it('is only added by its coach, and never changed', async () => {
    const { id } = await set(CALCULATED);
    const other = await aCoach(test);
    await asAppRole(test, { role: 'coach', userId: other.id, coachId: other.id }, async (query) => {
      expect((await query('select 1 from nutrition_targets')).rows).toEqual([]);
    });
    await asAppRole(test, { role: 'coach', userId: coach.id, coachId: coach.id }, async (query) => {
      await expect(query(`update nutrition_targets set kcal = 900 where id = '${id}'`)).rejects.toMatchObject({
        code: '42501',
      });
    });
  });
});

describe('the safety rules', () => {
  it.each([
    ['under 18', { dateOfBirth: '2009-01-05' }, {}, 'under_age'],
    ['with a body mass index below 18.5', { startWeightKg: 50 }, {}, 'low_weight'],
    ['whose goal is below it', { goalWeightKg: 50 }, {}, 'low_goal'],
    ['with an eating disorder in the past', {}, { eating: yes }, 'eating'],
    ['who is breastfeeding', {}, { pregnancy: yes }, 'pregnancy'],
    ['who mentions purging', { goal: 'Purging after dinner to lose weight' }, {}, 'words'],
  ] as const)('keep a client %s from numbers, set by hand or not', async (_, record, health, code) => {
    await answer(health);
    await edit(record);
    for (const content of [CALCULATED, OWN]) {
      const { blocks } = await preview(content);
      expect(blocks.map((block) => block.code)).toContain(code);
      await expect(set(content)).rejects.toMatchObject({
        code: 'TARGET_BLOCKED',
        data: { blocks: expect.arrayContaining([expect.objectContaining({ code })]) },
      });
    }
    expect((await read()).history).toEqual([]);
  });

  it('hold for numbers set by hand', async () => {
    const codes = async (changes: object) => (await preview({ ...OWN, ...changes })).blocks.map(({ code }) => code);
    expect(await codes({ kcal: 790, protein: 60, fat: 30, carbohydrate: 70 })).toContain('too_low');
    expect(await codes({ note: '  ' })).toEqual(['no_note']);
    expect(await codes({ carbohydrate: 300 })).toEqual(['no_sum']);
    await expect(set({ ...OWN, kcal: 50_000 })).rejects.toMatchObject({ code: 'BAD_REQUEST' });
  });

  it('hold after a new answer about health, whatever was set before', async () => {
    await set(CALCULATED);
    await answer({ eating: yes });
    expect(await read()).toMatchObject({ blocks: [{ code: 'eating' }], current: { source: 'calculated' } });
    await expect(set(CALCULATED)).rejects.toMatchObject({ code: 'TARGET_BLOCKED' });
  });
});

describe('training and rest days', () => {
  it('share the weekly energy, and locked days keep theirs', async () => {
    const locked = [null, null, null, null, null, 2000, null];
    const { target } = await set({ ...CALCULATED, week: split({ locked }) });
    if (!target?.week) throw new Error('the week is not split');
    const { days } = target.week;
    expect(days.reduce((sum, { kcal }) => sum + kcal, 0)).toBe(7 * target.kcal);
    expect(days[5]).toMatchObject({ kcal: 2000, isLocked: true, isTraining: false });
    expect((days[0]?.kcal ?? 0) - (days[1]?.kcal ?? 0)).toBeGreaterThanOrEqual(290);
    const average = { kcal: target?.kcal, carbohydrate: target?.carbohydrate };
    expect(await own()).toMatchObject({ target: { isTraining: true, numbers: { kcal: days[0]?.kcal, average } } });
    expect(await own(addDays(TODAY, 5))).toMatchObject({ target: { isTraining: false, numbers: { kcal: 2000 } } });
  });

  it('are refused when locked days leave too little', async () => {
    const locked = [3000, 3000, 3000, null, null, null, null];
    expect(await preview({ ...CALCULATED, week: split({ locked }) })).toMatchObject({ blocks: [{ code: 'no_room' }] });
  });

  it('hide no deficit while breastfeeding', async () => {
    await answer({ pregnancy: yes });
    const keep: TargetContent = { ...CALCULATED, goal: 'maintain' };
    expect((await preview(keep)).target).not.toBeNull();
    expect(await preview({ ...keep, week: split() })).toMatchObject({ blocks: [{ code: 'pregnancy' }] });
  });
});

it('a deleted account takes its targets along', async () => {
  await set(CALCULATED);
  await client.api.identity.deleteAccount({ password: PASSWORD, confirmation: DELETE_CONFIRMATION });
  const { rows } = await test.owner.execute(sql`select 1 from nutrition_targets where coach_id = ${coach.id}`);
  expect(rows).toEqual([]);
});
