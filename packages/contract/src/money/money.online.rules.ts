/**
 * Where a checkout of an invoice stands. `refused`: what came in is not what was asked for. `failed`: the bank took the
 * payment back.
 */
export const CHECKOUT_STATUSES = ['open', 'paid', 'failed', 'expired', 'refused'] as const;
export type CheckoutStatus = (typeof CHECKOUT_STATUSES)[number];

/** Whether clients can pay a coach by card. `unavailable`: the installation has no payment service for it. */
export const ONLINE_STATES = ['unavailable', 'none', 'incomplete', 'ready'] as const;
export type OnlineState = (typeof ONLINE_STATES)[number];
