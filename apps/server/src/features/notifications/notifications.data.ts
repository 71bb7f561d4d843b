import type { Notification } from '@stridewell/contract/notifications/notifications';
import {
  NOTIFICATION_PAGE,
  NOTIFICATION_TYPES,
  type NotificationType,
} from '@stridewell/contract/notifications/notifications.rules';
import { and, count, desc, eq, gte, sql } from 'drizzle-orm';
import type { CoachScope, UserScope } from '../../core/tenancy/scope.ts';
import type { Cursor } from '../../platform/db/cursor.ts';
import type { Tx } from '../../platform/db/database.ts';
import { type Places, prepared } from '../../platform/db/prepared.ts';
import { notificationMails, notifications } from './notifications.table.ts';

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

/** Notifications of the person in scope, newest first. Reads one more than a page. */
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

/** Adds a notification for the person in scope. */
export async function insertOwn(
  tx: Tx<UserScope>,
  notification: Pick<Notification, 'id' | 'type' | 'title' | 'message'>,
): Promise<void> {
  await tx.insert(notifications).values({ ...notification, userId: tx.scope.userId, metadata: {} });
}

/** Marks one or all notifications as read. @returns how many changed */
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

/** Deletes unsent mails of a conversation, or all of them, because the person in scope has read the notifications. */
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

/** Clients in notifications of one type that the coach in scope got since. */
export async function selectClientsNotified(
  tx: Tx<CoachScope>,
  type: NotificationType,
  since: Date,
): Promise<string[]> {
  const rows = await tx
    .selectDistinct({ clientId: sql<string | null>`${notifications.metadata} ->> 'client_id'`.as('client_id') })
    .from(notifications)
    .where(
      and(
        eq(notifications.userId, tx.scope.coachId),
        eq(notifications.type, type),
        gte(notifications.createdAt, since),
      ),
    );
  return rows.flatMap(({ clientId }) => clientId ?? []);
}
