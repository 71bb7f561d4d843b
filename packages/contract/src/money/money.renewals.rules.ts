/** A subscription of a client that ends, without another one that follows. */
export type DueRenewal = { clientId: string; label: string; lastDay: string };

/** [K] Days before its end in which a subscription is due for renewal: enough to talk about it. */
export const RENEWAL_DAYS = 14;
