import { BILLABLE_SEAT_STATUSES, coveredClients, holdsSeat, type Plan } from '@stridewell/contract/billing.rules';
import { type CheckInSchedule, checkInPeriod, checkInState } from '@stridewell/contract/checkins.rules';
import type { ClientDetail, ClientSummary, Invitation, OwnInvitation } from '@stridewell/contract/clients';
import { engagementLabel, engagementScore, progressLabel } from '@stridewell/contract/clients.labels.rules';
import { adherenceFall, type TrackedClient } from '@stridewell/contract/dashboard.rules';
import { dayInZone } from '@stridewell/contract/time';
import type { CoachScope, InvitationScope, UserScope } from '../../core/tenancy/scope.ts';
import type { Tx } from '../../platform/db/database.ts';
import { reserveSeat } from '../billing/billing.service.ts';
import { notify } from '../notifications/notifications.service.ts';
import {
  type ClientRow,
  findClient,
  findCourse,
  findInvitation,
  findRelationshipByEmail,
  type InvitationRow,
  insertInvitedClient,
  linkPerson,
  lockStatus,
  type NewInvitation,
  savePreferencesOf,
  selectOwnInvitations,
  selectTrackedClients,
  setDeclined,
} from './clients.data.ts';
import { createInvitationToken } from './clients.policy.ts';
import { insertEvent } from './clients.record.data.ts';

const INVITATION_DAYS = 14;

/** What the services need to know about "now" for one coach. */
export type Today = { now: Date; timeZone: string };

export function toClientSummary(row: ClientRow, covered: boolean, { now, timeZone }: Today): ClientSummary {
  const [latest] = row.checkIns;
  const status = checkInStatusOf(row, { now, timeZone });
  return {
    clientId: row.clientId,
    fullName: row.fullName,
    email: row.email,
    status: row.status,
    readOnly: holdsSeat(row.status) && !covered,
    onboardingCompleted: row.onboardingCompleted,
    goal: row.goal,
    clientSince: dayInZone(row.acceptedAt ?? row.createdAt, timeZone),
    lastCheckInDay: latest?.day ?? null,
    lastWeightKg: row.checkIns.find(({ weightKg }) => weightKg !== null)?.weightKg ?? null,
    adherence: latest?.adherence ?? null,
    checkInState: status && status.state !== 'paused' ? status.state : null,
    missedCheckIns: status ? status.missed : 0,
    adherenceFalling: adherenceFall(row.checkIns) !== null,
    accepted: row.personId !== null,
    photoId: row.photoId,
    engagement: engagementOf(row, dayInZone(now, timeZone)),
    invitationExpiresAt: row.invitationExpiresAt?.toISOString() ?? null,
  };
}

/** How engaged an active client is; null for other clients, and while nothing was due. */
export function engagementOf(row: EngagementRow, today: string): ClientSummary['engagement'] {
  const schedule = scheduleOf(row);
  const score = schedule && engagementScore(schedule, row.checkIns, today);
  return score === null ? null : { score, label: engagementLabel(score) };
}

type ScheduleColumns = Pick<
  ClientRow,
  'checkInAnchor' | 'checkInIntervalDays' | 'checkInWeekdays' | 'checkInPauses' | 'status'
>;
type EngagementRow = ScheduleColumns & Pick<ClientRow, 'checkIns'>;

/** The check-in schedule of an active client; null for other clients. */
export function scheduleOf(row: ScheduleColumns): CheckInSchedule | null {
  if (!row.checkInAnchor || row.status !== 'active') return null;
  const { checkInIntervalDays: intervalDays, checkInWeekdays: weekdays, checkInPauses: pauses } = row;
  return { anchorDay: row.checkInAnchor, intervalDays, weekdays, pauses };
}

/** Where a client stands now, in the zone of their schedule. */
function checkInStatusOf(row: ClientRow, { now, timeZone }: Today) {
  const schedule = scheduleOf(row);
  const today = dayInZone(now, row.checkInTimeZone ?? timeZone);
  return schedule && checkInState({ ...schedule, lastSubmittedDay: row.checkIns[0]?.day ?? null, today });
}

/**
 * Everybody whom the coach is training now, as the dashboard's rules see them, and how many take a seat. Whom the plan
 * does not cover is left out: they cannot check in, so what is missing says nothing about them.
 */
export async function readTrackedClients(
  tx: Tx<CoachScope>,
  { now, timeZone, plan }: Today & { plan: Plan },
): Promise<{ tracked: TrackedClient[]; used: number }> {
  const rows = await selectTrackedClients(tx, { statuses: BILLABLE_SEAT_STATUSES });
  const covered = coveredClients(rows, plan);
  const tracked = rows.flatMap((row) => {
    const schedule = scheduleOf(row);
    if (!schedule || !covered.has(row.clientId)) return [];
    const { clientId, fullName: name, checkIns } = row;
    const ownToday = dayInZone(now, row.checkInTimeZone ?? timeZone);
    const donePeriods = row.checkedDays.map((day) => checkInPeriod(schedule, day));
    return [{ ...schedule, clientId, name, ownToday, checkIns, donePeriods }];
  });
  return { tracked, used: rows.length };
}

export async function getClient(tx: Tx<CoachScope>, clientId: string, today: Today): Promise<ClientDetail | undefined> {
  const [row, { record, session }] = await Promise.all([findClient(tx, clientId), findCourse(tx, clientId, today.now)]);
  if (!row) return undefined;
  const summary = toClientSummary(row, row.covered, today);
  const day = dayInZone(today.now, today.timeZone);
  return {
    ...summary,
    progress:
      row.status === 'active'
        ? progressLabel({
            weighIns: row.checkIns.flatMap(({ day, weightKg }) => (weightKg === null ? [] : [{ day, weightKg }])),
            startWeightKg: record?.startWeightKg ?? null,
            goalWeightKg: record?.goalWeightKg ?? null,
            targetDay: record?.targetDay ?? null,
            missed: summary.missedCheckIns,
            adherence: summary.adherence,
            adherenceFalling: summary.adherenceFalling,
            today: day,
          })
        : null,
    nextSession: session ? { sessionDate: session.sessionDate.toISOString(), sessionType: session.sessionType } : null,
    userId: row.personId,
    nextCheckInDay: checkInStatusOf(row, today)?.nextDay ?? null,
    invitedAt: row.createdAt.toISOString(),
    acceptedAt: row.acceptedAt?.toISOString() ?? null,
  };
}

export type AddClientResult =
  | { kind: 'added'; client: ClientSummary; invitationToken: string | null }
  | { kind: 'seats_full'; cap: number }
  | { kind: 'duplicate'; clientId: string; fullName: string; status: ClientSummary['status']; accepted: boolean };

/**
 * Adds a client and an open invitation. The seat is counted under a lock. A repeated request with the same id finds
 * its own client and invites nobody twice.
 */
export async function addClient(
  tx: Tx<CoachScope>,
  client: { clientId: string; fullName: string; email: string },
  options: Today & { plan: Plan },
): Promise<AddClientResult> {
  const { free, seats } = await reserveSeat(tx, options.plan);
  const existing = await findRelationshipByEmail(tx, client.email);
  if (existing?.clientId === client.clientId) {
    return { kind: 'added', client: await summaryOf(tx, client.clientId, options), invitationToken: null };
  }
  if (existing) return { kind: 'duplicate', ...existing };
  if (!free) return { kind: 'seats_full', cap: seats.cap };
  const { token, invitation } = newInvitation(tx, client.clientId, options.now);
  await insertInvitedClient(tx, client, invitation);
  await insertEvent(tx, client.clientId, { kind: 'added', actor: 'coach', at: options.now });
  return { kind: 'added', client: await summaryOf(tx, client.clientId, options), invitationToken: token };
}

export function newInvitation(
  tx: Tx<CoachScope>,
  clientId: string,
  now: Date,
): { token: string; invitation: NewInvitation } {
  const { token, digest } = createInvitationToken({ coachId: tx.scope.coachId, clientId });
  return {
    token,
    invitation: { tokenDigest: digest, expiresAt: new Date(now.getTime() + INVITATION_DAYS * 86_400_000) },
  };
}

export async function summaryOf(tx: Tx<CoachScope>, clientId: string, today: Today): Promise<ClientSummary> {
  const row = await findClient(tx, clientId);
  if (!row) throw new Error('a client is not readable after it was written');
  return toClientSummary(row, row.covered, today);
}

/** The invitation of a link; undefined when there is none or the secret does not match. */
export async function openInvitation(tx: Tx<InvitationScope>, digest: string): Promise<InvitationRow | undefined> {
  const invitation = await findInvitation(tx);
  return invitation?.tokenDigest === digest ? invitation : undefined;
}

/** What waits for the person in scope, the newest first. */
export async function listOwnInvitations(tx: Tx<UserScope>, now: Date): Promise<OwnInvitation[]> {
  const invitations = await selectOwnInvitations(tx);
  return invitations
    .filter(({ expiresAt }) => expiresAt > now)
    .map((invitation) => ({ ...invitation, expiresAt: invitation.expiresAt.toISOString() }));
}

/** The invitation in scope where it is to this address; undefined when there is none. */
export async function findInvitationTo(tx: Tx<InvitationScope>, email: string): Promise<InvitationRow | undefined> {
  const invitation = await findInvitation(tx);
  return invitation?.email === email ? invitation : undefined;
}

export function invitationStatus(invitation: InvitationRow, now: Date): Invitation['status'] {
  if (invitation.personId) return 'accepted';
  if (invitation.status === 'declined') return 'declined';
  if (invitation.status !== 'invited') return 'revoked';
  return invitation.expiresAt <= now ? 'expired' : 'open';
}

/**
 * Makes the invited person the client of this relationship, and tells both sides. The first check-in is due today.
 * False when the invitation was used or withdrawn meanwhile.
 */
export async function acceptInvitation(
  tx: Tx<InvitationScope>,
  invitation: InvitationRow,
  person: { userId: string; fullName: string; email: string },
  details: { goal: string; unitSystem: 'metric' | 'imperial'; timeZone: string; now: Date },
): Promise<boolean> {
  const { coachId, clientId } = tx.scope;
  // The coach may have withdrawn the invitation, or sent another one, since it was read.
  await lockStatus(tx, clientId);
  const current = await openInvitation(tx, invitation.tokenDigest);
  if (!current) return false;
  // Pressed twice at once.
  if (current.personId === person.userId) return true;
  const linked = await linkPerson(tx, person, {
    goal: details.goal || null,
    checkInAnchor: dayInZone(details.now, invitation.coachTimeZone),
    acceptedAt: details.now,
  });
  if (!linked) return false;
  await insertEvent(tx, clientId, { kind: 'accepted', actor: 'client', at: details.now });
  const { unitSystem, timeZone } = details;
  await savePreferencesOf(tx, person.userId, { unitSystem, timeZone });
  await notify(tx, {
    userId: coachId,
    type: 'client_assigned',
    title: 'New client',
    message: `${person.fullName} accepted your invitation.`,
    metadata: { client_id: clientId, coach_id: coachId },
  });
  await notify(tx, {
    userId: person.userId,
    type: 'coach_assigned',
    title: 'You have a coach',
    message: `${invitation.coachName} is now your coach. Your first check-in is ready.`,
    metadata: { client_id: clientId, coach_id: coachId },
  });
  return true;
}

/**
 * The invited person does not want to: the seat is free, and the coach is told once. What was accepted, withdrawn or
 * sent anew meanwhile is not declined.
 */
export async function declineInvitation(
  tx: Tx<InvitationScope>,
  invitation: InvitationRow,
  now: Date,
): Promise<'declined' | 'already' | 'closed'> {
  const { coachId, clientId } = tx.scope;
  await lockStatus(tx, clientId);
  const current = await openInvitation(tx, invitation.tokenDigest);
  const status = current ? invitationStatus(current, now) : 'revoked';
  if (status === 'declined') return 'already';
  if (status !== 'open' || !(await setDeclined(tx))) return 'closed';
  await insertEvent(tx, clientId, { kind: 'declined', actor: 'client', at: now });
  // By the name that the coach gave them: who declines tells nothing about themselves.
  await notify(tx, {
    userId: coachId,
    type: 'client_assigned',
    title: 'Invitation declined',
    message: `${invitation.fullName} declined your invitation. The seat is free again.`,
    metadata: { client_id: clientId, coach_id: coachId },
  });
  return 'declined';
}
