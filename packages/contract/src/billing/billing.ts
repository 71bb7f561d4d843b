import { z } from 'zod';
import { procedure } from '../errors.ts';
import { cents, email, instant, line } from '../fields.ts';

export const plan = z.enum(['base', 'plus', 'pro']);
export const paidPlan = z.enum(['plus', 'pro']);

export const planAccess = z.object({
  plan,
  included_clients: z.int(),
  is_demo: z.boolean(),
  stripe_customer_id: z.string().nullable(),
  subscription_status: z.string(),
  grace_until: instant.nullable(),
  in_grace_period: z.boolean(),
});

const sessionId = z.string().min(1).max(200);
const clientSecret = z.string().min(1).max(300);

/** Public part of a checkout, for any holder of its session id. `email` is the payer's. */
const checkout = z.object({
  plan: paidPlan,
  /** `complete`: paid, and waiting for an account. `used`: linked to an account. */
  status: z.enum(['open', 'complete', 'used', 'expired']),
  /** The address that paid, while the purchase waits for an account. */
  email: z.string().nullable(),
});

export const priceLine = z.object({ label: z.string(), amountCents: cents, recurring: z.boolean() });
export type PriceLine = z.infer<typeof priceLine>;

/** Checkout session as the sandbox payment form shows it. */
const sandboxCheckout = z.object({
  plan: paidPlan,
  status: z.enum(['open', 'complete', 'expired']),
  email: z.string().nullable(),
  lines: z.array(priceLine),
  totalCents: cents,
});

/** A test card of the sandbox. */
export const card = {
  /** Digits and spaces. Only test numbers work. */
  cardNumber: z.string().trim().min(1, 'Please enter a card number').max(30),
  /** `MM/YY` */
  expiry: z.string().trim().min(1, 'Please enter the expiry date').max(7),
  cvc: z.string().trim().min(1, 'Please enter the security code').max(4),
};

/** Result of a charge; `reason` is shown to the payer. */
export const chargeResult = z.object({
  status: z.enum(['complete', 'requires_action', 'declined']),
  reason: z.string().nullable(),
});

const invoiceSummary = z.object({
  id: z.string(),
  number: z.string(),
  createdAt: instant,
  amountCents: cents,
  status: z.enum(['paid', 'open', 'refunded']),
});

export const subscription = z.object({
  plan: paidPlan,
  status: z.string(),
  cancelAtPeriodEnd: z.boolean(),
  currentPeriodEnd: instant,
  graceUntil: instant.nullable(),
  card: z.object({ brand: z.string(), last4: z.string() }).nullable(),
  clients: z.int(),
  includedClients: z.int(),
  /** Next invoice with the current clients; zero when no further invoice follows. */
  upcomingCents: cents,
  invoices: z.array(invoiceSummary),
});
export type Subscription = z.infer<typeof subscription>;

export const billingErrors = {
  NO_SUBSCRIPTION: { status: 404, message: 'No subscription found to manage.' },
  ALREADY_SUBSCRIBED: {
    status: 409,
    message: 'You have a subscription already. Change your plan under Manage Subscription.',
  },
  PAYMENT_UNAVAILABLE: { status: 502, message: 'The payment service does not answer. Please try again in a moment.' },
  CARD_DECLINED: { status: 402, message: 'The card was declined.' },
};
const { NO_SUBSCRIPTION, ALREADY_SUBSCRIBED, PAYMENT_UNAVAILABLE, CARD_DECLINED } = billingErrors;
/** Why payments cannot be given back. */
export const refundErrors = {
  NO_SUBSCRIPTION,
  PAYMENT_UNAVAILABLE,
  REFUND_TOO_LATE: { status: 409, message: 'The first payment is more than 30 days ago.' },
};
/** Why a plan cannot be changed at the payment provider. */
export const planChangeErrors = {
  PAYMENT_UNAVAILABLE,
  CARD_DECLINED: { ...CARD_DECLINED, message: 'The card of the coach was declined, so nothing was changed.' },
};
const FORBIDDEN = { status: 403, message: 'Plans are for coaches.' };
/** Changes of the caller's subscription. */
const managed = procedure({ allow: 'person', role: 'coach' }).errors({
  FORBIDDEN,
  NO_SUBSCRIPTION,
  PAYMENT_UNAVAILABLE,
  CARD_DECLINED,
});

export const billing = {
  getPlanAccess: procedure({ allow: 'person', whileViewing: true })
    .route({ method: 'GET', path: '/users', tags: ['billing'], summary: 'Get the plan of the caller' })
    .output(planAccess),
  canAddMoreClients: procedure({ allow: 'coach', tenant: 'own' })
    .route({
      method: 'POST',
      path: '/rpc/can_add_more_clients',
      tags: ['billing'],
      summary: 'Ask whether the calling coach has a free seat',
    })
    .output(z.boolean()),
  getCheckout: procedure({ allow: 'visitor' })
    .errors({ PAYMENT_UNAVAILABLE })
    .route({
      method: 'GET',
      path: '/checkouts/{sessionId}',
      tags: ['billing'],
      summary: 'Get the status of a checkout',
    })
    .input(z.object({ sessionId }))
    .output(checkout),
  getSubscription: procedure({ allow: 'person', role: 'coach', whileViewing: true })
    .errors({ FORBIDDEN })
    .route({
      method: 'GET',
      path: '/subscription',
      tags: ['billing'],
      summary: 'Get the subscription of the caller, or null',
    })
    .output(subscription.nullable()),
  previewPlanChange: managed
    .route({
      method: 'GET',
      path: '/subscription/preview',
      tags: ['billing'],
      summary: 'Get the price of a change to another plan',
    })
    .input(z.object({ plan: paidPlan }))
    .output(
      z.object({
        monthlyCents: cents,
        dueNowCents: cents,
        clients: z.int(),
        clientCap: z.int(),
        /** Clients above the cap of that plan. Their data stays, but the coach cannot add clients. */
        overCap: z.int(),
      }),
    ),
  changePlan: managed
    .route({ method: 'POST', path: '/subscription/plan', tags: ['billing'], summary: 'Change to another paid plan' })
    .input(z.object({ plan: paidPlan }))
    .output(subscription),
  cancelSubscription: managed
    .route({
      method: 'POST',
      path: '/subscription/cancel',
      tags: ['billing'],
      summary: 'Cancel the subscription at the end of the paid period',
    })
    .output(subscription),
  resumeSubscription: managed
    .route({ method: 'POST', path: '/subscription/resume', tags: ['billing'], summary: 'Undo a cancellation' })
    .output(subscription),
  updateCard: managed
    .route({ method: 'POST', path: '/subscription/card', tags: ['billing'], summary: 'Replace the test card' })
    .input(z.object(card))
    .output(subscription),
  getSandboxCheckout: procedure({ allow: 'visitor' })
    .route({ method: 'POST', path: '/sandbox/checkout', tags: ['billing'], summary: 'Get a sandbox checkout' })
    .input(z.object({ clientSecret }))
    .output(sandboxCheckout),
  paySandboxCheckout: procedure({ allow: 'visitor' })
    .route({ method: 'POST', path: '/sandbox/checkout/pay', tags: ['billing'], summary: 'Pay a sandbox checkout' })
    .input(
      z.object({
        clientSecret,
        email,
        name: line(120),
        ...card,
        /** True when the payer has confirmed a `requires_action`. */
        authenticated: z.boolean().default(false),
      }),
    )
    .output(chargeResult),
  refundCoach: procedure({ allow: 'operator', right: 'billing' })
    .errors({ NO_SUBSCRIPTION, PAYMENT_UNAVAILABLE, CARD_DECLINED })
    .route({
      method: 'POST',
      path: '/billing/refunds',
      tags: ['billing'],
      summary: 'Refund a coach within 30 days and end the subscription',
    })
    .errors(refundErrors)
    .input(z.object({ email }))
    .output(z.object({ refundedCents: cents })),
};

export const billingFunctions = {
  createCheckout: procedure({ allow: 'visitor' })
    .errors({ FORBIDDEN, ALREADY_SUBSCRIBED, PAYMENT_UNAVAILABLE })
    .route({ method: 'POST', path: '/create-checkout', tags: ['billing'], summary: 'Start a checkout' })
    /** A guest's `email` may be a placeholder. For a signed-in caller the account's address is used. */
    .input(
      z.object({
        plan: paidPlan.optional(),
        email: z.string().max(254).default(''),
        embedded: z.literal(true).default(true),
      }),
    )
    .output(
      z.object({
        /** `<session id>_secret_<random>` */
        client_secret: z.string(),
        provider: z.enum(['stripe', 'sandbox']),
        publishable_key: z.string().nullable(),
      }),
    ),
  customerPortal: procedure({ allow: 'person', role: 'coach' })
    .errors({
      UNAUTHORIZED: { status: 401, message: 'Please log in to manage your subscription.' },
      FORBIDDEN,
      NO_SUBSCRIPTION,
      PAYMENT_UNAVAILABLE,
    })
    .route({
      method: 'POST',
      path: '/customer-portal',
      tags: ['billing'],
      summary: 'Get the address of the page that manages a subscription',
    })
    .output(z.object({ url: z.string() })),
};
