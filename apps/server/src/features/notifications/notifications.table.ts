import type { Notification } from '@stridewell/contract/notifications';
import {
  BROADCAST_OUTCOMES,
  CHANNELS,
  NOTIFICATION_TYPES,
  type NotificationType,
} from '@stridewell/contract/notifications.rules';
import { sql } from 'drizzle-orm';
import {
  boolean,
  check,
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
import { users } from '../../core/people/people.table.ts';
import { relationships } from '../../core/relationships/relationships.table.ts';
import { isCoachOfTenant, isOwner, scopeClient, scopeCoach } from '../../core/tenancy/policies.ts';
import { coachId, createdAt, instant, oneOf } from '../../platform/db/columns.ts';
import { allow, isSystem, scopeRole } from '../../platform/db/policies.ts';

/** The other party of the relationship in scope may be told something; they are `user_id` of `table`. */
const tellOtherParty = (table: string) => [
  allow(
    `${table}_tell_client`,
    'insert',
    `(${scopeRole} = 'coach' or ${isSystem('invitation')}) and exists (select 1 from client_coach_relationships r
      where r.coach_id = ${scopeCoach} and r.person_id = ${table}.user_id and r.status in ('active', 'paused'))`,
  ),
  allow(
    `${table}_tell_coach`,
    'insert',
    `(${scopeRole} = 'client' or ${isSystem('invitation')}) and user_id = ${scopeCoach}
      and exists (select 1 from client_coach_relationships r where r.coach_id = ${scopeCoach}
      and r.client_id = ${scopeClient} and r.status in ('active', 'paused', 'declined'))`,
  ),
];

const userId = () =>
  uuid('user_id')
    .notNull()
    .references(() => users.id, { onDelete: 'cascade' });

/** What a notification says, and the ids of what it is about. */
const content = () => ({
  type: text('type').notNull(),
  title: text('title').notNull(),
  message: text('message').notNull(),
  metadata: jsonb('metadata').$type<Notification['metadata']>().notNull(),
  createdAt: createdAt(),
});

/**
 * Personal. The other party of the relationship in scope may be told something: insert only, and neither RETURNING
 * nor an upsert that names its conflict, because the sender cannot read the row.
 */
export const notifications = pgTable(
  'notifications',
  {
    userId: userId(),
    id: uuid('id').notNull(),
    read: boolean('read').notNull().default(false),
    ...content(),
  },
  (table) => [
    primaryKey({ columns: [table.userId, table.id] }),
    oneOf('notifications_type_check', 'type', NOTIFICATION_TYPES),
    index('notifications_newest_index').on(table.userId, table.createdAt, table.id),
    // A conversation tells once until it has been looked at, however much is written meanwhile.
    uniqueIndex('notifications_conversation_index')
      .on(table.userId, sql`(metadata ->> 'conversation_id')`)
      .where(sql.raw("type = 'message_received' and not read")),
    allow('notifications_own', 'all', isOwner),
    ...tellOtherParty('notifications'),
  ],
);

/**
 * Personal. A choice that somebody has made; without a row it is as usual. Nobody else reads them: what comes to the
 * app is held back by a trigger (`keep_wanted_notifications`), and mails by the job that sends them.
 */
export const notificationPreferences = pgTable(
  'notification_preferences',
  {
    userId: userId(),
    type: text('type', { enum: NOTIFICATION_TYPES }).notNull(),
    channel: text('channel', { enum: CHANNELS }).notNull(),
    enabled: boolean('enabled').notNull(),
  },
  (table) => [
    primaryKey({ columns: [table.userId, table.type, table.channel] }),
    oneOf('notification_preferences_type_check', 'type', NOTIFICATION_TYPES),
    oneOf('notification_preferences_channel_check', 'channel', CHANNELS),
    allow('notification_preferences_own', 'all', isOwner),
    allow('notification_preferences_system', 'select', isSystem('notifications')),
  ],
);

/**
 * Personal. What may have to be mailed. The sender puts everything in and learns nothing; a job asks what the
 * recipient wants. A message waits a while, and stays after it was mailed until its conversation has been looked at,
 * so that nobody gets a mail for each.
 */
export const notificationMails = pgTable(
  'notification_mails',
  {
    userId: userId(),
    id: uuid('id').notNull(),
    ...content(),
    type: text('type').$type<NotificationType>().notNull(),
    /** Null once it was mailed, or found not to be wanted. */
    dueAt: instant('due_at'),
  },
  (table) => [
    primaryKey({ columns: [table.userId, table.id] }),
    oneOf('notification_mails_type_check', 'type', NOTIFICATION_TYPES),
    index('notification_mails_due_index').on(table.dueAt).where(sql.raw('due_at is not null')),
    uniqueIndex('notification_mails_conversation_index')
      .on(table.userId, sql`(metadata ->> 'conversation_id')`)
      .where(sql.raw("type = 'message_received'")),
    allow('notification_mails_own_read', 'select', isOwner),
    allow('notification_mails_own_delete', 'delete', isOwner),
    // Reminders go to the coach whose work they are part of, too.
    allow('notification_mails_own_insert', 'insert', isOwner),
    allow('notification_mails_system', 'all', isSystem('notifications')),
    ...tellOtherParty('notification_mails'),
  ],
);

/** Tenant. A message that the coach writes to several clients at once. Never changed once written. */
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

/** Tenant. What became of a broadcast for one client: each is sent in a transaction of its own. */
export const broadcastRecipients = pgTable(
  'broadcast_recipients',
  {
    coachId: coachId(),
    broadcastId: uuid('broadcast_id').notNull(),
    clientId: uuid('client_id').notNull(),
    outcome: text('outcome', { enum: BROADCAST_OUTCOMES }).notNull().default('pending'),
    /** The number of the message in the client's conversation. */
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
