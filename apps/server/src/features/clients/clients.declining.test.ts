import { randomUUID } from 'node:crypto';
import type { ClientSummary } from '@stridewell/contract/clients';
import type { TimelineEntry } from '@stridewell/contract/clients.timeline.rules';
import type { Notification } from '@stridewell/contract/notifications';
import { eq, sql } from 'drizzle-orm';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createCoach, createUser } from '../../../seed/factories.ts';
import { type Caller, createTestApp, hashOfPassword, linkIn, type TestApp } from '../../../test/app.ts';
import { users } from '../../core/people/people.table.ts';
import { relationships } from '../../core/relationships/relationships.table.ts';
import { invitations } from './clients.table.ts';

let test: TestApp;
beforeAll(async () => {
  test = await createTestApp();
});
afterAll(() => test.close());

type Place = { coachId: string; clientId: string };

async function signedInCoach(plan: 'base' | 'pro' = 'base') {
  const coach = await createCoach(test.owner, { plan, passwordHash: await hashOfPassword() });
  return { coachId: coach.id, caller: await test.signIn(coach.email) };
}

async function person(role: 'Client' | 'Coach-Base' = 'Client') {
  const passwordHash = await hashOfPassword();
  const user =
    role === 'Client'
      ? await createUser(test.owner, role, { passwordHash })
      : await createCoach(test.owner, { passwordHash });
  return { email: user.email, caller: await test.signIn(user.email) };
}

async function invite(coach: Awaited<ReturnType<typeof signedInCoach>>, email: string) {
  const clientId = randomUUID();
  const { coachId } = coach;
  const body = { coachId, clientId, fullName: 'Nina Park', email };
  expect((await coach.caller.send('POST', '/rest/v1/clients', body)).status).toBe(200);
  const token = linkIn((await test.mailTo(email)).text).pathname.replace('/invitation/', '');
  return { coachId, clientId, token };
}

type Coded = { code?: string };
const decline = (caller: Caller, { coachId, clientId }: Place) =>
  caller.send<Coded>('POST', `/rest/v1/my_invitations/${coachId}/${clientId}/decline`, {});
const accept = (caller: Caller, { coachId, clientId }: Place) =>
  caller.send<Coded>('POST', `/rest/v1/my_invitations/${coachId}/${clientId}/accept`, {});
const declineLink = (caller: Caller, token: string) =>
  caller.send<Coded>('POST', `/rest/v1/invitations/${token}/decline`, {});
const shown = async (token: string) =>
  (await test.anonymous.get<{ status: string }>(`/rest/v1/invitations/${token}`)).body.status;
const waiting = async (caller: Caller) =>
  (await caller.get<{ invitations: Place[] }>('/rest/v1/my_invitations')).body.invitations;
const change = (caller: Caller, { coachId, clientId }: Place, status: string) =>
  caller.send<ClientSummary & Coded>('PATCH', `/rest/v1/client_coach_relationships/${clientId}`, { coachId, status });
const listed = async (caller: Caller, coachId: string, filter = 'current') =>
  (
    await caller.get<{ clients: ClientSummary[]; seats: { used: number } }>(
      `/rest/v1/client_coach_relationships?coachId=${coachId}&status=${filter}`,
    )
  ).body;
const news = async (caller: Caller) =>
  (await caller.get<{ notifications: Notification[] }>('/rest/v1/notifications')).body.notifications;
const statusOf = async ({ clientId }: Place) =>
  (await test.owner.select().from(relationships).where(eq(relationships.clientId, clientId)))[0]?.status;

describe('an invitation that is declined', () => {
  it('is gone for the person, frees the seat, and tells the coach once by the name they know', async () => {
    const coach = await signedInCoach('pro');
    const invited = await person();
    const place = await invite(coach, invited.email);
    const pressed = await Promise.all([decline(invited.caller, place), decline(invited.caller, place)]);
    expect(pressed.map(({ status }) => status)).toEqual([200, 200]);
    expect((await decline(invited.caller, place)).body).toEqual({ coachId: place.coachId, clientId: place.clientId });
    expect(await waiting(invited.caller)).toEqual([]);
    expect(await shown(place.token)).toBe('declined');
    expect(await listed(coach.caller, coach.coachId)).toMatchObject({ clients: [], seats: { used: 0 } });
    expect(await listed(coach.caller, coach.coachId, 'invited')).toMatchObject({
      clients: [{ clientId: place.clientId, status: 'declined', accepted: false, invitationExpiresAt: null }],
    });
    expect(await news(coach.caller)).toMatchObject([
      { type: 'client_assigned', message: 'Nina Park declined your invitation. The seat is free again.' },
    ]);
    const { body } = await coach.caller.get<{ entries: TimelineEntry[] }>(
      `/rest/v1/clients/${place.clientId}/timeline?coachId=${coach.coachId}`,
    );
    expect(body.entries).toMatchObject([
      { event: 'declined', actor: 'client' },
      { event: 'added', actor: 'coach' },
    ]);
    // One for the seat that was taken, one for the seat that is free.
    const { rows } = await test.owner.execute<{ count: string }>(
      sql`select count(*) from pgboss.job where name = 'billing.seats' and data->>'coachId' = ${coach.coachId}`,
    );
    expect(rows).toEqual([{ count: '2' }]);
  });

  it('is also declined by its link, with its account, verified or not', async () => {
    const coach = await signedInCoach();
    const [invited, other] = [await person(), await person()];
    const { token } = await invite(coach, invited.email);
    await test.owner.update(users).set({ emailVerified: false }).where(eq(users.email, invited.email));
    expect((await declineLink(test.anonymous, token)).status).toBe(401);
    expect((await declineLink(other.caller, token)).body.code).toBe('OTHER_ACCOUNT');
    expect((await declineLink(coach.caller, token)).body.code).toBe('OTHER_ACCOUNT');
    expect((await declineLink(invited.caller, `${token.slice(0, -4)}AAAA`)).status).toBe(404);
    expect(await shown(token)).toBe('open');
    expect((await declineLink(invited.caller, token)).status).toBe(200);
    expect((await declineLink(invited.caller, token)).status).toBe(200);
    expect(await shown(token)).toBe('declined');
  });

  it('can be a coach’s, who could never accept it', async () => {
    const coach = await signedInCoach();
    const invited = await person('Coach-Base');
    const place = await invite(coach, invited.email);
    expect((await decline(invited.caller, place)).status).toBe(403);
    expect((await declineLink(invited.caller, place.token)).status).toBe(200);
    expect(await statusOf(place)).toBe('declined');
  });

  it('can be declined by its recipient alone', async () => {
    const [coach, otherCoach] = [await signedInCoach(), await signedInCoach()];
    const [invited, other] = [await person(), await person()];
    const place = await invite(coach, invited.email);
    const elsewhere = await invite(otherCoach, other.email);
    expect((await decline(test.anonymous, place)).status).toBe(401);
    expect((await decline(coach.caller, place)).status).toBe(403);
    expect((await decline(other.caller, place)).status).toBe(404);
    expect((await decline(invited.caller, elsewhere)).status).toBe(404);
    // The right person, in another tenant.
    expect((await decline(invited.caller, { ...place, coachId: otherCoach.coachId })).status).toBe(404);
    expect([await statusOf(place), await statusOf(elsewhere)]).toEqual(['invited', 'invited']);
    await test.owner.update(users).set({ emailVerified: false }).where(eq(users.email, invited.email));
    expect((await decline(invited.caller, place)).body.code).toBe('EMAIL_NOT_VERIFIED');
  });

  it('stays what it became when it expired, was withdrawn or was accepted before', async () => {
    const coach = await signedInCoach();
    const [late, unwanted, joined] = [await person(), await person(), await person()];
    const expired = await invite(coach, late.email);
    await test.owner
      .update(invitations)
      .set({ expiresAt: new Date(Date.now() - 1000) })
      .where(eq(invitations.clientId, expired.clientId));
    const revoked = await invite(coach, unwanted.email);
    await change(coach.caller, revoked, 'archived');
    const accepted = await invite(coach, joined.email);
    await accept(joined.caller, accepted);
    const answers = [
      await decline(late.caller, expired),
      await declineLink(late.caller, expired.token),
      await decline(unwanted.caller, revoked),
      await decline(joined.caller, accepted),
    ];
    expect(answers.map(({ body }) => body.code)).toEqual(Array(4).fill('INVITATION_CLOSED'));
    expect([await statusOf(expired), await statusOf(revoked), await statusOf(accepted)]).toEqual([
      'invited',
      'archived',
      'active',
    ]);
  });

  it('is either declined or accepted when both happen at once', async () => {
    const coach = await signedInCoach('pro');
    for (let round = 0; round < 4; round += 1) {
      const invited = await person();
      const place = await invite(coach, invited.email);
      const [accepted, declined] = await Promise.all([
        accept(invited.caller, place),
        round % 2 ? decline(invited.caller, place) : declineLink(invited.caller, place.token),
      ]);
      expect([accepted.status, declined.status].sort()).toEqual([200, 410]);
      expect(await statusOf(place)).toBe(accepted.status === 200 ? 'active' : 'declined');
    }
  });

  it('is either declined or withdrawn when both happen at once', async () => {
    const coach = await signedInCoach('pro');
    for (let round = 0; round < 3; round += 1) {
      const invited = await person();
      const place = await invite(coach, invited.email);
      const [declined] = await Promise.all([decline(invited.caller, place), change(coach.caller, place, 'archived')]);
      // Declined first and archived then is archived all the same; withdrawn first was never declined.
      expect(await statusOf(place)).toBe('archived');
      const { body } = await coach.caller.get<{ entries: { event: string }[] }>(
        `/rest/v1/clients/${place.clientId}/timeline?coachId=${coach.coachId}`,
      );
      const events = body.entries.map(({ event }) => event).slice(0, -1);
      expect(events.sort()).toEqual(declined.status === 200 ? ['archived', 'declined'] : ['revoked']);
    }
  });
});

describe('after an invitation was declined', () => {
  it('the coach asks again, three times an hour at most, and who accepts then is due as everybody', async () => {
    const coach = await signedInCoach();
    const invited = await person();
    const place = await invite(coach, invited.email);
    for (let again = 0; again < 3; again += 1) {
      expect((await decline(invited.caller, place)).status).toBe(200);
      expect((await change(coach.caller, place, 'invited')).body).toMatchObject({ status: 'invited' });
    }
    expect((await test.anonymous.get(`/rest/v1/invitations/${place.token}`)).status).toBe(404);
    expect((await decline(invited.caller, place)).status).toBe(200);
    expect(await change(coach.caller, place, 'invited')).toMatchObject({ status: 429, body: { code: 'RATE_LIMITED' } });
    await test.owner.execute(sql`delete from rate_limits`);
    await change(coach.caller, place, 'invited');
    expect((await accept(invited.caller, place)).status).toBe(200);
    const { body } = await coach.caller.get<ClientSummary>(
      `/rest/v1/clients/${place.clientId}?coachId=${coach.coachId}`,
    );
    expect(body).toMatchObject({ status: 'active', checkInState: 'due' });
  });

  it('takes a seat again only while there is one, and is archived without any', async () => {
    const coach = await signedInCoach();
    const invited = await person();
    const place = await invite(coach, invited.email);
    await decline(invited.caller, place);
    for (let seat = 0; seat < 5; seat += 1) await invite(coach, (await person()).email);
    expect((await change(coach.caller, place, 'invited')).body.code).toBe('SEATS_FULL');
    expect((await change(coach.caller, place, 'active')).body.code).toBe('STATUS_CHANGED');
    expect((await change(coach.caller, place, 'archived')).body.status).toBe('archived');
    expect((await accept(invited.caller, place)).body.code).toBe('INVITATION_CLOSED');
  });

  it('adding the same address again leads to the client', async () => {
    const coach = await signedInCoach();
    const invited = await person();
    const place = await invite(coach, invited.email);
    await decline(invited.caller, place);
    const again = { coachId: coach.coachId, clientId: randomUUID(), fullName: 'Nina', email: invited.email };
    expect((await coach.caller.send('POST', '/rest/v1/clients', again)).body).toMatchObject({
      code: 'DUPLICATE_CLIENT',
      data: { clientId: place.clientId, status: 'declined', accepted: false },
    });
  });
});
