import type { Notification } from '@stridewell/contract/notifications';
import { CHANNELS, NOTIFICATION_TYPES, type NotificationType } from '@stridewell/contract/notifications.rules';
import { sql } from 'drizzle-orm';
import { boolean, index, jsonb, pgTable, primaryKey, text, uniqueIndex, uuid } from 'drizzle-orm/pg-core';
import { users } from '../../core/people/people.table.ts';
import { isCurrentClient, isOwner, scopeCoach, scopePerson } from '../../core/tenancy/policies.ts';
import { createdAt, instant, oneOf } from '../../platform/db/columns.ts';
import { allow, isSystem, scopeRole } from '../../platform/db/policies.ts';

/**
 * Lets one side of a relationship notify the other, which is `user_id`: a coach the person that their scope names
 * (`namePerson`), a current client their coach, an answered invitation both.
 */
const allowNotifyingOtherSide = (table: string) => [
  allow(
    `${table}_tell_client`,
    'insert',
    `(${scopeRole} = 'coach' or ${isSystem('invitation')}) and user_id = ${scopePerson}`,
  ),
  allow(
    `${table}_tell_coach`,
    'insert',
    `user_id = ${scopeCoach} and (${isCurrentClient} or ${isSystem('invitation')} and ${scopePerson} is not null)`,
  ),
];

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

/**
 * Personal. The other side of the relationship may insert a row but not read it. So an insert cannot use RETURNING or
 * name a conflict target.
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
    // One unread notification for each conversation, however many messages arrive.
    uniqueIndex('notifications_conversation_index')
      .on(table.userId, sql`(metadata ->> 'conversation_id')`)
      .where(sql.raw("type = 'message_received' and not read")),
    allow('notifications_own', 'all', isOwner),
    ...allowNotifyingOtherSide('notifications'),
  ],
);

/**
 * Personal. A setting that the person has changed; the default needs no row. Only the person reads it. A trigger
 * (`keep_wanted_notifications`) holds back unwanted notifications in the app, and the mail job skips unwanted mails.
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
 * Personal. Notifications that may have to be mailed. The sender adds every one and never learns the recipient's
 * settings; a job reads them. A message waits a while. Its row stays after the mail until the recipient reads the
 * conversation, so that a conversation causes one mail.
 */
export const notificationMails = pgTable(
  'notification_mails',
  {
    userId: userId(),
    id: uuid('id').notNull(),
    ...content(),
    type: text('type').$type<NotificationType>().notNull(),
    /** Null once it was mailed or the recipient's settings ruled it out. */
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
    // A reminder job in the coach's scope notifies the coach, too.
    allow('notification_mails_own_insert', 'insert', isOwner),
    allow('notification_mails_system', 'all', isSystem('notifications')),
    ...allowNotifyingOtherSide('notification_mails'),
  ],
);
