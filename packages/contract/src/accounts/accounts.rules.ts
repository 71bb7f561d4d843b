/** Kinds that the list of accounts filters by. Operators are managed on a separate page. */
export const ACCOUNT_KINDS = ['coach', 'client'] as const;
export type AccountKind = (typeof ACCOUNT_KINDS)[number];

/** The longest grace period that an operator may give, counted from now. */
export const MAX_GRACE_DAYS = 30;

/** How long an operator may view as a coach at a time. */
export const VIEW_MINUTES = 15;

/** How long the deletion of an account can be canceled after an operator asked for it. */
export const ERASURE_PAUSE_HOURS = 72;

/** For how long a price of another plan that was shown can be agreed to. */
export const PRICE_HOLDS_MINUTES = 30;
