import { randomUUID } from 'node:crypto';
import { eq, sql } from 'drizzle-orm';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { createClient } from '../../../seed/factories.ts';
import { outcomesOf } from '../../../test/api.ts';
import { createTestApp, type TestApp } from '../../../test/app.ts';
import {
  aCoach,
  anInvitation,
  aPerson,
  type Coach,
  type Invitation,
  notificationsOf,
  type Pair,
  type Person,
} from '../../../test/people.ts';
import { users } from '../../core/people/people.table.ts';
import { relationships } from '../../core/relationships/relationships.table.ts';
import { invitations } from './clients.table.ts';

let test: TestApp;
let coach: Coach;
let invited: Person;
let invitation: Invitation;
beforeAll(async () => {
  test = await createTestApp();
});
afterAll(() => test.close());
beforeEach(async () => {
  coach = await aCoach(test);
  ({ invited, invitation } = await invite());
});

async function invite(from = coach) {
  const person = await aPerson(test);
  return { invited: person, invitation: await anInvitation(test, { from, to: person.email }) };
}

type Caller = Pick<Person, 'api'>;
const decline = ({ api }: Caller, { coachId, clientId }: Pair = invitation) =>
  api.clients.declineOwnInvitation({ coachId, clientId });
const accept = ({ api }: Caller, { coachId, clientId }: Pair = invitation) =>
  api.clients.acceptOwnInvitation({ coachId, clientId });
const declineLink = ({ api }: Caller, token = invitation.token) => api.clients.declineInvitation({ token });
const look = ({ token }: Invitation) => test.anonymous.api.clients.getInvitation({ token });
const waiting = async ({ api }: Caller) => (await api.clients.listOwnInvitations()).invitations;
const change = (status: 'invited' | 'active' | 'archived', { coachId, clientId }: Pair = invitation) =>
  coach.api.clients.setClientStatus({ coachId, clientId, status });
const list = (status: 'current' | 'invited') => coach.api.clients.listClients({ coachId: coach.id, status });
const timeline = async ({ coachId, clientId }: Pair) =>
  (await coach.api.clients.listTimeline({ coachId, clientId })).entries;
const unverify = ({ id }: Person) => test.owner.update(users).set({ emailVerified: false }).where(eq(users.id, id));
const statusOf = async ({ clientId }: Pair) =>
  (await test.owner.select().from(relationships).where(eq(relationships.clientId, clientId)))[0]?.status;
const NOT_FOUND = { code: 'NOT_FOUND' };
const FORBIDDEN = { code: 'FORBIDDEN' };
const UNAUTHORIZED = { code: 'UNAUTHORIZED' };
const OTHER_ACCOUNT = { code: 'OTHER_ACCOUNT' };
const INVITATION_CLOSED = { code: 'INVITATION_CLOSED' };

describe('declining an invitation', () => {
  it('removes it for the person, frees the seat, and notifies the coach once, with the name from the invitation', async () => {
    const { coachId, clientId } = invitation;
    await Promise.all([decline(invited), decline(invited)]);
    expect(await decline(invited)).toEqual({ coachId, clientId });
    expect(await waiting(invited)).toEqual([]);
    expect(await look(invitation)).toMatchObject({ status: 'declined' });
    expect(await list('current')).toMatchObject({ clients: [], seats: { used: 0 } });
    expect(await list('invited')).toMatchObject({
      clients: [{ clientId, status: 'declined', accepted: false, invitationExpiresAt: null }],
    });
    expect(await notificationsOf(test, coach)).toMatchObject([
      { type: 'client_assigned', message: 'Nina Park declined your invitation and no longer counts toward your plan.' },
    ]);
    expect(await timeline(invitation)).toMatchObject([
      { event: 'declined', actor: 'client' },
      { event: 'added', actor: 'coach' },
    ]);
    // One job for the taken seat, one for the freed seat.
    const { rows } = await test.owner.execute<{ count: string }>(
      sql`select count(*) from pgboss.job where name = 'billing.seats' and data->>'coachId' = ${coachId}`,
    );
    expect(rows).toEqual([{ count: '2' }]);
  });

  it('also works through the link with the invited account, verified or not', async () => {
    await unverify(invited);
    await expect(declineLink(test.anonymous)).rejects.toMatchObject(UNAUTHORIZED);
    await expect(declineLink(await aPerson(test))).rejects.toMatchObject(OTHER_ACCOUNT);
    await expect(declineLink(coach)).rejects.toMatchObject(OTHER_ACCOUNT);
    await expect(declineLink(invited, `${invitation.token.slice(0, -4)}AAAA`)).rejects.toMatchObject(NOT_FOUND);
    expect(await look(invitation)).toMatchObject({ status: 'open' });
    await declineLink(invited);
    await declineLink(invited);
    expect(await look(invitation)).toMatchObject({ status: 'declined' });
  });

  it('is possible for an invited coach through the link, although a coach can never accept', async () => {
    const other = await aCoach(test);
    const toCoach = await anInvitation(test, { from: coach, to: other.email });
    await expect(decline(other, toCoach)).rejects.toMatchObject(FORBIDDEN);
    await declineLink(other, toCoach.token);
    expect(await statusOf(toCoach)).toBe('declined');
  });

  it('is refused for everyone but the recipient', async () => {
    const otherCoach = await aCoach(test);
    const elsewhere = await invite(otherCoach);
    await expect(decline(test.anonymous)).rejects.toMatchObject(UNAUTHORIZED);
    await expect(decline(coach)).rejects.toMatchObject(FORBIDDEN);
    await expect(decline(elsewhere.invited)).rejects.toMatchObject(NOT_FOUND);
    await expect(decline(invited, elsewhere.invitation)).rejects.toMatchObject(NOT_FOUND);
    // The right person, in another tenant.
    await expect(decline(invited, { ...invitation, coachId: otherCoach.id })).rejects.toMatchObject(NOT_FOUND);
    expect([await statusOf(invitation), await statusOf(elsewhere.invitation)]).toEqual(['invited', 'invited']);
    await unverify(invited);
    await expect(decline(invited)).rejects.toMatchObject({ code: 'EMAIL_NOT_VERIFIED' });
  });

  it('is refused once the invitation expired, was withdrawn or was accepted', async () => {
    const [revoked, accepted] = [await invite(), await invite()];
    await test.owner
      .update(invitations)
      .set({ expiresAt: new Date(Date.now() - 1000) })
      .where(eq(invitations.clientId, invitation.clientId));
    await change('archived', revoked.invitation);
    await accept(accepted.invited, accepted.invitation);
    const outcomes = await outcomesOf([
      decline(invited),
      declineLink(invited),
      decline(revoked.invited, revoked.invitation),
      decline(accepted.invited, accepted.invitation),
    ]);
    expect(outcomes).toEqual(Array(4).fill('INVITATION_CLOSED'));
    expect(await statusOf(invitation)).toBe('invited');
    expect(await statusOf(revoked.invitation)).toBe('archived');
    expect(await statusOf(accepted.invitation)).toBe('active');
  });

  it.each([
    ['declined', () => decline(invited)],
    ['declined through the link', () => declineLink(invited)],
  ])('excludes accepting: it is either accepted or %s when both happen at once', async (_, declineNow) => {
    for (let round = 0; round < 2; round += 1) {
      ({ invited, invitation } = await invite());
      const outcomes = await outcomesOf([accept(invited), declineNow()]);
      expect([...outcomes].sort()).toEqual(['INVITATION_CLOSED', 'OK']);
      expect(await statusOf(invitation)).toBe(outcomes[0] === 'OK' ? 'active' : 'declined');
    }
  });

  it('either succeeds or is too late when the coach withdraws concurrently', async () => {
    for (let round = 0; round < 3; round += 1) {
      ({ invited, invitation } = await invite());
      const [declined] = await outcomesOf([decline(invited), change('archived')]);
      // The client is archived in either order. If withdrawn first, the client never declined.
      expect(await statusOf(invitation)).toBe('archived');
      const events = (await timeline(invitation)).flatMap((entry) => (entry.kind === 'status' ? [entry.event] : []));
      expect(events.sort()).toEqual(declined === 'OK' ? ['added', 'archived', 'declined'] : ['added', 'revoked']);
    }
  });
});

describe('after an invitation was declined', () => {
  it('the coach can invite again up to three times an hour, and an accepting client is due', async () => {
    for (let again = 0; again < 3; again += 1) {
      await decline(invited);
      expect(await change('invited')).toMatchObject({ status: 'invited' });
    }
    await expect(look(invitation)).rejects.toMatchObject(NOT_FOUND);
    await decline(invited);
    await expect(change('invited')).rejects.toMatchObject({ code: 'RATE_LIMITED' });
    await test.owner.execute(sql`delete from rate_limits`);
    await change('invited');
    const client = await accept(invited);
    expect(await coach.api.clients.getClient(client)).toMatchObject({ status: 'active', checkIn: { state: 'due' } });
  });

  it('inviting again needs a free seat, and archiving does not', async () => {
    await decline(invited);
    await test.owner.update(users).set({ plan: 'base' }).where(eq(users.id, coach.id));
    for (let seat = 0; seat < 5; seat += 1) await createClient(test.owner, coach.id);
    await expect(change('invited')).rejects.toMatchObject({ code: 'SEATS_FULL' });
    await expect(change('active')).rejects.toMatchObject({ code: 'STATUS_CHANGED' });
    expect(await change('archived')).toMatchObject({ status: 'archived' });
    await expect(accept(invited)).rejects.toMatchObject(INVITATION_CLOSED);
  });

  it('adding the same address again returns the client', async () => {
    await decline(invited);
    const again = { coachId: coach.id, clientId: randomUUID(), fullName: 'Nina', email: invited.email };
    await expect(coach.api.clients.addClient(again)).rejects.toMatchObject({
      code: 'DUPLICATE_CLIENT',
      data: { clientId: invitation.clientId, status: 'declined', accepted: false },
    });
  });
});
