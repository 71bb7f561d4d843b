import { z } from 'zod';
import { AUDIT_ACTION_NAMES, AUDIT_ACTORS } from '../audit/audit.rules.ts';
import { billingErrors } from '../billing/billing.ts';
import { cents, computedDay, day, id, instant, line, text } from '../fields.ts';
import { CURRENCY_CODES } from './money.amounts.rules.ts';
import { BILLING_INTERVALS, PACKAGE_INTERVALS } from './money.dates.rules.ts';
import {
  INVOICE_STATUSES,
  MANUAL_METHODS,
  MONEY_BOUNDS,
  PAYMENT_METHODS,
  PAYMENT_STATUSES,
  SUBSCRIPTION_STATUSES,
} from './money.invoices.rules.ts';
import { by, INVOICE_CLOSED, onlineMoney } from './money.online.ts';

const amount = cents.min(1, 'Please enter an amount').max(MONEY_BOUNDS.cents, 'Please enter an amount up to 1,000,000');

export const ledgerEntryInput = z.object({
  coachId: id,
  id,
  kind: z.enum(['revenue', 'expense']),
  amountCents: cents.min(1, 'Please enter an amount').max(100_000_000, 'Please enter an amount below 1,000,000'),
  occurredOn: day,
  category: line(60, 'Choose a category'),
});

const currency = z.enum(CURRENCY_CODES, 'Please choose a currency');
/** Amounts of several currencies are never added together. */
export const amounts = z.array(z.object({ currency: z.string(), cents }));

/** A package that a coach sells. */
export const packageInput = z.object({
  name: line(MONEY_BOUNDS.name),
  description: text(MONEY_BOUNDS.description),
  amountCents: amount,
  currency,
  interval: z.enum(PACKAGE_INTERVALS),
});
export type PackageInput = z.infer<typeof packageInput>;

export const coachPackage = packageInput.extend({ id, currency: z.string(), archived: z.boolean() });
export type CoachPackage = z.infer<typeof coachPackage>;

/** A client's recurring payment. It copies the price of its package. */
export const subscriptionInput = z.object({
  clientId: id,
  packageId: id.nullable(),
  name: line(MONEY_BOUNDS.name),
  amountCents: amount,
  currency,
  interval: z.enum(BILLING_INTERVALS),
  startsOn: day,
});
export type SubscriptionInput = z.infer<typeof subscriptionInput>;

export const clientSubscription = subscriptionInput.extend({
  id,
  currency: z.string(),
  clientName: z.string(),
  status: z.enum(SUBSCRIPTION_STATUSES),
  /** First day without it. */
  endsOn: day.nullable(),
  /** Day of the next invoice; null while paused and after the last one. */
  nextDueOn: computedDay.nullable(),
  version: z.int(),
});
export type ClientSubscription = z.infer<typeof clientSubscription>;

const invoiceLine = z.object({
  text: line(MONEY_BOUNDS.line),
  quantity: z.int().min(1, 'Please enter at least 1').max(MONEY_BOUNDS.quantity),
  unitCents: cents.min(0).max(MONEY_BOUNDS.cents, 'Please enter an amount up to 1,000,000'),
});

const taxFields = {
  /** Ten-thousandths: 1900 is 19 percent. */
  taxRate: z.int().min(0).max(MONEY_BOUNDS.taxRate, 'Please enter at most 50 percent'),
  /** Whether the prices contain the tax. */
  taxIncluded: z.boolean(),
};

/** The content of an invoice, which can change until it is issued. */
export const invoiceInput = z.object({
  clientId: id,
  currency,
  lines: z.array(invoiceLine).min(1, 'Please add a line').max(MONEY_BOUNDS.lines),
  ...taxFields,
  note: text(MONEY_BOUNDS.note),
});
export type InvoiceInput = z.infer<typeof invoiceInput>;

export const invoiceSettings = z.object({
  businessName: z.string().trim().max(MONEY_BOUNDS.name, `Please use at most ${MONEY_BOUNDS.name} characters`),
  address: text(MONEY_BOUNDS.address),
  taxId: text(MONEY_BOUNDS.taxId),
  taxLabel: line(MONEY_BOUNDS.taxLabel),
  ...taxFields,
  termDays: z.int().min(0).max(MONEY_BOUNDS.termDays, `Please enter at most ${MONEY_BOUNDS.termDays} days`),
  prefix: z
    .string()
    .trim()
    .max(MONEY_BOUNDS.prefix, `Please use at most ${MONEY_BOUNDS.prefix} characters`)
    .regex(/^[A-Za-z0-9/_-]*$/, 'Please use letters, digits and hyphens'),
  /** How clients pay, such as a bank account. */
  instructions: text(MONEY_BOUNDS.instructions),
});
export type InvoiceSettings = z.infer<typeof invoiceSettings>;

export const paymentInput = z.object({
  clientId: id,
  invoiceId: id.nullable(),
  amountCents: amount,
  currency,
  method: z.enum(MANUAL_METHODS),
  paidOn: day,
  note: text(MONEY_BOUNDS.note),
});
export type PaymentInput = z.infer<typeof paymentInput>;

/** A payment as a coach records it. `failedBecause` is null when it succeeded. */
export const recordedPayment = paymentInput.extend({ failedBecause: line(MONEY_BOUNDS.line).nullable() });

export const clientPayment = paymentInput.extend({
  id,
  currency: z.string(),
  clientName: z.string(),
  /** Number of the invoice; empty for a payment without one. */
  invoiceLabel: z.string(),
  method: z.enum(PAYMENT_METHODS),
  status: z.enum(PAYMENT_STATUSES),
  reason: z.string(),
  refundedCents: cents,
});
export type ClientPayment = z.infer<typeof clientPayment>;

export const invoiceSummary = z.object({
  id,
  clientId: id,
  clientName: z.string(),
  /** Number as it is printed; empty for a draft. */
  label: z.string(),
  status: z.enum(INVOICE_STATUSES),
  issuedOn: day.nullable(),
  dueOn: computedDay.nullable(),
  currency: z.string(),
  totalCents: cents,
  paidCents: cents,
  refundedCents: cents,
  owedCents: cents,
});
export type InvoiceSummary = z.infer<typeof invoiceSummary>;

export const invoice = invoiceSummary.extend({
  lines: z.array(z.object({ text: z.string(), quantity: z.int(), unitCents: cents })),
  ...taxFields,
  taxLabel: z.string(),
  netCents: cents,
  taxCents: cents,
  note: z.string(),
  voidReason: z.string(),
  periodFrom: computedDay.nullable(),
  periodTo: computedDay.nullable(),
  /** Empty for a draft. */
  issuer: z.object({ businessName: z.string(), address: z.string(), taxId: z.string(), instructions: z.string() }),
  reminders: z.int(),
  remindersPaused: z.boolean(),
});
export type Invoice = z.infer<typeof invoice>;

const moneyOverview = z.object({
  today: day,
  currency: z.string(),
  owed: amounts,
  overdue: amounts,
  /** Up to 200 of each; the oldest due day first. */
  open: z.array(invoiceSummary),
  drafts: z.array(invoiceSummary),
  /** Of the last 30 days, where the invoice is still open. */
  failed: z.array(clientPayment),
  totals: z.object({ open: z.int(), drafts: z.int(), failed: z.int() }),
  /** The books from the first of the month up to today, in `currency`. */
  month: z.object({ from: day, revenueCents: cents, expensesCents: cents }),
});
export type MoneyOverview = z.infer<typeof moneyOverview>;

/** One line of the history of an invoice, payment or subscription. */
export const moneyChange = z.object({
  id,
  at: instant,
  actor: z.enum(AUDIT_ACTORS),
  action: z.enum(AUDIT_ACTION_NAMES),
  before: z.record(z.string(), z.unknown()).nullable(),
  after: z.record(z.string(), z.unknown()).nullable(),
});
export type MoneyChange = z.infer<typeof moneyChange>;

const coachKey = { coachId: id };
const invoiceKey = { coachId: id, invoiceId: id };
const subscriptionKey = { coachId: id, subscriptionId: id };
const paymentKey = { coachId: id, paymentId: id };

const FORMER = { status: 409, message: 'You no longer coach this client, so a subscription cannot start.' };
const CHANGED = { status: 409, message: 'This was changed elsewhere. Please look at it again.' };
const left = z.object({ leftCents: cents, currency: z.string() });

const bookkeeper = by({ allow: 'coach', plan: 'advanced_ai' });
const coach = by({ allow: 'coach' });
const client = by({ allow: 'client' });
/** A coach, or an operator who views as one. */
const shown = by({ allow: 'coach', whileViewing: true });

const { PAYMENT_UNAVAILABLE } = billingErrors;
export const money = {
  createLedgerEntry: bookkeeper('POST', '/ledger_entries', 'Record revenue or an expense')
    .input(ledgerEntryInput)
    .output(z.object({ id }))
    .errors({ DAY_IN_FUTURE: { status: 400, message: 'An entry cannot be in the future.' } }),

  listPackages: shown('GET', '/packages', 'List the packages of the coach, archived ones last')
    .input(z.object(coachKey))
    .output(z.object({ packages: z.array(coachPackage), currency: z.string() })),
  savePackage: coach('PUT', '/packages/{packageId}', 'Add or change a package; subscriptions keep their price')
    .input(packageInput.extend({ ...coachKey, packageId: id, archived: z.boolean() }))
    .output(coachPackage)
    .errors({ TOO_MANY_PACKAGES: { status: 409, message: `You can have up to ${MONEY_BOUNDS.packages} packages.` } }),

  listSubscriptions: shown('GET', '/client_subscriptions', 'List the subscriptions of clients, ended ones last')
    .input(z.object(coachKey))
    .output(z.object({ subscriptions: z.array(clientSubscription), today: day })),
  startSubscription: coach(
    'POST',
    '/client_subscriptions/{subscriptionId}',
    'Start a subscription; the sender creates the id, and repeating starts it once',
  )
    .input(subscriptionInput.extend(subscriptionKey))
    .output(clientSubscription)
    .errors({
      FORMER_CLIENT: FORMER,
      START_OUT_OF_RANGE: {
        status: 400,
        message: 'Please choose a start within five years before and one year ahead.',
      },
      TOO_MANY_SUBSCRIPTIONS: {
        status: 409,
        message: `A client can have up to ${MONEY_BOUNDS.subscriptions} subscriptions.`,
      },
    }),
  changeSubscription: coach('PUT', '/client_subscriptions/{subscriptionId}/price', 'Change the price of a subscription')
    .input(
      subscriptionInput
        .pick({ name: true, amountCents: true, interval: true })
        .extend({ ...subscriptionKey, basedOn: z.int().min(1).max(1_000_000) }),
    )
    .output(clientSubscription)
    .errors({ SUBSCRIPTION_CHANGED: CHANGED }),
  pauseSubscription: coach(
    'PUT',
    '/client_subscriptions/{subscriptionId}/pause',
    'Pause or resume a subscription; nothing is due for the pause',
  )
    .input(z.object({ ...subscriptionKey, paused: z.boolean() }))
    .output(clientSubscription)
    .errors({ FORMER_CLIENT: FORMER, SUBSCRIPTION_CHANGED: CHANGED }),
  endSubscription: coach(
    'PUT',
    '/client_subscriptions/{subscriptionId}/end',
    'End a subscription today or later; repeating changes nothing',
  )
    .input(z.object({ ...subscriptionKey, endsOn: day }))
    .output(clientSubscription)
    .errors({ END_IN_PAST: { status: 400, message: 'Please choose today or a later day, within a year.' } }),

  getMoney: shown('GET', '/client_invoices/overview', 'Get what clients owe, and the figures of this month')
    .input(z.object(coachKey))
    .output(moneyOverview),
  listInvoices: shown('GET', '/client_invoices', 'List the invoices, newest first')
    .input(z.object({ ...coachKey, clientId: id.optional(), cursor: z.string().max(100).optional() }))
    .output(z.object({ invoices: z.array(invoiceSummary), nextCursor: z.string().nullable() })),
  getInvoice: shown('GET', '/client_invoices/{invoiceId}', 'Get an invoice with its payments')
    .input(z.object(invoiceKey))
    .output(z.object({ invoice, payments: z.array(clientPayment), today: day })),
  saveInvoice: coach('PUT', '/client_invoices/{invoiceId}', 'Save a draft invoice; the sender creates the id')
    .input(invoiceInput.extend(invoiceKey))
    .output(invoice)
    .errors({
      ALREADY_ISSUED: { status: 409, message: 'This invoice was issued. Void it and write a new one instead.' },
      NOTHING_TO_PAY: { status: 400, message: 'The total must be more than zero.' },
      TOTAL_TOO_LARGE: { status: 400, message: 'The total must not be more than 1,000,000.' },
    }),
  issueInvoice: coach(
    'POST',
    '/client_invoices/{invoiceId}/issue',
    'Number a draft and send it; repeating changes nothing',
  )
    .input(z.object(invoiceKey))
    .output(invoice),
  voidInvoice: coach('POST', '/client_invoices/{invoiceId}/void', 'Void an invoice; it keeps its number')
    .input(z.object({ ...invoiceKey, reason: line(MONEY_BOUNDS.line) }))
    .output(invoice)
    .errors({ INVOICE_PAID: { status: 409, message: 'This invoice has payments. Refund them first.' } }),
  deleteInvoice: coach('DELETE', '/client_invoices/{invoiceId}', 'Delete a draft invoice; repeating changes nothing')
    .input(z.object(invoiceKey))
    .output(z.object({ invoiceId: id }))
    .errors({ ALREADY_ISSUED: { status: 409, message: 'This invoice was issued, so it can only be voided.' } }),
  pauseReminders: coach('PUT', '/client_invoices/{invoiceId}/reminders', 'Pause or resume the reminders of an invoice')
    .input(z.object({ ...invoiceKey, paused: z.boolean() }))
    .output(invoice),

  listPayments: shown('GET', '/client_payments', 'List the payments, newest first')
    .input(z.object({ ...coachKey, clientId: id.optional(), cursor: z.string().max(100).optional() }))
    .output(z.object({ payments: z.array(clientPayment), nextCursor: z.string().nullable() })),
  recordPayment: coach(
    'POST',
    '/client_payments/{paymentId}',
    'Record a payment or a failed one; the sender creates the id, and repeating records it once',
  )
    .input(recordedPayment.extend(paymentKey))
    .output(clientPayment)
    .errors({
      INVOICE_CLOSED,
      PAYMENT_IN_FUTURE: { status: 400, message: 'A payment cannot be in the future.' },
      OTHER_CURRENCY: { status: 400, message: 'This invoice is in another currency.' },
      TOO_MUCH: { status: 409, message: 'This is more than what is owed.', data: left },
    }),
  refundPayment: coach(
    'POST',
    '/client_payments/{paymentId}/refunds/{refundId}',
    'Record a refund; repeating records it once',
  )
    .input(z.object({ ...paymentKey, refundId: id, amountCents: amount, reason: text(MONEY_BOUNDS.line) }))
    .output(clientPayment)
    .errors({
      REFUND_TOO_LARGE: { status: 409, message: 'This is more than what is left of the payment.', data: left },
      PAYMENT_UNAVAILABLE,
    }),
  voidPayment: coach('POST', '/client_payments/{paymentId}/void', 'Void a payment that was recorded by mistake')
    .input(z.object({ ...paymentKey, reason: text(MONEY_BOUNDS.line) }))
    .output(clientPayment)
    .errors({ PAYMENT_FIXED: { status: 409, message: 'This payment cannot be removed. Refund it instead.' } }),

  getInvoiceSettings: shown('GET', '/invoice_settings', 'Get what new invoices say about the coach')
    .input(z.object(coachKey))
    .output(invoiceSettings),
  saveInvoiceSettings: coach('PUT', '/invoice_settings', 'Change what new invoices say about the coach')
    .input(invoiceSettings.extend(coachKey))
    .output(invoiceSettings),

  listMoneyHistory: shown('GET', '/money_history/{subjectId}', 'List changes of an invoice, payment or subscription')
    .input(z.object({ ...coachKey, subjectId: id }))
    .output(z.object({ entries: z.array(moneyChange) })),
  getClientMoney: coach('GET', '/clients/{clientId}/money', "Get a client's subscriptions, balance and last payment")
    .input(z.object({ ...coachKey, clientId: id }))
    .output(
      z.object({
        subscriptions: z.array(clientSubscription),
        owed: amounts,
        /** Up to 20 open invoices. */
        open: z.array(invoiceSummary),
        lastPayment: clientPayment.nullable(),
        today: day,
        currency: z.string(),
      }),
    ),
  getOwnMoney: client('GET', '/own_money', 'Get the subscriptions, invoices and payments of the calling client').output(
    z.object({
      subscriptions: z.array(clientSubscription),
      owed: amounts,
      /** The newest 200 of each. */
      invoices: z.array(invoiceSummary),
      payments: z.array(clientPayment),
      /** How to pay, as the newest open invoice says. */
      instructions: z.string(),
      payOnline: z.boolean(),
      today: day,
      coachId: id,
    }),
  ),
  ...onlineMoney,
};
