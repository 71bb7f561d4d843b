import { NOTIFICATION_TYPES } from '@stridewell/contract/notifications.rules';
import { sql } from 'drizzle-orm';
import { boolean, index, jsonb, pgTable, primaryKey, text, uniqueIndex, uuid } from 'drizzle-orm/pg-core';
import { createdAt, oneOf } from '../../platform/db/columns.ts';
import { allow, isOwner, isSystem, scopeClient, scopeCoach, scopeRole } from '../../platform/db/policies.ts';
import { users } from '../identity/identity.table.ts';

/**
 * Personal. The other party of the relationship in scope may be told something: insert only, and neither RETURNING
 * nor an upsert that names its conflict, because the sender cannot read the row.
 */
export const notifications = pgTable(
  'notifications',
  {
    userId: uuid('user_id')
      .notNull()
      .references(() => users.id, { onDelete: 'cascade' }),
    id: uuid('id').notNull(),
    type: text('type').notNull(),
    title: text('title').notNull(),
    message: text('message').notNull(),
    read: boolean('read').notNull().default(false),
    metadata: jsonb('metadata')
      .$type<{ client_id?: string; coach_id?: string; conversation_id?: string; session_id?: string }>()
      .notNull(),
    createdAt: createdAt(),
  },
  (table) => [
    primaryKey({ columns: [table.userId, table.id] }),
    oneOf('notifications_type_check', 'type', NOTIFICATION_TYPES),
    index('notifications_newest_index').on(table.userId, table.createdAt.desc()),
    // A conversation tells once until it has been looked at, however much is written meanwhile.
    uniqueIndex('notifications_conversation_index')
      .on(table.userId, sql`(metadata ->> 'conversation_id')`)
      .where(sql.raw("type = 'message_received' and not read")),
    allow('notifications_own', 'all', isOwner),
    allow(
      'notifications_tell_client',
      'insert',
      `(${scopeRole} = 'coach' or ${isSystem('invitation')}) and exists (select 1 from client_coach_relationships r
      where r.coach_id = ${scopeCoach} and r.person_id = notifications.user_id and r.status in ('active', 'paused'))`,
    ),
    allow(
      'notifications_tell_coach',
      'insert',
      `(${scopeRole} = 'client' or ${isSystem('invitation')}) and user_id = ${scopeCoach}
      and exists (select 1 from client_coach_relationships r where r.coach_id = ${scopeCoach}
      and r.client_id = ${scopeClient} and r.status in ('active', 'paused'))`,
    ),
  ],
);
