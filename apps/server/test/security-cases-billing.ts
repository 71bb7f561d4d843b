import { type Case, get, send } from './security-calls.ts';

/** None of the callers has a subscription: coaches get that answer, all others are refused before. */
const none = (path: string, method: 'GET' | 'POST' = 'POST', body: object = {}): Case => ({
  call: method === 'GET' ? get(path) : send('POST', path, body),
});
const card = { cardNumber: '4242 4242 4242 4242', expiry: '12/40', cvc: '123' };
const SECRET = 'cs_test_nothing_secret_nothing';

export const BILLING_CASES: Record<string, Case> = {
  'billing.previewPlanChange': none('/subscription/preview?plan=pro', 'GET'),
  'billing.changePlan': none('/subscription/plan', 'POST', { plan: 'pro' }),
  'billing.cancelSubscription': none('/subscription/cancel'),
  'billing.resumeSubscription': none('/subscription/resume'),
  'billing.updateCard': none('/subscription/card', 'POST', card),
  'billing.getSandboxCheckout': {
    ...none('/sandbox/checkout', 'POST', { clientSecret: SECRET }),
  },
  'billing.paySandboxCheckout': {
    ...none('/sandbox/checkout/pay', 'POST', { clientSecret: SECRET, email: 'a@example.com', name: 'A', ...card }),
  },
  'billing.refundCoach': none('/billing/refunds', 'POST', { email: 'unknown@example.com' }),
  'functions.createCheckout': {
    call: send('POST', '/functions/v1/create-checkout', { plan: 'plus', email: 'guest@example.com', embedded: true }),
    // Guests and coaches buy plans; clients and operators do not.
    bad: [send('POST', '/functions/v1/create-checkout')],
  },
  'functions.customerPortal': none('/functions/v1/customer-portal'),
};
