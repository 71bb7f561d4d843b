import type { Notification } from '@stridewell/contract/notifications/notifications';
import {
  CHANNELS,
  NOTIFICATION_TYPES,
  type NotificationType,
} from '@stridewell/contract/notifications/notifications.rules';
import { sql } from 'drizzle-orm';
import {
  boolean,
  foreignKey,
  index,
  jsonb,
  pgTable,
  primaryKey,
  smallint,
  text,
  uniqueIndex,
  uuid,
} from 'drizzle-orm/pg-core';
import { coaches, users } from '../../core/people/people.table.ts';
import { relationshipKey } from '../../core/relationships/relationships.table.ts';
import { coachId } from '../../core/tenancy/columns.ts';
import {
  isClientOfRow,
  isCurrentClient,
  isOperator,
  isOwner,
  scopeCoach,
  scopePerson,
  WRITING_CLIENT,
} from '../../core/tenancy/policies.ts';
import { createdAt, instant, oneOf } from '../../platform/db/columns.ts';
import { allow, isSystem, scopeRole, scopeWord } from '../../platform/db/policies.ts';

const userId = () =>
  uuid('user_id')
    .notNull()
    .references(() => users.id, { onDelete: 'cascade' });

/** Text of a notification, and the ids of its subject. */
const content = () => ({
  type: text('type').notNull(),
  title: text('title').notNull(),
  message: text('message').notNull(),
  metadata: jsonb('metadata').$type<Notification['metadata']>().notNull(),
  createdAt: createdAt(),
});

const isOfTenant = `coach_id = ${scopeCoach}`;

/**
 * Tenant. Undelivered notifications; the recipient's rows may be on another machine. The sender adds them in the
 * transaction of the cause: a coach for the person that their scope names (`namePerson`), a current client for their
 * coach, a visitor for the coach whose form they filled in, an answered invitation for both sides, an operator for the
 * coach of a decision. A job moves them, tenant by tenant, in the order of their ids.
 */
export const notificationOutbox = pgTable(
  'notification_outbox',
  {
    coachId: coachId().references(() => coaches.id, { onDelete: 'cascade' }),
    id: uuid('id').notNull(),
    userId: userId(),
    ...content(),
    type: text('type').$type<NotificationType>().notNull(),
    /** When to mail it; null when the cause sends its own mail. */
    mailAt: instant('mail_at'),
  },
  (table) => [
    primaryKey({ columns: [table.coachId, table.id] }),
    oneOf('notification_outbox_type_check', 'type', NOTIFICATION_TYPES),
    allow(
      'notification_outbox_tell_client',
      'insert',
      `${isOfTenant} and (${scopeRole} = 'coach' or ${isSystem('invitation')}) and user_id = ${scopePerson}`,
    ),
    allow(
      'notification_outbox_tell_coach',
      'insert',
      `${isOfTenant} and user_id = ${scopeCoach} and (${scopeRole} = 'coach' or ${isCurrentClient}
      or ${isSystem('capture')} or ${isSystem('invitation')} and ${scopePerson} is not null)`,
    ),
    allow(
      'notification_outbox_tell_decided',
      'insert',
      `${isOperator} and user_id = coach_id and type = 'coach_decided'`,
    ),
    // A recipient who has read the cause no longer needs its notification.
    allow('notification_outbox_own_read', 'select', `${isOfTenant} and ${isOwner}`),
    allow('notification_outbox_own_delete', 'delete', `${isOfTenant} and ${isOwner}`),
    allow('notification_outbox_system', 'all', `${isSystem('notifications')} and ${isOfTenant}`),
  ],
);

/** Rows of a personal table that the delivery of a tenant's notifications may access. */
const isDelivered = `${isSystem('notifications')} and metadata ->> 'coach_id' = ${scopeWord('coach_id')}`;

/** Personal. */
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
    // At most one unread notification for each conversation.
    uniqueIndex('notifications_conversation_index')
      .on(table.userId, sql`(metadata ->> 'conversation_id')`)
      .where(sql.raw("type = 'message_received' and not read")),
    allow('notifications_own', 'all', isOwner),
    allow('notifications_delivery_read', 'select', isDelivered),
    allow('notifications_delivery_insert', 'insert', isDelivered),
  ],
);

/** Personal. Settings that the person has changed. Defaults have no row. Senders cannot read them. */
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
 * Personal. Notifications that may be mailed, depending on the settings when they are due. Messages wait a while. Their
 * row stays after the mail until the recipient reads the conversation, so that a conversation causes only one mail.
 */
export const notificationMails = pgTable(
  'notification_mails',
  {
    userId: userId(),
    id: uuid('id').notNull(),
    ...content(),
    type: text('type').$type<NotificationType>().notNull(),
    /** Null once it is mailed, or ruled out by the recipient's settings. */
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
    allow('notification_mails_system', 'all', isSystem('notifications')),
  ],
);

/**
 * Personal. Browsers that get a person's pushes. A browser belongs to the person who subscribed last, and leaves with the
 * session (`tell_session_ended`). A session that merely expires keeps it, so that people who come once a week are reached.
 */
export const pushSubscriptions = pgTable(
  'push_subscriptions',
  {
    userId: userId(),
    id: uuid('id').notNull(),
    /** Address at the push service, which the browser supplied. */
    endpoint: text('endpoint').notNull(),
    endpointDigest: text('endpoint_digest').notNull(),
    /** Public key and secret of the browser, for encryption. */
    p256dh: text('p256dh').notNull(),
    auth: text('auth').notNull(),
    timeZone: text('time_zone').notNull(),
    userAgent: text('user_agent').notNull(),
    /** The session that subscribed or renewed last. */
    sessionId: uuid('session_id').notNull(),
    createdAt: createdAt(),
    renewedAt: instant('renewed_at').notNull(),
  },
  (table) => [
    primaryKey({ columns: [table.userId, table.id] }),
    uniqueIndex('push_subscriptions_endpoint_index').on(table.userId, table.endpointDigest),
    index('push_subscriptions_others_index').on(table.endpointDigest),
    allow('push_subscriptions_own', 'all', isOwner),
    allow('push_subscriptions_system', 'all', isSystem('notifications')),
  ],
);

/** Personal. Pushes that wait, one for each device. A row is deleted once its push service has answered for good. */
export const notificationPushes = pgTable(
  'notification_pushes',
  {
    userId: userId(),
    id: uuid('id').notNull(),
    deviceId: uuid('device_id').notNull(),
    ...content(),
    type: text('type').$type<NotificationType>().notNull(),
    /** While a process sends it, the end of that process's claim. */
    dueAt: instant('due_at').notNull(),
    tries: smallint('tries').notNull().default(0),
  },
  (table) => [
    primaryKey({ columns: [table.userId, table.id, table.deviceId] }),
    foreignKey({
      name: 'notification_pushes_device_fk',
      columns: [table.userId, table.deviceId],
      foreignColumns: [pushSubscriptions.userId, pushSubscriptions.id],
    }).onDelete('cascade'),
    oneOf('notification_pushes_type_check', 'type', NOTIFICATION_TYPES),
    index('notification_pushes_due_index').on(table.dueAt),
    // A newer message of a conversation is covered by the push that waits.
    uniqueIndex('notification_pushes_conversation_index')
      .on(table.userId, table.deviceId, sql`(metadata ->> 'conversation_id')`)
      .where(sql.raw("type = 'message_received'")),
    allow('notification_pushes_own', 'all', isOwner),
    allow('notification_pushes_system', 'all', isSystem('notifications')),
  ],
);

/**
 * Tenant, client only. Digests of texts about purging or self-harm that the coach was notified of, so that the same text
 * notifies once, however often and wherever it is sent.
 */
export const alarmingTexts = pgTable(
  'alarming_texts',
  {
    coachId: coachId(),
    clientId: uuid('client_id').notNull(),
    digest: text('digest').notNull(),
    createdAt: createdAt(),
  },
  (table) => [
    primaryKey({ columns: [table.coachId, table.clientId, table.digest] }),
    relationshipKey(table),
    allow('alarming_texts_client_read', 'select', isClientOfRow(WRITING_CLIENT)),
    allow('alarming_texts_client_insert', 'insert', isClientOfRow(WRITING_CLIENT)),
  ],
);
