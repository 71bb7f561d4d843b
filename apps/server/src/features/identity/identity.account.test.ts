import { randomUUID } from 'node:crypto';
import { existsSync } from 'node:fs';
import path from 'node:path';
import type { CoachCard } from '@stridewell/contract/coaches/coaches';
import type { CurrentSession, Device } from '@stridewell/contract/identity/identity';
import type { Notification } from '@stridewell/contract/notifications/notifications';
import { CONSENT_VERSION } from '@stridewell/contract/onboarding/onboarding.rules';
import { sql } from 'drizzle-orm';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createClient, createCoach, createUser } from '../../../seed/factories.ts';
import {
  type Caller,
  cookieOf,
  createTestApp,
  hashOfPassword,
  linkIn,
  PASSWORD,
  type TestApp,
} from '../../../test/app.ts';
import { aLead, aLeadMail, aLeadTask } from '../../../test/factories/business.ts';
import { aPlanSubscription } from '../../../test/factories/platform.ts';
import { aFoodDay } from '../../../test/food-samples.ts';
import { openVerificationLink } from '../../../test/mailed-links.ts';
import { aCheckIn } from '../../../test/people.ts';
import { blackPng, PDF, uploadFile } from '../../../test/uploads.ts';
import { aLog, aPain } from '../../../test/workout-samples.ts';
import { aFood } from '../../../test/world-rows.ts';
import { sweepFiles } from '../files/files.service.ts';

let test: TestApp;
beforeAll(async () => {
  test = await createTestApp();
});
afterAll(() => test.close());

type Security = { twoFactorEnabled: boolean; devices: Device[] };
const auth = (caller: Caller, path: string, body: object) =>
  caller.send<{ code?: string }>('POST', `/auth/v1${path}`, body);
const session = async (caller: Caller) => (await caller.get<CurrentSession | null>('/rest/v1/session')).body;
const security = async (caller: Caller) => (await caller.get<Security>('/rest/v1/account/security')).body;
const isIn = async (caller: Caller) => (await caller.get('/rest/v1/user_roles')).status === 200;
const rowsOf = async (query: ReturnType<typeof sql>) => (await test.owner.execute(query)).rows;

/** A coach and a client who train together, both signed in. */
async function createPair() {
  const passwordHash = await hashOfPassword();
  const coach = await createCoach(test.owner, { plan: 'pro', name: 'Ana Silva', passwordHash });
  const person = await createUser(test.owner, 'Client', { name: 'Nina Park', passwordHash });
  const { clientId } = await createClient(test.owner, coach.id, {
    person,
    status: 'active',
    checkInAnchor: '2026-01-05',
  });
  const [asCoach, asClient] = await Promise.all([test.signIn(coach.email), test.signIn(person.email)]);
  const seen = async () =>
    (
      await asCoach.get<{ fullName: string; email: string; status: string }>(
        `/rest/v1/clients/${clientId}?coachId=${coach.id}`,
      )
    ).body;
  return { coach, person, clientId, asCoach, asClient, seen };
}

describe('a name', () => {
  it('reaches the session, the coach and the clients', async () => {
    const { asCoach, asClient, seen } = await createPair();
    expect((await auth(asCoach, '/update-user', { name: 'Ana Lima' })).status).toBe(200);
    expect((await auth(asClient, '/update-user', { name: 'Nina Sol' })).status).toBe(200);
    expect((await session(asCoach))?.coach?.fullName).toBe('Ana Lima');
    expect((await session(asClient))?.client?.coachName).toBe('Ana Lima');
    expect((await seen()).fullName).toBe('Nina Sol');
    for (const name of ['', ' ', 'a\u0000b', 'x'.repeat(121)]) {
      expect((await auth(asClient, '/update-user', { name })).status).toBe(400);
    }
  });
});

describe('a new address', () => {
  it('needs the password, notifies the old address, and takes effect when the new one is confirmed', async () => {
    const { asClient, person, seen } = await createPair();
    const newEmail = `nina-${randomUUID().slice(0, 8)}@example.com`;
    for (const password of [undefined, 'wrong-password', 7, 'x'.repeat(100_000)]) {
      expect((await auth(asClient, '/change-email', { newEmail, password })).status).toBe(400);
    }
    expect((await auth(asClient, '/change-email', { newEmail, password: PASSWORD })).status).toBe(200);
    expect((await test.mailTo(person.email)).subject).toBe('A new address for your account');
    expect((await session(asClient))?.user.email).toBe(person.email);
    const link = linkIn((await test.mailTo(newEmail)).text);
    const confirmed = await openVerificationLink(test.anonymous, link);
    expect(confirmed.body.user).toBeTruthy();
    expect(await isIn(test.withCookies(cookieOf(confirmed)))).toBe(false);
    expect((await session(asClient))?.user).toMatchObject({ email: newEmail, emailVerified: true });
    expect((await seen()).email).toBe(newEmail);
    // The link works once, and the old address no longer signs in.
    expect((await openVerificationLink(test.anonymous, link)).body.code).toBe('INVALID_TOKEN');
    await expect(test.signIn(person.email)).rejects.toThrow('401');
    expect(await isIn(await test.signIn(newEmail))).toBe(true);
  });

  it('that has an account gets the same answer as every other, and keeps its account', async () => {
    const [one, other] = [await createPair(), await createPair()];
    const taken = { newEmail: other.person.email, password: PASSWORD };
    expect((await auth(one.asClient, '/change-email', taken)).status).toBe(200);
    expect((await session(one.asClient))?.user.email).toBe(one.person.email);
  });
});

describe('a new password', () => {
  it('needs the old one, and always ends other sessions', async () => {
    const { asClient, person } = await createPair();
    const other = await test.signIn(person.email);
    const wanted = { currentPassword: PASSWORD, newPassword: 'a-new-password-1', revokeOtherSessions: false };
    expect((await auth(asClient, '/change-password', { ...wanted, currentPassword: 'wrong-one' })).status).toBe(400);
    expect((await auth(asClient, '/change-password', { ...wanted, newPassword: 'short' })).status).toBe(400);
    expect(await isIn(other)).toBe(true);
    const changed = await auth(asClient, '/change-password', wanted);
    expect(await isIn(other)).toBe(false);
    expect(await isIn(test.withCookies(cookieOf(changed)))).toBe(true);
    expect((await test.mailTo(person.email)).subject).toBe('Your password was changed');
  });
});

describe('sessions', () => {
  it('are listed with this one marked, and can be ended only by their owner', async () => {
    const { asClient, asCoach, person } = await createPair();
    const other = await test.signIn(person.email);
    const { devices } = await security(asClient);
    expect(devices.filter(({ current }) => current)).toHaveLength(1);
    const theirs = devices.find(({ current }) => !current);
    expect(JSON.stringify(devices)).not.toContain('sha256:');
    const end = (caller: Caller) => caller.send('POST', `/rest/v1/account/sessions/${theirs?.id}/end`, {});
    expect((await end(asCoach)).status).toBe(404);
    expect(await isIn(other)).toBe(true);
    expect((await end(asClient)).status).toBe(200);
    expect(await isIn(other)).toBe(false);
    expect((await end(asClient)).status).toBe(404);
  });

  it('end except for this one, even with concurrent requests', async () => {
    const { asClient, person } = await createPair();
    const others = await Promise.all([test.signIn(person.email), test.signIn(person.email)]);
    const end = () => asClient.send('POST', '/rest/v1/account/sessions/end_others', {});
    expect((await Promise.all([end(), end()])).map(({ status }) => status)).toEqual([200, 200]);
    expect(await Promise.all([asClient, ...others].map(isIn))).toEqual([true, false, false]);
  });

  it('end except for this one through the library too', async () => {
    const { asClient, person } = await createPair();
    const other = await test.signIn(person.email);
    expect((await auth(asClient, '/revoke-other-sessions', {})).status).toBe(200);
    expect(await Promise.all([asClient, other].map(isIn))).toEqual([true, false]);
  });
});

describe('units and time zone', () => {
  it('are stored, and change no past day', async () => {
    const { asCoach, asClient, coach, clientId } = await createPair();
    await aCheckIn(test, { by: { coachId: coach.id, clientId }, day: '2026-01-05' });
    const values = { unitSystem: 'imperial', timeZone: 'Asia/Tokyo' };
    for (const caller of [asCoach, asClient]) {
      expect((await caller.send('PATCH', '/rest/v1/preferences', values)).body).toEqual(values);
      expect((await session(caller))?.user).toMatchObject(values);
    }
    const inKilojoules = { ...values, energyUnit: 'kJ' };
    await asClient.send('PATCH', '/rest/v1/preferences', inKilojoules);
    // A device that does not know this setting leaves it.
    await asClient.send('PATCH', '/rest/v1/preferences', values);
    expect((await session(asClient))?.user).toMatchObject(inKilojoules);
    expect((await session(asCoach))?.user.energyUnit).toBe('kcal');
    expect((await session(asCoach))?.coach?.timeZone).toBe('Asia/Tokyo');
    const list = await asCoach.get<{ checkIns: { day: string }[] }>(
      `/rest/v1/check_ins?coachId=${coach.id}&clientId=${clientId}`,
    );
    expect(list.body.checkIns.map(({ day }) => day)).toEqual(['2026-01-05']);
  });
});

describe('ending the coaching', () => {
  it('frees the seat, notifies the coach once, and keeps the history readable', async () => {
    const { asClient, asCoach, coach, clientId, seen } = await createPair();
    const mine = await asClient.get<{ coach: CoachCard; status: string }>('/rest/v1/my_coach');
    expect(mine.body).toMatchObject({ status: 'active', coach: { fullName: 'Ana Silva', initials: 'AS' } });
    const end = (coachId: string) => asClient.send('POST', `/rest/v1/my_coach/${coachId}/end`, {});
    expect((await end(randomUUID())).status).toBe(404);
    const both = await Promise.all([end(coach.id), end(coach.id)]);
    expect(both.map(({ status }) => status)).toEqual([200, 200]);
    expect((await seen()).status).toBe('ended');
    await test.delivered();
    const told = await asCoach.get<{ notifications: Notification[] }>('/rest/v1/notifications');
    expect(told.body.notifications.filter(({ type }) => type === 'coaching_ended')).toHaveLength(1);
    expect((await asClient.get('/rest/v1/my_coach')).body).toMatchObject({ status: 'ended' });
    expect((await asClient.get('/rest/v1/dashboards/client')).status).toBe(200);
    const back = { coachId: coach.id, status: 'active' };
    const restored = await asCoach.send('PATCH', `/rest/v1/client_coach_relationships/${clientId}`, back);
    expect(restored.status).toBe(409);
    const text = { coachId: coach.id, id: randomUUID(), body: 'Hello' };
    expect((await asClient.send('POST', `/rest/v1/conversations/${clientId}/messages`, text)).status).toBe(409);
  });
});

describe('a coach profile', () => {
  it('is empty at first, and then readable only by the coach and their clients', async () => {
    const [one, other] = [await createPair(), await createPair()];
    const path = `/rest/v1/coach_profiles/${one.coach.id}`;
    expect((await one.asCoach.get(path)).body).toMatchObject({ headline: '', specialities: [] });
    const profile = {
      headline: 'Strength for busy people',
      bio: 'Line one\nLine two',
      specialities: ['Strength'],
      certifications: [{ name: 'CSCS', issuer: 'NSCA', year: 2019 }],
      yearsOfExperience: 7,
      languages: ['English'],
      website: 'example.com',
      instagram: '',
    };
    expect((await one.asCoach.send('PATCH', path, profile)).status).toBe(200);
    const saved = { ...profile, website: 'https://example.com' };
    expect((await one.asClient.get('/rest/v1/my_coach')).body).toMatchObject({ coach: saved });
    expect((await other.asClient.get('/rest/v1/my_coach')).body).toMatchObject({ coach: { headline: '' } });
    expect((await other.asCoach.get(path)).status).toBe(404);
    expect((await other.asCoach.send('PATCH', path, profile)).status).toBe(404);
  });
});

describe('deleting an account', () => {
  const remove = (caller: Caller, password = PASSWORD) =>
    caller.send<{ code?: string }>('POST', '/rest/v1/account/delete', { password, confirmation: 'DELETE' });

  it('of a client happens once, and leaves the coach a history without a name', async () => {
    const { asClient, asCoach, coach, clientId, person, seen } = await createPair();
    await aCheckIn(test, { by: { coachId: coach.id, clientId }, day: '2026-01-05' });
    expect(await remove(asClient, 'wrong-password')).toMatchObject({ status: 403, body: { code: 'WRONG_PASSWORD' } });
    expect(await isIn(asClient)).toBe(true);
    const both = await Promise.all([remove(asClient), remove(asClient)]);
    expect(both.map(({ status }) => status)).toContain(200);
    expect(both.every(({ status }) => [200, 401, 403].includes(status))).toBe(true);
    expect(await isIn(asClient)).toBe(false);
    await expect(test.signIn(person.email)).rejects.toThrow('401');
    expect(await seen()).toMatchObject({ fullName: 'Former client', status: 'ended' });
    expect(JSON.stringify(await seen())).not.toMatch(/Nina|person-/);
    const list = await asCoach.get<{ checkIns: object[] }>(
      `/rest/v1/check_ins?coachId=${coach.id}&clientId=${clientId}`,
    );
    expect(list.body.checkIns).toHaveLength(1);
    for (const table of ['users', 'clients']) {
      expect(await rowsOf(sql`select id from ${sql.identifier(table)} where id = ${person.id}`)).toEqual([]);
    }
    expect((await test.mailTo(person.email)).subject).toBe('Your account is deleted');
  });

  it('deletes the files of a client, including their content, and keeps the coach’s', async () => {
    const { asClient, asCoach, coach, clientId } = await createPair();
    const place = { coachId: coach.id, clientId };
    const send = async (caller: Caller, content: Buffer, purpose: string) => {
      const id = randomUUID();
      expect((await uploadFile(test, caller, content, { ...place, id, purpose })).status).toBe(200);
      return id;
    };
    const write = async (caller: Caller, fileId: string) => {
      const body = { coachId: coach.id, id: randomUUID(), body: '', attachmentIds: [fileId] };
      expect((await caller.send('POST', `/rest/v1/conversations/${clientId}/messages`, body)).status).toBe(200);
      return fileId;
    };
    const own = await write(asClient, await send(asClient, PDF, 'message'));
    const theirs = await write(asCoach, await send(asCoach, PDF, 'message'));
    const shot = await send(asCoach, blackPng(20, 20), 'photo');
    const answers = { note: 'Good week', photos: [{ slot: 'front' as const, fileId: shot }] };
    await aCheckIn(test, { by: { coachId: coach.id, clientId }, day: '2026-01-05', answers });
    await test.owner.execute(sql`update files set attached_at = now() where id = ${shot}`);
    const seenBy = async (id: string) =>
      (await test.app.inject({ url: `/rest/v1/files/${coach.id}/${id}`, headers: { cookie: asCoach.cookie ?? '' } }))
        .statusCode;
    expect([await seenBy(own), await seenBy(theirs), await seenBy(shot)]).toEqual([200, 200, 200]);
    expect((await remove(asClient)).status).toBe(200);
    expect([await seenBy(own), await seenBy(theirs), await seenBy(shot)]).toEqual([404, 200, 404]);
    const onDisk = (id: string) => existsSync(path.join(test.services.env.dataDir, 'files', coach.id, id));
    await sweepFiles(test.services);
    await expect.poll(() => [onDisk(own), onDisk(theirs), onDisk(shot)]).toEqual([false, true, false]);
    const thread = await asCoach.get<{ messages: { body: string; attachments: object[] }[] }>(
      `/rest/v1/conversations/${clientId}/messages?coachId=${coach.id}`,
    );
    const shown = thread.body.messages.map(({ body, attachments }) => [body, attachments.length]);
    expect(shown.sort()).toEqual([
      ['', 1],
      ['This file was deleted with its account.', 0],
    ]);
    const kept = await rowsOf(sql`select answers from check_ins where client_id = ${clientId}`);
    expect(kept).toEqual([{ answers: { note: 'Good week' } }]);
  });

  it('deletes pain flags, and keeps the workout for the coach', async () => {
    const { asClient, coach, clientId } = await createPair();
    const log = aLog(randomUUID(), { pains: [aPain(randomUUID(), { note: 'Since my operation' })] });
    expect((await asClient.send('POST', `/rest/v1/workouts/${log.id}/sync`, { log })).status).toBe(200);
    expect((await remove(asClient)).status).toBe(200);
    const kept = await rowsOf(sql`select head ->> 'name' as name, head -> 'pains' as flags, pains from workout_logs
      where coach_id = ${coach.id} and client_id = ${clientId}`);
    expect(kept).toEqual([{ name: 'Push A', flags: [], pains: 0 }]);
  });

  it('deletes the food log, with entries and comments', async () => {
    const { asClient, asCoach, coach, clientId } = await createPair();
    const log = aFoodDay('2026-03-02');
    expect((await asClient.send('POST', `/rest/v1/food_logs/own/${log.id}/sync`, { log })).status).toBe(200);
    const comment = { id: randomUUID(), meal: 'Breakfast', entryId: null, text: 'Well done' };
    const path = `/rest/v1/clients/${clientId}/food_days/${log.id}/comments`;
    expect((await asCoach.send('POST', path, { coachId: coach.id, comment })).status).toBe(200);
    expect((await remove(asClient)).status).toBe(200);
    for (const table of ['food_days', 'food_entries', 'food_comments']) {
      expect(await rowsOf(sql`select 1 from ${sql.identifier(table)} where client_id = ${clientId}`)).toEqual([]);
    }
  });

  it('removes name and texts from the lead that the client once was', async () => {
    const { coach, clientId, asClient, person } = await createPair();
    const { name, email } = person;
    const phone = { phone: '415 555 0100', phoneKey: '4155550100' };
    const leadId = await aLead(test, { of: coach, clientId, name, email, ...phone, status: 'won', notes: 'Bad back' });
    await aLeadTask(test, { of: coach, leadId, text: 'Call Nina' });
    await aLeadMail(test, { of: coach, leadId, title: 'Hello Nina', text: 'About your back' });
    expect((await remove(asClient)).status).toBe(200);
    expect(
      await rowsOf(sql`select name, email, phone, phone_key, notes, status from leads where id = ${leadId}`),
    ).toEqual([{ name: 'Former client', email: '', phone: '', phone_key: '', notes: '', status: 'won' }]);
    expect(await rowsOf(sql`select title, text from lead_events where lead_id = ${leadId}`)).toEqual([
      { title: '', text: '' },
      { title: '', text: '' },
    ]);
    expect(await rowsOf(sql`select from lead_tasks where lead_id = ${leadId}`)).toEqual([]);
  });

  it('deletes health answers, and with the second of two accounts everything both sent', async () => {
    const { asClient, asCoach, coach, clientId } = await createPair();
    const step = { coachId: coach.id, clientId, step: 'health', record: { dateOfBirth: '1990-02-03' } };
    const told = { ...step, consent: { id: randomUUID(), version: CONSENT_VERSION } };
    expect((await asClient.send('PATCH', `/rest/v1/clients/${clientId}/onboarding`, told)).status).toBe(200);
    const [photo, plan] = [randomUUID(), randomUUID()];
    await uploadFile(test, asCoach, blackPng(20, 20), { coachId: coach.id, id: photo, purpose: 'coach_photo' });
    await asCoach.send('PATCH', `/rest/v1/coach_profiles/${coach.id}/photo`, { fileId: photo });
    await uploadFile(test, asCoach, PDF, { coachId: coach.id, clientId, id: plan });
    const message = { coachId: coach.id, id: randomUUID(), body: 'Your plan', attachmentIds: [plan] };
    await asCoach.send('POST', `/rest/v1/conversations/${clientId}/messages`, message);
    const stored = async () => {
      await sweepFiles(test.services);
      return (await rowsOf(sql`select id from files where coach_id = ${coach.id}`)).map(({ id }) => id);
    };
    expect((await remove(asCoach)).status).toBe(200);
    // The deletion has started a sweep, which may still be running.
    await expect.poll(stored).toEqual([plan]);
    expect((await remove(asClient)).status).toBe(200);
    await expect.poll(stored).toEqual([]);
    for (const table of ['consents', 'client_records', 'coach_setups', 'client_notes']) {
      expect(await rowsOf(sql`select 1 from ${sql.identifier(table)} where coach_id = ${coach.id}`)).toEqual([]);
    }
    expect(existsSync(path.join(test.services.env.dataDir, 'files', coach.id, plan))).toBe(false);
  });

  it('of a coach waits for a subscription to end, and keeps the history for clients', async () => {
    const { asClient, asCoach, coach, clientId } = await createPair();
    const message = { coachId: coach.id, id: randomUUID(), body: 'My knee clicked' };
    await asClient.send('POST', `/rest/v1/conversations/${clientId}/messages`, message);
    const food = { coachId: coach.id, basedOn: 0, food: aFood };
    expect((await asCoach.send('POST', `/rest/v1/foods/${randomUUID()}`, food)).status).toBe(200);
    await aPlanSubscription(test, { of: coach });
    expect(await remove(asCoach)).toMatchObject({ status: 409, body: { code: 'SUBSCRIPTION_RUNNING' } });
    expect(await isIn(asCoach)).toBe(true);
    await test.owner.execute(sql`update subscriptions set cancel_at_period_end = true where user_id = ${coach.id}`);
    expect((await remove(asCoach)).status).toBe(200);
    expect(await isIn(asCoach)).toBe(false);
    expect((await session(asClient))?.client).toMatchObject({ coachName: 'Former coach', status: 'ended' });
    const left = await rowsOf(sql`select row_to_json(u)::text as row from users u where id = ${coach.id}`);
    expect(JSON.stringify(left)).not.toMatch(/Ana|coach-/);
    const read = await asClient.get<{ messages: { body: string }[] }>(
      `/rest/v1/conversations/${clientId}/messages?coachId=${coach.id}`,
    );
    expect(read.body.messages.map(({ body }) => body)).toEqual([message.body]);
    // Only the coach searched with these words, and no row of a client names these foods.
    for (const table of ['message_words', 'coach_foods', 'coach_food_words']) {
      expect(await rowsOf(sql`select 1 from ${sql.identifier(table)} where coach_id = ${coach.id}`)).toEqual([]);
    }
  });

  it('is possible in the database only for the person in scope', async () => {
    const { person } = await createPair();
    const { pool } = test.services.db;
    await expect(pool.query('select * from delete_own_account()')).rejects.toMatchObject({ code: '42501' });
    const connection = await pool.connect();
    await connection.query(`begin; set local app.role = 'coach'; set local app.user_id = '${person.id}'`);
    await expect(connection.query('select delete_own_account()')).rejects.toMatchObject({ code: '42501' });
    connection.release(true);
    expect(await isIn(await test.signIn(person.email))).toBe(true);
  });
});
