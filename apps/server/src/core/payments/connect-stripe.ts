import type Stripe from 'stripe';
import type { ConnectGateway, InvoiceCheckoutState } from './connect.ts';
import { readConnectEvent } from './connect-events.ts';
import { toDispute } from './events.ts';
import { PaymentUnavailable } from './gateway.ts';
import { createStripe, orNull, type StripeSettings, translateErrors } from './stripe.ts';

/** Currencies without decimals in our data, and with two at the provider. */
const HUNDREDFOLD = new Set(['ISK']);
/** Currencies in which the provider accepts only multiples of ten of the smallest unit. */
const TENS = new Set(['KWD']);

/** @throws PaymentUnavailable for an amount that the provider does not accept */
export function providerAmount(cents: number, currency: string): number {
  if (TENS.has(currency) && cents % 10 !== 0)
    throw new PaymentUnavailable(`${cents} ${currency} is not payable by card`);
  return HUNDREDFOLD.has(currency) ? cents * 100 : cents;
}

const centsOf = (amount: number, currency: string): number => (HUNDREDFOLD.has(currency) ? amount / 100 : amount);

/** Stripe Connect: each coach has a separate account, which clients pay into directly. */
export function createStripeConnect(
  settings: Pick<StripeSettings, 'secretKey' | 'webhookSecret' | 'apiBase'>,
): ConnectGateway {
  const stripe = createStripe(settings);
  const gateway: ConnectGateway = {
    provider: 'stripe',

    async createAccount({ coachId, email }) {
      const { id } = await stripe.accounts.create(
        {
          controller: {
            fees: { payer: 'account' },
            losses: { payments: 'stripe' },
            requirement_collection: 'stripe',
            stripe_dashboard: { type: 'full' },
          },
          email,
          metadata: { coach_id: coachId },
        },
        { idempotencyKey: `account-${coachId}` },
      );
      return { id };
    },

    async createOnboarding(account, { refreshUrl, returnUrl }) {
      const { url } = await stripe.accountLinks.create({
        account,
        type: 'account_onboarding',
        refresh_url: refreshUrl,
        return_url: returnUrl,
      });
      return { url };
    },

    async findAccount(accountId) {
      const account = await orNull(stripe.accounts.retrieve(accountId));
      if (!account) return null;
      const missing = account.requirements?.currently_due ?? [];
      return { id: account.id, isReady: account.charges_enabled, missing, coachId: account.metadata?.coach_id ?? null };
    },

    async createCheckout({ accountId, checkoutId, coachId, amountCents, currency, description, email, ...urls }) {
      const metadata = { coach_id: coachId, checkout_id: checkoutId };
      const product = { currency: currency.toLowerCase(), product_data: { name: description } };
      const session = await stripe.checkout.sessions.create(
        {
          mode: 'payment',
          ui_mode: 'hosted_page',
          line_items: [{ quantity: 1, price_data: { ...product, unit_amount: providerAmount(amountCents, currency) } }],
          customer_email: email,
          client_reference_id: checkoutId,
          success_url: urls.successUrl,
          cancel_url: urls.cancelUrl,
          payment_intent_data: { metadata },
          metadata,
        },
        { stripeContext: accountId, idempotencyKey: `checkout-${checkoutId}` },
      );
      if (!session.url) throw new PaymentUnavailable('a checkout session came without its address');
      return { sessionId: session.id, url: session.url };
    },

    async findCheckout(accountId, sessionId) {
      const session = await orNull(
        stripe.checkout.sessions.retrieve(sessionId, undefined, { stripeContext: accountId }),
      );
      return session && toState(session);
    },

    async expireCheckout(accountId, sessionId) {
      const options = { stripeContext: accountId };
      const session = await orNull(stripe.checkout.sessions.retrieve(sessionId, undefined, options));
      if (session?.status !== 'open') return false;
      await stripe.checkout.sessions.expire(sessionId, undefined, options);
      return true;
    },

    async refund({ accountId, paymentReference, amountCents, currency, refundId }) {
      const { id } = await stripe.refunds.create(
        { payment_intent: paymentReference, amount: providerAmount(amountCents, currency) },
        { stripeContext: accountId, idempotencyKey: `refund-${refundId}` },
      );
      return { id };
    },

    async findDispute(accountId, disputeId) {
      const found = await orNull(stripe.disputes.retrieve(disputeId, undefined, { stripeContext: accountId }));
      const dispute = found && toDispute(found, DECIDED.includes(found.status));
      return dispute && { ...dispute, amount: centsOf(dispute.amount, dispute.currency) };
    },

    readEvent: (raw, signature, now) => readConnectEvent(raw, signature, settings.webhookSecret, now),
  };
  return translateErrors(gateway);
}

/** Final statuses of a dispute. */
const DECIDED: readonly string[] = ['won', 'lost', 'warning_closed', 'prevented'];

const STATUSES = ['open', 'complete', 'expired'] as const;

function toState(session: Stripe.Checkout.Session): InvoiceCheckoutState {
  const currency = (session.currency ?? '').toUpperCase();
  const intent = session.payment_intent;
  return {
    status: STATUSES.find((status) => status === session.status) ?? 'open',
    isPaid: session.payment_status === 'paid',
    amountCents: centsOf(session.amount_total ?? 0, currency),
    currency,
    checkoutId: session.metadata?.checkout_id ?? null,
    paymentReference: typeof intent === 'string' ? intent : (intent?.id ?? null),
    successUrl: session.success_url,
  };
}
