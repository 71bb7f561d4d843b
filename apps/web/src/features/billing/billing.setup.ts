import { isPlan, type PaidPlan } from '@stridewell/contract/billing/billing.rules';

export const ACCOUNT_CREATED = 'Account created successfully! Please check your email to verify your account.';

/** The free plan, or the purchase of a checkout, as the address names it. */
export type Setup = { plan: 'base'; sessionId: undefined } | { plan: PaidPlan; sessionId: string };

/** The account to set up. Undefined for an address without a purchase. */
export function setupOf(plan: unknown, sessionId: string | undefined): Setup | undefined {
  if (plan === 'base') return { plan, sessionId: undefined };
  return isPlan(plan) && plan !== 'base' && sessionId ? { plan, sessionId } : undefined;
}
