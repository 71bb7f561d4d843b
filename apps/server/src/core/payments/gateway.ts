import type { PaidPlan } from '@stridewell/contract/billing/billing.rules';

/** State of a checkout session. */
export type CheckoutState = {
  id: string;
  plan: PaidPlan;
  status: 'open' | 'complete' | 'expired';
  /** The money has arrived. With slow payment methods that is after `complete`. */
  isPaid: boolean;
  email: string | null;
  /** The account that started it; null for a guest. */
  userId: string | null;
  customerId: string | null;
  subscriptionId: string | null;
};

/** Current state of a subscription at the provider. */
export type ProviderSubscription = {
  id: string;
  plan: PaidPlan;
  /** The provider's status: active, trialing, past_due, unpaid, canceled, incomplete, incomplete_expired, paused. */
  status: string;
  customerId: string;
  /** Billed clients, including those in the price of the plan. */
  clients: number;
  cancelAtPeriodEnd: boolean;
  currentPeriodEnd: Date;
};

export type CheckoutRequest = {
  plan: PaidPlan;
  /** Billed clients from the first day, including those in the price of the plan. */
  clients: number;
  /** Email of the account. The form asks guests for theirs. */
  email: string | null;
  userId: string | null;
  customerId: string | null;
  /** Return address for payment methods that leave the page. The provider fills in `{CHECKOUT_SESSION_ID}`. */
  returnUrl: string;
  idempotencyKey: string;
};

/** Cost of changing a running subscription to another plan, besides the monthly price. */
export type PlanChangeCost = {
  /** Charged at once, including the setup fee. Null when the next invoice has the difference and the setup fee. */
  dueNowCents: number | null;
  /**
   * Difference for the rest of the period on the next invoice, without the setup fee; negative for a credit. Null when
   * it is charged at once, or when the provider does not report it.
   */
  differenceCents: number | null;
  /** Zero when the customer has paid it before, or it is already on the next invoice. */
  setupCents: number;
};

/**
 * A change of plan. `clients` includes those in the price. The same change with the same `countedFrom` costs the same.
 */
export type PlanChange = { plan: PaidPlan; clients: number; countedFrom: Date };

/** A payment that the cardholder contests at the bank, as reported by the provider. */
export type Dispute = {
  id: string;
  chargeId: string;
  /** In the smallest unit of the currency. */
  amount: number;
  /** In upper case. */
  currency: string;
  /** Deadline for evidence; null when the bank takes none. */
  respondBy: Date | null;
  isClosed: boolean;
};

/** An event and its subject. Events arrive in any order, so the receiver reads the current status from the provider. */
export type PaymentEvent = {
  id: string;
  type: string;
  createdAt: Date;
  checkoutId: string | null;
  subscriptionId: string | null;
  dispute: Dispute | null;
};

/** The payment provider. Every method may throw PaymentUnavailable. */
export type PaymentGateway = {
  provider: 'stripe' | 'sandbox';
  publishableKey: string | null;
  /** The client secret has the format `<session id>_secret_<random>`. */
  createCheckout(request: CheckoutRequest): Promise<{ sessionId: string; clientSecret: string }>;
  findCheckout(id: string): Promise<CheckoutState | null>;
  findSubscription(id: string): Promise<ProviderSubscription | null>;
  /** Sets the number of billed clients, including those in the price of the plan. Idempotent. */
  setClients(subscriptionId: string, clients: number): Promise<void>;
  previewPlanChange(subscriptionId: string, change: PlanChange): Promise<PlanChangeCost>;
  /**
   * Changes the plan at once. Changing to the same plan has no effect.
   * @returns a message when the card was declined, else null
   */
  changePlan(subscriptionId: string, change: PlanChange): Promise<string | null>;
  /** Where the customer manages card, plan and invoices. */
  createPortal(customerId: string, returnUrl: string): Promise<{ url: string }>;
  /** When the first payment was received; null before. */
  firstPaidAt(subscriptionId: string): Promise<Date | null>;
  /** Refunds all payments and ends the subscription. @returns the refunded cents; 0 the second time */
  refundAndCancel(subscriptionId: string): Promise<number>;
  /** The customer whose card was charged. */
  findPayer(chargeId: string): Promise<string | null>;
  /** @throws ForgedEvent for a wrong signature or time */
  readEvent(raw: string, signature: string, now: Date): PaymentEvent;
};

/** The provider could not be reached, or rejected our request. */
export class PaymentUnavailable extends Error {}

/** An event without a valid, recent signature of the provider. */
export class ForgedEvent extends Error {}
