import { randomUUID } from 'node:crypto';
import type { CheckIn } from '@stridewell/contract/checkins';
import type { ClientSummary } from '@stridewell/contract/clients';
import type { CoachDashboard } from '@stridewell/contract/dashboard';
import type { Notification } from '@stridewell/contract/notifications';
import { eq } from 'drizzle-orm';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createClient, createCoach, createUser } from '../../../seed/factories.ts';
import { type Caller, cookieOf, createTestApp, hashOfPassword, linkIn, type TestApp } from '../../../test/app.ts';
import { users } from '../../core/people/people.table.ts';
import { invitations } from './clients.table.ts';

let test: TestApp;
beforeAll(async () => {
  test = await createTestApp();
});
afterAll(() => test.close());

async function signedInCoach(plan: 'base' | 'plus' | 'pro' = 'base') {
  const coach = await createCoach(test.owner, { plan, passwordHash: await hashOfPassword() });
  return { coach, caller: await test.signIn(coach.email) };
}

const add = (
  caller: Caller,
  coachId: string,
  person: Partial<{ clientId: string; fullName: string; email: string }> = {},
) =>
  caller.send<ClientSummary & { code?: string; message?: string; data?: { cap: number } }>('POST', '/rest/v1/clients', {
    coachId,
    clientId: randomUUID(),
    fullName: 'Nina Park',
    email: `nina-${randomUUID().slice(0, 8)}@example.com`,
    ...person,
  });

async function invite(caller: Caller, coachId: string, email: string) {
  const answer = await add(caller, coachId, { email });
  expect(answer.status).toBe(200);
  const { pathname } = linkIn((await test.mailTo(email)).text);
  return { token: pathname.replace('/invitation/', ''), clientId: answer.body.clientId };
}

const details = { fullName: 'Nina Park', goal: 'Run 10 km', unitSystem: 'metric', timeZone: 'Europe/Berlin' };
const accept = (caller: Caller, token: string, more: object = {}) =>
  caller.send<{ code?: string }>('POST', `/rest/v1/invitations/${token}/accept`, { ...details, ...more });

describe('the coach-client loop', () => {
  it('goes from the invitation to a check-in that the coach sees', async () => {
    const { coach, caller } = await signedInCoach();
    const email = `nina-${randomUUID().slice(0, 8)}@example.com`;
    const { token, clientId } = await invite(caller, coach.id, email);

    const shown = await test.anonymous.get(`/rest/v1/invitations/${token}`);
    expect(shown.body).toMatchObject({ coachName: coach.name, email, status: 'open', hasAccount: false });

    const accepted = await accept(test.anonymous, token, { password: 'a-new-password' });
    expect(accepted).toMatchObject({ status: 200, body: { coachId: coach.id, clientId } });
    expect(cookieOf(accepted)).toContain('session_token=');

    const client = await test.signIn(email, 'a-new-password');
    const session = await client.get<{ role: string; user: { emailVerified: boolean } }>('/rest/v1/session');
    expect(session.body).toMatchObject({
      role: 'Client',
      user: { emailVerified: true },
      client: { coachId: coach.id },
    });
    expect((await client.get('/rest/v1/dashboards/client')).body).toMatchObject({
      goal: 'Run 10 km',
      checkIn: { state: 'due', missed: 0 },
    });

    const answers = {
      id: randomUUID(),
      templateId: null,
      version: 0,
      answers: { weight: 71.4, adherence: 90, energy: 4, sleep: 7.5, note: 'Good week' },
    };
    const sent = await client.send<CheckIn>('POST', '/rest/v1/check_ins', answers);
    expect(sent).toMatchObject({ status: 200, body: { ...answers, clientId, weightKg: 71.4 } });
    // A repeated request is harmless: one check-in, one notification.
    expect((await client.send('POST', '/rest/v1/check_ins', answers)).body).toEqual(sent.body);

    const list = await caller.get(`/rest/v1/check_ins?coachId=${coach.id}&clientId=${clientId}`);
    expect(list.body).toMatchObject({ checkIns: [sent.body] });
    const bell = await caller.get<{ notifications: Notification[] }>('/rest/v1/notifications');
    expect(bell.body.notifications.map(({ type }) => type)).toEqual(['check_in_completed', 'client_assigned']);
    const own = await client.get<{ notifications: Notification[] }>('/rest/v1/notifications');
    expect(own.body.notifications.map(({ type }) => type)).toEqual(['coach_assigned']);
    const { body: dashboard } = await caller.get<CoachDashboard>(`/rest/v1/dashboards/coach/${coach.id}`);
    expect(dashboard.clientMetrics).toMatchObject({
      state: 'ready',
      data: { totalActiveClients: 1, clientsOnTrack: 1, workoutAdherence: 90, mostConsistentClientStreak: 1 },
    });
  });

  it('adds one client when the same request arrives twice, also at the same time', async () => {
    const { coach, caller } = await signedInCoach();
    const person = { clientId: randomUUID(), email: `twice-${randomUUID().slice(0, 8)}@example.com` };
    const answers = await Promise.all([add(caller, coach.id, person), add(caller, coach.id, person)]);
    expect(answers.map(({ status }) => status)).toEqual([200, 200]);
    const { body } = await caller.get<{ clients: ClientSummary[] }>(
      `/rest/v1/client_coach_relationships?coachId=${coach.id}`,
    );
    expect(body.clients).toHaveLength(1);
  });

  it('refuses a second client with the same address and says who it is', async () => {
    const { coach, caller } = await signedInCoach();
    const email = `double-${randomUUID().slice(0, 8)}@example.com`;
    await add(caller, coach.id, { email });
    const again = await add(caller, coach.id, { email: email.toUpperCase() });
    expect(again).toMatchObject({ status: 409, body: { code: 'DUPLICATE_CLIENT', data: { fullName: 'Nina Park' } } });
  });

  it('gives the last seat to one of two requests', async () => {
    const { coach, caller } = await signedInCoach();
    for (let seat = 0; seat < 4; seat += 1) await createClient(test.owner, coach.id);
    const answers = await Promise.all([add(caller, coach.id), add(caller, coach.id)]);
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 409]);
    expect(answers.find(({ status }) => status === 409)?.body).toMatchObject({ code: 'SEATS_FULL', data: { cap: 5 } });
    expect((await caller.send('POST', '/rest/v1/rpc/can_add_more_clients')).body).toBe(false);
  });

  it('asks for a verified address before anybody is invited', async () => {
    const coach = await createCoach(test.owner, { emailVerified: false, passwordHash: await hashOfPassword() });
    const answer = await add(await test.signIn(coach.email), coach.id);
    expect(answer).toMatchObject({ status: 403, body: { code: 'EMAIL_NOT_VERIFIED' } });
  });
});

describe('an invitation', () => {
  it('works once', async () => {
    const { coach, caller } = await signedInCoach();
    const { token } = await invite(caller, coach.id, `once-${randomUUID().slice(0, 8)}@example.com`);
    expect((await accept(test.anonymous, token, { password: 'a-new-password' })).status).toBe(200);
    expect((await accept(test.anonymous, token, { password: 'another-password' })).body.code).toBe('INVITATION_CLOSED');
  });

  it('links an existing person only after they signed in with that address', async () => {
    const { coach, caller } = await signedInCoach();
    const person = await createUser(test.owner, 'Client', { passwordHash: await hashOfPassword() });
    const other = await createUser(test.owner, 'Client', { passwordHash: await hashOfPassword() });
    const { token } = await invite(caller, coach.id, person.email);
    expect((await accept(test.anonymous, token, { password: 'a-new-password' })).body.code).toBe('SIGN_IN_REQUIRED');
    expect((await accept(await test.signIn(other.email), token)).body.code).toBe('OTHER_ACCOUNT');
    const signedIn = await test.signIn(person.email);
    expect((await accept(signedIn, token)).status).toBe(200);
    // The same person pressing the button again has what they wanted.
    expect((await accept(signedIn, token)).status).toBe(200);
  });

  it('refuses a coach and leaves the role alone', async () => {
    const { coach, caller } = await signedInCoach();
    const invited = await signedInCoach();
    const { token } = await invite(caller, coach.id, invited.coach.email);
    expect((await accept(invited.caller, token)).body.code).toBe('COACH_ACCOUNT');
    expect((await invited.caller.get('/rest/v1/user_roles')).body).toMatchObject({ role: 'Coach-Base' });
  });

  it('expires after 14 days', async () => {
    const { coach, caller } = await signedInCoach();
    const { token } = await invite(caller, coach.id, `late-${randomUUID().slice(0, 8)}@example.com`);
    test.setNow(new Date(Date.now() + 15 * 86_400_000));
    try {
      expect((await test.anonymous.get(`/rest/v1/invitations/${token}`)).body).toMatchObject({ status: 'expired' });
      expect((await accept(test.anonymous, token, { password: 'a-new-password' })).body.code).toBe('INVITATION_CLOSED');
    } finally {
      test.setNow(null);
    }
  });

  it.each([
    ['a secret that was changed', (token: string) => `${token.slice(0, -4)}AAAA`],
    ['a link that was cut short', (token: string) => token.slice(0, 40)],
    ['something else altogether', () => 'x'.repeat(75)],
  ])('does not open with %s', async (_, change) => {
    const { coach, caller } = await signedInCoach();
    const { token } = await invite(caller, coach.id, `forged-${randomUUID().slice(0, 8)}@example.com`);
    expect((await test.anonymous.get(`/rest/v1/invitations/${change(token)}`)).status).toBe(404);
    expect((await accept(test.anonymous, change(token), { password: 'a-new-password' })).status).toBe(404);
  });
});

describe('an invitation to a person with an account', () => {
  const mine = async (caller: Caller) =>
    (await caller.get<{ invitations: { coachId: string; clientId: string }[] }>('/rest/v1/my_invitations')).body
      .invitations;
  const acceptMine = (caller: Caller, { coachId, clientId }: { coachId: string; clientId: string }) =>
    caller.send<{ code?: string }>('POST', `/rest/v1/my_invitations/${coachId}/${clientId}/accept`, {});
  const person = async (verified = true) => {
    const user = await createUser(test.owner, 'Client', { passwordHash: await hashOfPassword() });
    if (!verified) await test.owner.update(users).set({ emailVerified: false }).where(eq(users.id, user.id));
    return { user, caller: await test.signIn(user.email) };
  };

  it('waits for that person alone, without its link', async () => {
    const { coach, caller } = await signedInCoach();
    const [invited, other] = [await person(), await person()];
    const { clientId, token } = await invite(caller, coach.id, invited.user.email);
    const [found, ...more] = await mine(invited.caller);
    expect(found).toEqual({ coachId: coach.id, clientId, coachName: coach.name, expiresAt: expect.any(String) });
    expect(more).toEqual([]);
    expect(JSON.stringify(found)).not.toContain(token);
    expect(await mine(other.caller)).toEqual([]);
    expect(await mine(caller)).toEqual([]);
    expect((await acceptMine(other.caller, { coachId: coach.id, clientId })).status).toBe(404);
    expect((await acceptMine(caller, { coachId: coach.id, clientId })).status).toBe(403);
    expect((await acceptMine(test.anonymous, { coachId: coach.id, clientId })).status).toBe(401);
    expect(await mine(invited.caller)).toHaveLength(1);
  });

  it('makes them the client of this coach, with the name and units they have, however often they press', async () => {
    const { coach, caller } = await signedInCoach();
    const invited = await person();
    const { clientId, token } = await invite(caller, coach.id, invited.user.email);
    const place = { coachId: coach.id, clientId };
    await invited.caller.send('PATCH', '/rest/v1/preferences', { unitSystem: 'imperial', timeZone: 'Europe/Berlin' });
    const pressed = await Promise.all(Array.from({ length: 4 }, () => acceptMine(invited.caller, place)));
    expect(pressed.map(({ status }) => status)).toEqual([200, 200, 200, 200]);
    expect(await acceptMine(invited.caller, place)).toMatchObject({ status: 200, body: place });
    expect((await invited.caller.get('/rest/v1/session')).body).toMatchObject({
      user: { fullName: invited.user.name, unitSystem: 'imperial', timeZone: 'Europe/Berlin' },
      client: { coachId: coach.id, clientId, status: 'active' },
    });
    expect(await mine(invited.caller)).toEqual([]);
    const news = await caller.get<{ notifications: Notification[] }>('/rest/v1/notifications');
    expect(news.body.notifications.filter(({ type }) => type === 'client_assigned')).toHaveLength(1);
    expect((await accept(test.anonymous, token, { password: 'a-new-password' })).body.code).toBe('INVITATION_CLOSED');
  });

  it('shows nothing to an unverified address', async () => {
    const { coach, caller } = await signedInCoach();
    const invited = await person(false);
    const { clientId } = await invite(caller, coach.id, invited.user.email);
    expect(await mine(invited.caller)).toEqual([]);
    const answer = await acceptMine(invited.caller, { coachId: coach.id, clientId });
    expect(answer).toMatchObject({ status: 403, body: { code: 'EMAIL_NOT_VERIFIED' } });
  });

  it('is gone once it has expired or was withdrawn', async () => {
    const { coach, caller } = await signedInCoach();
    const invited = await person();
    const { clientId } = await invite(caller, coach.id, invited.user.email);
    const place = { coachId: coach.id, clientId };
    const expire = (expiresAt: Date) =>
      test.owner.update(invitations).set({ expiresAt }).where(eq(invitations.clientId, clientId));
    await expire(new Date(Date.now() - 1000));
    expect(await mine(invited.caller)).toEqual([]);
    expect((await acceptMine(invited.caller, place)).body.code).toBe('INVITATION_CLOSED');
    await expire(new Date(Date.now() + 60_000));
    expect(await mine(invited.caller)).toHaveLength(1);
    await caller.send('PATCH', `/rest/v1/client_coach_relationships/${clientId}`, {
      coachId: coach.id,
      status: 'archived',
    });
    expect(await mine(invited.caller)).toEqual([]);
    expect((await acceptMine(invited.caller, place)).body.code).toBe('INVITATION_CLOSED');
  });
});
