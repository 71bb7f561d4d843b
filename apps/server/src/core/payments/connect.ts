import type { Dispute } from './gateway.ts';

/**
 * A coach's account at the provider. `missing`: information that the provider still needs, in its words. `coachId`: the
 * coach we opened it for, unverified.
 */
export type AccountState = { id: string; isReady: boolean; missing: string[]; coachId: string | null };

export type InvoiceCheckoutRequest = {
  accountId: string;
  /** Our checkout id. Repeating it creates no second checkout. */
  checkoutId: string;
  coachId: string;
  amountCents: number;
  currency: string;
  description: string;
  email: string;
  /** Where the client returns to after paying; `cancelUrl` without paying. */
  successUrl: string;
  cancelUrl: string;
};

/** Current state of a checkout at the provider. */
export type InvoiceCheckoutState = {
  status: 'open' | 'complete' | 'expired';
  /** The money has arrived. With slow payment methods that is after `complete`. */
  isPaid: boolean;
  amountCents: number;
  currency: string;
  /** Our checkout id. */
  checkoutId: string | null;
  paymentReference: string | null;
  /** Where the client returns to after paying; null for the product's page for test cards, which every host has. */
  successUrl: string | null;
};

/** An event of a coach's account and its subject. Events without our ids are ignored. */
export type ConnectEvent = {
  id: string;
  type: string;
  accountId: string | null;
  sessionId: string | null;
  coachId: string | null;
  checkoutId: string | null;
  /** Dispute of a payment into the account. */
  disputeId: string | null;
};

export type RefundRequest = {
  accountId: string;
  paymentReference: string;
  amountCents: number;
  currency: string;
  /** Repeating it refunds nothing more. */
  refundId: string;
};

/** Payments of clients into the accounts of their coaches. Every method may throw PaymentUnavailable. */
export type ConnectGateway = {
  provider: 'stripe' | 'sandbox';
  /** Opens the account of a coach. Repeating it returns the same account. */
  createAccount(coach: { coachId: string; email: string }): Promise<{ id: string }>;
  /** Creates a page where the coach enters the information that the provider needs. */
  createOnboarding(accountId: string, urls: { refreshUrl: string; returnUrl: string }): Promise<{ url: string }>;
  findAccount(accountId: string): Promise<AccountState | null>;
  /** @returns the address of the page for paying, or its path within the product */
  createCheckout(request: InvoiceCheckoutRequest): Promise<{ sessionId: string; url: string }>;
  findCheckout(accountId: string, sessionId: string): Promise<InvoiceCheckoutState | null>;
  /** Closes an unpaid checkout. @returns false when it is no longer open */
  expireCheckout(accountId: string, sessionId: string): Promise<boolean>;
  refund(request: RefundRequest): Promise<{ id: string }>;
  findDispute(accountId: string, disputeId: string): Promise<Dispute | null>;
  /** @throws ForgedEvent for a wrong signature or time */
  readEvent(raw: string, signature: string, now: Date): ConnectEvent;
};
