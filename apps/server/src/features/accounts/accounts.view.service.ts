import { VIEW_MINUTES } from '@stridewell/contract/accounts/accounts.rules';
import { v7 as uuidv7 } from 'uuid';
import { z } from 'zod';
import { type Answering, refuse } from '../../core/refusals.ts';
import type { Services } from '../../core/services.ts';
import { identityScope } from '../../core/tenancy/access.ts';
import type { OperatorScope } from '../../core/tenancy/scope.ts';
import type { EndedViews } from '../../core/views.ts';
import type { Tx } from '../../platform/db/database.ts';
import { defineJob, defineScheduledJob, EVERY_HOUR } from '../../platform/queue/queue.ts';
import { auditAbout } from '../audit/audit.service.ts';
import { scopeOfOperator } from './accounts.scopes.ts';
import { requireTarget } from './accounts.support.service.ts';
import { deleteEndedViews, deleteExpiredView, deleteView, insertView } from './accounts.view.data.ts';

/** Ends an expired view, so that the audit log has an end for each start. */
export const endViewJob = defineJob('accounts.end_view', {
  schema: z.object({ viewId: z.uuid(), operatorId: z.uuid() }),
});

/** Deletes the accounts whose waiting time is over. */
export const eraseDueJob = defineScheduledJob('accounts.erase_due', { schedule: EVERY_HOUR });

type ViewDeps = Pick<Services, 'db' | 'queue' | 'now'> & Answering<'NOT_POSSIBLE'>;
type View = { userId: string; reason: string; sessionId: string };

/**
 * Lets an operator's session view as an active coach for a limited time.
 * @returns when the view ends
 * @throws NOT_FOUND, FORBIDDEN, NOT_POSSIBLE for a person who is no active coach, or when the session already has a
 *   view
 */
export async function startView(
  deps: ViewDeps,
  scope: OperatorScope,
  { userId, reason, sessionId }: View,
): Promise<string> {
  const { coachStatus } = await requireTarget(deps, scope, userId);
  if (coachStatus !== 'active') {
    throw refuse(deps, 'NOT_POSSIBLE', { message: 'Only the pages of an active coach can be viewed.' });
  }
  const now = deps.now();
  const endsAt = new Date(now.getTime() + VIEW_MINUTES * 60_000);
  const until = endsAt.toISOString();
  const id = uuidv7();
  await deps.db.write(scope, async (tx) => {
    const before = await deleteExpiredView(tx, { sessionId, now });
    if (before) noteEnd(tx, before);
    if (!(await insertView(tx, { sessionId, id, viewedId: userId, endsAt }))) {
      throw refuse(deps, 'NOT_POSSIBLE', { message: 'You are viewing an account already.' });
    }
    auditAbout(tx, userId, { action: 'account.view_started', subjectId: userId, after: { until, reason } });
    const startAfterSeconds = VIEW_MINUTES * 60;
    await deps.queue.send(endViewJob, { viewId: id, operatorId: scope.userId }, tx, { startAfterSeconds });
  });
  return until;
}

const noteEnd = (tx: Tx<OperatorScope>, userId: string): void =>
  auditAbout(tx, userId, { action: 'account.view_ended', subjectId: userId });

/**
 * Ends a view early.
 * @returns the viewed person
 * @throws NOT_FOUND when it has already ended
 */
export async function stopView(tx: Tx<OperatorScope>, viewId: string): Promise<string> {
  const viewedId = await deleteView(tx, viewId);
  if (!viewedId) throw refuse('NOT_FOUND');
  noteEnd(tx, viewedId);
  return viewedId;
}

/** Ends an expired view, unless it has already ended. */
export async function endExpiredView(
  { db }: Pick<Services, 'db'>,
  { viewId, operatorId }: { viewId: string; operatorId: string },
): Promise<void> {
  await db.write(scopeOfOperator(operatorId), async (tx) => {
    const viewedId = await deleteView(tx, viewId);
    if (viewedId) noteEnd(tx, viewedId);
  });
}

/**
 * Ends views whose session, right or person is gone. The audit entry names the person who ended them, or in a system
 * scope their operator.
 */
export async function endViews(tx: Tx, ended: EndedViews): Promise<void> {
  const isSystem = tx.scope.role === identityScope.role;
  for (const { operatorId, viewedId } of await deleteEndedViews(tx, ended)) {
    const byOperator = isSystem ? operatorId : undefined;
    auditAbout(tx, viewedId, { action: 'account.view_ended', subjectId: viewedId, byOperator });
  }
}
