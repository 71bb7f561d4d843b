import { exportOfTenant, keepOut } from '../../core/exports.ts';
import { ledgerEntries, ledgerMonths } from './money.ledger.table.ts';
import {
  clientInvoices,
  clientPayments,
  clientSubscriptions,
  invoiceCounters,
  invoiceSettings,
  onlineCheckouts,
  packages,
  paymentAccounts,
  paymentRefunds,
  subscriptionChanges,
} from './money.table.ts';

const BOOKS_OF_COACH = 'The books and prices of a coach are for the coach alone.';

/** Money in copies of people's data. */
export const moneyExports = [
  exportOfTenant(ledgerEntries, {
    ...{ file: 'ledger', about: 'The books: revenue, refunds and expenses.', csv: true },
    coach: { but: ['originKey', 'month'] },
    client: BOOKS_OF_COACH,
  }),
  exportOfTenant(packages, {
    ...{ file: 'packages', about: 'What is sold, with prices.', csv: true },
    coach: { but: [] },
    client: BOOKS_OF_COACH,
  }),
  exportOfTenant(clientSubscriptions, {
    ...{ file: 'subscriptions', about: 'What a client pays regularly.', csv: true },
    coach: { but: [] },
    client: { only: ['name', 'amountCents', 'currency', 'interval', 'startsOn', 'endsOn', 'paused', 'nextDueOn'] },
  }),
  exportOfTenant(subscriptionChanges, {
    ...{ file: 'subscription-changes', about: 'How subscriptions changed.', csv: true },
    coach: { but: [] },
    client: BOOKS_OF_COACH,
  }),
  exportOfTenant(clientInvoices, {
    ...{ file: 'invoices', about: 'Invoices with their lines.', csv: true, page: 200 },
    coach: { but: [] },
    client: {
      only: [
        ...['id', 'label', 'issuedOn', 'dueOn', 'voidedOn', 'voidReason', 'periodFrom', 'periodTo', 'currency'],
        ...['lines', 'taxLabel', 'taxRate', 'taxIncluded', 'netCents', 'taxCents', 'totalCents', 'paidCents'],
        ...['refundedCents', 'note', 'clientName', 'issuer', 'createdAt'],
      ] as const,
    },
  }),
  exportOfTenant(clientPayments, {
    ...{ file: 'payments', about: 'Payments, including those that failed.', csv: true },
    coach: { but: [] },
    client: {
      only: [
        ...['id', 'invoiceId', 'amountCents', 'currency', 'method', 'status', 'paidOn', 'refundedCents', 'createdAt'],
      ] as const,
    },
  }),
  exportOfTenant(paymentRefunds, {
    ...{ file: 'refunds', about: 'Money that was given back.', csv: true },
    coach: { but: [] },
    client: { only: ['id', 'paymentId', 'amountCents', 'currency', 'refundedOn', 'createdAt'] },
  }),
  exportOfTenant(invoiceSettings, {
    ...{ file: 'invoice-settings', about: 'What new invoices take over.' },
    coach: { but: [] },
    client: BOOKS_OF_COACH,
  }),
  exportOfTenant(paymentAccounts, {
    ...{ file: 'payment-account', about: 'The account at the payment provider.' },
    coach: { but: [] },
    client: BOOKS_OF_COACH,
  }),
  exportOfTenant(onlineCheckouts, {
    ...{ file: 'card-payments', about: 'Invoices on their way to be paid by card, without the links to pay.' },
    coach: { but: ['sessionId', 'url'] },
    client: 'Payments by card are among the payments.',
  }),
  keepOut(ledgerMonths, 'It holds only sums of the books.'),
  keepOut(invoiceCounters, 'It holds only the last number of the invoices.'),
];
