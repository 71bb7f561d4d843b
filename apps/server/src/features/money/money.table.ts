import { BILLING_INTERVALS, PACKAGE_INTERVALS } from '@stridewell/contract/money/money.dates.rules';
import { type InvoiceLine, PAYMENT_METHODS, PAYMENT_STATUSES } from '@stridewell/contract/money/money.invoices.rules';
import { SUBSCRIPTION_CHANGE_KINDS } from '@stridewell/contract/money/money.mrr.rules';
import { CHECKOUT_STATUSES } from '@stridewell/contract/money/money.online.rules';
import { sql } from 'drizzle-orm';
import {
  type AnyPgColumn,
  bigint,
  boolean,
  check,
  date,
  foreignKey,
  index,
  integer,
  jsonb,
  pgTable,
  primaryKey,
  text,
  uniqueIndex,
  uuid,
} from 'drizzle-orm/pg-core';
import { coaches } from '../../core/people/people.table.ts';
import { relationships } from '../../core/relationships/relationships.table.ts';
import { coachId } from '../../core/tenancy/columns.ts';
import { isClientOfRow, isCoachOfTenant, READING_CLIENT } from '../../core/tenancy/policies.ts';
import { createdAt, oneOf } from '../../platform/db/columns.ts';
import { allow, isSystem } from '../../platform/db/policies.ts';

/** An amount in the smallest unit of its currency. */
const cents = (name: string) => bigint(name, { mode: 'number' }).notNull();
const day = (name: string) => date(name, { mode: 'string' });

/** First columns of each row about a client's money. */
const ofClient = () => ({ coachId: coachId(), id: uuid('id').notNull(), clientId: uuid('client_id').notNull() });
const toClient = (name: string, table: { coachId: AnyPgColumn; clientId: AnyPgColumn }) =>
  foreignKey({
    name,
    columns: [table.coachId, table.clientId],
    foreignColumns: [relationships.coachId, relationships.clientId],
  });

/** A reference to another row of the tenant. */
const refersTo = (
  name: string,
  columns: [coachId: AnyPgColumn, id: AnyPgColumn],
  { coachId, id }: { coachId: AnyPgColumn; id: AnyPgColumn },
) => foreignKey({ name, columns, foreignColumns: [coachId, id] });

/** Former clients can still read their payments. */
const isOwnMoney = isClientOfRow(READING_CLIENT);

/** Tenant, coach only. Packages that the coach sells. Subscriptions copy the price, so changes affect only new ones. */
export const packages = pgTable(
  'packages',
  {
    coachId: coachId().references(() => coaches.id),
    id: uuid('id').notNull(),
    name: text('name').notNull(),
    description: text('description').notNull(),
    amountCents: cents('amount_cents'),
    currency: text('currency').notNull(),
    interval: text('interval', { enum: PACKAGE_INTERVALS }).notNull(),
    archived: boolean('archived').notNull().default(false),
    createdAt: createdAt(),
  },
  (table) => [
    primaryKey({ columns: [table.coachId, table.id] }),
    oneOf('packages_interval_check', 'interval', PACKAGE_INTERVALS),
    check('packages_amount_check', sql.raw('amount_cents > 0')),
    allow('packages_coach', 'all', isCoachOfTenant),
  ],
);

/**
 * Tenant. Subscriptions of clients. The period with index `period` after `anchorOn` is invoiced next, on `nextDueOn`;
 * null while paused, and when nothing more is due.
 */
export const clientSubscriptions = pgTable(
  'client_subscriptions',
  {
    ...ofClient(),
    packageId: uuid('package_id'),
    name: text('name').notNull(),
    amountCents: cents('amount_cents'),
    currency: text('currency').notNull(),
    interval: text('interval', { enum: BILLING_INTERVALS }).notNull(),
    startsOn: day('starts_on').notNull(),
    /** First day without it. */
    endsOn: day('ends_on'),
    paused: boolean('paused').notNull().default(false),
    anchorOn: day('anchor_on').notNull(),
    period: integer('period').notNull().default(0),
    nextDueOn: day('next_due_on'),
    /** Grows with every change, and numbers the changes. */
    version: integer('version').notNull().default(1),
    createdAt: createdAt(),
  },
  (table) => [
    primaryKey({ columns: [table.coachId, table.id] }),
    toClient('client_subscriptions_client_fk', table),
    refersTo('client_subscriptions_package_fk', [table.coachId, table.packageId], packages),
    oneOf('client_subscriptions_interval_check', 'interval', BILLING_INTERVALS),
    check('client_subscriptions_amount_check', sql.raw('amount_cents > 0')),
    index('client_subscriptions_client_index').on(table.coachId, table.clientId),
    index('client_subscriptions_due_index').on(table.nextDueOn).where(sql`next_due_on is not null`),
    allow('client_subscriptions_coach', 'all', isCoachOfTenant),
    allow('client_subscriptions_client', 'select', isOwnMoney),
    allow('client_subscriptions_system', 'select', isSystem('money')),
  ],
);

/** Tenant, coach only, append-only. MRR is computed from these rows, in the order of their numbers within a day. */
export const subscriptionChanges = pgTable(
  'subscription_changes',
  {
    coachId: coachId(),
    subscriptionId: uuid('subscription_id').notNull(),
    number: integer('number').notNull(),
    clientId: uuid('client_id').notNull(),
    kind: text('kind', { enum: SUBSCRIPTION_CHANGE_KINDS }).notNull(),
    effectiveOn: day('effective_on').notNull(),
    currency: text('currency').notNull(),
    /** Monthly amount from that day on; 0 while paused or ended. */
    monthlyCents: cents('monthly_cents'),
    createdAt: createdAt(),
  },
  (table) => [
    primaryKey({ columns: [table.coachId, table.subscriptionId, table.number] }),
    toClient('subscription_changes_client_fk', table),
    refersTo('subscription_changes_subscription_fk', [table.coachId, table.subscriptionId], clientSubscriptions),
    oneOf('subscription_changes_kind_check', 'kind', SUBSCRIPTION_CHANGE_KINDS),
    check('subscription_changes_amount_check', sql.raw('monthly_cents >= 0')),
    index('subscription_changes_day_index').on(table.coachId, table.effectiveOn),
    allow('subscription_changes_read', 'select', isCoachOfTenant),
    allow('subscription_changes_record', 'insert', isCoachOfTenant),
  ],
);

/** Tenant, coach only. Settings for new invoices. */
export const invoiceSettings = pgTable(
  'invoice_settings',
  {
    coachId: coachId()
      .primaryKey()
      .references(() => coaches.id),
    businessName: text('business_name').notNull(),
    address: text('address').notNull(),
    taxId: text('tax_id').notNull(),
    taxLabel: text('tax_label').notNull(),
    taxRate: integer('tax_rate').notNull(),
    taxIncluded: boolean('tax_included').notNull(),
    termDays: integer('term_days').notNull(),
    prefix: text('prefix').notNull(),
    instructions: text('instructions').notNull(),
  },
  () => [allow('invoice_settings_coach', 'all', isCoachOfTenant)],
);

/** Tenant, coach only. The last number of each series of invoices. */
export const invoiceCounters = pgTable(
  'invoice_counters',
  {
    coachId: coachId().references(() => coaches.id),
    series: text('series').notNull(),
    last: integer('last').notNull(),
  },
  (table) => [
    primaryKey({ columns: [table.coachId, table.series] }),
    allow('invoice_counters_coach', 'all', isCoachOfTenant),
  ],
);

/** Issuer of an invoice and how to pay it, as of the day of issue. */
export type InvoiceIssuer = { businessName: string; address: string; taxId: string; instructions: string };

/**
 * Tenant. Only the coach sees drafts, which have no number. An issued invoice is never deleted and keeps its content.
 * `paidCents` and `refundedCents` are sums of its payments, updated under the row's lock.
 */
export const clientInvoices = pgTable(
  'client_invoices',
  {
    ...ofClient(),
    number: integer('number'),
    /** The printed number. */
    label: text('label').notNull().default(''),
    issuedOn: day('issued_on'),
    dueOn: day('due_on'),
    voidedOn: day('voided_on'),
    voidReason: text('void_reason').notNull().default(''),
    subscriptionId: uuid('subscription_id'),
    periodFrom: day('period_from'),
    periodTo: day('period_to'),
    currency: text('currency').notNull(),
    lines: jsonb('lines').$type<InvoiceLine[]>().notNull(),
    taxLabel: text('tax_label').notNull(),
    taxRate: integer('tax_rate').notNull(),
    taxIncluded: boolean('tax_included').notNull(),
    netCents: cents('net_cents'),
    taxCents: cents('tax_cents'),
    totalCents: cents('total_cents'),
    paidCents: cents('paid_cents').default(0),
    refundedCents: cents('refunded_cents').default(0),
    note: text('note').notNull().default(''),
    clientName: text('client_name').notNull(),
    issuer: jsonb('issuer').$type<InvoiceIssuer>(),
    /** Reminders sent so far. */
    reminders: integer('reminders').notNull().default(0),
    remindersPaused: boolean('reminders_paused').notNull().default(false),
    version: integer('version').notNull().default(1),
    createdAt: createdAt(),
  },
  (table) => [
    primaryKey({ columns: [table.coachId, table.id] }),
    toClient('client_invoices_client_fk', table),
    refersTo('client_invoices_subscription_fk', [table.coachId, table.subscriptionId], clientSubscriptions),
    check('client_invoices_issued_check', sql.raw('(number is null) = (issued_on is null)')),
    check('client_invoices_total_check', sql.raw('total_cents > 0 and net_cents + tax_cents = total_cents')),
    check(
      'client_invoices_paid_check',
      sql.raw('paid_cents between 0 and total_cents and refunded_cents between 0 and paid_cents'),
    ),
    uniqueIndex('client_invoices_number_index').on(table.coachId, table.number).where(sql`number is not null`),
    uniqueIndex('client_invoices_period_index')
      .on(table.coachId, table.subscriptionId, table.periodFrom)
      .where(sql`subscription_id is not null`),
    index('client_invoices_client_index').on(table.coachId, table.clientId, table.createdAt),
    index('client_invoices_newest_index').on(table.coachId, table.createdAt, table.id),
    index('client_invoices_owed_index')
      .on(table.coachId, table.dueOn)
      .where(sql`issued_on is not null and voided_on is null and paid_cents < total_cents`),
    index('client_invoices_reminder_index')
      .on(table.dueOn)
      .where(
        sql`issued_on is not null and voided_on is null and paid_cents < total_cents and not reminders_paused and reminders < 3`,
      ),
    allow('client_invoices_read', 'select', isCoachOfTenant),
    allow('client_invoices_add', 'insert', isCoachOfTenant),
    allow('client_invoices_change', 'update', isCoachOfTenant),
    allow('client_invoices_drop', 'delete', `${isCoachOfTenant} and issued_on is null`),
    allow('client_invoices_client', 'select', `${isOwnMoney} and issued_on is not null`),
    allow('client_invoices_system', 'select', isSystem('money')),
  ],
);

/** Tenant. Clients' payments, including failed ones. Refunds have a separate table. */
export const clientPayments = pgTable(
  'client_payments',
  {
    ...ofClient(),
    invoiceId: uuid('invoice_id'),
    amountCents: cents('amount_cents'),
    currency: text('currency').notNull(),
    method: text('method', { enum: PAYMENT_METHODS }).notNull(),
    status: text('status', { enum: PAYMENT_STATUSES }).notNull(),
    /** Why it failed, or why it was recorded by mistake. */
    reason: text('reason').notNull().default(''),
    /** Id at the provider of a payment that was taken online. */
    providerReference: text('provider_reference'),
    paidOn: day('paid_on').notNull(),
    note: text('note').notNull().default(''),
    /** Sum of the refunds, updated under the row's lock. */
    refundedCents: cents('refunded_cents').default(0),
    createdAt: createdAt(),
  },
  (table) => [
    primaryKey({ columns: [table.coachId, table.id] }),
    toClient('client_payments_client_fk', table),
    refersTo('client_payments_invoice_fk', [table.coachId, table.invoiceId], clientInvoices),
    oneOf('client_payments_method_check', 'method', PAYMENT_METHODS),
    oneOf('client_payments_status_check', 'status', PAYMENT_STATUSES),
    check('client_payments_amount_check', sql.raw('amount_cents > 0 and refunded_cents between 0 and amount_cents')),
    check('client_payments_refund_check', sql.raw("status = 'succeeded' or refunded_cents = 0")),
    uniqueIndex('client_payments_reference_index')
      .on(table.coachId, table.providerReference)
      .where(sql`provider_reference is not null`),
    index('client_payments_client_index').on(table.coachId, table.clientId, table.paidOn),
    index('client_payments_day_index').on(table.coachId, table.paidOn, table.id),
    index('client_payments_invoice_index').on(table.coachId, table.invoiceId).where(sql`invoice_id is not null`),
    allow('client_payments_coach', 'all', isCoachOfTenant),
    allow('client_payments_client', 'select', `${isOwnMoney} and status <> 'void'`),
  ],
);

/** Tenant, append-only. Refunds to clients. */
export const paymentRefunds = pgTable(
  'payment_refunds',
  {
    ...ofClient(),
    paymentId: uuid('payment_id').notNull(),
    amountCents: cents('amount_cents'),
    currency: text('currency').notNull(),
    refundedOn: day('refunded_on').notNull(),
    reason: text('reason').notNull(),
    providerReference: text('provider_reference'),
    createdAt: createdAt(),
  },
  (table) => [
    primaryKey({ columns: [table.coachId, table.id] }),
    toClient('payment_refunds_client_fk', table),
    refersTo('payment_refunds_payment_fk', [table.coachId, table.paymentId], clientPayments),
    check('payment_refunds_amount_check', sql.raw('amount_cents > 0')),
    index('payment_refunds_payment_index').on(table.coachId, table.paymentId),
    allow('payment_refunds_read', 'select', isCoachOfTenant),
    allow('payment_refunds_record', 'insert', isCoachOfTenant),
    allow('payment_refunds_client', 'select', isOwnMoney),
  ],
);

/** Tenant, coach only. The coach's account at the payment provider. `missing` lists what the provider still needs. */
export const paymentAccounts = pgTable(
  'payment_accounts',
  {
    coachId: coachId()
      .primaryKey()
      .references(() => coaches.id),
    accountId: text('account_id').notNull(),
    isReady: boolean('is_ready').notNull(),
    missing: text('missing').array().notNull(),
  },
  () => [allow('payment_accounts_coach', 'all', isCoachOfTenant)],
);

/** Tenant, coach only. Checkouts of invoices, at most one open for each. The payment gets the same id. */
export const onlineCheckouts = pgTable(
  'online_checkouts',
  {
    ...ofClient(),
    invoiceId: uuid('invoice_id').notNull(),
    amountCents: cents('amount_cents'),
    currency: text('currency').notNull(),
    accountId: text('account_id').notNull(),
    sessionId: text('session_id'),
    url: text('url'),
    status: text('status', { enum: CHECKOUT_STATUSES }).notNull().default('open'),
    createdAt: createdAt(),
  },
  (table) => [
    primaryKey({ columns: [table.coachId, table.id] }),
    refersTo('online_checkouts_invoice_fk', [table.coachId, table.invoiceId], clientInvoices).onDelete('cascade'),
    oneOf('online_checkouts_status_check', 'status', CHECKOUT_STATUSES),
    uniqueIndex('online_checkouts_open_index').on(table.coachId, table.invoiceId).where(sql`status = 'open'`),
    allow('online_checkouts_coach', 'all', isCoachOfTenant),
  ],
);
