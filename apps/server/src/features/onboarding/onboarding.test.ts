import { randomUUID } from 'node:crypto';
import { NO_AVAILABILITY } from '@stridewell/contract/calendar/calendar.bookings.rules';
import type { OnboardingInput } from '@stridewell/contract/onboarding/onboarding';
import { HEALTH_VERSION, type HealthAnswers } from '@stridewell/contract/onboarding/onboarding.health.rules';
import { CONSENT_VERSION } from '@stridewell/contract/onboarding/onboarding.rules';
import { eq } from 'drizzle-orm';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { createClient } from '../../../seed/factories.ts';
import { shareTestApp, type TestApp } from '../../../test/app.ts';
import { asAppRole } from '../../../test/app-role.ts';
import {
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
import { blackPng, uploadFile } from '../../../test/uploads.ts';
import { consents, healthScreens } from './onboarding.table.ts';

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
  client = await aClient(test, { of: coach, onboardingCompleted: false });
  pair = { coachId: coach.id, clientId: client.clientId };
});

const read = ({ api }: Person) => api.onboarding.getOnboarding(pair);
const save = ({ api }: Person, changes: Partial<OnboardingInput>) =>
  api.onboarding.saveOnboarding({ ...pair, step: 'health', ...changes });
const finish = ({ api }: Person) => api.onboarding.finishOnboarding(pair);
const withdraw = ({ api }: Person) => api.onboarding.withdrawConsent(pair);

const newConsent = () => ({ id: randomUUID(), version: CONSENT_VERSION }) as const;
const newHealth = (answers: Partial<HealthAnswers> = {}) =>
  ({ id: randomUUID(), version: HEALTH_VERSION, answers: { ...NO_TO_ALL, ...answers } }) as const;
const CHEST = { chest_pain: { said: 'yes', details: 'On stairs', cleared: 'unsure' } } as const;
const ADULT = { dateOfBirth: '1990-02-03' };
const FORBIDDEN = { code: 'FORBIDDEN' };
const CONSENT_REQUIRED = { code: 'CONSENT_REQUIRED' };

const consentsOf = ({ clientId }: Pair) => test.owner.select().from(consents).where(eq(consents.clientId, clientId));
const screensOf = ({ clientId }: Pair) =>
  test.owner.select().from(healthScreens).where(eq(healthScreens.clientId, clientId));

describe('the onboarding of a client', () => {
  it('is saved at every step, continues on another device, and notifies the coach once at the end', async () => {
    expect(await read(client)).toMatchObject({ step: 'start', completed: false, consent: null, health: null });
    const first = await save(client, { record: ADULT, consent: newConsent() });
    expect(first).toMatchObject({ step: 'health', record: ADULT, consent: { givenBy: 'client' } });
    await save(client, { step: 'goal', health: newHealth(CHEST) });
    await save(client, { step: 'review', record: { goal: 'Run', heightCm: 170, startWeightKg: 80 } });
    expect(await read(coach)).toMatchObject({
      step: 'review',
      record: { goal: 'Run', heightCm: 170, ...ADULT },
      parts: { goal: true, measurements: true, diet: false },
      health: { answeredBy: 'client', answers: CHEST },
    });
    const answers = await Promise.all([finish(client), finish(client)]);
    expect(answers.map(({ completed }) => completed)).toEqual([true, true]);
    const types = (await notificationsOf(test, coach)).map(({ type }) => type);
    expect(types.filter((type) => type === 'onboarding_completed')).toHaveLength(1);
  });

  it('stores a repeated step once, and keeps the answers of other steps', async () => {
    const first = { record: ADULT, consent: newConsent() };
    await Promise.all([save(client, first), save(client, first)]);
    const health = newHealth();
    await Promise.all([save(client, { health }), save(client, { health })]);
    await Promise.all([save(client, { record: { diet: 'Fish' } }), save(client, { record: { goal: 'Swim' } })]);
    expect(await read(client)).toMatchObject({ record: { diet: 'Fish', goal: 'Swim', ...ADULT } });
    expect(await consentsOf(pair)).toHaveLength(1);
    expect(await screensOf(pair)).toHaveLength(1);
  });

  it('refuses people under 18 and stores nothing', async () => {
    const year = new Date().getUTCFullYear() - 17;
    const answer = save(client, { record: { dateOfBirth: `${year}-01-01` }, consent: newConsent() });
    await expect(answer).rejects.toMatchObject({ code: 'TOO_YOUNG' });
    expect(await read(client)).toMatchObject({ consent: null, record: { dateOfBirth: null } });
  });

  it('refuses health answers without consent, and cannot be finished without both', async () => {
    await expect(save(client, { health: newHealth() })).rejects.toMatchObject(CONSENT_REQUIRED);
    const missing = { code: 'STEPS_MISSING', data: { steps: ['start', 'health'] } };
    await expect(finish(client)).rejects.toMatchObject(missing);
  });

  it('is closed to former clients', async () => {
    await updateRelationship(test, pair, { status: 'ended' });
    await expect(save(client, { record: { goal: 'Run' } })).rejects.toMatchObject({ code: 'CLOSED' });
    // The coach can edit their details, but not answer for them.
    await save(coach, { record: ADULT });
    await expect(save(coach, { consent: newConsent() })).rejects.toMatchObject({ code: 'CLOSED' });
  });
});

describe('onboarding filled in together', () => {
  it('counts as the client’s once they confirm the answers they saw', async () => {
    await save(coach, { record: ADULT, consent: newConsent() });
    await save(coach, { health: newHealth(CHEST) });
    expect(await finish(coach)).toMatchObject({ completed: true });
    const shown = await read(client);
    expect(shown).toMatchObject({ consent: { givenBy: 'coach', confirmedAt: null }, health: { confirmedAt: null } });
    // The coach answers again. The client has not seen these answers, so they stay unconfirmed.
    await save(coach, { health: newHealth() });
    const ids = { consentId: shown.consent?.id ?? null, healthId: shown.health?.id ?? null };
    const confirm = ({ api }: Person, changes: Partial<typeof ids> = {}) =>
      api.onboarding.confirmOnboarding({ ...pair, ...ids, ...changes });
    await expect(confirm(coach)).rejects.toMatchObject(FORBIDDEN);
    const half = await confirm(client);
    expect(half).toMatchObject({ consent: { confirmedAt: expect.any(String) }, health: { confirmedAt: null } });
    const all = await confirm(client, { healthId: half.health?.id ?? null });
    expect(all).toMatchObject({ health: { confirmedAt: expect.any(String) } });
  });

  it('ends when the client withdraws the consent, which deletes the health answers', async () => {
    await save(client, { record: ADULT, consent: newConsent() });
    await save(client, { health: newHealth(CHEST) });
    await expect(withdraw(coach)).rejects.toMatchObject(FORBIDDEN);
    expect(await withdraw(client)).toMatchObject({ health: null });
    expect(await read(coach)).toMatchObject({ consent: { withdrawnAt: expect.any(String) } });
    expect(await screensOf(pair)).toEqual([]);
    await expect(save(coach, { consent: newConsent() })).rejects.toMatchObject(CONSENT_REQUIRED);
    await expect(save(coach, { health: newHealth() })).rejects.toMatchObject(CONSENT_REQUIRED);
    expect(await save(client, { consent: newConsent() })).toMatchObject({ consent: { withdrawnAt: null } });
  });

  it('lets former clients withdraw the consent too', async () => {
    await save(client, { record: ADULT, consent: newConsent() });
    await save(client, { health: newHealth() });
    await updateRelationship(test, pair, { status: 'ended' });
    await withdraw(client);
    expect(await screensOf(pair)).toEqual([]);
  });
});

describe('the database', () => {
  it('lets people answer only in their own name, and clients write only the goal and the completion', async () => {
    await save(coach, { record: ADULT, consent: newConsent() });
    await save(coach, { health: newHealth() });
    const { coachId, clientId } = pair;
    const as = (role: 'coach' | 'client', statement: string) =>
      asAppRole(test, { role, userId: client.id, coachId, clientId }, (query) => query(statement));
    const screen = (by: string) =>
      `insert into health_screens values ('${coachId}', gen_random_uuid(), '${clientId}', 1, '{}', '${by}', now(), now())`;
    for (const [role, statement] of [
      ['coach', screen('client')],
      ['coach', screen('coach')],
      ['client', screen('coach')],
      ['client', `update health_screens set answers = '{}'`],
      ['client', 'delete from consents'],
      ['client', 'update client_coach_relationships set onboarding_completed = true'],
    ] as const) {
      await expect(as(role, statement), statement).rejects.toMatchObject({ code: '42501' });
    }
    for (const statement of ['update health_screens set confirmed_at = now()', 'delete from health_screens']) {
      expect(await as('coach', statement), statement).toMatchObject({ rowCount: 0 });
    }
  });
});

describe('photos', () => {
  it('of a client are their own uploads and can be replaced', async () => {
    const upload = async (purpose: string) =>
      (await uploadFile(test, client.caller, blackPng(20, 20), { ...pair, id: randomUUID(), purpose })).body.id;
    const [one, two, other] = [await upload('avatar'), await upload('avatar'), await upload('message')];
    expect(await save(client, { photoId: one })).toMatchObject({ photoId: one, parts: { photo: true } });
    expect(await save(client, { photoId: one })).toMatchObject({ photoId: one });
    expect(await save(client, { photoId: two })).toMatchObject({ photoId: two });
    await expect(save(client, { photoId: other })).rejects.toMatchObject({ code: 'FILE_NOT_FOUND' });
  });

  it('of a coach are visible to current clients only', async () => {
    const otherCoach = await aCoach(test);
    const otherClient = await aClient(test, { of: otherCoach });
    const [coachId, id] = [coach.id, randomUUID()];
    const upload = async ({ caller }: Person, more: { clientId?: string } = {}) =>
      (await uploadFile(test, caller, blackPng(20, 20), { coachId, id, purpose: 'coach_photo', ...more })).status;
    expect([await upload(client), await upload(otherCoach), await upload(coach, pair)]).toEqual([403, 404, 400]);
    expect(await upload(coach)).toBe(200);
    const url = `/rest/v1/files/${coachId}/${id}`;
    const download = async ({ caller }: Pick<Person, 'caller'>) => (await caller.get(url)).status;
    expect([await download(coach), await download(client)]).toEqual([200, 404]);
    const setPhoto = (fileId: string | null) => coach.api.coaches.setCoachPhoto({ coachId, fileId });
    expect(await setPhoto(id)).toMatchObject({ photoUrl: `${url}?size=thumb` });
    expect([await download(client), await download(otherClient)]).toEqual([200, 404]);
    expect(await download({ caller: test.anonymous })).toBe(401);
    const shown = async () => (await client.api.coaches.getMyCoach())?.coach.photoUrl;
    expect(await shown()).toBe(`${url}?size=thumb`);
    await updateRelationship(test, pair, { status: 'ended' });
    expect([await download(client), await shown()]).toEqual([404, null]);
    expect(await setPhoto(null)).toMatchObject({ photoUrl: null });
  });
});

describe('setting up as a coach', () => {
  it('follows the coach’s data, and remembers the step and the dismissed list', async () => {
    const { id: coachId, api, caller } = await aCoach(test);
    const setup = () => api.onboarding.getCoachSetup({ coachId });
    const made = { profile: false, photo: false, availability: false, template: false, invited: false };
    const nothing = { ...made, dismissed: false, step: 'profile' };
    expect(await setup()).toMatchObject(nothing);
    await Promise.all([
      api.onboarding.saveCoachSetup({ coachId, step: 'invite' }),
      api.onboarding.saveCoachSetup({ coachId, dismissed: true }),
    ]);
    await api.onboarding.saveCoachSetup({ coachId });
    await createClient(test.owner, coachId);
    expect(await setup()).toMatchObject({ ...nothing, step: 'invite', dismissed: true, invited: true });
    const hasHours = async (weekdays: number[]) => {
      const hours = weekdays.map((weekday) => ({ weekday, from: 540, to: 1020 }));
      await api.bookings.saveAvailability({ ...NO_AVAILABILITY, coachId, hours });
      return (await setup()).availability;
    };
    // Removed hours do not count.
    expect([await hasHours([]), await hasHours([1, 4]), await hasHours([])]).toEqual([false, true, false]);
    const hasPhoto = async (fileId: string | null) => {
      await api.coaches.setCoachPhoto({ coachId, fileId });
      return (await setup()).photo;
    };
    const id = randomUUID();
    await uploadFile(test, caller, blackPng(20, 20), { coachId, id, purpose: 'coach_photo' });
    expect([await hasPhoto(id), await hasPhoto(null)]).toEqual([true, false]);
  });
});
