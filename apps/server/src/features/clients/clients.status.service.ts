import { holdsSeat, type Plan } from '@stridewell/contract/billing.rules';
import type { ClientSummary } from '@stridewell/contract/clients';
import { canChangeStatus, type RelationshipStatus, type TargetStatus } from '@stridewell/contract/clients.rules';
import { eventOfStatusChange } from '@stridewell/contract/clients.timeline.rules';
import type { CoachScope } from '../../core/tenancy/scope.ts';
import type { Tx } from '../../platform/db/database.ts';
import { reserveSeat } from '../billing/billing.service.ts';
import { notify } from '../notifications/notifications.service.ts';
import { lockStatus, replaceInvitation, updateStatus } from './clients.data.ts';
import { insertEvent } from './clients.record.data.ts';
import { newInvitation, summaryOf, type Today } from './clients.service.ts';

/** An invitation to be mailed. */
export type ToInvite = { token: string; fullName: string; email: string };

export type StatusResult =
  | { kind: 'unknown' }
  | { kind: 'refused'; status: RelationshipStatus }
  | { kind: 'seats_full'; cap: number }
  | { kind: 'changed'; client: ClientSummary; seatsChanged: boolean; invite: ToInvite | null };

/**
 * Moves a client to another status. Archiving frees the seat and keeps the history; coming back takes a seat, counted
 * under a lock. The client is told. Asking for the status that a client has already changes nothing. Whoever never accepted comes back with
 * a new invitation.
 */
export async function setClientStatus(
  tx: Tx<CoachScope>,
  { clientId, status }: { clientId: string; status: TargetStatus },
  options: Today & { plan: Plan; coachName: string },
): Promise<StatusResult> {
  // Seats before the row, as everybody does who takes both.
  const { free, seats } = await reserveSeat(tx, options.plan);
  const row = await lockStatus(tx, clientId);
  if (!row) return { kind: 'unknown' };
  if (row.status === status) {
    return { kind: 'changed', client: await summaryOf(tx, clientId, options), seatsChanged: false, invite: null };
  }
  if (!canChangeStatus(row.status, status, row.personId !== null)) return { kind: 'refused', status: row.status };
  const seatsChanged = holdsSeat(row.status) !== holdsSeat(status);
  if (seatsChanged && holdsSeat(status) && !free) return { kind: 'seats_full', cap: seats.cap };
  const tell = async () => {
    const news = row.personId && newsOf(row.status, status, options.coachName);
    if (!row.personId || !news) return;
    const metadata = { client_id: clientId, coach_id: tx.scope.coachId };
    await notify(tx, { userId: row.personId, ...news, metadata });
  };
  // Only current clients can be told something: whoever leaves before, whoever comes back afterwards.
  if (status === 'archived') await tell();
  await updateStatus(tx, clientId, status, options.now);
  if (status !== 'archived') await tell();
  const kind = eventOfStatusChange(row.status, status);
  await insertEvent(tx, clientId, { kind, actor: 'coach', at: options.now });
  const invite = status === 'invited' ? await inviteAgain(tx, { clientId, ...row }, options.now) : null;
  return { kind: 'changed', client: await summaryOf(tx, clientId, options), seatsChanged, invite };
}

/** What a client is told of a change that their coach has made; null where there is nothing to tell. */
function newsOf(from: RelationshipStatus, to: TargetStatus, coachName: string) {
  if (to === 'paused') {
    return {
      type: 'coaching_paused',
      title: 'Your coaching is paused',
      message: `${coachName} has paused your coaching. Nothing is due meanwhile, and your history stays here.`,
    } as const;
  }
  if (to === 'active') {
    return {
      type: 'coaching_resumed',
      title: from === 'paused' ? 'Your coaching goes on' : 'Welcome back',
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

/** A new invitation for somebody who has not accepted; null for everybody else. */
export async function resendInvitation(
  tx: Tx<CoachScope>,
  clientId: string,
  today: Today,
): Promise<{ kind: 'unknown' } | { kind: 'refused' } | { kind: 'sent'; client: ClientSummary; invite: ToInvite }> {
  const row = await lockStatus(tx, clientId);
  if (!row) return { kind: 'unknown' };
  if (row.status !== 'invited') return { kind: 'refused' };
  const invite = await inviteAgain(tx, { clientId, ...row }, today.now);
  await insertEvent(tx, clientId, { kind: 'invited', actor: 'coach', at: today.now });
  return { kind: 'sent', client: await summaryOf(tx, clientId, today), invite };
}

async function inviteAgain(
  tx: Tx<CoachScope>,
  { clientId, fullName, email }: { clientId: string; fullName: string; email: string },
  now: Date,
): Promise<ToInvite> {
  const { token, invitation } = newInvitation(tx, clientId, now);
  await replaceInvitation(tx, clientId, invitation);
  return { token, fullName, email };
}
