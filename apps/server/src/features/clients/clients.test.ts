import { randomUUID } from 'node:crypto';
import { eq } from 'drizzle-orm';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { createClient } from '../../../seed/factories.ts';
import { type Api, outcomesOf } from '../../../test/api.ts';
import { cookieOf, shareTestApp, type TestApp } from '../../../test/app.ts';
import {
  aCoach,
  anInvitation,
  aPerson,
  type Coach,
  notificationsOf,
  type Pair,
  type Person,
  updateRelationship,
} from '../../../test/people.ts';
import { coachingOf } from '../../core/relationships/coachings.data.ts';
import { invitations } from './clients.table.ts';

let test: TestApp;
let coach: Coach;
beforeAll(async () => {
  test = await shareTestApp();
});
afterAll(() => test.close());
beforeEach(async () => {
  test.setNow(null);
  coach = await aCoach(test, { plan: 'base' });
});

type Caller = Pick<Person, 'api'>;
const newEmail = () => `nina-${randomUUID().slice(0, 8)}@example.com`;
const add = (changes: { clientId?: string; email?: string } = {}, { id: coachId, api } = coach) =>
  api.clients.addClient({ coachId, clientId: randomUUID(), fullName: 'Nina Park', email: newEmail(), ...changes });
const details = { fullName: 'Nina Park', goal: 'Run 10 km', unitSystem: 'metric', timeZone: 'Europe/Berlin' } as const;
const accept = ({ api }: Caller, token: string, more: { password?: string } = {}) =>
  api.clients.acceptInvitation({ ...details, token, ...more });
const acceptAsNew = (token: string) => accept(test.anonymous, token, { password: 'a-new-password' });
const typesOf = async (person: Caller) => (await notificationsOf(test, person)).map(({ type }) => type);
const NOT_FOUND = { code: 'NOT_FOUND' };
const INVITATION_CLOSED = { code: 'INVITATION_CLOSED' };
const EMAIL_NOT_VERIFIED = { code: 'EMAIL_NOT_VERIFIED' };

describe('the coach-client loop', () => {
  it('leads from the invitation to a check-in that the coach sees', async () => {
    const coachId = coach.id;
    const { email, token, clientId } = await anInvitation(test, { from: coach });
    const shown = await test.anonymous.api.clients.getInvitation({ token });
    expect(shown).toMatchObject({ coachName: coach.name, email, status: 'open', hasAccount: false });

    // Over HTTP, because the answer signs the new person in.
    const body = { ...details, password: 'a-new-password' };
    const accepted = await test.anonymous.send('POST', `/rest/v1/invitations/${token}/accept`, body);
    expect(accepted).toMatchObject({ status: 200, body: { coachId, clientId } });
    const { api } = test.withCookies(cookieOf(accepted));
    expect(await api.identity.getSession()).toMatchObject({
      role: 'Client',
      user: { emailVerified: true },
      client: { coachId },
    });
    await test.signIn(email, 'a-new-password');
    expect(await api.dashboard.getClientDashboard()).toMatchObject({
      goal: 'Run 10 km',
      checkIn: { state: 'due', missed: 0 },
    });

    const answers = { weight: 71.4, adherence: 90, energy: 4, sleep: 7.5, note: 'Good week' };
    const input = { id: randomUUID(), templateId: null, version: 0, answers };
    const sent = await api.checkins.submitCheckIn(input);
    expect(sent).toMatchObject({ ...input, clientId, weightKg: 71.4 });
    // A repeated request stores and notifies only once.
    expect(await api.checkins.submitCheckIn(input)).toEqual(sent);

    expect(await coach.api.checkins.listCheckIns({ coachId, clientId })).toMatchObject({ checkIns: [sent] });
    expect(await typesOf(coach)).toEqual(['check_in_completed', 'client_assigned']);
    expect(await typesOf({ api })).toEqual(['coach_assigned']);
    const metrics = async () => (await coach.api.dashboard.getCoachDashboard({ coachId })).clientMetrics;
    expect(await metrics()).toMatchObject({ data: { totalActiveClients: 0 } });
    await updateRelationship(test, { coachId, clientId }, { onboardingCompleted: true });
    expect(await metrics()).toMatchObject({
      state: 'ready',
      data: { totalActiveClients: 1, clientsOnTrack: 1, workoutAdherence: null, mostConsistentClientStreak: 1 },
    });
  });

  it('adds one client when the same request arrives twice, even concurrently', async () => {
    const person = { clientId: randomUUID(), email: newEmail() };
    await Promise.all([add(person), add(person)]);
    const { clients } = await coach.api.clients.listClients({ coachId: coach.id });
    expect(clients).toMatchObject([person]);
  });

  it('refuses a second client with the same address and names the first', async () => {
    const email = newEmail();
    await add({ email });
    const duplicate = { code: 'DUPLICATE_CLIENT', data: { fullName: 'Nina Park' } };
    await expect(add({ email: email.toUpperCase() })).rejects.toMatchObject(duplicate);
  });

  it('refuses another person under the id of a client', async () => {
    const { clientId } = await add();
    await expect(add({ clientId, email: newEmail() })).rejects.toMatchObject({ code: 'ID_TAKEN' });
  });

  it('gives the last seat to one of two requests', async () => {
    for (let seat = 0; seat < 4; seat += 1) await createClient(test.owner, coach.id);
    expect((await outcomesOf([add(), add()])).sort()).toEqual(['OK', 'SEATS_FULL']);
    await expect(add()).rejects.toMatchObject({ code: 'SEATS_FULL', data: { cap: 5 } });
    expect(await coach.api.billing.canAddMoreClients()).toBe(false);
  });

  it('requires a verified address of the coach', async () => {
    const unverified = await aCoach(test, { emailVerified: false });
    await expect(add({}, unverified)).rejects.toMatchObject(EMAIL_NOT_VERIFIED);
  });
});

describe('an invitation', () => {
  it('works once', async () => {
    const { token } = await anInvitation(test, { from: coach });
    await acceptAsNew(token);
    await expect(acceptAsNew(token)).rejects.toMatchObject(INVITATION_CLOSED);
  });

  it('links an existing person only after they signed in with that address', async () => {
    const [person, other] = [await aPerson(test), await aPerson(test)];
    const { token, coachId, clientId } = await anInvitation(test, { from: coach, to: person.email });
    await expect(acceptAsNew(token)).rejects.toMatchObject({ code: 'SIGN_IN_REQUIRED' });
    await expect(accept(other, token)).rejects.toMatchObject({ code: 'OTHER_ACCOUNT' });
    expect(await accept(person, token)).toEqual({ coachId, clientId });
    // Accepting again has the same result.
    expect(await accept(person, token)).toEqual({ coachId, clientId });
  });

  it('refuses a coach and keeps their role', async () => {
    const invited = await aCoach(test, { plan: 'base' });
    const { token } = await anInvitation(test, { from: coach, to: invited.email });
    await expect(accept(invited, token)).rejects.toMatchObject({ code: 'COACH_ACCOUNT' });
    expect(await invited.api.identity.getRole()).toMatchObject({ role: 'Coach-Base' });
  });

  it('expires after 14 days', async () => {
    const { token } = await anInvitation(test, { from: coach });
    test.setNow(new Date(Date.now() + 15 * 86_400_000));
    expect(await test.anonymous.api.clients.getInvitation({ token })).toMatchObject({ status: 'expired' });
    await expect(acceptAsNew(token)).rejects.toMatchObject(INVITATION_CLOSED);
  });

  it.each([
    ['a changed secret', (token: string) => `${token.slice(0, -4)}AAAA`],
    ['a truncated link', (token: string) => token.slice(0, 40)],
    ['any other token', () => 'x'.repeat(75)],
  ])('does not open with %s', async (_, change) => {
    const { token } = await anInvitation(test, { from: coach });
    const { clients } = test.anonymous.api;
    await expect(clients.getInvitation({ token: change(token) })).rejects.toMatchObject(NOT_FOUND);
    await expect(acceptAsNew(change(token))).rejects.toMatchObject(NOT_FOUND);
  });
});

describe('an invitation to a person with an account', () => {
  const waiting = async ({ api }: Caller) => (await api.clients.listOwnInvitations()).invitations;
  const acceptOwn = ({ api }: { api: Api }, { coachId, clientId }: Pair) =>
    api.clients.acceptOwnInvitation({ coachId, clientId });

  it('is shown to that person only, without its link', async () => {
    const [invited, other] = [await aPerson(test), await aPerson(test)];
    const invitation = await anInvitation(test, { from: coach, to: invited.email });
    const { coachId, clientId, token } = invitation;
    const found = await waiting(invited);
    expect(found).toEqual([{ coachId, clientId, coachName: coach.name, expiresAt: expect.any(String) }]);
    expect(JSON.stringify(found)).not.toContain(token);
    expect(await waiting(other)).toEqual([]);
    expect(await waiting(coach)).toEqual([]);
    await expect(acceptOwn(other, invitation)).rejects.toMatchObject(NOT_FOUND);
    await expect(acceptOwn(coach, invitation)).rejects.toMatchObject({ code: 'FORBIDDEN' });
    await expect(acceptOwn(test.anonymous, invitation)).rejects.toMatchObject({ code: 'UNAUTHORIZED' });
    expect(await waiting(invited)).toHaveLength(1);
  });

  it('makes them a client with their own name and units, even if they press four times', async () => {
    const invited = await aPerson(test);
    const invitation = await anInvitation(test, { from: coach, to: invited.email });
    const { coachId, clientId } = invitation;
    await invited.api.identity.savePreferences({ unitSystem: 'imperial', timeZone: 'Europe/Berlin' });
    await Promise.all(Array.from({ length: 4 }, () => acceptOwn(invited, invitation)));
    expect(await acceptOwn(invited, invitation)).toEqual({ coachId, clientId });
    expect(await invited.api.identity.getSession()).toMatchObject({
      user: { fullName: invited.name, unitSystem: 'imperial', timeZone: 'Europe/Berlin' },
      client: { coachId, clientId, status: 'active' },
    });
    expect(await waiting(invited)).toEqual([]);
    expect((await typesOf(coach)).filter((type) => type === 'client_assigned')).toHaveLength(1);
    await expect(acceptAsNew(invitation.token)).rejects.toMatchObject(INVITATION_CLOSED);
  });

  it('is hidden from an unverified address', async () => {
    const invited = await aPerson(test, { emailVerified: false });
    const invitation = await anInvitation(test, { from: coach, to: invited.email });
    expect(await waiting(invited)).toEqual([]);
    await expect(acceptOwn(invited, invitation)).rejects.toMatchObject(EMAIL_NOT_VERIFIED);
  });

  it('disappears when it expires or is withdrawn', async () => {
    const invited = await aPerson(test);
    const invitation = await anInvitation(test, { from: coach, to: invited.email });
    const { coachId, clientId } = invitation;
    const expireIn = async (ms: number) => {
      const expiresAt = new Date(Date.now() + ms);
      await test.owner.update(invitations).set({ expiresAt }).where(eq(invitations.clientId, clientId));
      await test.owner.execute(coachingOf(invitation, expiresAt));
    };
    await expireIn(-1000);
    expect(await waiting(invited)).toEqual([]);
    await expect(acceptOwn(invited, invitation)).rejects.toMatchObject(INVITATION_CLOSED);
    await expireIn(60_000);
    expect(await waiting(invited)).toHaveLength(1);
    await coach.api.clients.setClientStatus({ coachId, clientId, status: 'archived' });
    expect(await waiting(invited)).toEqual([]);
    await expect(acceptOwn(invited, invitation)).rejects.toMatchObject(INVITATION_CLOSED);
  });
});
