import { BROADCAST_OUTCOMES } from '@stridewell/contract/messages/messages.broadcast.rules';
import { SIDES } from '@stridewell/contract/people.rules';
import { sql } from 'drizzle-orm';
import {
  boolean,
  check,
  foreignKey,
  index,
  integer,
  pgTable,
  primaryKey,
  text,
  uniqueIndex,
  uuid,
} from 'drizzle-orm/pg-core';
import { relationships } from '../../core/relationships/relationships.table.ts';
import { coachId } from '../../core/tenancy/columns.ts';
import {
  isClientOfRow,
  isCoachOfRow,
  isCoachOfTenant,
  READING_CLIENT,
  WRITING_CLIENT,
} from '../../core/tenancy/policies.ts';
import { instant, oneOf } from '../../platform/db/columns.ts';
import { allow } from '../../platform/db/policies.ts';
import { byteText } from '../../platform/db/search.ts';

/**
 * Tenant. A relationship has one conversation, whose key is the client's id. The first message creates the row, whose
 * lock orders the numbers of messages.
 */
export const conversations = pgTable(
  'conversations',
  {
    coachId: coachId(),
    clientId: uuid('client_id').notNull(),
    lastSeq: integer('last_seq').notNull().default(0),
    /** Time of the last individual message, because group messages do not move conversations up. */
    lastMessageAt: instant('last_message_at').notNull(),
  },
  (table) => [
    primaryKey({ columns: [table.coachId, table.clientId] }),
    foreignKey({
      columns: [table.coachId, table.clientId],
      foreignColumns: [relationships.coachId, relationships.clientId],
    }).onDelete('cascade'),
    allow('conversations_coach', 'all', isCoachOfTenant),
    allow('conversations_client_read', 'select', isClientOfRow(READING_CLIENT)),
    allow('conversations_client_insert', 'insert', isClientOfRow(WRITING_CLIENT)),
    allow('conversations_client_update', 'update', isClientOfRow(WRITING_CLIENT)),
  ],
);

/** Tenant. Append-only. Each side writes in its own name, and only while the client is current. */
export const messages = pgTable(
  'messages',
  {
    coachId: coachId(),
    id: uuid('id').notNull(),
    clientId: uuid('client_id').notNull(),
    seq: integer('seq').notNull(),
    sender: text('sender', { enum: SIDES }).notNull(),
    body: text('body').notNull(),
    createdAt: instant('created_at').notNull(),
    /** Sent by a rule of the coach. */
    automatic: boolean('automatic').notNull().default(false),
  },
  (table) => [
    primaryKey({ columns: [table.coachId, table.id] }),
    foreignKey({
      columns: [table.coachId, table.clientId],
      foreignColumns: [conversations.coachId, conversations.clientId],
    }).onDelete('cascade'),
    uniqueIndex('messages_order_index').on(table.coachId, table.clientId, table.seq),
    index('messages_time_index').on(table.coachId, table.clientId, table.createdAt, table.id),
    oneOf('messages_sender_check', 'sender', SIDES),
    check('messages_body_check', sql.raw('char_length(body) <= 10000')),
    check('messages_seq_check', sql.raw('seq >= 1')),
    allow('messages_coach_read', 'select', isCoachOfRow),
    // The key keeps the row in the tenant. The service checks that the client is current.
    allow('messages_coach_write', 'insert', `${isCoachOfTenant} and sender = 'coach'`),
    allow('messages_client_read', 'select', isClientOfRow(READING_CLIENT)),
    allow(
      'messages_client_write',
      'insert',
      `${isClientOfRow(WRITING_CLIENT)} and sender = 'client' and not automatic`,
    ),
  ],
);

/**
 * Tenant. The words by which a coach finds messages (`messageWords`). Under row-level security no index serves a text
 * search, so each word is a row, with the time by which hits are sorted.
 */
export const messageWordRows = pgTable(
  'message_words',
  {
    coachId: coachId(),
    word: byteText('word').notNull(),
    createdAt: instant('created_at').notNull(),
    messageId: uuid('message_id').notNull(),
    clientId: uuid('client_id').notNull(),
  },
  (table) => [
    primaryKey({ columns: [table.coachId, table.word, table.createdAt, table.messageId] }),
    foreignKey({
      columns: [table.coachId, table.messageId],
      foreignColumns: [messages.coachId, messages.id],
    }).onDelete('cascade'),
    index('message_words_message_index').on(table.coachId, table.messageId, table.word),
    allow('message_words_coach_read', 'select', isCoachOfRow),
    allow('message_words_coach_write', 'insert', isCoachOfTenant),
    allow('message_words_client_write', 'insert', isClientOfRow(WRITING_CLIENT)),
  ],
);

/** Tenant. The number of the last message that a side has read. Each side moves its own marker and reads both. */
export const readMarkers = pgTable(
  'read_markers',
  {
    coachId: coachId(),
    clientId: uuid('client_id').notNull(),
    side: text('side', { enum: SIDES }).notNull(),
    seq: integer('seq').notNull(),
  },
  (table) => [
    primaryKey({ columns: [table.coachId, table.clientId, table.side] }),
    foreignKey({
      columns: [table.coachId, table.clientId],
      foreignColumns: [conversations.coachId, conversations.clientId],
    }).onDelete('cascade'),
    oneOf('read_markers_side_check', 'side', SIDES),
    allow('read_markers_coach_read', 'select', isCoachOfTenant),
    allow('read_markers_coach_insert', 'insert', `${isCoachOfTenant} and side = 'coach'`),
    allow('read_markers_coach_update', 'update', `${isCoachOfTenant} and side = 'coach'`),
    allow('read_markers_client_read', 'select', isClientOfRow(READING_CLIENT)),
    allow('read_markers_client_insert', 'insert', `${isClientOfRow(WRITING_CLIENT)} and side = 'client'`),
    allow('read_markers_client_update', 'update', `${isClientOfRow(WRITING_CLIENT)} and side = 'client'`),
  ],
);

/**
 * Tenant. The files of a message in display order. A file belongs to at most one message. The foreign key to `files` is
 * only in the migration. It includes the client, so that files of other conversations cannot be attached.
 */
export const messageAttachments = pgTable(
  'message_attachments',
  {
    coachId: coachId(),
    messageId: uuid('message_id').notNull(),
    position: integer('position').notNull(),
    clientId: uuid('client_id').notNull(),
    fileId: uuid('file_id').notNull(),
  },
  (table) => [
    primaryKey({ columns: [table.coachId, table.messageId, table.position] }),
    foreignKey({
      columns: [table.coachId, table.messageId],
      foreignColumns: [messages.coachId, messages.id],
    }).onDelete('cascade'),
    uniqueIndex('message_attachments_file_index').on(table.coachId, table.fileId),
    allow('message_attachments_coach', 'all', isCoachOfTenant),
    allow('message_attachments_client_read', 'select', isClientOfRow(READING_CLIENT)),
    allow('message_attachments_client_write', 'insert', isClientOfRow(WRITING_CLIENT)),
  ],
);

/** Tenant. A group message: one text for several clients. Append-only. */
export const broadcasts = pgTable(
  'broadcasts',
  {
    coachId: coachId(),
    id: uuid('id').notNull(),
    body: text('body').notNull(),
    createdAt: instant('created_at').notNull(),
  },
  (table) => [
    primaryKey({ columns: [table.coachId, table.id] }),
    check('broadcasts_body_check', sql.raw('char_length(body) between 1 and 10000')),
    index('broadcasts_newest_index').on(table.coachId, table.createdAt, table.id),
    allow('broadcasts_coach', 'all', isCoachOfTenant),
  ],
);

/** Tenant. The outcome of a group message for one client. Each copy is sent in a separate transaction. */
export const broadcastRecipients = pgTable(
  'broadcast_recipients',
  {
    coachId: coachId(),
    broadcastId: uuid('broadcast_id').notNull(),
    clientId: uuid('client_id').notNull(),
    outcome: text('outcome', { enum: BROADCAST_OUTCOMES }).notNull().default('pending'),
    /** Number of the copy in the client's conversation. */
    seq: integer('seq'),
  },
  (table) => [
    primaryKey({ columns: [table.coachId, table.broadcastId, table.clientId] }),
    foreignKey({
      columns: [table.coachId, table.broadcastId],
      foreignColumns: [broadcasts.coachId, broadcasts.id],
    }).onDelete('cascade'),
    foreignKey({
      columns: [table.coachId, table.clientId],
      foreignColumns: [relationships.coachId, relationships.clientId],
    }).onDelete('cascade'),
    oneOf('broadcast_recipients_outcome_check', 'outcome', BROADCAST_OUTCOMES),
    check('broadcast_recipients_seq_check', sql.raw("(outcome = 'sent') = (seq is not null)")),
    allow('broadcast_recipients_coach', 'all', isCoachOfTenant),
  ],
);
