import type { Subscription } from '@stridewell/contract/billing/billing';
import { billedClients, monthlyFeeCents, planRecordOf } from '@stridewell/contract/billing/billing.invoices.rules';
import { type PaidPlan, PLANS, seatsOver } from '@stridewell/contract/billing/billing.rules';
import type { PlanChangeCost } from '../../core/payments/gateway.ts';
import type { InvoiceRow } from '../../core/payments/sandbox.data.ts';
import type { CardInput, Sandbox } from '../../core/payments/sandbox.ts';
import { type Answering, refuse } from '../../core/refusals.ts';
import { type SubscriptionRow, selectSubscriptionIds } from './billing.purchase.data.ts';
import { type BillingDeps, findOwnSubscription, settle } from './billing.purchase.service.ts';
import { billingScope, seatsScope } from './billing.scopes.ts';
import { countSeats } from './billing.service.ts';

/** @throws NO_SUBSCRIPTION */
export async function getOwnSubscription(
  deps: BillingDeps & Answering<'NO_SUBSCRIPTION'>,
  userId: string,
): Promise<SubscriptionRow> {
  const row = await findOwnSubscription(deps, userId);
  if (!row) throw refuse(deps, 'NO_SUBSCRIPTION');
  return row;
}

/**
 * An invoice of the account's current or ended subscriptions. Only the sandbox has invoices.
 * @throws NOT_FOUND
 */
export async function getOwnInvoice(
  deps: BillingDeps,
  sandbox: Sandbox | null,
  userId: string,
  invoiceId: string,
): Promise<InvoiceRow> {
  const ids = await deps.db.read(billingScope, (tx) => selectSubscriptionIds(tx, userId));
  for (const id of ids) {
    const found = (await sandbox?.readSubscription(id))?.invoices.find((invoice) => invoice.id === invoiceId);
    if (found) return found;
  }
  throw refuse('NOT_FOUND');
}

/** The coach's view of their subscription. With a real provider, its portal shows card and invoices. */
export async function describeSubscription(
  deps: BillingDeps,
  sandbox: Sandbox | null,
  row: SubscriptionRow & { userId: string | null },
): Promise<Subscription> {
  const { plan, status, cancelAtPeriodEnd, currentPeriodEnd } = row;
  const seats = row.userId ? await deps.db.read(seatsScope(row.userId), (tx) => countSeats(tx, plan)) : null;
  const clients = seats?.used ?? 0;
  const stored = await sandbox?.readSubscription(row.id);
  return {
    plan,
    status,
    cancelAtPeriodEnd,
    currentPeriodEnd: currentPeriodEnd.toISOString(),
    graceUntil: planRecordOf(row, deps.now()).grace_until,
    card: stored ? { brand: stored.subscription.cardBrand, last4: stored.subscription.cardLast4 } : null,
    clients,
    includedClients: PLANS[plan].includedClients,
    upcomingCents: cancelAtPeriodEnd ? 0 : monthlyFeeCents(plan, clients),
    invoices: (stored?.invoices ?? []).map(({ id, number, createdAt, amountCents, status: state }) => ({
      id,
      number: String(number),
      createdAt: createdAt.toISOString(),
      amountCents,
      status: state,
    })),
  };
}

export type PlanChangePrice = PlanChangeCost & {
  monthlyCents: number;
  clients: number;
  clientCap: number;
  /** Clients above the cap of the plan. */
  overCap: number;
};

/** Price of another plan for this coach, as of a point in time. */
export async function previewPlanChange(
  deps: BillingDeps,
  row: SubscriptionRow,
  { plan, countedFrom }: { plan: PaidPlan; countedFrom: Date },
): Promise<PlanChangePrice> {
  const seats = row.userId ? await deps.db.read(seatsScope(row.userId), (tx) => countSeats(tx, plan)) : null;
  const clients = seats?.used ?? 0;
  return {
    ...(await deps.gateway.previewPlanChange(row.id, { plan, clients: billedClients(plan, clients), countedFrom })),
    monthlyCents: monthlyFeeCents(plan, clients),
    clients,
    clientCap: PLANS[plan].clientCap,
    overCap: seatsOver(plan, clients),
  };
}

export type PortalChange =
  | { kind: 'plan'; plan: PaidPlan }
  | { kind: 'cancel' }
  | { kind: 'resume' }
  | { kind: 'card'; card: CardInput };

/**
 * Changes a subscription of the sandbox and the plan of its account.
 * @throws NO_SUBSCRIPTION, CARD_DECLINED
 */
export async function changeSubscription(
  deps: BillingDeps & Answering<'NO_SUBSCRIPTION' | 'CARD_DECLINED'>,
  sandbox: Sandbox,
  userId: string,
  change: PortalChange,
): Promise<Subscription> {
  const row = await getOwnSubscription(deps, userId);
  const problem = await applyChange(sandbox, row.id, change);
  if (problem !== null) throw refuse(deps, 'CARD_DECLINED', { message: problem });
  // The sandbox also sends an event. Settling now shows the change in this response.
  await settle(deps, { checkoutId: null, subscriptionId: row.id });
  return describeSubscription(deps, sandbox, (await findOwnSubscription(deps, userId)) ?? row);
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
