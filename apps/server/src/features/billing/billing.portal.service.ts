import type { Subscription } from '@stridewell/contract/billing';
import { billedClients, planRecordOf } from '@stridewell/contract/billing.invoices.rules';
import { monthlyPriceCents, type PaidPlan, PLANS, seatsOver } from '@stridewell/contract/billing.rules';
import type { InvoiceRow } from '../../core/payments/sandbox.data.ts';
import type { CardInput, Sandbox } from '../../core/payments/sandbox.ts';
import { billingScope, seatsScope } from './billing.policy.ts';
import { findLiveSubscription, type SubscriptionRow, selectSubscriptionIds } from './billing.purchase.data.ts';
import { type BillingDeps, settle } from './billing.purchase.service.ts';
import { countSeats } from './billing.service.ts';

export const findOwnSubscription = (deps: BillingDeps, userId: string): Promise<SubscriptionRow | undefined> =>
  deps.db.read(billingScope, (tx) => findLiveSubscription(tx, userId));

/** An invoice of the own subscription, running or ended. Null for somebody else's, and with a real provider. */
export async function findOwnInvoice(
  deps: BillingDeps,
  sandbox: Sandbox | null,
  userId: string,
  invoiceId: string,
): Promise<InvoiceRow | null> {
  const ids = await deps.db.read(billingScope, (tx) => selectSubscriptionIds(tx, userId));
  for (const id of ids) {
    const found = (await sandbox?.readSubscription(id))?.invoices.find((invoice) => invoice.id === invoiceId);
    if (found) return found;
  }
  return null;
}

/** What a coach sees of the own subscription. With a real provider, card and invoices are in its portal. */
export async function describeSubscription(
  deps: BillingDeps,
  sandbox: Sandbox | null,
  row: SubscriptionRow & { userId: string | null },
): Promise<Subscription> {
  const { plan, status, cancelAtPeriodEnd, currentPeriodEnd } = row;
  const seats = row.userId ? await deps.db.read(seatsScope(row.userId), (tx) => countSeats(tx, plan)) : null;
  const clients = seats?.used ?? 0;
  const kept = await sandbox?.readSubscription(row.id);
  return {
    plan,
    status,
    cancelAtPeriodEnd,
    currentPeriodEnd: currentPeriodEnd.toISOString(),
    graceUntil: planRecordOf(row, deps.now()).grace_until,
    card: kept ? { brand: kept.subscription.cardBrand, last4: kept.subscription.cardLast4 } : null,
    clients,
    includedClients: PLANS[plan].includedClients,
    upcomingCents: cancelAtPeriodEnd ? 0 : monthlyPriceCents(plan, billedClients(plan, clients)),
    invoices: (kept?.invoices ?? []).map(({ id, number, createdAt, amountCents, status: state }) => ({
      id,
      number: String(number),
      createdAt: createdAt.toISOString(),
      amountCents,
      status: state,
    })),
  };
}

/** What another plan would cost this coach. */
export async function previewPlan(deps: BillingDeps, sandbox: Sandbox, row: SubscriptionRow, plan: PaidPlan) {
  const preview = await sandbox.previewPlanChange(row.id, plan);
  const seats = row.userId ? await deps.db.read(seatsScope(row.userId), (tx) => countSeats(tx, plan)) : null;
  const clients = seats?.used ?? 0;
  const { clientCap } = PLANS[plan];
  return {
    monthlyCents: preview?.monthlyCents ?? monthlyPriceCents(plan, billedClients(plan, clients)),
    dueNowCents: preview?.dueNowCents ?? 0,
    clients,
    clientCap,
    overCap: seatsOver(plan, clients),
  };
}

export type PortalChange =
  | { kind: 'plan'; plan: PaidPlan }
  | { kind: 'cancel' }
  | { kind: 'resume' }
  | { kind: 'card'; card: CardInput };

/** Changes a subscription of the sandbox, and the account with it. Answers the problem in words, or null. */
export async function changeSubscription(
  deps: BillingDeps,
  sandbox: Sandbox,
  row: SubscriptionRow,
  change: PortalChange,
): Promise<string | null> {
  const problem = await applyChange(sandbox, row.id, change);
  // The event that was sent settles the same; whoever pressed the button sees it at once.
  if (problem === null) await settle(deps, { checkoutId: null, subscriptionId: row.id });
  return problem;
}

async function applyChange(sandbox: Sandbox, id: string, change: PortalChange): Promise<string | null> {
  switch (change.kind) {
    case 'plan':
      return sandbox.changePlan(id, change.plan);
    case 'card':
      return sandbox.updateCard(id, change.card);
    default:
      await sandbox.setCancelAtPeriodEnd(id, change.kind === 'cancel');
      return null;
  }
}
