import { isPlan } from '@stridewell/contract/billing/billing.rules';
import { mailDomainOf } from '@stridewell/contract/contacts/contacts.rules';
import type { CoachDecisionEntry, ReviewedCoach } from '@stridewell/contract/operator/operator';
import { COACH_TRANSITIONS, type CoachDecision } from '@stridewell/contract/operator/operator.rules';
import { COACH_STATUSES, type CoachStatus } from '@stridewell/contract/people.rules';
import { tellOperators } from '../../core/operator-events.ts';
import { refuse } from '../../core/refusals.ts';
import type { OperatorScope } from '../../core/tenancy/scope.ts';
import type { Env } from '../../env.ts';
import type { Tx } from '../../platform/db/database.ts';
import type { Mailer } from '../../platform/mail/mail.ts';
import { auditAbout, listEntriesAbout } from '../audit/audit.service.ts';
import { listProfilesForReview } from '../coaches/coaches.service.ts';
import { notifyOfDecision } from '../notifications/notifications.service.ts';
import {
  findCoachForDecision,
  type ReviewCursor,
  selectCoachesForReview,
  selectNames,
  updateCoachStatus,
} from './operator.data.ts';
import { coachDecisionMail } from './operator.mails.ts';

const PAGE = 50;
const DECISIONS_SHOWN = 50;

const isCoachStatus = (value: string): value is CoachStatus => COACH_STATUSES.some((status) => status === value);
/** Narrows the type. The table's CHECK allows only these values. */
export const statusOf = (value: string): CoachStatus => (isCoachStatus(value) ? value : 'pending');
export const planOf = (value: string | null) => (value !== null && isPlan(value) ? value : 'base');

const cursorOf = ({ createdAt, id }: ReviewCursor): string => `${createdAt.getTime()}.${id}`;

/** Parses a cursor; null for the start, undefined when it is invalid. */
export function readReviewCursor(text: string | undefined): ReviewCursor | null | undefined {
  if (text === undefined) return null;
  const parts = /^(\d{1,15})\.([0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12})$/.exec(text);
  return parts?.[1] && parts[2] ? { createdAt: new Date(Number(parts[1])), id: parts[2] } : undefined;
}

/** Coaches of one status with the data for a review, longest waiting first. */
export async function listCoachesForReview(
  tx: Tx<OperatorScope>,
  { status, after }: { status: CoachStatus; after: ReviewCursor | null },
): Promise<{ coaches: ReviewedCoach[]; next: string | null }> {
  const rows = await selectCoachesForReview(tx, { status, after, limit: PAGE + 1 });
  const shown = rows.slice(0, PAGE);
  const last = shown.at(-1);
  const profiles = await listProfilesForReview(
    tx,
    shown.map(({ coachId }) => coachId),
  );
  return {
    coaches: shown.map(({ createdAt, plan, ...row }) => ({
      ...row,
      status: statusOf(row.status),
      joinedAt: createdAt.toISOString(),
      plan: planOf(plan),
      mailDomain: mailDomainOf(row.email),
      profile: profiles.get(row.coachId) ?? null,
    })),
    next: last && rows.length > PAGE ? cursorOf({ createdAt: last.createdAt, id: last.coachId }) : null,
  };
}

const decisionOf = (action: string): CoachDecision | undefined =>
  Object.keys(COACH_TRANSITIONS).find((decision): decision is CoachDecision => `coach.${decision}` === action);

/**
 * Decisions about a coach, newest first.
 * @throws NOT_FOUND
 */
export async function listCoachDecisions(tx: Tx<OperatorScope>, coachId: string): Promise<CoachDecisionEntry[]> {
  if (!(await findCoachForDecision(tx, coachId))) throw refuse('NOT_FOUND');
  const entries = await listEntriesAbout(tx, coachId, { actions: 'coach.', limit: DECISIONS_SHOWN });
  const names = await selectNames(
    tx,
    entries.flatMap(({ actorId }) => actorId ?? []),
  );
  return entries.flatMap(({ action, at, actorId, after }) => {
    const decision = decisionOf(action);
    if (!decision) return [];
    const reason = typeof after?.reason === 'string' ? after.reason : '';
    return [{ at: at.toISOString(), operatorName: names.get(actorId ?? '') ?? 'Former operator', decision, reason }];
  });
}

const DECISION_TITLES: Record<CoachDecision, string> = {
  approve: 'Your coach profile is approved',
  reject: 'Your coach profile was not approved',
  ask: 'There is a question about your coach profile',
  suspend: 'Your coach profile was suspended',
  reinstate: 'Your coach profile was reinstated',
};
const NO_REASON = 'You can work with your clients.';

type Decided = { coachId: string; decision: CoachDecision; reason: string; status: CoachStatus };

/**
 * Applies a decision about a coach, unless their status has changed since the operator saw it, and mails the coach.
 * @throws NOT_FOUND, STATUS_CHANGED, REASON_MISSING
 */
export async function decideCoach(
  tx: Tx<OperatorScope, 'STATUS_CHANGED' | 'REASON_MISSING'>,
  { mailer, env }: { mailer: Mailer; env: Pick<Env, 'appUrl' | 'CONTACT_EMAIL'> },
  { coachId, decision, reason, status: from }: Decided,
): Promise<CoachStatus> {
  const coach = await findCoachForDecision(tx, coachId);
  if (!coach) throw refuse('NOT_FOUND');
  const { from: allowed, to, needsReason } = COACH_TRANSITIONS[decision];
  if (needsReason && reason === '') throw refuse(tx, 'REASON_MISSING');
  if (!allowed.includes(from) || !(await updateCoachStatus(tx, coachId, { from, to, reason }))) {
    const now = await findCoachForDecision(tx, coachId);
    throw refuse(tx, 'STATUS_CHANGED', { data: { status: statusOf(now?.status ?? coach.status) } });
  }
  auditAbout(tx, coachId, {
    action: `coach.${decision}`,
    subjectId: coachId,
    before: { status: from },
    after: { status: to, reason },
  });
  await tellOperators(tx, 'approvals');
  await notifyOfDecision(tx, { coachId, title: DECISION_TITLES[decision], message: reason || NO_REASON });
  const props = { decision, name: coach.fullName, reason, url: `${env.appUrl}/auth` };
  await mailer.send({ to: coach.email, replyTo: env.CONTACT_EMAIL, template: coachDecisionMail, props }, tx);
  return to;
}
