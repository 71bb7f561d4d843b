/** How a client paid outside of the product, and `online` for a payment by card through it. */
export const PAYMENT_METHODS = ['bank_transfer', 'cash', 'card_terminal', 'online', 'other'] as const;
export type PaymentMethod = (typeof PAYMENT_METHODS)[number];

export const PAYMENT_METHOD_LABELS: Record<PaymentMethod, string> = {
  bank_transfer: 'Bank transfer',
  cash: 'Cash',
  card_terminal: 'Card terminal',
  online: 'Card online',
  other: 'Other',
};

/** Methods that a coach records by hand. */
export const MANUAL_METHODS = PAYMENT_METHODS.filter((method) => method !== 'online');

/** `void`: recorded by mistake. A failed payment moved no money. */
export const PAYMENT_STATUSES = ['succeeded', 'failed', 'void'] as const;
export type PaymentStatus = (typeof PAYMENT_STATUSES)[number];

export const INVOICE_STATUSES = ['draft', 'open', 'partly_paid', 'overdue', 'paid', 'refunded', 'void'] as const;
export type InvoiceStatus = (typeof INVOICE_STATUSES)[number];

export const INVOICE_STATUS_LABELS: Record<InvoiceStatus, string> = {
  draft: 'Draft',
  open: 'Open',
  partly_paid: 'Partly paid',
  overdue: 'Overdue',
  paid: 'Paid',
  refunded: 'Refunded',
  void: 'Void',
};

/** Longest texts in characters, and largest numbers. Amounts are in the smallest units of the currency. */
export const MONEY_BOUNDS = {
  name: 80,
  description: 500,
  line: 200,
  lines: 30,
  quantity: 1000,
  /** One price, which is 1 million in most currencies. */
  cents: 100_000_000,
  note: 500,
  address: 300,
  taxId: 40,
  taxLabel: 20,
  prefix: 10,
  instructions: 1000,
  /** Ten-thousandths, which is 50 percent. */
  taxRate: 5000,
  termDays: 90,
  packages: 100,
  /** Active or paused subscriptions of one client. */
  subscriptions: 10,
} as const;

export type InvoiceLine = { text: string; quantity: number; unitCents: number };

/** `rate` in ten-thousandths: 1900 is 19 percent. `included` means that the prices contain the tax. */
export type Tax = { rate: number; included: boolean };

export type InvoiceTotals = { netCents: number; taxCents: number; totalCents: number };

const WHOLE = 10_000;

/** `cents * numerator / denominator`, half a unit rounded up. Exact for amounts within the bounds. */
const share = (cents: number, numerator: number, denominator: number): number =>
  Number((BigInt(cents) * BigInt(numerator) * 2n + BigInt(denominator)) / (BigInt(denominator) * 2n));

/** Totals of an invoice. The tax is rounded once, for the whole invoice. */
export function invoiceTotals(lines: readonly InvoiceLine[], { rate, included }: Tax): InvoiceTotals {
  const sum = lines.reduce((total, { quantity, unitCents }) => total + quantity * unitCents, 0);
  const netCents = included ? share(sum, WHOLE, WHOLE + rate) : sum;
  const taxCents = included ? sum - netCents : share(sum, rate, WHOLE);
  return { netCents, taxCents, totalCents: netCents + taxCents };
}

/** Facts that decide an invoice's status. `paidCents` counts payments that succeeded, before refunds. */
export type InvoiceFacts = {
  issuedOn: string | null;
  dueOn: string | null;
  void: boolean;
  totalCents: number;
  paidCents: number;
  refundedCents: number;
};

/** The client's balance on an invoice. A refund does not make its invoice due again. */
export const owedCents = ({ issuedOn, void: isVoid, totalCents, paidCents }: InvoiceFacts): number =>
  issuedOn === null || isVoid ? 0 : totalCents - paidCents;

/** Whether the client owes something whose day has passed. A refunded invoice is settled. */
const isOverdue = (facts: InvoiceFacts, today: string): boolean =>
  facts.dueOn !== null && facts.dueOn < today && ['open', 'partly_paid'].includes(statusIgnoringDays(facts));

function statusIgnoringDays(facts: InvoiceFacts): InvoiceStatus {
  const { issuedOn, paidCents, refundedCents } = facts;
  if (facts.void) return 'void';
  if (issuedOn === null) return 'draft';
  if (paidCents > 0 && refundedCents >= paidCents) return 'refunded';
  if (owedCents(facts) <= 0) return 'paid';
  return paidCents > 0 ? 'partly_paid' : 'open';
}

/** Status of an invoice on a day of the coach. */
export const invoiceStatus = (facts: InvoiceFacts, today: string): InvoiceStatus =>
  isOverdue(facts, today) ? 'overdue' : statusIgnoringDays(facts);

/** The part of a payment that can still be refunded. */
export const refundableCents = (payment: {
  status: PaymentStatus;
  amountCents: number;
  refundedCents: number;
}): number => (payment.status === 'succeeded' ? payment.amountCents - payment.refundedCents : 0);

/** Number as it is printed: `INV-0042`. */
export const invoiceNumber = (prefix: string, number: number): string => `${prefix}${String(number).padStart(4, '0')}`;

/** Days after the due day on which the client is reminded. */
export const REMINDER_DAYS = [3, 7, 14] as const;

/** How many reminders are due once an invoice is overdue for this many days. */
export const remindersDue = (daysOverdue: number): number => REMINDER_DAYS.filter((days) => days <= daysOverdue).length;

export const SUBSCRIPTION_STATUSES = ['scheduled', 'active', 'paused', 'ended'] as const;
export type SubscriptionStatus = (typeof SUBSCRIPTION_STATUSES)[number];

export const SUBSCRIPTION_STATUS_LABELS: Record<SubscriptionStatus, string> = {
  scheduled: 'Not started',
  active: 'Active',
  paused: 'Paused',
  ended: 'Ended',
};

/** Status of a subscription on a day of the coach. `endsOn` is the first day without it. */
export function subscriptionStatus(
  { startsOn, endsOn, paused }: { startsOn: string; endsOn: string | null; paused: boolean },
  today: string,
): SubscriptionStatus {
  if (endsOn !== null && endsOn <= today) return 'ended';
  if (startsOn > today) return 'scheduled';
  return paused ? 'paused' : 'active';
}
