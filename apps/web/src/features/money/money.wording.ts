import type { ClientPayment, ClientSubscription, InvoiceSummary } from '@stridewell/contract/money/money';
import type { Amount } from '@stridewell/contract/money/money.amounts.rules';
import { INTERVAL_SUFFIXES, type PackageInterval } from '@stridewell/contract/money/money.dates.rules';
import {
  INVOICE_STATUS_LABELS,
  PAYMENT_METHOD_LABELS,
  SUBSCRIPTION_STATUS_LABELS,
} from '@stridewell/contract/money/money.invoices.rules';
import { daysBetween } from '@stridewell/contract/time';
import { countLabel, dayInSentence, listText, money } from '../../lib/format.ts';

/** Amounts of several currencies, like `$120.00 and €80.00`. Empty for none. */
export const amountsText = (amounts: readonly Amount[]): string =>
  listText(amounts.map(({ cents, currency }) => money(cents, currency)));

/** A price with its interval, like `$120.00 a month`. */
export const priceText = (price: { amountCents: number; currency: string; interval: PackageInterval }): string =>
  `${money(price.amountCents, price.currency)} ${INTERVAL_SUFFIXES[price.interval]}`;

/** A tax rate in percent, like `7.5%`. */
export const rateText = (rate: number): string => `${rate / 100}%`;

/** The status of an invoice with what follows from it, like `Overdue for 3 days`. */
export function invoiceText({ status, dueOn, refundedCents, currency }: InvoiceSummary, today: string): string {
  if (status === 'overdue' && dueOn) return `Overdue for ${countLabel(daysBetween(dueOn, today), 'day')}`;
  if (status === 'paid' && refundedCents > 0) return `Paid, ${money(refundedCents, currency)} refunded`;
  if ((status === 'open' || status === 'partly_paid') && dueOn) {
    return `${INVOICE_STATUS_LABELS[status]}, due ${dayInSentence(dueOn, today)}`;
  }
  return INVOICE_STATUS_LABELS[status];
}

/** The state of a payment, for example `Bank transfer, $20.00 refunded`. */
export function paymentText({ status, reason, method, refundedCents, currency }: ClientPayment): string {
  if (status === 'failed') return `Failed: ${reason}`;
  if (status === 'void') return 'Removed, recorded by mistake';
  const refunded = refundedCents > 0 ? `, ${money(refundedCents, currency)} refunded` : '';
  return `${PAYMENT_METHOD_LABELS[method]}${refunded}`;
}

/** The payments that failed last for invoices that are still owed. `payments`: the newest first. */
export function failedPayments(invoices: readonly InvoiceSummary[], payments: readonly ClientPayment[]) {
  return invoices.flatMap((invoice) => {
    if (invoice.owedCents === 0) return [];
    const payment = payments.find(({ invoiceId, status }) => invoiceId === invoice.id && status !== 'void');
    return payment?.status === 'failed' ? [{ invoice, payment }] : [];
  });
}

/** Where a subscription stands, like `Next invoice on Dec 1`. */
export function subscriptionText(subscription: ClientSubscription, today: string): string {
  const { status, startsOn, endsOn, nextDueOn } = subscription;
  if (status === 'scheduled') return `Starts ${dayInSentence(startsOn, today)}`;
  if (status === 'ended') return endsOn ? `Ended ${dayInSentence(endsOn, today)}` : SUBSCRIPTION_STATUS_LABELS.ended;
  if (status === 'paused') return SUBSCRIPTION_STATUS_LABELS.paused;
  const ends = endsOn ? `Ends ${dayInSentence(endsOn, today)}` : '';
  const next = nextDueOn ? `Next invoice ${dayInSentence(nextDueOn, today)}` : '';
  return [ends, next].filter(Boolean).join(', ');
}
