import { billedClients, isFailing, planRecordOf } from '@stridewell/contract/billing/billing.invoices.rules';
import { type PaidPlan, PLANS, roleOfPlan } from '@stridewell/contract/billing/billing.rules';
import { longDate } from '@stridewell/contract/time';
import { tellOperators } from '../../core/operator-events.ts';
import { PaymentUnavailable } from '../../core/payments/gateway.ts';
import { type Answering, refuse } from '../../core/refusals.ts';
import type { Infrastructure } from '../../core/services.ts';
import type { Actor } from '../../core/tenancy/actor.ts';
import { announceTouch } from '../../core/touches.ts';
import { defineMail } from '../../platform/mail/mail.ts';
import { eachDue } from '../../platform/queue/each-due.ts';
import { auditAbout } from '../audit/audit.service.ts';
import { remindJob, settleJob } from './billing.jobs.ts';
import {
  type BillingTx,
  claimPurchase,
  claimReminder,
  findAccount,
  findBuyer,
  findLiveSubscription,
  findPurchase,
  findSubscription,
  hasEnded,
  insertPurchase,
  lockSettling,
  type SubscriptionRow,
  selectOverdue,
  selectWaitingPurchases,
  updatePlan,
  upsertPayment,
  upsertSubscription,
} from './billing.purchase.data.ts';
import { billingScope, seatsScope } from './billing.scopes.ts';
import { countSeats } from './billing.service.ts';

export const purchaseWaitingMail = defineMail('purchase_waiting', async () => {
  const { purchaseWaitingSubject: subject, PurchaseWaitingMail: Body } = await import('./billing.mail.tsx');
  return { subject, Body, secrets: ['url'] };
});
export const paymentFailedMail = defineMail('payment_failed', async () => {
  const { paymentFailedSubject: subject, PaymentFailedMail: Body } = await import('./billing.mail.tsx');
  return { subject, Body };
});
export const planEndedMail = defineMail('plan_ended', async () => {
  const { planEndedSubject: subject, PlanEndedMail: Body } = await import('./billing.mail.tsx');
  return { subject, Body };
});

export type BillingDeps = Pick<Infrastructure, 'db' | 'queue' | 'gateway' | 'mailer' | 'log' | 'now' | 'env'>;

const REMIND_AFTER_SECONDS = 30 * 60;
const DAY_MS = 86_400_000;
const GRACE_MS = 7 * DAY_MS;
const BATCH = 200;

/**
 * Starts a purchase for a guest or the signed-in coach.
 * @throws ALREADY_SUBSCRIBED
 */
export async function createCheckout(
  deps: BillingDeps & Answering<'ALREADY_SUBSCRIBED'>,
  { plan, actor, key }: { plan: PaidPlan; actor: Actor | null; key: string },
): Promise<{ clientSecret: string }> {
  const { db, gateway, env } = deps;
  if (actor && (await findOwnSubscription(deps, actor.userId))) throw refuse(deps, 'ALREADY_SUBSCRIBED');
  const seats = actor ? await db.read(seatsScope(actor.userId), (tx) => countSeats(tx, plan)) : null;
  const { sessionId, clientSecret } = await gateway.createCheckout({
    plan,
    clients: billedClients(plan, seats?.used ?? 0),
    email: actor?.email ?? null,
    userId: actor?.userId ?? null,
    customerId: actor?.plan.stripe_customer_id ?? null,
    returnUrl: `${env.appUrl}/account-setup?session_id={CHECKOUT_SESSION_ID}&plan=${plan}`,
    idempotencyKey: key,
  });
  await db.write(billingScope, (tx) => insertPurchase(tx, { sessionId, plan }));
  return { clientSecret };
}

export const findOwnSubscription = (deps: BillingDeps, userId: string): Promise<SubscriptionRow | undefined> =>
  deps.db.read(billingScope, (tx) => findLiveSubscription(tx, userId));

/**
 * Status of a purchase, with the buyer's address while an account can be set up for it.
 * @throws NOT_FOUND
 */
export async function getCheckout(deps: BillingDeps, sessionId: string) {
  const checkout = await findCheckout(deps, sessionId);
  if (!checkout) throw refuse('NOT_FOUND');
  return checkout;
}

async function findCheckout(deps: BillingDeps, sessionId: string) {
  const state = await deps.gateway.findCheckout(sessionId);
  if (!state) return null;
  const purchase = await deps.db.read(billingScope, (tx) => findPurchase(tx, sessionId));
  const isPaid = state.status === 'complete' && state.isPaid;
  const status = purchase?.userId ? 'used' : isPaid ? 'complete' : state.status === 'expired' ? 'expired' : 'open';
  return { plan: state.plan, status, email: status === 'complete' ? state.email : null } as const;
}

/**
 * Updates purchase, subscription and plan record to the provider's current status. Events arrive in any order and more
 * than once, so each one reads the status again.
 */
export async function settle(
  deps: BillingDeps,
  subject: { checkoutId: string | null; subscriptionId: string | null },
): Promise<void> {
  const state = subject.checkoutId ? await deps.gateway.findCheckout(subject.checkoutId) : null;
  const { db, queue, now } = deps;
  if (state?.status === 'complete' && state.isPaid && state.email && state.subscriptionId) {
    const { id: sessionId, plan, subscriptionId, userId } = state;
    const email = state.email.toLowerCase();
    await db.write(billingScope, async (tx) => {
      const isNew = await upsertPayment(tx, { sessionId, plan, email, subscriptionId, paidAt: now() });
      if (!userId && isNew) {
        await queue.send(remindJob, { sessionId }, tx, { startAfterSeconds: REMIND_AFTER_SECONDS });
      }
    });
    await settleSubscription(deps, subscriptionId, userId ? { sessionId, userId } : null);
    return;
  }
  const subscriptionId = state?.subscriptionId ?? subject.subscriptionId;
  if (subscriptionId) await settleSubscription(deps, subscriptionId);
}

/** `claim`: the purchase of a signed-in buyer. One transaction links it and grants the plan. */
export async function settleSubscription(
  deps: BillingDeps,
  id: string,
  claim: { sessionId: string; userId: string } | null = null,
): Promise<void> {
  const admitAs = claim ? 'active' : 'approved';
  await deps.db.write(billingScope, async (tx) => {
    // Reads the status under the lock, so that the newer of two statuses is written last.
    await lockSettling(tx, id);
    if (claim) await claimPurchase(tx, claim.sessionId, claim.userId);
    const current = await deps.gateway.findSubscription(id);
    if (!current) return;
    const before = await findSubscription(tx, id);
    const { plan, status, customerId, clients, cancelAtPeriodEnd, currentPeriodEnd } = current;
    const row = {
      id,
      plan,
      status,
      customerId,
      clients,
      cancelAtPeriodEnd,
      currentPeriodEnd,
      userId: before?.userId ?? (await buyerOf(deps, tx, id)),
      failingSince: isFailing(status) ? (before?.failingSince ?? deps.now()) : null,
      endedAt: hasEnded(status) ? (before?.endedAt ?? deps.now()) : null,
      graceExtendedUntil: isFailing(status) ? (before?.graceExtendedUntil ?? null) : null,
    };
    await upsertSubscription(tx, row);
    if (isFailing(status) !== Boolean(before?.failingSince)) await tellOperators(tx, 'billing');
    if (row.userId) await applyPlan(deps, tx, { ...row, userId: row.userId }, before, admitAs);
  });
}

/** The buyer's account. An account has one subscription; a second one waits for an operator's refund. */
async function buyerOf(deps: BillingDeps, tx: BillingTx, subscriptionId: string): Promise<string | null> {
  const userId = await findBuyer(tx, subscriptionId);
  const other = userId && (await findLiveSubscription(tx, userId));
  if (!other || other.id === subscriptionId) return userId;
  deps.log.error({ userId, subscriptionId, other: other.id }, 'a second subscription for one account');
  return null;
}

async function applyPlan(
  deps: BillingDeps,
  tx: BillingTx,
  row: Omit<SubscriptionRow, 'createdAt'> & { userId: string },
  before: SubscriptionRow | undefined,
  admitAs: 'approved' | 'active',
): Promise<void> {
  const account = await findAccount(tx, row.userId);
  if (!account) return;
  // An ended subscription must not remove the plan of a newer one.
  const live = await findLiveSubscription(tx, row.userId);
  const deciding = live ?? row;
  const record = planRecordOf(deciding, deps.now());
  await updatePlan(tx, row.userId, {
    record: {
      plan: record.plan,
      includedClients: record.included_clients,
      subscriptionStatus: record.subscription_status,
      graceUntil: record.grace_until === null ? null : new Date(record.grace_until),
    },
    customerId: deciding.customerId,
    role: roleOfPlan(record.plan),
    admitAs: record.plan === 'base' ? null : admitAs,
  });
  if (account.plan !== record.plan) {
    const before = { plan: account.plan ?? 'base' };
    auditAbout(tx, row.userId, { action: 'plan.changed', subjectId: row.userId, before, after: { plan: record.plan } });
    if (record.plan !== 'base') {
      const { email, fullName: name } = account;
      await announceTouch(tx, { kind: 'purchase', id: row.userId, email, name, at: deps.now() });
    }
  }
  const to = account.email;
  const props = { name: account.fullName, plan: PLANS[row.plan].label, url: `${deps.env.appUrl}/billing` };
  if (record.grace_until && !before?.failingSince) {
    const until = longDate(new Date(record.grace_until), account.timeZone ?? 'UTC');
    await deps.mailer.send({ to, template: paymentFailedMail, props: { ...props, until } }, tx);
  }
  if (record.plan === 'base' && account.plan !== null && account.plan !== 'base') {
    await deps.mailer.send({ to, template: planEndedMail, props }, tx);
  }
}

/** Why a sign-up cannot use this purchase; undefined when it is paid, unused and for this address. */
export async function problemWithPurchase(
  deps: BillingDeps,
  wanted: { sessionId: string; plan: string; email: string },
): Promise<string | undefined> {
  let checkout: Awaited<ReturnType<typeof findCheckout>>;
  try {
    checkout = await findCheckout(deps, wanted.sessionId);
  } catch (error) {
    if (!(error instanceof PaymentUnavailable)) throw error;
    deps.log.error({ err: error }, 'a purchase could not be checked');
    return 'The payment service does not answer. Please try again in a moment.';
  }
  if (!checkout || checkout.plan !== wanted.plan || checkout.status === 'expired') {
    return 'We could not find this purchase. Please start again from the pricing page.';
  }
  if (checkout.status === 'used') return 'This purchase already has an account. Please sign in.';
  if (checkout.status !== 'complete') return 'Your payment is not complete yet. Please try again in a moment.';
  if (checkout.email?.toLowerCase() !== wanted.email.trim().toLowerCase()) {
    return 'Please use the email address that you paid with.';
  }
  return undefined;
}

/**
 * Links a paid purchase to an account. The caller has checked the payment. When the provider is unavailable, a job
 * grants the plan later.
 */
export async function attachPurchase(deps: BillingDeps, sessionId: string, userId: string): Promise<void> {
  const subject = { checkoutId: sessionId, subscriptionId: null };
  const claimed = await deps.db.write(billingScope, async (tx) => {
    if (!(await claimPurchase(tx, sessionId, userId))) return false;
    await deps.queue.send(settleJob, subject, tx);
    return true;
  });
  if (claimed) await settleOrWait(deps, subject);
}

/** Settles at once. If the provider does not answer, leaves it to the job that the caller has enqueued. */
export async function settleOrWait(deps: BillingDeps, subject: Parameters<typeof settle>[1]): Promise<void> {
  try {
    await settle(deps, subject);
  } catch (error) {
    if (!(error instanceof PaymentUnavailable)) throw error;
    deps.log.error({ err: error, ...subject }, 'a purchase is settled later');
  }
}

/** Links paid purchases that wait for the verified address of this account. */
export async function attachWaitingPurchases(deps: BillingDeps, userId: string): Promise<void> {
  const waiting = await deps.db.read(billingScope, async (tx) => {
    const account = await findAccount(tx, userId);
    return account?.emailVerified ? selectWaitingPurchases(tx, account.email) : [];
  });
  for (const { sessionId } of waiting) {
    // A failed step is retried at the next sign-in. The other steps continue.
    await attachPurchase(deps, sessionId, userId).catch((err: unknown) =>
      deps.log.error({ err, sessionId, userId }, 'a purchase was not attached'),
    );
  }
}

/** Reminds a buyer without an account, once. */
export async function remindOfPurchase(deps: BillingDeps, sessionId: string): Promise<void> {
  await deps.db.write(billingScope, async (tx) => {
    const purchase = await claimReminder(tx, sessionId, deps.now());
    if (!purchase?.email) return;
    const url = `${deps.env.appUrl}/account-setup?session_id=${encodeURIComponent(sessionId)}&plan=${purchase.plan}`;
    const props = { plan: PLANS[purchase.plan].label, url };
    await deps.mailer.send({ to: purchase.email, template: purchaseWaitingMail, props }, tx);
  });
}

/** Ends plans whose grace period is over. A failure does not hold up the others. */
export async function endOverdue(deps: BillingDeps): Promise<void> {
  const now = deps.now();
  const before = new Date(now.getTime() - GRACE_MS);
  await eachDue({
    name: 'subscriptions',
    log: deps.log,
    failure: 'a plan was not ended',
    read: (after: { subscriptionId: string } | undefined) =>
      deps.db.read(billingScope, (tx) =>
        selectOverdue(tx, { before, now, after: after?.subscriptionId, limit: BATCH }),
      ),
    size: BATCH,
    place: (subscriptionId) => ({ subscriptionId }),
    work: (id) => settleSubscription(deps, id),
  });
}

/** Updates the bill to the coach's current number of clients. */
export async function billSeats(deps: BillingDeps, coachId: string): Promise<void> {
  const subscription = await deps.db.read(billingScope, (tx) => findLiveSubscription(tx, coachId));
  if (!subscription) return;
  const { used } = await deps.db.read(seatsScope(coachId), (tx) => countSeats(tx, subscription.plan));
  await deps.gateway.setClients(subscription.id, billedClients(subscription.plan, used));
}
