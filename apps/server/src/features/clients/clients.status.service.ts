import { holdsSeat, seatsLeft } from '@stridewell/contract/billing/billing.rules';
import type { ClientSummary, InvitedClient } from '@stridewell/contract/clients/clients';
import { canChangeStatus, type TargetStatus } from '@stridewell/contract/clients/clients.rules';
import type { StartChoices } from '@stridewell/contract/clients/clients.start.rules';
import { statusEvent } from '@stridewell/contract/clients/clients.timeline.rules';
import type { BulkOutcome, BulkResult } from '@stridewell/contract/fields';
import type { RelationshipStatus } from '@stridewell/contract/people.rules';
import { record } from '../../core/events/events.ts';
import { refuse } from '../../core/refusals.ts';
import { leaveCoach } from '../../core/relationships/coachings.data.ts';
import { lockRelationship } from '../../core/relationships/relationships.data.ts';
import type { CoachScope } from '../../core/tenancy/scope.ts';
import type { Tx } from '../../platform/db/database.ts';
import { reserveSeat } from '../billing/billing.service.ts';
import { requireOpenForm } from '../checkins/checkins.plan.service.ts';
import { notify } from '../notifications/notifications.service.ts';
import { holdProgram } from '../programs/programs.service.ts';
import { findRelationshipByEmail, updateStatus } from './clients.data.ts';
import { insertInvitedClient, upsertInvitation } from './clients.invitations.data.ts';
import {
  billSeats,
  type InvitationDeps,
  type InvitingCoach,
  type LinkingCoach,
  linkToPassOn,
  mailInvitation,
  newInvitation,
} from './clients.invitations.service.ts';
import type { InvitationTokens } from './clients.scopes.ts';
import { getClientSummary } from './clients.service.ts';

type NewClient = { clientId: string; fullName: string; email: string; start: StartChoices };

/**
 * Adds a client and mails the invitation. The seat is counted under a lock. A repeated request with the same id returns
 * the client and sends no second mail.
 * @throws DUPLICATE_CLIENT, ID_TAKEN, SEATS_FULL, NOT_FOUND for an unknown form or program
 */
export async function addClient(
  tx: Tx<CoachScope, 'DUPLICATE_CLIENT' | 'ID_TAKEN' | 'SEATS_FULL'>,
  deps: InvitationDeps,
  { clientId, fullName, email, start }: NewClient,
  coach: LinkingCoach,
): Promise<InvitedClient> {
  const client = { clientId, fullName, email };
  const { plan } = coach;
  const { free, seats } = await reserveSeat(tx, plan);
  const existing = await findRelationshipByEmail(tx, email);
  if (existing?.clientId === clientId) {
    return { ...(await getClientSummary(tx, clientId, coach)), invitationUrl: null };
  }
  if (existing) throw refuse(tx, 'DUPLICATE_CLIENT', { data: existing });
  if (!free) throw refuse(tx, 'SEATS_FULL', { data: { plan, cap: seats.cap } });
  if (start.templateId !== undefined) await requireOpenForm(tx, start.templateId);
  if (start.programId !== undefined) await holdProgram(tx, start.programId);
  const { tokens, invitation } = newInvitation(tx, clientId, coach.now);
  if (!(await insertInvitedClient(tx, { ...client, start }, invitation))) throw refuse(tx, 'ID_TAKEN');
  await mailInvitation(tx, deps, { ...client, tokens }, coach.coachName);
  await record(tx, { type: 'relationship.added', clientId, occurredAt: coach.now });
  await billSeats(tx, deps, plan);
  return { ...(await getClientSummary(tx, clientId, coach)), invitationUrl: linkToPassOn(coach, tokens) };
}

type LockedClient = NonNullable<Awaited<ReturnType<typeof lockRelationship>>>;

/** Changes the status of a locked client, notifies them and records the change. */
async function changeStatus(
  tx: Tx<CoachScope>,
  { clientId, row, status }: { clientId: string; row: LockedClient; status: TargetStatus },
  { now, coachName }: InvitingCoach,
): Promise<void> {
  const notifyClient = async () => {
    const content = row.personId && statusNotification(row.status, status, coachName);
    if (!row.personId || !content) return;
    const metadata = { client_id: clientId, coach_id: tx.scope.coachId };
    await notify(tx, { userId: row.personId, ...content, metadata });
  };
  // Only current clients can be notified, so before archiving and after restoring.
  if (status === 'archived') await notifyClient();
  await updateStatus(tx, clientId, status, now);
  if (status !== 'archived') await notifyClient();
  else if (row.personId) await leaveCoach(tx, row.personId);
  await record(tx, { ...statusEvent(row.status, status), clientId, occurredAt: now });
}

/**
 * Changes the status of a client and notifies them. Archiving frees the seat and keeps the history. Restoring takes a
 * seat, counted under a lock. A client who never accepted is restored with a new invitation. Idempotent.
 * @throws NOT_FOUND, STATUS_CHANGED, SEATS_FULL
 */
export async function setClientStatus(
  tx: Tx<CoachScope, 'STATUS_CHANGED' | 'SEATS_FULL'>,
  deps: InvitationDeps,
  { clientId, status }: { clientId: string; status: TargetStatus },
  coach: InvitingCoach,
): Promise<ClientSummary> {
  const { plan } = coach;
  // Every transaction locks seats before a relationship, which rules out deadlocks.
  const { free, seats } = await reserveSeat(tx, plan);
  const row = await lockRelationship(tx, clientId);
  if (!row) throw refuse('NOT_FOUND');
  if (row.status === status) return getClientSummary(tx, clientId, coach);
  if (!canChangeStatus(row.status, status, row.personId !== null)) {
    throw refuse(tx, 'STATUS_CHANGED', { data: { status: row.status } });
  }
  const seatsChanged = holdsSeat(row.status) !== holdsSeat(status);
  if (seatsChanged && holdsSeat(status) && !free) throw refuse(tx, 'SEATS_FULL', { data: { plan, cap: seats.cap } });
  await changeStatus(tx, { clientId, row, status }, coach);
  if (status === 'invited') await replaceInvitation(tx, deps, { clientId, ...row }, coach);
  if (seatsChanged) await billSeats(tx, deps, plan);
  return getClientSummary(tx, clientId, coach);
}

type StatusChange = { clientId: string; status: Exclude<TargetStatus, 'invited'> };

/**
 * Changes the status of several clients in one transaction. A refused change does not stop the others.
 * @returns outcomes in the order of `changes`
 */
export async function setClientStatuses(
  tx: Tx<CoachScope>,
  deps: InvitationDeps,
  changes: readonly StatusChange[],
  coach: InvitingCoach,
): Promise<BulkResult[]> {
  const { plan } = coach;
  const { seats } = await reserveSeat(tx, plan);
  let used = seats.used;
  const change = async ({ clientId, status }: StatusChange): Promise<BulkOutcome> => {
    const row = await lockRelationship(tx, clientId);
    if (!row) return 'not_found';
    if (row.status === status) return 'unchanged';
    if (!canChangeStatus(row.status, status, row.personId !== null)) return 'not_possible';
    const taken = Number(holdsSeat(status)) - Number(holdsSeat(row.status));
    if (taken > 0 && seatsLeft(plan, used) === 0) return 'no_seat';
    used += taken;
    await changeStatus(tx, { clientId, row, status }, coach);
    return 'changed';
  };
  const outcomes = new Map<string, BulkOutcome>();
  // In the order of ids, to avoid deadlocks.
  for (const one of changes.toSorted((a, b) => (a.clientId < b.clientId ? -1 : 1))) {
    outcomes.set(one.clientId, await change(one));
  }
  if (used !== seats.used) await billSeats(tx, deps, plan);
  return changes.map(({ clientId }) => ({ clientId, outcome: outcomes.get(clientId) ?? 'not_found' }));
}

/** The client's notification of a status that the coach chose; null when there is none. */
function statusNotification(from: RelationshipStatus, to: TargetStatus, coachName: string) {
  if (to === 'paused') {
    return {
      type: 'coaching_paused',
      title: 'Your coaching is paused',
      message: `${coachName} has paused your coaching. Nothing is due until it continues, and your history stays here.`,
    } as const;
  }
  if (to === 'active') {
    return {
      type: 'coaching_resumed',
      title: from === 'paused' ? 'Your coaching continues' : 'Welcome back',
      message: `You are training with ${coachName} again. Your history is where you left it.`,
    } as const;
  }
  if (to !== 'archived') return null;
  return {
    type: 'coaching_ended',
    title: 'Your coaching has ended',
    message: `${coachName} has ended your coaching. Everything you did together stays here for you to read.`,
  } as const;
}

/**
 * Mails a new invitation to a client who has not accepted. The earlier links stop working.
 * @throws NOT_FOUND, NOT_INVITED
 */
export async function resendInvitation(
  tx: Tx<CoachScope, 'NOT_INVITED'>,
  deps: InvitationDeps,
  clientId: string,
  coach: LinkingCoach,
): Promise<InvitedClient> {
  const row = await lockRelationship(tx, clientId);
  if (!row) throw refuse('NOT_FOUND');
  if (row.status !== 'invited') throw refuse(tx, 'NOT_INVITED');
  const tokens = await replaceInvitation(tx, deps, { clientId, ...row }, coach);
  await record(tx, { type: 'relationship.invited', clientId, occurredAt: coach.now });
  return { ...(await getClientSummary(tx, clientId, coach)), invitationUrl: linkToPassOn(coach, tokens) };
}

async function replaceInvitation(
  tx: Tx<CoachScope>,
  deps: InvitationDeps,
  client: { clientId: string; fullName: string; email: string },
  { now, coachName }: InvitingCoach,
): Promise<InvitationTokens> {
  const { tokens, invitation } = newInvitation(tx, client.clientId, now);
  await upsertInvitation(tx, client.clientId, invitation);
  await mailInvitation(tx, deps, { ...client, tokens }, coachName);
  return tokens;
}
