import { createHash, randomBytes } from 'node:crypto';
import {
  invoiceLines,
  planChangeLines,
  SETUP_LABEL,
  sessionIdOfSecret,
} from '@stridewell/contract/billing/billing.invoices.rules';
import type { PaidPlan } from '@stridewell/contract/billing/billing.rules';
import { v7 as uuidv7 } from 'uuid';
import type { Database, Tx } from '../../platform/db/database.ts';
import type { SystemScope } from '../../platform/db/scope.ts';
import type { Logger } from '../../platform/logger.ts';
import { eachDue } from '../../platform/queue/each-due.ts';
import { systemScope } from '../tenancy/mint.ts';
import { readSignedEvent } from './events.ts';
import type { CheckoutState, PaymentGateway } from './gateway.ts';
import {
  type CheckoutRow,
  completeCheckout,
  findCheckoutRow,
  findSubscriptionRow,
  hasPaidSetup,
  type InvoiceLine,
  type InvoiceRow,
  insertCheckout,
  insertInvoice,
  insertSubscription,
  lockCheckout,
  lockSubscription,
  refundInvoices,
  type SubscriptionRow,
  selectDueSubscriptions,
  selectInvoices,
  settleInvoices,
  updateSubscription,
} from './sandbox.data.ts';
import { readTestCard } from './sandbox-cards.ts';

type BillingTx = Tx<SystemScope<'billing'>>;

/** An event for the webhook, in the provider's format. */
export type SandboxEvent = { type: string; object: Record<string, unknown> };

export type SandboxDeps = {
  db: Database;
  now: () => Date;
  appUrl: string;
  webhookSecret: string;
  /** Delivers an event to the webhook after the transaction, with retries. */
  emit: (tx: BillingTx, event: SandboxEvent) => Promise<void>;
};

export type CardInput = { cardNumber: string; expiry: string; cvc: string };
export type ChargeResult = { status: 'complete' | 'requires_action' | 'declined'; reason: string | null };
export type SandboxSubscription = { subscription: SubscriptionRow; invoices: InvoiceRow[] };

const HOUR_MS = 3_600_000;
const BATCH = 100;
const digestOf = (secret: string) => createHash('sha256').update(secret).digest('base64url');
const newId = (kind: string) => `${kind}_test_${uuidv7().replaceAll('-', '')}`;

/** The same day of the next month, or that month's last day. */
export function nextPeriodEnd(from: Date): Date {
  const next = new Date(from);
  next.setUTCMonth(next.getUTCMonth() + 1);
  if (next.getUTCDate() !== from.getUTCDate()) next.setUTCDate(0);
  return next;
}

const subscriptionEvent = (type: 'created' | 'updated' | 'deleted', id: string): SandboxEvent => ({
  type: `customer.subscription.${type}`,
  object: { id, object: 'subscription' },
});
const invoiceEvent = (type: 'paid' | 'payment_failed', id: string, subscription: string): SandboxEvent => ({
  type: `invoice.${type}`,
  object: { id, object: 'invoice', parent: { subscription_details: { subscription } } },
});
const checkoutEvent = (id: string, subscription: string): SandboxEvent => ({
  type: 'checkout.session.completed',
  object: { id, object: 'checkout.session', subscription },
});

/**
 * A payment provider in our own database, for installations without a real one. It has the same interface and sends the
 * same events to the same webhook; only its cards are not real.
 */
export function createSandbox(deps: SandboxDeps) {
  const { db, now } = deps;
  const scope = systemScope.billing;

  const gateway: PaymentGateway = {
    provider: 'sandbox',
    publishableKey: null,

    async createCheckout({ plan, clients, email, userId, customerId }) {
      const sessionId = newId('cs');
      const clientSecret = `${sessionId}_secret_${randomBytes(24).toString('base64url')}`;
      await db.write(scope, (tx) =>
        insertCheckout(tx, {
          id: sessionId,
          secretDigest: digestOf(clientSecret),
          plan,
          clients,
          email,
          userId,
          customerId,
          expiresAt: new Date(now().getTime() + 24 * HOUR_MS),
        }),
      );
      return { sessionId, clientSecret };
    },

    async findCheckout(id) {
      const row = await db.read(scope, (tx) => findCheckoutRow(tx, id));
      return row ? toCheckout(row, now()) : null;
    },

    async findSubscription(id) {
      const row = await db.read(scope, (tx) => findSubscriptionRow(tx, id));
      return row ?? null;
    },

    async setClients(subscriptionId, clients) {
      await db.write(scope, async (tx) => {
        const row = await lockSubscription(tx, subscriptionId);
        if (!row || row.clients === clients) return;
        await updateSubscription(tx, row.id, { clients });
        await deps.emit(tx, subscriptionEvent('updated', row.id));
      });
    },

    async previewPlanChange(id, { plan, countedFrom }) {
      const lines = await db.read(scope, async (tx) => {
        const row = await findSubscriptionRow(tx, id);
        return row ? linesOfChange(tx, row, plan, countedFrom) : [];
      });
      return {
        dueNowCents: sumOf(lines),
        differenceCents: null,
        setupCents: sumOf(lines.filter(({ label }) => label === SETUP_LABEL)),
      };
    },

    changePlan: (id, { plan, countedFrom }) => changePlan(id, plan, countedFrom),

    async createPortal() {
      return { url: `${deps.appUrl}/billing` };
    },

    async firstPaidAt(subscriptionId) {
      const invoices = await db.read(scope, (tx) => selectInvoices(tx, subscriptionId));
      return invoices.findLast(({ paidAt }) => paidAt !== null)?.paidAt ?? null;
    },

    refundAndCancel: (subscriptionId) =>
      db.write(scope, async (tx) => {
        const row = await lockSubscription(tx, subscriptionId);
        if (!row) return 0;
        const refunded = await refundInvoices(tx, row.id);
        await updateSubscription(tx, row.id, { status: 'canceled' });
        await deps.emit(tx, subscriptionEvent('deleted', row.id));
        return refunded;
      }),

    // Payments of the sandbox are never disputed.
    findPayer: async () => null,

    readEvent: (raw, signature, at) => readSignedEvent(raw, signature, deps.webhookSecret, at),
  };

  /** The checkout that a client secret opens. */
  const openCheckout = async (tx: BillingTx, clientSecret: string, lock: boolean): Promise<CheckoutRow | undefined> => {
    const id = sessionIdOfSecret(clientSecret);
    const row = lock ? await lockCheckout(tx, id) : await findCheckoutRow(tx, id);
    return row && row.secretDigest === digestOf(clientSecret) ? row : undefined;
  };

  return {
    gateway,

    /** The checkout for the test form; null for an unknown secret. */
    async readCheckout(clientSecret: string) {
      const row = await db.read(scope, async (tx) => {
        const checkout = await openCheckout(tx, clientSecret, false);
        return checkout && { ...checkout, hasPaidSetup: await hasPaidSetup(tx, checkout.customerId) };
      });
      if (!row) return null;
      const lines = invoiceLines(row.plan, row.clients, !row.hasPaidSetup);
      const totalCents = sumOf(lines);
      const { status } = toCheckout(row, now());
      return { plan: row.plan, status, email: status === 'open' ? row.email : null, lines, totalCents };
    },

    /** Pays a checkout. A paid one is complete and not charged again. Null for an unknown secret. */
    pay: (
      payment: CardInput & { clientSecret: string; email: string; authenticated: boolean },
    ): Promise<ChargeResult | null> =>
      db.write(scope, async (tx) => {
        const at = now();
        const row = await openCheckout(tx, payment.clientSecret, true);
        if (!row) return null;
        const { status } = toCheckout(row, at);
        if (status === 'complete') return { status: 'complete', reason: null };
        if (status === 'expired')
          return { status: 'declined', reason: 'This checkout has expired. Please start again.' };
        const read = readTestCard(payment, at);
        if ('problem' in read) return { status: 'declined', reason: read.problem };
        const { card } = read;
        if (card.outcome === 'declined') return { status: 'declined', reason: card.reason };
        if (card.outcome === 'authenticate' && !payment.authenticated)
          return { status: 'requires_action', reason: null };
        const subscriptionId = newId('sub');
        const customerId = row.customerId ?? newId('cus');
        const invoiceId = newId('in');
        await insertSubscription(tx, {
          id: subscriptionId,
          customerId,
          plan: row.plan,
          clients: row.clients,
          cardBrand: card.brand,
          cardLast4: card.last4,
          cardRenews: card.renews,
          currentPeriodEnd: nextPeriodEnd(at),
        });
        const lines = invoiceLines(row.plan, row.clients, !(await hasPaidSetup(tx, customerId)));
        await addInvoice(tx, { id: invoiceId, subscriptionId, lines, at, isPaid: true });
        await completeCheckout(tx, row.id, { email: row.email ?? payment.email, customerId, subscriptionId });
        // Real providers often send the checkout event after others.
        await deps.emit(tx, subscriptionEvent('created', subscriptionId));
        await deps.emit(tx, invoiceEvent('paid', invoiceId, subscriptionId));
        await deps.emit(tx, checkoutEvent(row.id, subscriptionId));
        return { status: 'complete', reason: null };
      }),

    /** A subscription with its invoices, newest first. */
    readSubscription: (id: string): Promise<SandboxSubscription | null> =>
      db.read(scope, async (tx) => {
        const subscription = await findSubscriptionRow(tx, id);
        return subscription ? { subscription, invoices: await selectInvoices(tx, id) } : null;
      }),

    changePlan,

    setCancelAtPeriodEnd: (id: string, cancelAtPeriodEnd: boolean) => change(id, () => ({ cancelAtPeriodEnd })),

    /** Changes the test card and collects open invoices with it. @returns a message about a problem, or null */
    updateCard: (id: string, input: CardInput): Promise<string | null> =>
      db.write(scope, async (tx) => {
        const read = readTestCard(input, now());
        if ('problem' in read) return read.problem;
        const { card } = read;
        if (card.outcome === 'declined') return card.reason;
        const row = await lockSubscription(tx, id);
        if (!row || row.status === 'canceled') return 'This subscription has ended.';
        const values = { cardBrand: card.brand, cardLast4: card.last4, cardRenews: card.renews };
        await updateSubscription(tx, id, { ...values, ...(card.renews ? { status: 'active' } : {}) });
        if (card.renews) await settleInvoices(tx, id, now());
        await deps.emit(tx, subscriptionEvent('updated', id));
        return null;
      }),

    /** Renews, ends or fails every subscription whose period is over. A job runs it. */
    async renewDue({ log }: { log: Logger }): Promise<void> {
      const at = now();
      await eachDue({
        name: 'subscriptions',
        log,
        failure: 'a test subscription was not renewed',
        read: (after: { subscriptionId: string } | undefined) =>
          db.read(scope, (tx) => selectDueSubscriptions(tx, { now: at, after: after?.subscriptionId, limit: BATCH })),
        size: BATCH,
        place: (subscriptionId) => ({ subscriptionId }),
        work: (id) => db.write(scope, (tx) => renew(tx, id, at)),
      });
    },
  };

  /** Changes the plan and charges the difference at once. @returns a message about a problem, or null */
  function changePlan(id: string, plan: PaidPlan, countedFrom = now()): Promise<string | null> {
    return db.write(scope, async (tx) => {
      const row = await lockSubscription(tx, id);
      if (!row || row.status === 'canceled') return 'This subscription has ended.';
      if (row.plan === plan) return null;
      const lines = await linesOfChange(tx, row, plan, countedFrom);
      if (lines.length > 0 && !row.cardRenews) return 'Your card was declined. Please update it first.';
      if (lines.length > 0)
        await addInvoice(tx, { id: newId('in'), subscriptionId: id, lines, at: now(), isPaid: true });
      await updateSubscription(tx, id, { plan });
      await deps.emit(tx, subscriptionEvent('updated', id));
      return null;
    });
  }

  async function change(id: string, to: (row: SubscriptionRow) => Partial<SubscriptionRow>): Promise<void> {
    await db.write(scope, async (tx) => {
      const row = await lockSubscription(tx, id);
      if (!row || row.status === 'canceled') return;
      await updateSubscription(tx, id, to(row));
      await deps.emit(tx, subscriptionEvent('updated', id));
    });
  }

  async function renew(tx: BillingTx, id: string, at: Date): Promise<void> {
    const row = await lockSubscription(tx, id);
    // Another process may have renewed it already.
    if (row?.status !== 'active' || row.currentPeriodEnd > at) return;
    if (row.cancelAtPeriodEnd) {
      await updateSubscription(tx, id, { status: 'canceled' });
      await deps.emit(tx, subscriptionEvent('deleted', id));
      return;
    }
    const invoiceId = newId('in');
    const isPaid = row.cardRenews;
    const lines = invoiceLines(row.plan, row.clients, false);
    await addInvoice(tx, { id: invoiceId, subscriptionId: id, lines, at, isPaid });
    await updateSubscription(tx, id, {
      currentPeriodEnd: nextPeriodEnd(row.currentPeriodEnd),
      status: isPaid ? 'active' : 'past_due',
    });
    await deps.emit(tx, invoiceEvent(isPaid ? 'paid' : 'payment_failed', invoiceId, id));
    await deps.emit(tx, subscriptionEvent('updated', id));
  }
}

export type Sandbox = ReturnType<typeof createSandbox>;

const sumOf = (lines: readonly InvoiceLine[]): number => lines.reduce((sum, { amountCents }) => sum + amountCents, 0);

const linesOfChange = async (tx: BillingTx, row: SubscriptionRow, plan: PaidPlan, at: Date) =>
  planChangeLines(row, plan, { now: at, withSetup: !(await hasPaidSetup(tx, row.customerId)) });

async function addInvoice(
  tx: BillingTx,
  invoice: { id: string; subscriptionId: string; lines: readonly InvoiceLine[]; at: Date; isPaid: boolean },
): Promise<void> {
  const { id, subscriptionId, at, isPaid } = invoice;
  const lines = invoice.lines.map(({ label, amountCents }) => ({ label, amountCents }));
  const amountCents = sumOf(lines);
  const state = isPaid ? { status: 'paid' as const, paidAt: at } : { status: 'open' as const };
  await insertInvoice(tx, { id, subscriptionId, lines, amountCents, createdAt: at, ...state });
}

function toCheckout(row: CheckoutRow, now: Date): CheckoutState {
  const isOver = row.status === 'open' && row.expiresAt <= now;
  const { id, plan, email, userId, customerId, subscriptionId } = row;
  const status = isOver ? 'expired' : row.status;
  return { id, plan, status, isPaid: status === 'complete', email, userId, customerId, subscriptionId };
}
