import {
  billedClients,
  isRefundable,
  mayChangePlan,
  planRecordOf,
} from '@stridewell/contract/billing/billing.invoices.rules';
import { type PaidPlan, PLANS, type Plan, roleOfPlan } from '@stridewell/contract/billing/billing.rules';
import type { RequestContext } from '../../core/context.ts';
import { PaymentUnavailable } from '../../core/payments/gateway.ts';
import { type Answering, refuse } from '../../core/refusals.ts';
import type { Answers, Tx } from '../../platform/db/database.ts';
import type { Scope } from '../../platform/db/scope.ts';
import { auditAbout, auditAsked } from '../audit/audit.service.ts';
import { settleJob } from './billing.jobs.ts';
import {
  findAccountByEmail,
  findLiveSubscription,
  lockSettling,
  planStatements,
  type SubscriptionRow,
  updateGrace,
} from './billing.purchase.data.ts';
import { type BillingDeps, settleOrWait, settleSubscription } from './billing.purchase.service.ts';
import { billingScope, seatsScope } from './billing.scopes.ts';
import { countSeats } from './billing.service.ts';

/** Operators' actions on the subscriptions of coaches. */

type RefundRefusal = 'NO_SUBSCRIPTION' | 'REFUND_TOO_LATE';

/**
 * The money-back guarantee: refunds every payment and ends the subscription, with an entry before and after.
 * @param scope of the operator; without one, the command line asks
 * @returns the refunded cents
 * @throws NO_SUBSCRIPTION, REFUND_TOO_LATE
 */
export async function refundCoach(
  deps: BillingDeps & Answering<RefundRefusal>,
  email: string,
  scope: Scope = billingScope,
): Promise<number> {
  const account = await deps.db.read(billingScope, (tx) => findAccountByEmail(tx, email.toLowerCase()));
  if (!account) throw refuse(deps, 'NO_SUBSCRIPTION');
  const { userId } = account;
  return auditAsked(
    deps.db,
    { scope, chainId: userId },
    {
      asked: { action: 'plan.refund_asked', subjectId: userId },
      work: () => refundAccount(deps, userId),
      async record(tx, amountCents) {
        const after = { amountCents, currency: 'USD' };
        auditAbout(tx, userId, { action: 'plan.refunded', subjectId: userId, after });
      },
    },
  );
}

/**
 * Refunds every payment of the account's subscription and ends it. Of two concurrent requests, the second refunds
 * nothing.
 * @returns the refunded cents
 * @throws NO_SUBSCRIPTION, REFUND_TOO_LATE
 */
export async function refundAccount(deps: BillingDeps & Answering<RefundRefusal>, userId: string): Promise<number> {
  const subscription = await deps.db.read(billingScope, (tx) => findLiveSubscription(tx, userId));
  if (!subscription) throw refuse(deps, 'NO_SUBSCRIPTION');
  const paidAt = await deps.gateway.firstPaidAt(subscription.id);
  if (!paidAt || !isRefundable(paidAt, deps.now())) throw refuse(deps, 'REFUND_TOO_LATE');
  const cents = await deps.gateway.refundAndCancel(subscription.id);
  await settleSubscription(deps, subscription.id);
  deps.log.warn({ userId, cents }, 'payments refunded');
  return cents;
}

/** The end of the grace period of a subscription whose payments fail; null for all others. */
export const graceOf = (row: SubscriptionRow, now: Date): string | null => planRecordOf(row, now).grace_until;

/**
 * Lets the coach of a subscription whose payments fail keep the plan until `until`.
 * @returns false when the grace period has changed since it was read
 */
export async function extendGrace(deps: BillingDeps, row: SubscriptionRow, until: Date): Promise<boolean> {
  const extended = await deps.db.write(billingScope, async (tx) => {
    await lockSettling(tx, row.id);
    return updateGrace(tx, row.id, { seen: row.graceExtendedUntil, until });
  });
  if (extended) await settleSubscription(deps, row.id);
  return extended;
}

/**
 * Changes the plan of a coach without a subscription, in the caller's transaction.
 * @returns false when the coach no longer has the plan `from`, or has a subscription
 */
export async function changeComplimentaryPlan(
  tx: Tx,
  userId: string,
  { from, plan }: { from: Plan; plan: Plan },
): Promise<boolean> {
  const record = { plan, includedClients: PLANS[plan].includedClients };
  const [changed] = await tx.sendAs(billingScope, planStatements(userId, { from, record, role: roleOfPlan(plan) }));
  return changed?.length === 1;
}

/** A subscription that belongs to an account. */
type OwnSubscription = { id: string; userId: string };

/**
 * Changes the plan of a subscription at the provider, and then that of its account. Of two concurrent requests, the
 * second one is refused.
 * @throws NOT_POSSIBLE unless the subscription is active, continues and has the plan `from`, CARD_DECLINED
 */
export async function changeSubscribedPlan(
  deps: BillingDeps & Answering<'NOT_POSSIBLE' | 'CARD_DECLINED'>,
  { id, userId }: OwnSubscription,
  { from, plan, countedFrom }: { from: Plan; plan: PaidPlan; countedFrom: Date },
): Promise<void> {
  const subject = { checkoutId: null, subscriptionId: id };
  const { used } = await deps.db.read(seatsScope(userId), (tx) => countSeats(tx, plan));
  await deps.db.write(billingScope, async (tx) => {
    await lockSettling(tx, id);
    const current = await deps.gateway.findSubscription(id);
    if (current?.plan !== from || !mayChangePlan(current)) throw refuse(deps, 'NOT_POSSIBLE');
    const problem = await deps.gateway.changePlan(id, { plan, clients: billedClients(plan, used), countedFrom });
    if (problem !== null) throw refuse(deps, 'CARD_DECLINED');
    await deps.queue.send(settleJob, subject, tx);
  });
  await settleOrWait(deps, subject);
  deps.log.warn({ userId, from, plan }, 'plan of a subscription changed');
}

/** @throws PAYMENT_UNAVAILABLE when the payment provider does not answer. The log has the cause. */
export async function withProvider<Value>(
  { services, requestId }: RequestContext,
  errors: Answers<'PAYMENT_UNAVAILABLE'>,
  work: () => Promise<Value>,
): Promise<Value> {
  try {
    return await work();
  } catch (error) {
    if (!(error instanceof PaymentUnavailable)) throw error;
    services.log.error({ err: error, requestId }, 'payment provider unavailable');
    throw refuse({ answers: errors }, 'PAYMENT_UNAVAILABLE');
  }
}
