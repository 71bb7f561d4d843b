import { badGets, badSends, type Case, get, LONG, OPERATORS, send } from './security-calls.ts';
import { CALLERS } from './world.ts';

const ANYBODY_BUT = (...names: readonly string[]) => CALLERS.filter((name) => !names.includes(name));
/** No caller has a subscription: coaches get that answer, and all others are refused before. */
const none = (path: string, method: 'GET' | 'POST' = 'POST', body: object = {}): Case => ({
  call:
    method === 'GET'
      ? get(() => path)
      : send(
          'POST',
          () => path,
          () => body,
        ),
  allowed: [],
});
const card = { cardNumber: '4242 4242 4242 4242', expiry: '12/40', cvc: '123' };
const SECRET = 'cs_test_nothing_secret_nothing';

export const BILLING_CASES: Record<string, Case> = {
  'billing.getCheckout': {
    call: get(() => '/checkouts/cs_test_nothing'),
    allowed: [],
    bad: badGets(`/checkouts/${'x'.repeat(201)}`),
  },
  // A coach without a subscription gets null.
  'billing.getSubscription': {
    call: get(() => '/subscription'),
    allowed: ['coach', 'otherCoach', 'baseCoach', 'pendingCoach', 'suspendedCoach'],
  },
  'billing.previewPlanChange': none('/subscription/preview?plan=pro', 'GET'),
  'billing.changePlan': none('/subscription/plan', 'POST', { plan: 'pro' }),
  'billing.cancelSubscription': none('/subscription/cancel'),
  'billing.resumeSubscription': none('/subscription/resume'),
  'billing.updateCard': none('/subscription/card', 'POST', card),
  'billing.getSandboxCheckout': {
    ...none('/sandbox/checkout', 'POST', { clientSecret: SECRET }),
    bad: badSends('POST', '/sandbox/checkout', { clientSecret: LONG }),
  },
  'billing.paySandboxCheckout': {
    ...none('/sandbox/checkout/pay', 'POST', { clientSecret: SECRET, email: 'a@example.com', name: 'A', ...card }),
    bad: badSends('POST', '/sandbox/checkout/pay', { clientSecret: SECRET, email: 'a', name: 'A', ...card }),
  },
  'billing.refundCoach': none('/billing/refunds', 'POST', { email: 'unknown@example.com' }),
  'functions.createCheckout': {
    call: send(
      'POST',
      () => '/functions/v1/create-checkout',
      () => ({ plan: 'plus', email: 'guest@example.com', embedded: true }),
    ),
    // Guests and coaches can buy plans; clients and operators cannot.
    allowed: ANYBODY_BUT('client', 'otherClient', 'clientOfOtherCoach', 'formerClient', ...OPERATORS),
    bad: badSends(
      'POST',
      '/functions/v1/create-checkout',
      { plan: 'base', email: '', embedded: true },
      { plan: 'plus', email: LONG, embedded: true },
      { plan: 'plus', email: '', embedded: false },
    ),
  },
  'functions.customerPortal': none('/functions/v1/customer-portal'),
};
