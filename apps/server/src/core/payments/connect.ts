import type { Dispute } from './gateway.ts';

/**
 * A coach's own account at the provider. `missing`: what the provider still wants to know, in its words. `coachId`: the
 * coach we opened it for, unchecked.
 */
export type AccountState = { id: string; isReady: boolean; missing: string[]; coachId: string | null };

export type InvoiceCheckoutRequest = {
  accountId: string;
  /** Names the checkout with us. The same one again is one checkout. */
  checkoutId: string;
  coachId: string;
  amountCents: number;
  currency: string;
  description: string;
  email: string;
  /** Where the client comes back to, after paying and without. */
  successUrl: string;
  cancelUrl: string;
};

/** A checkout as the provider has it now. */
export type InvoiceCheckoutState = {
  status: 'open' | 'complete' | 'expired';
  /** The money is there; with slow methods that is later than `complete`. */
  isPaid: boolean;
  amountCents: number;
  currency: string;
  /** Our id of it. */
  checkoutId: string | null;
  paymentReference: string | null;
};

/** What an event of a coach's account is about. Without our ids it is about nothing of ours. */
export type ConnectEvent = {
  id: string;
  type: string;
  accountId: string | null;
  sessionId: string | null;
  coachId: string | null;
  checkoutId: string | null;
  /** Of a payment into the account. */
  disputeId: string | null;
};

export type RefundRequest = {
  accountId: string;
  paymentReference: string;
  amountCents: number;
  currency: string;
  /** The same one again gives back nothing more. */
  refundId: string;
};

/** Payments of clients into the accounts of their coaches. Every method may throw PaymentUnavailable. */
export type ConnectGateway = {
  provider: 'stripe' | 'sandbox';
  /** The account of a coach; the same coach again gets the same one. */
  createAccount(coach: { coachId: string; email: string }): Promise<{ id: string }>;
  /** Where the coach tells the provider what it has to know. */
  createOnboarding(accountId: string, urls: { refreshUrl: string; returnUrl: string }): Promise<{ url: string }>;
  findAccount(accountId: string): Promise<AccountState | null>;
  createCheckout(request: InvoiceCheckoutRequest): Promise<{ sessionId: string; url: string }>;
  findCheckout(accountId: string, sessionId: string): Promise<InvoiceCheckoutState | null>;
  /** Closes a checkout that nothing was paid for. False when it is over already. */
  expireCheckout(accountId: string, sessionId: string): Promise<boolean>;
  refund(request: RefundRequest): Promise<{ id: string }>;
  findDispute(accountId: string, disputeId: string): Promise<Dispute | null>;
  /** @throws ForgedEvent when signature or time are wrong */
  readEvent(raw: string, signature: string, now: Date): ConnectEvent;
};
