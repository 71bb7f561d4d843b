import { isInGracePeriod, monthlyPriceCents, type PaidPlan, PLANS, type PlanAccess } from './billing.rules.ts';

/** Rules of purchases, invoices and what a subscription does to the plan record. */

/** Session id of a checkout: the part of its client secret before the marker. */
export const sessionIdOfSecret = (clientSecret: string): string => clientSecret.split('_secret')[0] ?? '';

export const GRACE_DAYS = 7;
const REFUND_DAYS = 30;
const DAY_MS = 86_400_000;
/** Days in a month when a price is prorated. */
const MONTH_DAYS = 30;

/** Clients on the bill: at least the included ones, which are free, and at most the cap. */
export const billedClients = (plan: PaidPlan, clients: number): number =>
  Math.min(PLANS[plan].clientCap, Math.max(PLANS[plan].includedClients, clients));

/** Cents that a subscription costs a month: the fee of its plan and those of its additional clients. Sums up to MRR. */
export const monthlyFeeCents = (plan: PaidPlan, clients: number): number =>
  monthlyPriceCents(plan, billedClients(plan, clients));

const additional = (count: number): string => `${count} additional ${count === 1 ? 'client' : 'clients'}`;

/** How an invoice names the setup fee, which a coach pays once. */
export const SETUP_LABEL = 'One-time setup';

/** Lines of an invoice in cents. The setup fee is on the first invoice of a coach who has not paid it before. */
export function invoiceLines(
  plan: PaidPlan,
  clients: number,
  withSetup: boolean,
): { label: string; amountCents: number; recurring: boolean }[] {
  const { label, monthlyCents, setupCents, includedClients } = PLANS[plan];
  const billed = billedClients(plan, clients);
  const extra = monthlyPriceCents(plan, billed) - monthlyCents;
  return [
    { label: `${label}, monthly`, amountCents: monthlyCents, recurring: true },
    ...(extra > 0 ? [{ label: additional(billed - includedClients), amountCents: extra, recurring: true }] : []),
    ...(withSetup && setupCents > 0 ? [{ label: SETUP_LABEL, amountCents: setupCents, recurring: false }] : []),
  ];
}

/**
 * Cents due at once when a running subscription changes its plan: the price difference for the rest of the paid month,
 * and the setup fee of the new plan unless it was paid before. A cheaper plan refunds nothing and costs less from the next month.
 */
export function planChangeLines(
  from: { plan: PaidPlan; clients: number; currentPeriodEnd: Date },
  plan: PaidPlan,
  { now, withSetup }: { now: Date; withSetup: boolean },
): { label: string; amountCents: number }[] {
  if (from.plan === plan) return [];
  const { label, setupCents } = PLANS[plan];
  const price = (of: PaidPlan) => monthlyFeeCents(of, from.clients);
  const left = Math.min(1, Math.max(0, (from.currentPeriodEnd.getTime() - now.getTime()) / (MONTH_DAYS * DAY_MS)));
  const difference = Math.round((price(plan) - price(from.plan)) * left);
  return [
    ...(difference > 0 ? [{ label: `${label} for the rest of the month`, amountCents: difference }] : []),
    ...(withSetup && setupCents > 0 ? [{ label: SETUP_LABEL, amountCents: setupCents }] : []),
  ];
}

/** State of a subscription. `failingSince` is its first failed payment; null while payments succeed. */
export type SubscriptionState = {
  plan: PaidPlan;
  status: string;
  failingSince: Date | null;
  /** Until when an operator lets the plan be kept despite failed payments. */
  graceExtendedUntil?: Date | null;
};

type PlanRecord = Pick<PlanAccess, 'plan' | 'included_clients' | 'subscription_status' | 'grace_until'>;

/** Whether a running subscription has an unpaid invoice. */
export const isFailing = (status: string): boolean => status === 'past_due' || status === 'unpaid';

/**
 * Plan record of a subscription. A failed payment keeps the plan for a grace period of seven days, which a further
 * failure does not extend, and an operator may. A subscription that ended, never started or outlived its grace gives base.
 */
export function planRecordOf(
  { plan, status, failingSince, graceExtendedUntil = null }: SubscriptionState,
  now: Date,
): PlanRecord {
  const onPlan = { plan, included_clients: PLANS[plan].includedClients };
  if (status === 'active' || status === 'trialing') {
    return { ...onPlan, subscription_status: 'active', grace_until: null };
  }
  if (isFailing(status)) {
    const usual = (failingSince ?? now).getTime() + GRACE_DAYS * DAY_MS;
    const graceUntil = new Date(Math.max(usual, graceExtendedUntil?.getTime() ?? 0)).toISOString();
    if (isInGracePeriod(graceUntil, now)) return { ...onPlan, subscription_status: status, grace_until: graceUntil };
  }
  return basePlanRecord();
}

/** Plan record of a coach without a subscription. */
export const basePlanRecord = (): PlanRecord => ({
  plan: 'base',
  included_clients: PLANS.base.includedClients,
  subscription_status: 'active',
  grace_until: null,
});

/**
 * Whether an operator may change the plan of a subscription. A failed payment is settled first, and a canceled
 * subscription has no next invoice that the difference could be on.
 */
export const mayChangePlan = ({ status, cancelAtPeriodEnd }: { status: string; cancelAtPeriodEnd: boolean }): boolean =>
  status === 'active' && !cancelAtPeriodEnd;

/** Whether the money-back guarantee still holds for a first payment at `paidAt`. */
export const isRefundable = (paidAt: Date, now: Date): boolean =>
  now.getTime() - paidAt.getTime() <= REFUND_DAYS * DAY_MS;
