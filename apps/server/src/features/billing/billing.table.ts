import { WEBHOOK_STATUSES } from '@stridewell/contract/jobs/jobs.rules';
import { sql } from 'drizzle-orm';
import { boolean, index, integer, pgTable, text, uniqueIndex, uuid } from 'drizzle-orm/pg-core';
import { users } from '../../core/people/people.table.ts';
import { createdAt, instant, oneOf } from '../../platform/db/columns.ts';
import { allow, isSystem } from '../../platform/db/policies.ts';

const ofBilling = (table: string) => allow(`${table}_billing`, 'all', isSystem('billing'));

/** Platform. Received events of the payment provider, so that none is processed twice. */
export const webhookEvents = pgTable(
  'webhook_events',
  {
    id: text('id').primaryKey(),
    type: text('type').notNull(),
    /** Subject of the event. All of these are null for an event that does not concern us. */
    checkoutId: text('checkout_id'),
    subscriptionId: text('subscription_id'),
    disputeId: text('dispute_id'),
    /** The coach's account that the event concerns; null for the platform's own. */
    accountId: text('account_id'),
    /** Coach and invoice checkout named by the event. Unverified, because the owner of the account can write them. */
    claimedCoachId: uuid('claimed_coach_id'),
    claimedCheckoutId: uuid('claimed_checkout_id'),
    status: text('status', { enum: WEBHOOK_STATUSES }).notNull().default('ignored'),
    /** Tries since it arrived or was replayed. */
    tries: integer('tries').notNull().default(0),
    /** Why the last try failed, or why it was ignored. */
    error: text('error'),
    createdAt: createdAt(),
  },
  (table) => [
    oneOf('webhook_events_status_check', 'status', WEBHOOK_STATUSES),
    index('webhook_events_newest_index').on(table.createdAt, table.id),
    index('webhook_events_status_index').on(table.status, table.createdAt, table.id),
    ofBilling('webhook_events'),
  ],
);

/** Platform. Checkout sessions and the account each one was used for. `email` is the buyer's. */
export const purchases = pgTable(
  'purchases',
  {
    sessionId: text('session_id').primaryKey(),
    plan: text('plan').$type<'plus' | 'pro'>().notNull(),
    email: text('email'),
    subscriptionId: text('subscription_id'),
    userId: uuid('user_id').references(() => users.id, { onDelete: 'set null' }),
    paidAt: instant('paid_at'),
    remindedAt: instant('reminded_at'),
    createdAt: createdAt(),
  },
  (table) => [
    index('purchases_subscription_index').on(table.subscriptionId),
    index('purchases_waiting_index').on(table.email).where(sql.raw('user_id is null and paid_at is not null')),
    ofBilling('purchases'),
  ],
);

/** Platform. Payments that cardholders contest at the bank. */
export const disputes = pgTable(
  'disputes',
  {
    id: text('id').primaryKey(),
    chargeId: text('charge_id').notNull(),
    /** The coach's account that a client paid into; null for the payment of a plan. */
    accountId: text('account_id'),
    /** The coach. For a plan, null until the provider has named the payer. */
    userId: uuid('user_id').references(() => users.id, { onDelete: 'set null' }),
    amount: integer('amount').notNull(),
    currency: text('currency').notNull(),
    respondBy: instant('respond_by'),
    closedAt: instant('closed_at'),
    createdAt: createdAt(),
  },
  (table) => [
    index('disputes_user_index').on(table.userId),
    index('disputes_open_index').on(table.createdAt, table.id).where(sql.raw('closed_at is null')),
    ofBilling('disputes'),
  ],
);

/** Platform. Subscriptions as last reported by the payment provider, and the account of each. */
export const subscriptions = pgTable(
  'subscriptions',
  {
    id: text('id').primaryKey(),
    userId: uuid('user_id').references(() => users.id, { onDelete: 'set null' }),
    customerId: text('customer_id').notNull(),
    plan: text('plan').$type<'plus' | 'pro'>().notNull(),
    status: text('status').notNull(),
    /** Billed clients, including those in the price of the plan. */
    clients: integer('clients').notNull().default(0),
    /** Since when payments fail; null while they succeed. */
    failingSince: instant('failing_since'),
    /** When the provider first reported the end. */
    endedAt: instant('ended_at'),
    /** Until when an operator lets the coach keep the plan. */
    graceExtendedUntil: instant('grace_extended_until'),
    cancelAtPeriodEnd: boolean('cancel_at_period_end').notNull(),
    currentPeriodEnd: instant('current_period_end').notNull(),
    createdAt: createdAt(),
  },
  (table) => [
    uniqueIndex('subscriptions_live_index')
      .on(table.userId)
      .where(sql.raw("status not in ('canceled', 'incomplete_expired')")),
    index('subscriptions_failing_index').on(table.failingSince).where(sql.raw('failing_since is not null')),
    ofBilling('subscriptions'),
  ],
);
