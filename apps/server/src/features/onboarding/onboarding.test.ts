import { randomUUID } from 'node:crypto';
import type { CoachCard } from '@stridewell/contract/coaches';
import type { Notification } from '@stridewell/contract/notifications';
import type { CoachSetup, OnboardingState } from '@stridewell/contract/onboarding';
import { HEALTH_VERSION } from '@stridewell/contract/onboarding.health.rules';
import { eq } from 'drizzle-orm';
import pg from 'pg';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createClient, createCoach, createUser } from '../../../seed/factories.ts';
import { type Caller, createTestApp, hashOfPassword, type TestApp } from '../../../test/app.ts';
import { TEST_SECRET } from '../../../test/cluster.ts';
import { NO_TO_ALL } from '../../../test/security-cases-onboarding.ts';
import { blackPng, uploadFile } from '../../../test/uploads.ts';
import { relationships } from '../../core/relationships/relationships.table.ts';
import { APP_ROLE, urlOfRole } from '../../platform/db/roles.ts';
import { consents, healthScreens } from './onboarding.table.ts';

let test: TestApp;
beforeAll(async () => {
  test = await createTestApp();
});
afterAll(() => test.close());

type Answer = OnboardingState & { code?: string; data?: { steps?: string[] } };

async function open({ status = 'active' } = {}) {
  const passwordHash = await hashOfPassword();
  const coach = await createCoach(test.owner, { plan: 'pro', passwordHash });
  const person = await createUser(test.owner, 'Client', { passwordHash });
  const { clientId } = await createClient(test.owner, coach.id, { person, status, onboardingCompleted: false });
  const [asCoach, asClient] = [await test.signIn(coach.email), await test.signIn(person.email)];
  const path = `/rest/v1/clients/${clientId}/onboarding`;
  const place = { coachId: coach.id, clientId };
  return {
    ...place,
    person,
    asCoach,
    asClient,
    read: async (caller: Caller) => (await caller.get<Answer>(`${path}?coachId=${coach.id}`)).body,
    save: (caller: Caller, body: object) =>
      caller.send<Answer>('PATCH', path, { coachId: coach.id, step: 'health', ...body }),
    post: (caller: Caller, what: string, body: object = {}) =>
      caller.send<Answer>('POST', `${path}/${what}`, { coachId: coach.id, ...body }),
  };
}

const consentOf = () => ({ id: randomUUID(), version: 1 });
const healthOf = (answers: object = {}) => ({
  id: randomUUID(),
  version: HEALTH_VERSION,
  answers: { ...NO_TO_ALL, ...answers },
});
const CHEST = { chest_pain: { said: 'yes', details: 'On stairs', cleared: 'unsure' } };
const ADULT = { dateOfBirth: '1990-02-03' };

describe('the onboarding of a client', () => {
  it('is saved at every step, continues on another device, and notifies the coach once at the end', async () => {
    const { asClient, asCoach, read, save, post } = await open();
    expect(await read(asClient)).toMatchObject({ step: 'start', completed: false, consent: null, health: null });
    const first = await save(asClient, { record: ADULT, consent: consentOf() });
    expect(first).toMatchObject({
      status: 200,
      body: { step: 'health', record: ADULT, consent: { givenBy: 'client' } },
    });
    await save(asClient, { step: 'goal', health: healthOf(CHEST) });
    await save(asClient, { step: 'review', record: { goal: 'Run', heightCm: 170, startWeightKg: 80 } });
    expect(await read(asCoach)).toMatchObject({
      step: 'review',
      record: { goal: 'Run', heightCm: 170, ...ADULT },
      parts: { goal: true, measurements: true, diet: false },
      health: { answeredBy: 'client', answers: CHEST },
    });
    const answers = await Promise.all([post(asClient, 'finish'), post(asClient, 'finish')]);
    expect(answers.map(({ status, body }) => [status, body.completed])).toEqual([
      [200, true],
      [200, true],
    ]);
    const { body } = await asCoach.get<{ notifications: Notification[] }>('/rest/v1/notifications');
    expect(body.notifications.filter(({ type }) => type === 'onboarding_completed')).toHaveLength(1);
  });

  it('keeps what was sent twice once, and leaves what another step told', async () => {
    const { asClient, read, save, clientId } = await open();
    const body = { record: ADULT, consent: consentOf() };
    await Promise.all([save(asClient, body), save(asClient, body)]);
    const health = healthOf();
    await Promise.all([save(asClient, { health }), save(asClient, { health })]);
    await Promise.all([save(asClient, { record: { diet: 'Fish' } }), save(asClient, { record: { goal: 'Swim' } })]);
    expect(await read(asClient)).toMatchObject({ record: { diet: 'Fish', goal: 'Swim', ...ADULT } });
    expect(await test.owner.select().from(consents).where(eq(consents.clientId, clientId))).toHaveLength(1);
    expect(await test.owner.select().from(healthScreens).where(eq(healthScreens.clientId, clientId))).toHaveLength(1);
  });

  it('stops for who is under 18, and stores nothing of it', async () => {
    const { asClient, read, save } = await open();
    const year = new Date().getUTCFullYear() - 17;
    const answer = await save(asClient, { record: { dateOfBirth: `${year}-01-01` }, consent: consentOf() });
    expect(answer).toMatchObject({ status: 422, body: { code: 'TOO_YOUNG' } });
    expect(await read(asClient)).toMatchObject({ consent: null, record: { dateOfBirth: null } });
  });

  it('takes no health answers without consent, and is not finished without either', async () => {
    const { asClient, save, post } = await open();
    expect(await save(asClient, { health: healthOf() })).toMatchObject({ body: { code: 'CONSENT_REQUIRED' } });
    const missing = await post(asClient, 'finish');
    expect(missing).toMatchObject({ status: 409, body: { data: { steps: ['start', 'health'] } } });
  });

  it('is closed to former clients', async () => {
    const { asClient, save } = await open({ status: 'ended' });
    expect(await save(asClient, { record: { goal: 'Run' } })).toMatchObject({ body: { code: 'CLOSED' } });
  });
});

describe('filled in together', () => {
  it('counts as the client’s once they confirm what they were shown', async () => {
    const { asClient, asCoach, read, save, post } = await open();
    await save(asCoach, { record: ADULT, consent: consentOf() });
    await save(asCoach, { health: healthOf(CHEST) });
    expect((await post(asCoach, 'finish')).body.completed).toBe(true);
    const shown = await read(asClient);
    expect(shown).toMatchObject({ consent: { givenBy: 'coach', confirmedAt: null }, health: { confirmedAt: null } });
    // Answered again meanwhile: answers that were not shown are not confirmed.
    await save(asCoach, { health: healthOf() });
    const ids = { consentId: shown.consent?.id ?? null, healthId: shown.health?.id ?? null };
    expect((await post(asCoach, 'confirm', ids)).status).toBe(403);
    const half = await post(asClient, 'confirm', ids);
    expect(half.body).toMatchObject({ consent: { confirmedAt: expect.any(String) }, health: { confirmedAt: null } });
    const all = await post(asClient, 'confirm', { ...ids, healthId: half.body.health?.id ?? null });
    expect(all.body.health?.confirmedAt).not.toBeNull();
  });

  it('is not possible once the client has withdrawn, which deletes what they told about their health', async () => {
    const { asClient, asCoach, read, save, post, clientId } = await open();
    await save(asClient, { record: ADULT, consent: consentOf() });
    await save(asClient, { health: healthOf(CHEST) });
    expect((await post(asCoach, 'withdraw')).status).toBe(403);
    expect((await post(asClient, 'withdraw')).body).toMatchObject({ health: null });
    expect((await read(asCoach)).consent?.withdrawnAt).not.toBeNull();
    expect(await test.owner.select().from(healthScreens).where(eq(healthScreens.clientId, clientId))).toEqual([]);
    expect(await save(asCoach, { consent: consentOf() })).toMatchObject({ body: { code: 'CONSENT_REQUIRED' } });
    expect(await save(asCoach, { health: healthOf() })).toMatchObject({ body: { code: 'CONSENT_REQUIRED' } });
    expect((await save(asClient, { consent: consentOf() })).body.consent?.withdrawnAt).toBeNull();
  });

  it('is withdrawn by former clients too', async () => {
    const { asClient, save, post, clientId } = await open();
    await save(asClient, { record: ADULT, consent: consentOf() });
    await save(asClient, { health: healthOf() });
    await test.owner.update(relationships).set({ status: 'ended' }).where(eq(relationships.clientId, clientId));
    expect((await post(asClient, 'withdraw')).status).toBe(200);
    expect(await test.owner.select().from(healthScreens).where(eq(healthScreens.clientId, clientId))).toEqual([]);
  });
});

describe('the database', () => {
  it('lets people answer in their own name alone, and a client write only goal and end of onboarding', async () => {
    const { asCoach, save, coachId, clientId, person } = await open();
    await save(asCoach, { record: ADULT, consent: consentOf() });
    await save(asCoach, { health: healthOf() });
    const app = new pg.Client({ connectionString: urlOfRole(test.databaseUrl, APP_ROLE, TEST_SECRET) });
    await app.connect();
    const refused = async (role: string, statement: string) => {
      await app.query(`begin; set local app.role = '${role}'; set local app.user_id = '${person.id}';
        set local app.coach_id = '${coachId}'; set local app.client_id = '${clientId}'`);
      const code = await app.query(statement).then(
        ({ rowCount }) => rowCount,
        (error: pg.DatabaseError) => error.code,
      );
      await app.query('rollback');
      return code;
    };
    try {
      const row = `'${coachId}', gen_random_uuid(), '${clientId}', 1`;
      const screen = (by: string) => `insert into health_screens values (${row}, '{}', '${by}', now(), now())`;
      expect(await refused('coach', screen('client'))).toBe('42501');
      expect(await refused('coach', screen('coach'))).toBe('42501');
      expect(await refused('client', screen('coach'))).toBe('42501');
      expect(await refused('coach', 'update health_screens set confirmed_at = now()')).toBe(0);
      expect(await refused('coach', 'delete from health_screens')).toBe(0);
      expect(await refused('client', `update health_screens set answers = '{}'`)).toBe('42501');
      expect(await refused('client', 'delete from consents')).toBe('42501');
      expect(await refused('client', 'update client_coach_relationships set onboarding_completed = true')).toBe(
        '42501',
      );
      expect(await refused('coach', `select note_own_onboarding('x', true)`)).toBe('42501');
    } finally {
      await app.end();
    }
  });
});

describe('photos', () => {
  it('of a client are theirs, and replaced', async () => {
    const { asClient, save, coachId, clientId } = await open();
    const send = async (purpose: string) =>
      (await uploadFile(test, asClient, blackPng(20, 20), { coachId, clientId, id: randomUUID(), purpose })).body.id;
    const [one, two, other] = [await send('avatar'), await send('avatar'), await send('message')];
    expect((await save(asClient, { photoId: one })).body).toMatchObject({ photoId: one, parts: { photo: true } });
    expect((await save(asClient, { photoId: one })).status).toBe(200);
    expect((await save(asClient, { photoId: two })).body.photoId).toBe(two);
    expect((await save(asClient, { photoId: other })).body).toMatchObject({ code: 'FILE_NOT_FOUND' });
  });

  it('of a coach are seen by their current clients alone', async () => {
    const { asClient, asCoach, coachId, clientId } = await open();
    const stranger = await open();
    const id = randomUUID();
    const sent = { coachId, id, purpose: 'coach_photo' };
    expect((await uploadFile(test, asClient, blackPng(20, 20), sent)).status).toBe(403);
    expect((await uploadFile(test, stranger.asCoach, blackPng(20, 20), sent)).status).toBe(404);
    expect((await uploadFile(test, asCoach, blackPng(20, 20), { ...sent, clientId })).status).toBe(400);
    expect((await uploadFile(test, asCoach, blackPng(20, 20), sent)).status).toBe(200);
    const url = `/rest/v1/files/${coachId}/${id}`;
    const seen = async (caller: Caller) =>
      (await test.app.inject({ url, headers: caller.cookie ? { cookie: caller.cookie } : {} })).statusCode;
    expect([await seen(asCoach), await seen(asClient)]).toEqual([200, 404]);
    const photo = (fileId: string | null) =>
      asCoach.send<CoachCard>('PATCH', `/rest/v1/coach_profiles/${coachId}/photo`, { fileId });
    expect((await photo(id)).body.photoUrl).toBe(`${url}?size=thumb`);
    expect([await seen(asClient), await seen(stranger.asClient), await seen(test.anonymous)]).toEqual([200, 404, 401]);
    const mine = async () => (await asClient.get<{ coach: CoachCard }>('/rest/v1/my_coach')).body.coach.photoUrl;
    expect(await mine()).toBe(`${url}?size=thumb`);
    await test.owner.update(relationships).set({ status: 'ended' }).where(eq(relationships.clientId, clientId));
    expect([await seen(asClient), await mine()]).toEqual([404, null]);
    expect((await photo(null)).body.photoUrl).toBeNull();
  });
});

describe('setting up as a coach', () => {
  it('follows what was created, and remembers the step and that the list was dismissed', async () => {
    const coach = await createCoach(test.owner, { plan: 'pro', passwordHash: await hashOfPassword() });
    const caller = await test.signIn(coach.email);
    const path = `/rest/v1/coach_setups/${coach.id}`;
    const made = { profile: false, photo: false, availability: false, template: false, invited: false };
    const nothing = { ...made, dismissed: false, step: 'profile' };
    expect((await caller.get<CoachSetup>(path)).body).toMatchObject(nothing);
    await Promise.all([
      caller.send('PATCH', path, { step: 'invite' }),
      caller.send('PATCH', path, { dismissed: true }),
    ]);
    await caller.send('PATCH', path, {});
    await createClient(test.owner, coach.id);
    expect((await caller.get<CoachSetup>(path)).body).toMatchObject({
      ...nothing,
      step: 'invite',
      dismissed: true,
      invited: true,
    });
    const hours = { noticeMinutes: 60, horizonDays: 28, stepMinutes: 30, overrides: [] };
    const booked = async (weekdays: number[]) => {
      const week = weekdays.map((weekday) => ({ weekday, from: 540, to: 1020 }));
      const sent = { coachId: coach.id, ...hours, hours: week };
      expect((await caller.send('PUT', '/rest/v1/availability', sent)).status).toBe(200);
      return (await caller.get<CoachSetup>(path)).body.availability;
    };
    // Hours that were taken away again are none.
    expect([await booked([]), await booked([1, 4]), await booked([])]).toEqual([false, true, false]);
    const photo = async (fileId: string | null) => {
      await caller.send('PATCH', `/rest/v1/coach_profiles/${coach.id}/photo`, { fileId });
      return (await caller.get<CoachSetup>(path)).body.photo;
    };
    const id = randomUUID();
    await uploadFile(test, caller, blackPng(20, 20), { coachId: coach.id, id, purpose: 'coach_photo' });
    expect([await photo(id), await photo(null)]).toEqual([true, false]);
  });
});
