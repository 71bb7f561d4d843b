import { ERASURE_PAUSE_HOURS } from '@stridewell/contract/accounts/accounts.rules';
import { longDate } from '@stridewell/contract/time';
import { type Answering, Refusal, refuse } from '../../core/refusals.ts';
import type { Infrastructure } from '../../core/services.ts';
import { identityScope } from '../../core/tenancy/access.ts';
import type { OperatorScope } from '../../core/tenancy/scope.ts';
import { eachDue } from '../../platform/queue/each-due.ts';
import { findOwnSubscription } from '../billing/billing.purchase.service.ts';
import { deleteAccount } from '../identity/identity.service.ts';
import {
  type DueErasure,
  deleteErasure,
  type ErasurePlace,
  insertErasure,
  selectDueErasures,
} from './accounts.erasure.data.ts';
import { scopeOfPerson } from './accounts.scopes.ts';
import { noteIn, requireTarget, type SupportDeps } from './accounts.support.service.ts';

const HOUR_MS = 3_600_000;
const BATCH = 100;

/**
 * Schedules the deletion of an account, and mails the person how long they can cancel it.
 * @returns when it will be deleted
 * @throws NOT_FOUND, FORBIDDEN, NOT_POSSIBLE for another address, a running subscription or a second request
 */
export async function askForErasure(
  deps: SupportDeps & Answering<'NOT_POSSIBLE'>,
  scope: OperatorScope,
  { userId, reason, email }: { userId: string; reason: string; email: string },
): Promise<string> {
  const account = await requireTarget(deps, scope, userId);
  if (account.email !== email) {
    throw refuse(deps, 'NOT_POSSIBLE', { message: 'This is not the address of the account.' });
  }
  const subscription = await findOwnSubscription(deps, userId);
  if (subscription && !subscription.cancelAtPeriodEnd) {
    throw refuse(deps, 'NOT_POSSIBLE', { message: 'The subscription has to be refunded or canceled first.' });
  }
  const dueAt = new Date(deps.now().getTime() + ERASURE_PAUSE_HOURS * HOUR_MS);
  await deps.db.write(scope, async (tx) => {
    if (!(await insertErasure(tx, { userId, dueAt }))) {
      throw refuse(deps, 'NOT_POSSIBLE', { message: 'The deletion was asked for already.' });
    }
    const detail = `It is deleted on ${longDate(dueAt, account.timeZone)}.`;
    await noteIn(tx, deps, account, {
      action: 'account.erasure_asked',
      after: { dueAt: dueAt.toISOString() },
      mail: { event: 'erasure_asked', reason, detail },
    });
  });
  return dueAt.toISOString();
}

/** @throws NOT_FOUND, FORBIDDEN, NOT_POSSIBLE when no deletion is scheduled */
export async function cancelErasure(
  deps: SupportDeps & Answering<'NOT_POSSIBLE'>,
  scope: OperatorScope,
  userId: string,
): Promise<void> {
  const account = await requireTarget(deps, scope, userId);
  await deps.db.write(scope, async (tx) => {
    if (!(await deleteErasure(tx, userId))) {
      throw refuse(deps, 'NOT_POSSIBLE', { message: 'This account is not to be deleted.' });
    }
    await noteIn(tx, deps, account, {
      action: 'account.erasure_cancelled',
      mail: { event: 'erasure_cancelled', reason: '' },
    });
  });
}

type EraseDeps = Pick<Infrastructure, 'db' | 'queue' | 'mailer' | 'env' | 'hosts' | 'seal' | 'log' | 'now'>;

/**
 * Deletes the accounts whose waiting time is over, each in a separate transaction. An account that has bought a
 * subscription meanwhile waits until it ends. A failed deletion does not hold up the others.
 */
export async function eraseDue(deps: EraseDeps): Promise<void> {
  const now = deps.now();
  await eachDue({
    name: 'accounts',
    log: deps.log,
    failure: 'an account was not deleted',
    read: (after: ErasurePlace | undefined) =>
      deps.db.read(identityScope, (tx) => selectDueErasures(tx, { now, after, limit: BATCH })),
    size: BATCH,
    place: ({ dueAt, userId }) => ({ dueAt: dueAt.toISOString(), userId }),
    work: (due) => erase(deps, due),
  });
}

async function erase(deps: EraseDeps, { userId, email, fullName }: DueErasure): Promise<void> {
  try {
    const answers = { SUBSCRIPTION_RUNNING: null };
    await deps.db.write(scopeOfPerson(userId), (tx) => deleteAccount(tx, deps, { email, fullName }), answers);
  } catch (error) {
    if (!(error instanceof Refusal)) throw error;
    deps.log.warn({ userId, code: error.code }, 'an account is not deleted yet');
    return;
  }
  // If the process stops here, the next run only removes the request.
  await deps.db.write(identityScope, (tx) => deleteErasure(tx, userId));
}
