import { CONTACT_KINDS, CONTACT_STATUSES } from '@stridewell/contract/contacts/contacts.rules';
import { sql } from 'drizzle-orm';
import { check, index, integer, jsonb, pgTable, text, uuid } from 'drizzle-orm/pg-core';
import { users } from '../../core/people/people.table.ts';
import { searchColumns } from '../../core/search.ts';
import { isOperatorOfList } from '../../core/tenancy/policies.ts';
import { createdAt, instant, oneOf } from '../../platform/db/columns.ts';
import { allow, isSystem } from '../../platform/db/policies.ts';

/**
 * Platform. The operators' inbox: one row for each contact form and demo request, with the same id. The submission
 * itself belongs to the site feature.
 */
export const contacts = pgTable(
  'contacts',
  {
    id: uuid('id').primaryKey(),
    kind: text('kind', { enum: CONTACT_KINDS }).notNull(),
    status: text('status', { enum: CONTACT_STATUSES }).notNull().default('new'),
    name: text('name').notNull(),
    /** In lower case. */
    email: text('email').notNull(),
    business: text('business').notNull(),
    assigneeId: uuid('assignee_id').references(() => users.id, { onDelete: 'set null' }),
    spamScore: integer('spam_score').notNull().default(0),
    spamReasons: jsonb('spam_reasons').$type<string[]>().notNull().default([]),
    /** Digests of the sender's address and of the text, to detect repetitions. */
    addressDigest: text('address_digest').notNull().default(''),
    textDigest: text('text_digest').notNull().default(''),
    /** Start of the demo booked with the email address. */
    demoAt: instant('demo_at'),
    version: integer('version').notNull().default(1),
    receivedAt: instant('received_at').notNull().defaultNow(),
    ...searchColumns(),
  },
  (table) => [
    oneOf('contacts_kind_check', 'kind', CONTACT_KINDS),
    oneOf('contacts_status_check', 'status', CONTACT_STATUSES),
    check('contacts_spam_score_check', sql.raw('spam_score between 0 and 100')),
    index('contacts_received_index').on(table.receivedAt, table.id),
    index('contacts_unanswered_index').on(table.receivedAt, table.id).where(sql`status in ('new', 'open')`),
    index('contacts_status_index').on(table.status, table.receivedAt, table.id),
    index('contacts_kind_index').on(table.kind, table.receivedAt, table.id),
    index('contacts_assignee_index').on(table.assigneeId, table.receivedAt, table.id),
    index('contacts_name_index').on(table.nameKey),
    index('contacts_last_name_index').on(table.lastNameKey),
    index('contacts_business_index').on(table.businessKey),
    index('contacts_email_index').on(sql`email collate "C"`),
    index('contacts_digest_index').on(table.addressDigest, table.receivedAt),
    allow('contacts_operator', 'all', isOperatorOfList),
    // The site counts repeated texts, and stores booked and moved demos.
    allow('contacts_site_read', 'select', isSystem('site')),
    allow('contacts_site_add', 'insert', `${isSystem('site')} and status = 'new' and assignee_id is null`),
    allow('contacts_site_demo', 'update', isSystem('site')),
  ],
);

/** Platform. Notes about a contact, and mails to the visitor. Deleted with the contact. */
export const contactEntries = pgTable(
  'contact_entries',
  {
    id: uuid('id').primaryKey(),
    contactId: uuid('contact_id')
      .notNull()
      .references(() => contacts.id, { onDelete: 'cascade' }),
    kind: text('kind', { enum: ['note', 'reply'] }).notNull(),
    authorId: uuid('author_id'),
    text: text('text').notNull(),
    /** The delivery of a reply, whose row is deleted after 30 days. */
    mailId: uuid('mail_id'),
    createdAt: createdAt(),
  },
  (table) => [
    oneOf('contact_entries_kind_check', 'kind', ['note', 'reply']),
    index('contact_entries_contact_index').on(table.contactId, table.createdAt),
    allow('contact_entries_operator', 'all', isOperatorOfList),
  ],
);
