import type { Plan } from '@stridewell/contract/billing/billing.rules';
import type { Invitation, OwnInvitation } from '@stridewell/contract/clients/clients';
import { dayInZone } from '@stridewell/contract/time';
import { record, recordAll } from '../../core/events/events.ts';
import { billSeatsJob } from '../../core/payments/seat-jobs.ts';
import { refuse } from '../../core/refusals.ts';
import { lockRelationship } from '../../core/relationships/relationships.data.ts';
import type { Services } from '../../core/services.ts';
import { identityScope } from '../../core/tenancy/access.ts';
import type { Actor } from '../../core/tenancy/actor.ts';
import type { AnsweringScope, CoachScope, InvitationScope, UserScope } from '../../core/tenancy/scope.ts';
import type { Answers, Database, Tx } from '../../platform/db/database.ts';
import { defineMail } from '../../platform/mail/mail.ts';
import type { RateLimit } from '../../platform/rate-limits/rate-limits.ts';
import { notify } from '../notifications/notifications.service.ts';
import {
  type Addressee,
  findInvitation,
  hasAccount,
  type InvitationRow,
  linkPerson,
  markDeclined,
  type NewInvitation,
  selectOwnInvitations,
  upsertPreferences,
} from './clients.invitations.data.ts';
import { createInvitationTokens, type InvitationTokens } from './clients.scopes.ts';
import type { Today } from './clients.service.ts';

export const invitationMail = defineMail('invitation', async () => {
  const { invitationSubject: subject, InvitationMail: Body } = await import('./clients.mail.tsx');
  return { subject, Body, secrets: ['url'] };
});

/** Interval of a newly accepted relationship, the same as the column's default. */
const NEW_INTERVAL_DAYS = 7;
const INVITATION_DAYS = 14;
const DAY_MS = 86_400_000;
/** Enough for lost mails. The recipient may not want any. */
const INVITATIONS_TO_ONE: RateLimit = { windowSeconds: 3600, max: 3 };
const INVITATIONS_OF_COACH: RateLimit = { windowSeconds: 86_400, max: 100 };

/** Services for inviting. */
export type InvitationDeps = Pick<Services, 'env' | 'mailer' | 'queue'>;
/** The inviting coach, and the current time. */
export type InvitingCoach = Today & { plan: Plan; coachName: string };
/** A coach who gets the link to pass on. `address`: where their clients find the product, without a path. */
export type LinkingCoach = InvitingCoach & { address: string };

/** @throws RATE_LIMITED when this client, or the coach's clients together, were invited again too often */
export async function limitInvitations({ limiter }: Services, coachId: string, clientId: string): Promise<void> {
  const retryAfterSeconds =
    (await limiter.consume(`invitation:${coachId}:${clientId}`, INVITATIONS_TO_ONE)) ??
    (await limiter.consume(`invitations:${coachId}`, INVITATIONS_OF_COACH));
  if (retryAfterSeconds === null) return;
  throw refuse('RATE_LIMITED', {
    message: 'You have sent several invitations already. Please wait a while before you send another one.',
    data: { retryAfterSeconds },
  });
}

/** Creates an invitation to save, and the tokens of its links. */
export function newInvitation(
  tx: Tx<CoachScope>,
  clientId: string,
  now: Date,
): { tokens: InvitationTokens; invitation: NewInvitation } {
  const tokens = createInvitationTokens({ coachId: tx.scope.coachId, clientId });
  const expiresAt = new Date(now.getTime() + INVITATION_DAYS * DAY_MS);
  return { tokens, invitation: { tokenDigest: tokens.digest, expiresAt } };
}

const linkOf = (address: string, token: string): string => `${address}/invitation/${token}`;

/** The link that the coach may pass on. */
export const linkToPassOn = ({ address }: LinkingCoach, { copied }: InvitationTokens): string =>
  linkOf(address, copied);

/** Mails the link that proves the address. It gets the address of the coach's domain when it is sent. */
export async function mailInvitation(
  tx: Tx<CoachScope>,
  { env, mailer }: InvitationDeps,
  { fullName, email, tokens }: { fullName: string; email: string; tokens: InvitationTokens },
  coachName: string,
): Promise<void> {
  const props = { coachName, clientName: fullName, url: linkOf(env.appUrl, tokens.mailed) };
  await mailer.send({ to: email, template: invitationMail, props, sender: tx.scope.coachId }, tx);
}

/** Updates the bill after the number of seats has changed. The base plan has no bill. */
export async function billSeats(tx: Tx<CoachScope>, { queue }: InvitationDeps, plan: Plan): Promise<void> {
  if (plan !== 'base') await queue.send(billSeatsJob, { coachId: tx.scope.coachId }, tx);
}

/**
 * Reads the invitation of a link.
 * @throws NOT_FOUND when it does not exist or the secret does not match
 */
export async function getLinkedInvitation(tx: Tx<InvitationScope>, digest: string): Promise<InvitationRow> {
  const invitation = await findInvitation(tx);
  if (invitation?.tokenDigest !== digest) throw refuse('NOT_FOUND');
  return invitation;
}

/**
 * The invitation in scope, for the owner of `email`.
 * @throws NOT_FOUND when it is to another address
 */
export async function getInvitationTo(tx: Tx<InvitationScope>, email: string): Promise<InvitationRow> {
  const invitation = await findInvitation(tx);
  if (invitation?.email !== email) throw refuse('NOT_FOUND');
  return invitation;
}

/** @throws NOT_FOUND */
export async function getInvitation(
  db: Database,
  { scope, digest, mailed }: { scope: InvitationScope; digest: string; mailed: boolean },
  now: Date,
): Promise<Invitation> {
  const invitation = await db.readAtOnce(scope, (tx) => getLinkedInvitation(tx, digest));
  const { coachName, fullName, email } = invitation;
  const status = invitationStatus(invitation, now);
  return { coachName, fullName, email, status, hasAccount: mailed && (await isAccount(db, email)), mailed };
}

/** The invitation's scope cannot read accounts, so this uses the identity scope. */
const isAccount = (db: Database, email: string) => db.readAtOnce(identityScope, (tx) => hasAccount(tx, email));

/** Open invitations to the address of the person in scope, newest first. */
export async function listOwnInvitations(tx: Tx<UserScope>, now: Date): Promise<OwnInvitation[]> {
  const invitations = await selectOwnInvitations(tx);
  return invitations
    .filter(({ expiresAt }) => expiresAt > now)
    .map((invitation) => ({ ...invitation, expiresAt: invitation.expiresAt.toISOString() }));
}

function invitationStatus(invitation: InvitationRow, now: Date): Invitation['status'] {
  if (invitation.personId) return 'accepted';
  if (invitation.status === 'declined') return 'declined';
  if (invitation.status !== 'invited') return 'revoked';
  return invitation.expiresAt <= now ? 'expired' : 'open';
}

/** Whether the same person has already accepted, so that a repeated request changes nothing. */
export const isAcceptedBy = (invitation: InvitationRow, actor: Actor | null): boolean =>
  actor !== null && invitation.personId === actor.userId;

/** @throws INVITATION_CLOSED */
export function requireOpenInvitation(
  caller: { answers: Answers<'INVITATION_CLOSED'> },
  invitation: InvitationRow,
  now: Date,
): void {
  if (invitationStatus(invitation, now) !== 'open') throw refuse(caller, 'INVITATION_CLOSED');
}

/** @throws OTHER_ACCOUNT when the invitation is to another address */
export function requireAddressee(
  caller: { answers: Answers<'OTHER_ACCOUNT'> },
  invitation: InvitationRow,
  actor: Actor,
): void {
  if (actor.email !== invitation.email) throw refuse(caller, 'OTHER_ACCOUNT');
}

type AccountRefusal = 'OTHER_ACCOUNT' | 'COACH_ACCOUNT' | 'SIGN_IN_REQUIRED';
type Cookies = { addHeader(name: string, value: string): void };

/**
 * The account that accepts an invitation: the actor's, or a new one with `password`, which is signed in. Only the
 * mailed link verifies the address, because the coach knows the copied one.
 * @throws OTHER_ACCOUNT, COACH_ACCOUNT, SIGN_IN_REQUIRED when the address has an account, BAD_REQUEST without a
 *   password
 */
export async function getAcceptingUser(
  {
    answers,
    db,
    accounts,
    addHeader,
  }: { answers: Answers<AccountRefusal> } & Pick<Services, 'accounts' | 'db'> & Cookies,
  invitation: InvitationRow,
  {
    actor,
    fullName,
    password,
    mailed,
  }: { actor: Actor | null; fullName: string; password: string | undefined; mailed: boolean },
): Promise<string> {
  const caller = { answers };
  const { email } = invitation;
  if (actor) {
    requireAddressee(caller, invitation, actor);
    if (actor.role !== 'Client') throw refuse(caller, 'COACH_ACCOUNT');
    if (mailed && !actor.emailVerified) await accounts.markVerified(actor.userId);
    return actor.userId;
  }
  if (await isAccount(db, email)) throw refuse(caller, 'SIGN_IN_REQUIRED');
  if (!password) throw refuse('BAD_REQUEST', { message: 'Password must be at least 8 characters long' });
  const created = await accounts.createInvited({ email, name: fullName, password, verified: mailed });
  if (!created) throw refuse(caller, 'SIGN_IN_REQUIRED');
  for (const cookie of created.cookies) addHeader('set-cookie', cookie);
  return created.userId;
}

/**
 * Makes the person the client of this relationship and notifies both sides. The first check-in is due today.
 * @throws INVITATION_CLOSED when the invitation was used, withdrawn or replaced since it was read
 */
export async function acceptInvitation(
  tx: Tx<AnsweringScope, 'INVITATION_CLOSED'>,
  invitation: InvitationRow,
  person: Addressee,
  details: { goal: string; unitSystem: 'metric' | 'imperial'; timeZone: string; now: Date },
): Promise<void> {
  const { coachId, clientId, personId } = tx.scope;
  await lockRelationship(tx, clientId);
  const current = await findInvitation(tx);
  const isSame = current?.tokenDigest === invitation.tokenDigest && current.email === invitation.email;
  if (!isSame) throw refuse(tx, 'INVITATION_CLOSED');
  // The same person has accepted concurrently.
  if (current.personId === personId) return;
  const firstDay = dayInZone(details.now, invitation.coachTimeZone);
  const linked = await linkPerson(tx, person, {
    goal: details.goal || null,
    checkInAnchor: firstDay,
    acceptedAt: details.now,
  });
  if (!linked) throw refuse(tx, 'INVITATION_CLOSED');
  await recordAll(tx, [
    { type: 'relationship.accepted', clientId, occurredAt: details.now },
    {
      type: 'checkin.schedule_set',
      clientId,
      actor: 'system',
      occurredAt: details.now,
      data: { firstDay, intervalDays: NEW_INTERVAL_DAYS, weekdays: [] },
    },
  ]);
  const { unitSystem, timeZone } = details;
  await upsertPreferences(tx, { unitSystem, timeZone });
  const metadata = { client_id: clientId, coach_id: coachId };
  await notify(tx, {
    userId: coachId,
    type: 'client_assigned',
    title: 'New client',
    message: `${person.fullName} accepted your invitation.`,
    metadata,
  });
  await notify(tx, {
    userId: personId,
    type: 'coach_assigned',
    title: 'You have a coach',
    message: `${invitation.coachName} is now your coach. Your first check-in is ready.`,
    metadata,
  });
}

/**
 * Declines an invitation: frees the seat, updates the bill and notifies the coach once.
 * @throws INVITATION_CLOSED when the invitation was accepted, withdrawn or replaced since it was read
 */
export async function declineInvitation(
  tx: Tx<AnsweringScope, 'INVITATION_CLOSED'>,
  { queue }: Pick<Services, 'queue'>,
  invitation: InvitationRow,
  now: Date,
): Promise<void> {
  const { coachId, clientId } = tx.scope;
  await lockRelationship(tx, clientId);
  const current = await findInvitation(tx);
  if (current?.tokenDigest !== invitation.tokenDigest) throw refuse(tx, 'INVITATION_CLOSED');
  const status = invitationStatus(current, now);
  if (status === 'declined') return;
  if (status !== 'open' || !(await markDeclined(tx))) throw refuse(tx, 'INVITATION_CLOSED');
  await record(tx, { type: 'relationship.declined', clientId, occurredAt: now });
  // Uses the name that the coach entered, because declining must reveal nothing about the person.
  await notify(tx, {
    userId: coachId,
    type: 'client_assigned',
    title: 'Invitation declined',
    message: `${invitation.fullName} declined your invitation and no longer counts toward your plan.`,
    metadata: { client_id: clientId, coach_id: coachId },
  });
  await queue.send(billSeatsJob, { coachId }, tx);
}
