import { bigint, boolean, index, integer, jsonb, pgTable, text, uuid } from 'drizzle-orm/pg-core';
import { createdAt, instant } from '../../platform/db/columns.ts';
import { allow, isSystem } from '../../platform/db/policies.ts';

/** Platform. The sandbox's checkouts of plans, for installations without a payment provider. No money moves. */
export const sandboxCheckouts = pgTable(
  'sandbox_checkouts',
  {
    id: text('id').primaryKey(),
    secretDigest: text('secret_digest').notNull(),
    plan: text('plan').$type<'plus' | 'pro'>().notNull(),
    clients: integer('clients').notNull(),
    status: text('status').$type<'open' | 'complete' | 'expired'>().notNull().default('open'),
    email: text('email'),
    userId: uuid('user_id'),
    customerId: text('customer_id'),
    subscriptionId: text('subscription_id'),
    expiresAt: instant('expires_at').notNull(),
    createdAt: createdAt(),
  },
  () => [allow('sandbox_checkouts_billing', 'all', isSystem('billing'))],
);

export const sandboxSubscriptions = pgTable(
  'sandbox_subscriptions',
  {
    id: text('id').primaryKey(),
    customerId: text('customer_id').notNull(),
    plan: text('plan').$type<'plus' | 'pro'>().notNull(),
    status: text('status').$type<'active' | 'past_due' | 'canceled'>().notNull().default('active'),
    clients: integer('clients').notNull(),
    /** Whether the test card also pays renewals. */
    cardRenews: boolean('card_renews').notNull(),
    cardBrand: text('card_brand').notNull(),
    cardLast4: text('card_last4').notNull(),
    cancelAtPeriodEnd: boolean('cancel_at_period_end').notNull().default(false),
    currentPeriodEnd: instant('current_period_end').notNull(),
    createdAt: createdAt(),
  },
  (table) => [
    index('sandbox_subscriptions_customer_index').on(table.customerId),
    index('sandbox_subscriptions_period_index').on(table.currentPeriodEnd),
    allow('sandbox_subscriptions_billing', 'all', isSystem('billing')),
  ],
);

/** One line of an invoice, in cents; negative for a credit. */
export type InvoiceLine = { label: string; amountCents: number };

export const sandboxInvoices = pgTable(
  'sandbox_invoices',
  {
    id: text('id').primaryKey(),
    number: bigint('number', { mode: 'number' }).generatedAlwaysAsIdentity({ startWith: 1001 }),
    subscriptionId: text('subscription_id')
      .notNull()
      .references(() => sandboxSubscriptions.id),
    status: text('status').$type<'paid' | 'open' | 'refunded'>().notNull(),
    lines: jsonb('lines').$type<InvoiceLine[]>().notNull(),
    amountCents: integer('amount_cents').notNull(),
    createdAt: instant('created_at').notNull(),
    paidAt: instant('paid_at'),
  },
  (table) => [
    index('sandbox_invoices_subscription_index').on(table.subscriptionId, table.createdAt),
    allow('sandbox_invoices_billing', 'all', isSystem('billing')),
  ],
);
