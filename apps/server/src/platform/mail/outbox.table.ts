import { index, jsonb, pgTable, text, uuid } from 'drizzle-orm/pg-core';
import { createdAt } from '../db/columns.ts';
import { allow, isSystem } from '../db/policies.ts';
import type { MailAttachment } from './mail.ts';

/** Platform. Where mail goes while no SMTP server is configured. */
export const outboxMails = pgTable(
  'outbox_mails',
  {
    id: uuid('id').primaryKey(),
    recipient: text('recipient').notNull(),
    /** Null for the product's. */
    senderName: text('sender_name'),
    replyTo: text('reply_to'),
    subject: text('subject').notNull(),
    html: text('html').notNull(),
    text: text('text').notNull(),
    attachments: jsonb('attachments').$type<MailAttachment[]>().notNull().default([]),
    createdAt: createdAt(),
  },
  (table) => [
    index('outbox_mails_newest_index').on(table.createdAt.desc()),
    allow('outbox_mails_mail', 'all', isSystem('mail')),
  ],
);
