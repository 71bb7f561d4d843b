import type { Notification } from '@stridewell/contract/notifications';
import { NOTIFICATION_PAGE, NOTIFICATION_TYPES, type NotificationType } from '@stridewell/contract/notifications.rules';
import { and, count, desc, eq, sql } from 'drizzle-orm';
import { v7 as uuidv7 } from 'uuid';
import type { UserScope } from '../../core/tenancy/scope.ts';
import type { Cursor } from '../../platform/db/cursor.ts';
import type { Tx } from '../../platform/db/database.ts';
import { type Places, prepared } from '../../platform/db/prepared.ts';
import type { Scope } from '../../platform/db/scope.ts';
import { notificationMails, notifications } from './notifications.table.ts';

export type NewNotification = Pick<Notification, 'type' | 'title' | 'message' | 'metadata'> & { userId: string };

type Selection = { types: readonly NotificationType[]; unreadOnly: boolean; after: Cursor | null };
type PageValues = {
  types: readonly string[];
  unreadOnly: boolean;
  afterAt: string | null;
  afterId: string | null;
  limit: number;
};

const pageOfPerson = prepared('notifications_page', (tx: Tx<UserScope>, places: Places<PageValues>) =>
  tx
    .select()
    .from(notifications)
    .where(
      and(
        eq(notifications.userId, places.userId),
        sql`${notifications.type} = any(${places.types}::text[])`,
        sql`not (${places.unreadOnly}::boolean and ${notifications.read})`,
        sql`(${places.afterAt}::timestamptz is null
          or (${notifications.createdAt}, ${notifications.id}) < (${places.afterAt}, ${places.afterId}::uuid))`,
      ),
    )
    .orderBy(desc(notifications.createdAt), desc(notifications.id))
    .limit(places.limit),
);

/** Notifications of the person in scope, newest first, and one more than a page. */
export async function selectNotifications(
  tx: Tx<UserScope>,
  { types, unreadOnly, after }: Selection,
): Promise<(Notification & Cursor)[]> {
  const rows = await pageOfPerson(tx, {
    types,
    unreadOnly,
    afterAt: after?.at.toISOString() ?? null,
    afterId: after?.id ?? null,
    limit: NOTIFICATION_PAGE + 1,
  });
  return rows
    .filter((row): row is typeof row & { type: NotificationType } => known.has(row.type))
    .map(({ userId: _, createdAt, ...row }) => ({ ...row, at: createdAt, createdAt: createdAt.toISOString() }));
}

const known = new Set<string>(NOTIFICATION_TYPES);

const unreadOf = prepared('unread_notifications', (tx: Tx<UserScope>, { userId }) =>
  tx
    .select({ unread: count() })
    .from(notifications)
    .where(and(eq(notifications.userId, userId), eq(notifications.read, false))),
);

export async function countUnreadNotifications(tx: Tx<UserScope>): Promise<number> {
  const [row] = await unreadOf(tx, {});
  return row?.unread ?? 0;
}

/** Marks one notification or all as read. Returns how many changed. */
export async function updateRead(tx: Tx<UserScope>, id?: string): Promise<number> {
  const own = eq(notifications.userId, tx.scope.userId);
  const result = await tx
    .update(notifications)
    .set({ read: true })
    .where(id ? and(own, eq(notifications.id, id)) : and(own, eq(notifications.read, false)));
  return result.rowCount ?? 0;
}

/** Marks the unread notification of a conversation as read. */
export async function updateConversationRead(tx: Tx<UserScope>, conversationId: string): Promise<void> {
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

/** Drops the mails of a conversation, or of all notifications, that the person in scope has read. */
export async function deleteMails(tx: Tx<UserScope>, conversationId?: string): Promise<void> {
  const own = eq(notificationMails.userId, tx.scope.userId);
  await tx
    .delete(notificationMails)
    .where(
      conversationId
        ? and(
            own,
            eq(notificationMails.type, 'message_received'),
            sql`${notificationMails.metadata} ->> 'conversation_id' = ${conversationId}`,
          )
        : own,
    );
}

type NotificationRow = Omit<NewNotification, 'metadata'> & { id: string; metadata: Record<string, string> };
type NotifyTx = Tx<Scope & { coachId: string }>;

const storeNotification = prepared('store_notification', (tx: NotifyTx, places: Places<NotificationRow>) => {
  const { id, userId, type, title, message, metadata } = places;
  return tx.insert(notifications).values({ id, userId, type, title, message, metadata }).onConflictDoNothing();
});
const storeNotificationMail = prepared(
  'store_notification_mail',
  (tx: NotifyTx, places: Places<NotificationRow & { dueAt: Date }>) => {
    const { id, userId, type, title, message, metadata, dueAt } = places;
    return tx
      .insert(notificationMails)
      .values({ id, userId, type, title, message, metadata, dueAt })
      .onConflictDoNothing();
  },
);

/**
 * Returns the id of the notification. Undefined when the recipient's settings hold it back, or when an unread one of
 * the same conversation exists. No RETURNING, because the sender may not read the recipient's row.
 */
export async function insertNotification(
  tx: NotifyTx,
  { metadata, ...values }: NewNotification,
  mailAt: Date | null,
): Promise<string | undefined> {
  const ids = Object.fromEntries(Object.entries(metadata).filter(([, value]) => value !== undefined));
  const row = { ...values, metadata: { ...ids, coach_id: tx.scope.coachId }, id: uuidv7() };
  const [inserted] = await Promise.all([
    storeNotification(tx, row),
    mailAt ? storeNotificationMail(tx, { ...row, dueAt: mailAt }) : null,
  ]);
  return inserted.rowCount ? row.id : undefined;
}
