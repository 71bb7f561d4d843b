import { randomUUID } from 'node:crypto';
import { isPlan, type PaidPlan, PLANS } from '@stridewell/contract/billing/billing.rules';
import Stripe from 'stripe';
import { readSignedEvent } from './events.ts';
import {
  type CheckoutState,
  type PaymentGateway,
  PaymentUnavailable,
  type PlanChange,
  type ProviderSubscription,
} from './gateway.ts';
import { lookupKeys, planOfLookupKey, productId } from './prices.ts';

export type StripeSettings = {
  secretKey: string;
  publishableKey: string;
  webhookSecret: string;
  /** Replaces the provider's server, for tests and proxies. */
  apiBase?: string | undefined;
};

export function createStripe({ secretKey, apiBase }: Pick<StripeSettings, 'secretKey' | 'apiBase'>): Stripe {
  const base = apiBase ? new URL(apiBase) : undefined;
  return new Stripe(secretKey, {
    telemetry: false,
    maxNetworkRetries: 2,
    timeout: 15_000,
    ...(base
      ? {
          host: base.hostname,
          port: base.port || (base.protocol === 'http:' ? '80' : '443'),
          protocol: base.protocol === 'http:' ? ('http' as const) : ('https' as const),
        }
      : {}),
  });
}

const idOf = (value: string | { id: string } | null | undefined): string | null =>
  typeof value === 'string' ? value : (value?.id ?? null);

const isPaidPlan = (value: unknown): value is PaidPlan => isPlan(value) && value !== 'base';

/** Implements the payment gateway with Stripe. */
export function createStripeGateway(settings: StripeSettings): PaymentGateway {
  const stripe = createStripe(settings);

  const priceIds = async (keys: readonly string[]): Promise<string[]> => {
    const { data } = await stripe.prices.list({ lookup_keys: [...keys], active: true, limit: keys.length });
    return keys.map((key) => {
      const price = data.find(({ lookup_key }) => lookup_key === key);
      if (!price) throw new PaymentUnavailable(`there is no price ${key}: run npm run stripe:setup`);
      return price.id;
    });
  };

  /** The subscription's items, with the prices of another plan. */
  async function changedItems(subscription: Stripe.Subscription, { plan, clients }: PlanChange) {
    const keys = lookupKeys(plan);
    const [monthly = '', perClient = ''] = await priceIds([keys.monthly, keys.clients]);
    const seats = subscription.items.data.find(isPerClient);
    const fee = subscription.items.data.find((item) => item !== seats);
    return [
      { ...(fee && { id: fee.id }), price: monthly, quantity: 1 },
      { ...(seats && { id: seats.id }), price: perClient, quantity: clients },
    ];
  }

  const gateway: PaymentGateway = {
    provider: 'stripe',
    publishableKey: settings.publishableKey,

    async createCheckout({ plan, clients, email, userId, customerId, returnUrl, idempotencyKey }) {
      const keys = lookupKeys(plan);
      const hasSetup = PLANS[plan].setupCents > 0;
      const [[monthly, perClient, setup], isSetupPaid] = await Promise.all([
        priceIds([keys.monthly, keys.clients, ...(hasSetup ? [keys.setup] : [])]),
        hasSetup && customerId !== null && hasPaidSetup(stripe, plan, customerId),
      ]);
      const metadata = { plan };
      const session = await stripe.checkout.sessions.create(
        {
          mode: 'subscription',
          ui_mode: 'embedded_page',
          line_items: [
            { price: monthly ?? '', quantity: 1 },
            { price: perClient ?? '', quantity: clients },
            ...(setup && !isSetupPaid ? [{ price: setup, quantity: 1 }] : []),
          ],
          ...(customerId ? { customer: customerId } : email ? { customer_email: email } : {}),
          ...(userId ? { client_reference_id: userId } : {}),
          return_url: returnUrl,
          redirect_on_completion: 'if_required',
          subscription_data: { metadata },
          metadata,
        },
        { idempotencyKey },
      );
      if (!session.client_secret) throw new PaymentUnavailable('a checkout session came without its secret');
      return { sessionId: session.id, clientSecret: session.client_secret };
    },

    async findCheckout(id) {
      const session = await orNull(stripe.checkout.sessions.retrieve(id));
      return session && toCheckout(session);
    },

    async findSubscription(id) {
      const subscription = await orNull(stripe.subscriptions.retrieve(id));
      return subscription && toSubscription(subscription);
    },

    async setClients(subscriptionId, clients) {
      const subscription = await stripe.subscriptions.retrieve(subscriptionId);
      const item = subscription.items.data.find(isPerClient);
      if (!item || item.quantity === clients) return;
      await stripe.subscriptionItems.update(item.id, { quantity: clients, proration_behavior: 'create_prorations' });
    },

    async previewPlanChange(subscriptionId, change) {
      const subscription = await stripe.subscriptions.retrieve(subscriptionId);
      const countedFrom = secondsOf(change.countedFrom);
      const [items, isSetupOwed] = await Promise.all([
        changedItems(subscription, change),
        owesSetup(stripe, change.plan, subscription),
      ]);
      const { lines } = await stripe.invoices.createPreview({
        subscription: subscriptionId,
        subscription_details: { items, proration_behavior: 'create_prorations', proration_date: countedFrom },
      });
      // Earlier changes that wait for the same invoice have other start times.
      const isOfChange = (line: Stripe.InvoiceLineItem) => isProration(line) && line.period.start === countedFrom;
      const cents = lines.data.filter(isOfChange).reduce((sum, { amount }) => sum + amount, 0);
      return {
        dueNowCents: null,
        differenceCents: lines.has_more ? null : cents,
        setupCents: isSetupOwed ? PLANS[change.plan].setupCents : 0,
      };
    },

    async changePlan(subscriptionId, change) {
      const { plan, countedFrom } = change;
      const subscription = await stripe.subscriptions.retrieve(subscriptionId);
      if (toSubscription(subscription)?.plan === plan) return null;
      const items = await changedItems(subscription, change);
      const withSetup = await owesSetup(stripe, plan, subscription);
      const [setup] = withSetup ? await priceIds([lookupKeys(plan).setup]) : [];
      await stripe.subscriptions.update(
        subscriptionId,
        {
          items,
          ...(setup && { add_invoice_items: [{ price: setup }] }),
          proration_behavior: 'create_prorations',
          proration_date: secondsOf(countedFrom),
          metadata: { plan },
        },
        // The key lets the library retry a failed request. Each change gets a new key, so that changing back works.
        { idempotencyKey: randomUUID() },
      );
      return null;
    },

    async createPortal(customerId, returnUrl) {
      const { url } = await stripe.billingPortal.sessions.create({ customer: customerId, return_url: returnUrl });
      return { url };
    },

    async firstPaidAt(subscriptionId) {
      const paid = await paidInvoices(stripe, subscriptionId);
      const times = paid.flatMap(({ status_transitions }) => status_transitions.paid_at ?? []);
      return times.length > 0 ? new Date(Math.min(...times) * 1000) : null;
    },

    async refundAndCancel(subscriptionId) {
      let refunded = 0;
      for (const invoice of await paidInvoices(stripe, subscriptionId)) {
        if (!invoice.id) continue;
        const { data } = await stripe.invoicePayments.list({ invoice: invoice.id, status: 'paid' });
        for (const { payment } of data) {
          const intent = idOf(payment.payment_intent);
          const refund =
            intent &&
            (await orNull(stripe.refunds.create({ payment_intent: intent }, { idempotencyKey: `refund-${intent}` })));
          if (refund) refunded += refund.amount;
        }
      }
      const subscription = await orNull(stripe.subscriptions.retrieve(subscriptionId));
      if (subscription && subscription.status !== 'canceled') await stripe.subscriptions.cancel(subscriptionId);
      return refunded;
    },

    async findPayer(chargeId) {
      const charge = await orNull(stripe.charges.retrieve(chargeId));
      return idOf(charge?.customer);
    },

    readEvent: (raw, signature, now) => readSignedEvent(raw, signature, settings.webhookSecret, now),
  };
  return translateErrors(gateway);
}

const secondsOf = (moment: Date): number => Math.floor(moment.getTime() / 1000);

const isProration = ({ parent }: Stripe.InvoiceLineItem): boolean =>
  parent?.subscription_item_details?.proration ?? parent?.invoice_item_details?.proration ?? false;

const isPerClient = ({ price }: Stripe.SubscriptionItem): boolean => price.billing_scheme === 'tiered';

/** Whether changing this subscription to the plan costs the plan's setup fee. */
async function owesSetup(stripe: Stripe, plan: PaidPlan, { customer }: Stripe.Subscription): Promise<boolean> {
  const customerId = idOf(customer);
  if (PLANS[plan].setupCents === 0 || customerId === null) return false;
  return !(await hasPaidSetup(stripe, plan, customerId)) && !(await hasPendingSetup(stripe, plan, customerId));
}

/** Whether an earlier change has put the plan's setup fee on this customer's next invoice. */
async function hasPendingSetup(stripe: Stripe, plan: PaidPlan, customer: string): Promise<boolean> {
  const ids = await setupPriceIds(stripe, plan);
  for await (const item of stripe.invoiceItems.list({ customer, pending: true, limit: 100 })) {
    if (ids.has(priceIdOf(item))) return true;
  }
  return false;
}

async function setupPriceIds(stripe: Stripe, plan: PaidPlan): Promise<Set<string>> {
  // Includes replaced prices.
  const { data } = await stripe.prices.list({ product: productId(plan), type: 'one_time', limit: 100 });
  return new Set(data.map(({ id }) => id));
}

/** The price id of an invoice line or item. */
const priceIdOf = ({ pricing }: Pick<Stripe.InvoiceItem | Stripe.InvoiceLineItem, 'pricing'>): string =>
  idOf(pricing?.price_details?.price) ?? '';

/** Whether this customer paid the plan's setup fee, in any subscription, and did not get it back. */
async function hasPaidSetup(stripe: Stripe, plan: PaidPlan, customer: string): Promise<boolean> {
  const ids = await setupPriceIds(stripe, plan);
  for await (const invoice of stripe.invoices.list({ customer, status: 'paid', limit: 100 })) {
    const hasSetup = invoice.lines.data.some((line) => ids.has(priceIdOf(line)));
    if (hasSetup && !(await isRefunded(stripe, invoice))) return true;
  }
  return false;
}

/** Whether all payments of an invoice were refunded. */
async function isRefunded(stripe: Stripe, { id, amount_paid }: Stripe.Invoice): Promise<boolean> {
  const { data } = await stripe.invoicePayments.list({ invoice: id, status: 'paid' });
  let returned = 0;
  for (const { payment } of data) {
    const intent = idOf(payment.payment_intent);
    if (!intent) continue;
    const refunds = await stripe.refunds.list({ payment_intent: intent, limit: 100 });
    const isReturned = ({ status }: Stripe.Refund) => status !== 'failed' && status !== 'canceled';
    returned += refunds.data.filter(isReturned).reduce((sum, { amount }) => sum + amount, 0);
  }
  return amount_paid > 0 && returned >= amount_paid;
}

async function paidInvoices(stripe: Stripe, subscription: string): Promise<Stripe.Invoice[]> {
  const { data } = await stripe.invoices.list({ subscription, status: 'paid', limit: 100 });
  return data.filter(({ amount_paid }) => amount_paid > 0);
}

/** Returns null when the object does not exist, or the refund was made before. */
export async function orNull<Value>(answer: Promise<Value>): Promise<Value | null> {
  try {
    return await answer;
  } catch (error) {
    const gone = error instanceof Stripe.errors.StripeInvalidRequestError;
    if (gone && (error.code === 'resource_missing' || error.code === 'charge_already_refunded')) return null;
    throw error;
  }
}

/** Replaces the provider's errors with `PaymentUnavailable`, and logs their text. */
export function translateErrors<Gateway extends object>(gateway: Gateway): Gateway {
  const translated = Object.entries(gateway).map(([name, member]) => {
    if (typeof member !== 'function' || name === 'readEvent') return [name, member];
    const call = async (...args: unknown[]) => {
      try {
        return await Reflect.apply(member, gateway, args);
      } catch (error) {
        if (!(error instanceof Stripe.errors.StripeError)) throw error;
        throw new PaymentUnavailable(`${error.type}: ${error.message}`, { cause: error });
      }
    };
    return [name, call];
  });
  return Object.fromEntries(translated) as Gateway;
}

const CHECKOUT_STATUSES = ['open', 'complete', 'expired'] as const;

function toCheckout(session: Stripe.Checkout.Session): CheckoutState | null {
  const plan = session.metadata?.plan;
  if (!isPaidPlan(plan)) return null;
  return {
    id: session.id,
    plan,
    status: CHECKOUT_STATUSES.find((status) => status === session.status) ?? 'open',
    isPaid: session.payment_status !== 'unpaid',
    email: session.customer_details?.email ?? session.customer_email,
    userId: session.client_reference_id,
    customerId: idOf(session.customer),
    subscriptionId: idOf(session.subscription),
  };
}

function toSubscription(subscription: Stripe.Subscription): ProviderSubscription | null {
  const items = subscription.items.data;
  // The price decides, because the portal changes prices but not our metadata of the subscription.
  const plan = items.map(({ price }) => planOfLookupKey(price.lookup_key)).find((found) => found !== null);
  const noted = subscription.metadata.plan;
  const current = plan ?? (isPaidPlan(noted) ? noted : null);
  const customerId = idOf(subscription.customer);
  if (!current || !customerId) return null;
  return {
    id: subscription.id,
    plan: current,
    status: subscription.status,
    customerId,
    clients: items.find(isPerClient)?.quantity ?? PLANS[current].includedClients,
    cancelAtPeriodEnd: subscription.cancel_at_period_end,
    currentPeriodEnd: new Date((items[0]?.current_period_end ?? 0) * 1000),
  };
}
