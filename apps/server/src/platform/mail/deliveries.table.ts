import { sql } from 'drizzle-orm';
import { index, integer, pgTable, text, uuid } from 'drizzle-orm/pg-core';
import { createdAt, instant, oneOf } from '../db/columns.ts';
import { allow, isSystem } from '../db/policies.ts';

export const DELIVERY_STATUSES = ['queued', 'sent', 'failed', 'discarded'] as const;

/** Platform. What became of each mail, without its text. Rows are deleted after 30 days. */
export const mailDeliveries = pgTable(
  'mail_deliveries',
  {
    id: uuid('id').primaryKey(),
    /** In lower case, for search. */
    recipient: text('recipient').notNull(),
    template: text('template').notNull(),
    /** Null until the mail is rendered for the first time, and for mails with a secret. */
    subject: text('subject'),
    status: text('status', { enum: DELIVERY_STATUSES }).notNull().default('queued'),
    tries: integer('tries').notNull().default(0),
    /** End of a process's claim on the mail. Sending renews it, so the claim of a dead process ends soon. */
    claimedUntil: instant('claimed_until'),
    /** Answer of the mail server to the last try, if it refused the mail. */
    error: text('error'),
    /** The encrypted content of a failed mail, for sending it again. */
    sealed: text('sealed'),
    createdAt: createdAt(),
    updatedAt: instant('updated_at').notNull().defaultNow(),
  },
  (table) => [
    oneOf('mail_deliveries_status_check', 'status', DELIVERY_STATUSES),
    index('mail_deliveries_newest_index').on(table.createdAt, table.id),
    index('mail_deliveries_status_index').on(table.status, table.createdAt, table.id),
    index('mail_deliveries_recipient_index').on(sql`recipient collate "C" desc`, table.createdAt, table.id),
    allow('mail_deliveries_mail', 'all', isSystem('mail')),
  ],
);
