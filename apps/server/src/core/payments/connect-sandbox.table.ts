import { bigint, boolean, pgTable, text, uuid } from 'drizzle-orm/pg-core';
import { createdAt, instant } from '../../platform/db/columns.ts';
import { allow, isSystem } from '../../platform/db/policies.ts';

/** Platform. The sandbox's checkouts of invoices. No money moves. */
export const sandboxInvoiceCheckouts = pgTable(
  'sandbox_invoice_checkouts',
  {
    id: text('id').primaryKey(),
    accountId: text('account_id').notNull(),
    coachId: uuid('coach_id').notNull(),
    checkoutId: uuid('checkout_id').notNull(),
    amountCents: bigint('amount_cents', { mode: 'number' }).notNull(),
    currency: text('currency').notNull(),
    description: text('description').notNull(),
    paid: boolean('paid').notNull().default(false),
    expiresAt: instant('expires_at').notNull(),
    createdAt: createdAt(),
  },
  () => [allow('sandbox_invoice_checkouts_billing', 'all', isSystem('billing'))],
);
