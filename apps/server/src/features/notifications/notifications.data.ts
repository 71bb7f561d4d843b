import type { Notification } from '@stridewell/contract/notifications';
import { NOTIFICATION_TYPES } from '@stridewell/contract/notifications.rules';
import { and, count, desc, eq, sql } from 'drizzle-orm';
import { v7 as uuidv7 } from 'uuid';
import type { Tx } from '../../platform/db/database.ts';
import { type Places, prepared } from '../../platform/db/prepared.ts';
import type { UserScope } from '../../platform/db/scope.ts';
import { notifications } from './notifications.table.ts';

export type NewNotification = Pick<Notification, 'type' | 'title' | 'message' | 'metadata'> & { userId: string };

const known = new Set<string>(NOTIFICATION_TYPES);

const newestOf = prepared('newest_notifications', (tx: Tx<UserScope>, { userId, limit }: Places<{ limit: number }>) =>
  tx
    .select()
    .from(notifications)
    .where(eq(notifications.userId, userId))
    .orderBy(desc(notifications.createdAt), desc(notifications.id))
    .limit(limit),
);

/** The newest `limit` notifications of the person in scope. */
export async function selectNotifications(tx: Tx<UserScope>, limit: number): Promise<Notification[]> {
  const rows = await newestOf(tx, { limit });
  return rows
    .filter((row): row is typeof row & { type: Notification['type'] } => known.has(row.type))
    .map(({ userId: _, createdAt, ...row }) => ({ ...row, createdAt: createdAt.toISOString() }));
}

const unreadOf = prepared('unread_notifications', (tx: Tx<UserScope>, { userId }) =>
  tx
    .select({ unread: count() })
    .from(notifications)
    .where(and(eq(notifications.userId, userId), eq(notifications.read, false))),
);

export async function countUnreadOf(tx: Tx<UserScope>): Promise<number> {
  const [row] = await unreadOf(tx, {});
  return row?.unread ?? 0;
}

/** Answers how many were changed. */
export async function markRead(tx: Tx<UserScope>, id?: string): Promise<number> {
  const own = eq(notifications.userId, tx.scope.userId);
  const result = await tx
    .update(notifications)
    .set({ read: true })
    .where(id ? and(own, eq(notifications.id, id)) : and(own, eq(notifications.read, false)));
  return result.rowCount ?? 0;
}

/** The person in scope has seen what their unread notification of a conversation is about. */
export async function markConversationRead(tx: Tx<UserScope>, conversationId: string): Promise<void> {
  await tx
    .update(notifications)
    .set({ read: true })
    .where(
      and(
        eq(notifications.userId, tx.scope.userId),
        eq(notifications.type, 'message_received'),
        eq(notifications.read, false),
        sql`${notifications.metadata} ->> 'conversation_id' = ${conversationId}`,
      ),
    );
}

/**
 * Answers the id of what was told; undefined where the table allows one of a kind, and the one that is there stays. No
 * RETURNING: the sender may tell the other party something, not read what they were told.
 */
export async function insertNotification(tx: Tx, notification: NewNotification): Promise<string | undefined> {
  const { metadata, ...values } = notification;
  const ids = Object.fromEntries(Object.entries(metadata).filter(([, value]) => value !== undefined));
  const id = uuidv7();
  const result = await tx
    .insert(notifications)
    .values({ ...values, metadata: ids, id })
    .onConflictDoNothing();
  return result.rowCount ? id : undefined;
}
