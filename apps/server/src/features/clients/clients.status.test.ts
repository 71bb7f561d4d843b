import { randomUUID } from 'node:crypto';
import type { ClientSummary } from '@stridewell/contract/clients';
import { sql } from 'drizzle-orm';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createClient, createCoach, createUser } from '../../../seed/factories.ts';
import { type Caller, createTestApp, hashOfPassword, linkIn, type TestApp } from '../../../test/app.ts';
import { newCheckIn } from '../../../test/security-cases-checkins.ts';
import { listOutbox } from '../../platform/mail/outbox.data.ts';

let test: TestApp;
beforeAll(async () => {
  test = await createTestApp();
});
afterAll(() => test.close());

async function signedInCoach(plan: 'base' | 'pro' = 'base') {
  const coach = await createCoach(test.owner, { plan, passwordHash: await hashOfPassword() });
  return { coachId: coach.id, caller: await test.signIn(coach.email) };
}

type Answered = ClientSummary & { code?: string; data?: { status?: string; cap?: number } };
const change = (caller: Caller, coachId: string, clientId: string, status: string) =>
  caller.send<Answered>('PATCH', `/rest/v1/client_coach_relationships/${clientId}`, { coachId, status });
const resend = (caller: Caller, coachId: string, clientId: string) =>
  caller.send<Answered>('POST', `/rest/v1/clients/${clientId}/invitation`, { coachId });
const seatsOf = async (caller: Caller, coachId: string) =>
  (await caller.get<{ seats: { used: number } }>(`/rest/v1/client_coach_relationships?coachId=${coachId}`)).body.seats;

async function invite(caller: Caller, coachId: string) {
  const [clientId, email] = [randomUUID(), `invited-${randomUUID().slice(0, 8)}@example.com`];
  const person = { coachId, clientId, fullName: 'Nina Park', email };
  expect((await caller.send('POST', '/rest/v1/clients', person)).status).toBe(200);
  return { clientId, email };
}

/** Tokens of all invitations mailed to an address, once there are `count`, in the order they were sent. */
async function tokensTo(email: string, count: number): Promise<string[]> {
  return expect
    .poll(
      async () => {
        const mails = (await listOutbox(test.services.db)).filter(({ recipient }) => recipient === email);
        return mails.map(({ text }) => linkIn(text).pathname.replace('/invitation/', '')).reverse();
      },
      { timeout: 10_000 },
    )
    .toHaveLength(count)
    .then(async () => {
      const mails = (await listOutbox(test.services.db)).filter(({ recipient }) => recipient === email);
      return mails.map(({ text }) => linkIn(text).pathname.replace('/invitation/', '')).reverse();
    });
}

const acceptance = {
  fullName: 'Nina Park',
  goal: '',
  unitSystem: 'metric',
  timeZone: 'UTC',
  password: 'a-new-password',
};
const accept = (token: string) =>
  test.anonymous.send<{ code?: string }>('POST', `/rest/v1/invitations/${token}/accept`, acceptance);
const shown = (token: string) => test.anonymous.get<{ status: string }>(`/rest/v1/invitations/${token}`);

const billedSeats = async (coachId: string) => {
  const { rows } = await test.owner.execute<{ count: string }>(
    sql`select count(*) from pgboss.job where name = 'billing.seats' and data->>'coachId' = ${coachId}`,
  );
  return Number(rows[0]?.count);
};

describe('an invitation that is sent again', () => {
  it('has a new secret, and the old link is dead', async () => {
    const { coachId, caller } = await signedInCoach();
    const { clientId, email } = await invite(caller, coachId);
    await tokensTo(email, 1);
    expect((await resend(caller, coachId, clientId)).body).toMatchObject({ status: 'invited', accepted: false });
    const tokens = await tokensTo(email, 2);
    const states = await Promise.all(tokens.map(async (token) => (await shown(token)).status));
    expect(states.sort()).toEqual([200, 404]);
    const live = (await shown(tokens[0] ?? '')).status === 200 ? tokens : [...tokens].reverse();
    expect((await accept(live[1] ?? '')).status).toBe(404);
    expect((await accept(live[0] ?? '')).status).toBe(200);
    expect(await resend(caller, coachId, clientId)).toMatchObject({ status: 409, body: { code: 'NOT_INVITED' } });
  });

  it('works again after it had expired', async () => {
    const { coachId, caller } = await signedInCoach();
    const { clientId } = await invite(caller, coachId);
    await test.owner.execute(sql`update invitations set expires_at = now() - interval '1 day'
      where client_id = ${clientId}`);
    const { body } = await resend(caller, coachId, clientId);
    expect(Date.parse(body.invitationExpiresAt ?? '')).toBeGreaterThan(Date.now() + 13 * 86_400_000);
  });

  it('is sent three times an hour at most, also through the archive', async () => {
    const { coachId, caller } = await signedInCoach();
    const { clientId } = await invite(caller, coachId);
    expect((await resend(caller, coachId, clientId)).status).toBe(200);
    expect((await resend(caller, coachId, clientId)).status).toBe(200);
    await change(caller, coachId, clientId, 'archived');
    expect((await change(caller, coachId, clientId, 'invited')).status).toBe(200);
    expect(await resend(caller, coachId, clientId)).toMatchObject({ status: 429, body: { code: 'RATE_LIMITED' } });
    await change(caller, coachId, clientId, 'archived');
    expect((await change(caller, coachId, clientId, 'invited')).status).toBe(429);
  });

  it('wants a verified address of the coach', async () => {
    const coach = await createCoach(test.owner, { emailVerified: false, passwordHash: await hashOfPassword() });
    const { clientId } = await createClient(test.owner, coach.id);
    const answer = await resend(await test.signIn(coach.email), coach.id, clientId);
    expect(answer).toMatchObject({ status: 403, body: { code: 'EMAIL_NOT_VERIFIED' } });
  });
});

describe('an invitation that is withdrawn', () => {
  it('opens nothing and frees the seat; taking it back mails a new link', async () => {
    const { coachId, caller } = await signedInCoach();
    const { clientId, email } = await invite(caller, coachId);
    const [token = ''] = await tokensTo(email, 1);
    expect((await change(caller, coachId, clientId, 'archived')).body.status).toBe('archived');
    expect((await shown(token)).body).toMatchObject({ status: 'revoked' });
    expect((await accept(token)).body.code).toBe('INVITATION_CLOSED');
    expect(await seatsOf(caller, coachId)).toMatchObject({ used: 0 });
    expect((await change(caller, coachId, clientId, 'active')).body).toMatchObject({ code: 'STATUS_CHANGED' });
    expect((await change(caller, coachId, clientId, 'invited')).body.status).toBe('invited');
    const fresh = (await tokensTo(email, 2)).filter((each) => each !== token);
    expect((await shown(token)).status).toBe(404);
    expect((await accept(fresh[0] ?? '')).status).toBe(200);
  });

  it('is either accepted or withdrawn when both happen at once', async () => {
    const { coachId, caller } = await signedInCoach('pro');
    for (let round = 0; round < 3; round += 1) {
      const { clientId, email } = await invite(caller, coachId);
      const [token = ''] = await tokensTo(email, 1);
      const [accepted] = await Promise.all([accept(token), change(caller, coachId, clientId, 'archived')]);
      const { body } = await caller.get<ClientSummary>(`/rest/v1/clients/${clientId}?coachId=${coachId}`);
      // Accepted and then archived gives a former client; withdrawn first gives no client.
      expect(body.accepted).toBe(accepted.status === 200);
    }
  });
});

describe('pausing and archiving', () => {
  async function member(coachId: string, status = 'active') {
    const person = await createUser(test.owner, 'Client', { passwordHash: await hashOfPassword() });
    const { clientId } = await createClient(test.owner, coachId, { person, status, checkInAnchor: '2026-01-05' });
    return { clientId, email: person.email };
  }

  it('goes there and back, and a repeated request changes nothing', async () => {
    const { coachId, caller } = await signedInCoach();
    const { clientId } = await member(coachId);
    for (const status of ['paused', 'paused', 'active', 'archived', 'archived', 'paused', 'active'])
      expect((await change(caller, coachId, clientId, status)).body.status).toBe(status);
    expect((await change(caller, coachId, clientId, 'invited')).body).toMatchObject({
      code: 'STATUS_CHANGED',
      data: { status: 'active' },
    });
  });

  it('leaves a former client the history and lets them write nothing', async () => {
    const { coachId, caller } = await signedInCoach();
    const { clientId, email } = await member(coachId);
    const client = await test.signIn(email);
    expect((await client.send('POST', '/rest/v1/check_ins', newCheckIn())).status).toBe(200);
    await change(caller, coachId, clientId, 'archived');
    const { body } = await client.get<{ weights: unknown[] }>('/rest/v1/dashboards/client');
    expect(body.weights).toHaveLength(1);
    expect((await client.send('POST', '/rest/v1/check_ins', newCheckIn())).status).toBe(403);
    await change(caller, coachId, clientId, 'active');
    expect((await client.send('POST', '/rest/v1/check_ins', newCheckIn())).status).toBe(200);
  });

  it('takes a seat only while there is one, and gives the last one to one of two', async () => {
    const { coachId, caller } = await signedInCoach();
    const former = [await member(coachId, 'archived'), await member(coachId, 'archived')];
    for (let seat = 0; seat < 4; seat += 1) await createClient(test.owner, coachId);
    const both = await Promise.all(former.map(({ clientId }) => change(caller, coachId, clientId, 'active')));
    expect(both.map(({ status }) => status).sort()).toEqual([200, 409]);
    const refused = both.find(({ status }) => status === 409);
    expect(refused?.body).toMatchObject({ code: 'SEATS_FULL', data: { cap: 5 } });
    // A client with a seat changes status without taking another one.
    const seated = former[both.findIndex(({ status }) => status === 200)]?.clientId ?? '';
    expect((await change(caller, coachId, seated, 'paused')).status).toBe(200);
    expect(await seatsOf(caller, coachId)).toEqual({ used: 5, cap: 5 });
  });

  it('updates the bill when the number of seats changes, and only then', async () => {
    const { coachId, caller } = await signedInCoach('pro');
    const { clientId } = await member(coachId);
    await change(caller, coachId, clientId, 'paused');
    expect(await billedSeats(coachId)).toBe(0);
    await change(caller, coachId, clientId, 'archived');
    expect(await billedSeats(coachId)).toBe(1);
    await change(caller, coachId, clientId, 'archived');
    expect(await billedSeats(coachId)).toBe(1);
    await change(caller, coachId, clientId, 'active');
    expect(await billedSeats(coachId)).toBe(2);
    const free = await signedInCoach('base');
    const other = await member(free.coachId);
    await change(free.caller, free.coachId, other.clientId, 'archived');
    expect(await billedSeats(free.coachId)).toBe(0);
  });

  it('does not restore a relationship that the client ended', async () => {
    const { coachId, caller } = await signedInCoach();
    const { clientId } = await member(coachId, 'ended');
    const answer = await change(caller, coachId, clientId, 'active');
    expect(answer).toMatchObject({ status: 409, body: { code: 'STATUS_CHANGED', data: { status: 'ended' } } });
  });

  it('touches no client of another coach', async () => {
    const [mine, other] = [await signedInCoach(), await signedInCoach()];
    const { clientId } = await member(other.coachId);
    expect((await change(mine.caller, mine.coachId, clientId, 'archived')).status).toBe(404);
    expect((await change(mine.caller, other.coachId, clientId, 'archived')).status).toBe(404);
    expect(await seatsOf(other.caller, other.coachId)).toMatchObject({ used: 1 });
  });
});

describe('the client', () => {
  it('is notified in warm words, once each, when the coach pauses, resumes, archives and restores', async () => {
    const { coachId, caller } = await signedInCoach();
    const person = await createUser(test.owner, 'Client', { passwordHash: await hashOfPassword() });
    const { clientId } = await createClient(test.owner, coachId, { person });
    for (const status of ['paused', 'paused', 'active', 'archived', 'active']) {
      expect((await change(caller, coachId, clientId, status)).status).toBe(200);
    }
    const told = await test.owner.execute<{ type: string; title: string }>(
      sql`select type, title from notifications where user_id = ${person.id} order by created_at, id`,
    );
    expect(told.rows).toEqual([
      { type: 'coaching_paused', title: 'Your coaching is paused' },
      { type: 'coaching_resumed', title: 'Your coaching continues' },
      { type: 'coaching_ended', title: 'Your coaching has ended' },
      { type: 'coaching_resumed', title: 'Welcome back' },
    ]);
  });
});
