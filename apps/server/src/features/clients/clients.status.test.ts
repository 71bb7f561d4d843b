import { sql } from 'drizzle-orm';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { createClient } from '../../../seed/factories.ts';
import { outcomesOf } from '../../../test/api.ts';
import { linkIn, shareTestApp, type TestApp } from '../../../test/app.ts';
import { aClient, aCoach, anInvitation, type Coach, notificationsOf, type Pair } from '../../../test/people.ts';
import { newCheckIn } from '../../../test/security-cases-checkins.ts';
import { listOutbox } from '../../platform/mail/outbox.data.ts';

let test: TestApp;
let coach: Coach;
beforeAll(async () => {
  test = await shareTestApp();
});
afterAll(() => test.close());
beforeEach(async () => {
  coach = await aCoach(test, { plan: 'base' });
});

type Status = Parameters<Coach['api']['clients']['setClientStatus']>[0]['status'];
const change = ({ coachId, clientId }: Pair, status: Status, { api } = coach) =>
  api.clients.setClientStatus({ coachId, clientId, status });
const resend = ({ coachId, clientId }: Pair, { api } = coach) => api.clients.resendInvitation({ coachId, clientId });
const seatsOf = async ({ id, api }: Coach) => (await api.clients.listClients({ coachId: id })).seats;

/** Waits until `count` invitations were mailed to an address, and returns their tokens. */
async function tokensTo(email: string, count: number): Promise<string[]> {
  const tokens = async () =>
    (await listOutbox(test.services.db))
      .filter(({ recipient }) => recipient === email)
      .map(({ text }) => linkIn(text).pathname.replace('/invitation/', ''));
  await expect.poll(tokens, { timeout: 10_000 }).toHaveLength(count);
  return tokens();
}

const acceptance = { fullName: 'Nina Park', goal: '', unitSystem: 'metric', timeZone: 'UTC' } as const;
const accept = (token: string) =>
  test.anonymous.api.clients.acceptInvitation({ ...acceptance, token, password: 'a-new-password' });
const look = (token: string) => test.anonymous.api.clients.getInvitation({ token });
const NOT_FOUND = { code: 'NOT_FOUND' };
const RATE_LIMITED = { code: 'RATE_LIMITED' };
const STATUS_CHANGED = { code: 'STATUS_CHANGED' };

describe('an invitation that is sent again', () => {
  it('has a new secret, and the old link stops working', async () => {
    const invitation = await anInvitation(test, { from: coach });
    expect(await resend(invitation)).toMatchObject({ status: 'invited', accepted: false });
    const [fresh = ''] = (await tokensTo(invitation.email, 2)).filter((token) => token !== invitation.token);
    await expect(look(invitation.token)).rejects.toMatchObject(NOT_FOUND);
    await expect(accept(invitation.token)).rejects.toMatchObject(NOT_FOUND);
    expect(await look(fresh)).toMatchObject({ status: 'open' });
    await accept(fresh);
    await expect(resend(invitation)).rejects.toMatchObject({ code: 'NOT_INVITED' });
  });

  it('works again after it had expired', async () => {
    const invitation = await anInvitation(test, { from: coach });
    await test.owner.execute(sql`update invitations set expires_at = now() - interval '1 day'
      where client_id = ${invitation.clientId}`);
    const { invitationExpiresAt } = await resend(invitation);
    expect(Date.parse(invitationExpiresAt ?? '')).toBeGreaterThan(Date.now() + 13 * 86_400_000);
  });

  it('is sent at most three times an hour, even by archiving and restoring', async () => {
    const invitation = await anInvitation(test, { from: coach });
    await resend(invitation);
    await resend(invitation);
    await change(invitation, 'archived');
    expect(await change(invitation, 'invited')).toMatchObject({ status: 'invited' });
    await expect(resend(invitation)).rejects.toMatchObject(RATE_LIMITED);
    await change(invitation, 'archived');
    await expect(change(invitation, 'invited')).rejects.toMatchObject(RATE_LIMITED);
  });

  it('requires a verified address of the coach', async () => {
    const unverified = await aCoach(test, { emailVerified: false });
    const invited = await createClient(test.owner, unverified.id);
    await expect(resend(invited, unverified)).rejects.toMatchObject({ code: 'EMAIL_NOT_VERIFIED' });
  });
});

describe('an invitation that is withdrawn', () => {
  it('stops working and frees the seat; inviting again mails a new link', async () => {
    const invitation = await anInvitation(test, { from: coach });
    const { email, token } = invitation;
    expect(await change(invitation, 'archived')).toMatchObject({ status: 'archived' });
    expect(await look(token)).toMatchObject({ status: 'revoked' });
    await expect(accept(token)).rejects.toMatchObject({ code: 'INVITATION_CLOSED' });
    expect(await seatsOf(coach)).toMatchObject({ used: 0 });
    await expect(change(invitation, 'active')).rejects.toMatchObject(STATUS_CHANGED);
    expect(await change(invitation, 'invited')).toMatchObject({ status: 'invited' });
    const [fresh = ''] = (await tokensTo(email, 2)).filter((each) => each !== token);
    await expect(look(token)).rejects.toMatchObject(NOT_FOUND);
    expect(await accept(fresh)).toMatchObject({ clientId: invitation.clientId });
  });

  it('is either accepted or withdrawn when both happen concurrently', async () => {
    const pro = await aCoach(test);
    for (let round = 0; round < 3; round += 1) {
      const invitation = await anInvitation(test, { from: pro });
      const { coachId, clientId, token } = invitation;
      const [accepted] = await outcomesOf([accept(token), change(invitation, 'archived', pro)]);
      const client = await pro.api.clients.getClient({ coachId, clientId });
      // Accepted and then archived is a former client. Withdrawn first, the client never existed.
      expect(client.accepted).toBe(accepted === 'OK');
    }
  });
});

describe('pausing and archiving', () => {
  it('can be undone, and a repeated request changes nothing', async () => {
    const client = await aClient(test, { of: coach });
    for (const status of ['paused', 'paused', 'active', 'archived', 'archived', 'paused', 'active'] as const) {
      expect(await change(client, status)).toMatchObject({ status });
    }
    const refusal = { ...STATUS_CHANGED, data: { status: 'active' } };
    await expect(change(client, 'invited')).rejects.toMatchObject(refusal);
  });

  it('lets a former client read the history and refuses their check-ins', async () => {
    const client = await aClient(test, { of: coach });
    const submit = () => client.api.checkins.submitCheckIn(newCheckIn());
    await submit();
    await change(client, 'archived');
    expect((await client.api.dashboard.getClientDashboard())?.weights).toHaveLength(1);
    await expect(submit()).rejects.toMatchObject({ code: 'FORBIDDEN' });
    await change(client, 'active');
    expect(await submit()).toMatchObject({ clientId: client.clientId });
  });

  it('needs a free seat to restore a client, and gives the last seat to only one', async () => {
    const former = [
      await aClient(test, { of: coach, status: 'archived' }),
      await aClient(test, { of: coach, status: 'archived' }),
    ] as const;
    for (let seat = 0; seat < 4; seat += 1) await createClient(test.owner, coach.id);
    const outcomes = await outcomesOf(former.map((client) => change(client, 'active')));
    expect([...outcomes].sort()).toEqual(['OK', 'SEATS_FULL']);
    const [seated, refused] = outcomes[0] === 'OK' ? former : [former[1], former[0]];
    await expect(change(refused, 'active')).rejects.toMatchObject({ code: 'SEATS_FULL', data: { cap: 5 } });
    // A client with a seat changes status without taking another seat.
    expect(await change(seated, 'paused')).toMatchObject({ status: 'paused' });
    expect(await seatsOf(coach)).toEqual({ used: 5, cap: 5 });
  });

  it('updates the bill of a paid plan when the number of seats changes, and only then', async () => {
    const billedSeats = async ({ coachId }: Pair) => {
      const { rows } = await test.owner.execute<{ count: number }>(
        sql`select count(*)::int from pgboss.job where name = 'billing.seats' and data->>'coachId' = ${coachId}`,
      );
      return rows[0]?.count;
    };
    const paying = await aCoach(test);
    const client = await aClient(test, { of: paying });
    for (const [status, jobs] of [
      ['paused', 0],
      ['archived', 1],
      ['archived', 1],
      ['active', 2],
    ] as const) {
      await change(client, status, paying);
      expect(await billedSeats(client)).toBe(jobs);
    }
    const other = await aClient(test, { of: coach });
    await change(other, 'archived');
    expect(await billedSeats(other)).toBe(0);
  });

  it('does not restore a relationship that the client ended', async () => {
    const client = await aClient(test, { of: coach, status: 'ended' });
    const refusal = { ...STATUS_CHANGED, data: { status: 'ended' } };
    await expect(change(client, 'active')).rejects.toMatchObject(refusal);
  });
});

it('notifies the client once of each change, in friendly words', async () => {
  const client = await aClient(test, { of: coach });
  for (const status of ['paused', 'paused', 'active', 'archived', 'active'] as const) await change(client, status);
  expect((await notificationsOf(test, client)).map(({ type, title }) => [type, title])).toEqual([
    ['coaching_resumed', 'Welcome back'],
    ['coaching_ended', 'Your coaching has ended'],
    ['coaching_resumed', 'Your coaching continues'],
    ['coaching_paused', 'Your coaching is paused'],
  ]);
});
