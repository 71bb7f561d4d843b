import type { PaidPlan } from '@stridewell/contract/billing/billing.rules';

/** A checkout session as the product sees it. */
export type CheckoutState = {
  id: string;
  plan: PaidPlan;
  status: 'open' | 'complete' | 'expired';
  /** The money is there; with slow methods that is later than `complete`. */
  isPaid: boolean;
  email: string | null;
  /** The account that began it; null for a guest. */
  userId: string | null;
  customerId: string | null;
  subscriptionId: string | null;
};

/** A subscription as the provider has it now. */
export type ProviderSubscription = {
  id: string;
  plan: PaidPlan;
  /** The provider's word: active, trialing, past_due, unpaid, canceled, incomplete, incomplete_expired, paused. */
  status: string;
  customerId: string;
  /** Clients on the bill, those included counted in. */
  clients: number;
  cancelAtPeriodEnd: boolean;
  currentPeriodEnd: Date;
};

export type CheckoutRequest = {
  plan: PaidPlan;
  /** Clients on the bill from the first day, those included counted in. */
  clients: number;
  /** Of the account; a guest's is asked for in the form. */
  email: string | null;
  userId: string | null;
  customerId: string | null;
  /** Where a payment method that leaves the page comes back to; `{CHECKOUT_SESSION_ID}` is filled in. */
  returnUrl: string;
  idempotencyKey: string;
};

/** What another plan costs a running subscription, besides its monthly price. */
export type PlanChangeCost = {
  /** Taken at once, the setup fee included; null where the next invoice has the difference and the setup fee. */
  dueNowCents: number | null;
  /**
   * What the next invoice has for the rest of the period, without the setup fee; negative for a credit. Null where it is
   * taken at once, and where the provider does not say.
   */
  differenceCents: number | null;
  /** Zero when the customer paid it before, or the next invoice has it already. */
  setupCents: number;
};

/** `clients`: on the bill, those included counted in. The same change counted from the same moment has the same cost. */
export type PlanChange = { plan: PaidPlan; clients: number; countedFrom: Date };

/** A payment that the holder of the card contests at the bank, as the provider told of it. */
export type Dispute = {
  id: string;
  chargeId: string;
  /** In the smallest units of the currency. */
  amount: number;
  /** In capitals. */
  currency: string;
  /** Until when the bank takes evidence; null when it takes none. */
  respondBy: Date | null;
  isClosed: boolean;
};

/** Subject of an event. Events arrive in any order, so the receiver reads the current status from the provider. */
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
  /** Answers the client secret, `<session id>_secret_<random>`. */
  createCheckout(request: CheckoutRequest): Promise<{ sessionId: string; clientSecret: string }>;
  findCheckout(id: string): Promise<CheckoutState | null>;
  findSubscription(id: string): Promise<ProviderSubscription | null>;
  /** Sets the number of clients on the bill, those included counted in. Setting it again changes nothing. */
  setClients(subscriptionId: string, clients: number): Promise<void>;
  previewPlanChange(subscriptionId: string, change: PlanChange): Promise<PlanChangeCost>;
  /**
   * Changes the plan at once. Changing to the same plan changes nothing. Answers the problem in words when the card was
   * declined, else null.
   */
  changePlan(subscriptionId: string, change: PlanChange): Promise<string | null>;
  /** Where the customer manages card, plan and invoices. */
  createPortal(customerId: string, returnUrl: string): Promise<{ url: string }>;
  /** When the first payment came in; null before. */
  firstPaidAt(subscriptionId: string): Promise<Date | null>;
  /** Gives back every payment and ends the subscription. Answers the cents given back; nothing the second time. */
  refundAndCancel(subscriptionId: string): Promise<number>;
  /** The customer whose card was charged. */
  findPayer(chargeId: string): Promise<string | null>;
  /** @throws ForgedEvent when signature or time are wrong. */
  readEvent(raw: string, signature: string, now: Date): PaymentEvent;
};

/** The provider could not be asked, or did not understand us. */
export class PaymentUnavailable extends Error {}

/** An event that the provider did not sign, or not lately. */
export class ForgedEvent extends Error {}
