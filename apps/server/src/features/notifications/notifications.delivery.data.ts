import type { Notification } from '@stridewell/contract/notifications/notifications';
import { and, asc, eq, inArray, sql } from 'drizzle-orm';
import { v7 as uuidv7 } from 'uuid';
import type { DeliveryScope, OperatorScope } from '../../core/tenancy/scope.ts';
import type { Tx } from '../../platform/db/database.ts';
import { type Places, prepared } from '../../platform/db/prepared.ts';
import type { Scope } from '../../platform/db/scope.ts';
import {
  notificationMails,
  notificationOutbox,
  notificationPreferences,
  notifications,
} from './notifications.table.ts';

export type NewNotification = Pick<Notification, 'type' | 'title' | 'message' | 'metadata'> & { userId: string };
type OutboxValues = Omit<NewNotification, 'metadata'> & {
  id: string;
  metadata: Record<string, string>;
  mailAt: string | null;
};
type SendingTx = Tx<Scope & { coachId: string }>;
export type SentNotification = typeof notificationOutbox.$inferSelect;

/** Without RETURNING, because the sender may not read other people's notifications. */
const store = prepared('store_in_notification_outbox', (tx: SendingTx, places: Places<OutboxValues>) => {
  const { coachId, id, userId, type, title, message, metadata } = places;
  const mailAt = sql`${places.mailAt}::timestamptz`;
  return tx.insert(notificationOutbox).values({ coachId, id, userId, type, title, message, metadata, mailAt });
});

/** Sends a notification with the transaction. `mailAt` is null when the cause sends its own mail. */
export async function insertIntoOutbox(
  tx: SendingTx,
  { metadata, ...values }: NewNotification,
  mailAt: Date | null,
): Promise<void> {
  const ids = Object.fromEntries(Object.entries(metadata).filter(([, value]) => value !== undefined));
  await store(tx, {
    ...values,
    metadata: { ...ids, coach_id: tx.scope.coachId },
    id: uuidv7(),
    mailAt: mailAt?.toISOString() ?? null,
  });
}

/** Sends the coach a notification of an operator's decision, which is mailed separately. */
export async function insertDecision(
  tx: Tx<OperatorScope>,
  { coachId, title, message }: { coachId: string; title: string; message: string },
): Promise<void> {
  const metadata = { coach_id: coachId };
  const about = { coachId, userId: coachId, type: 'coach_decided', metadata } as const;
  await tx.insert(notificationOutbox).values({ ...about, id: uuidv7(), title, message, mailAt: null });
}

/** Deletes undelivered notifications about a conversation for the person in scope. */
export async function deleteConversationFromOutbox(
  tx: Tx<Scope & { userId: string; coachId: string }>,
  conversationId: string,
): Promise<void> {
  const { coachId, userId } = tx.scope;
  await tx
    .delete(notificationOutbox)
    .where(
      and(
        eq(notificationOutbox.coachId, coachId),
        eq(notificationOutbox.userId, userId),
        eq(notificationOutbox.type, 'message_received'),
        sql`${notificationOutbox.metadata} ->> 'conversation_id' = ${conversationId}`,
      ),
    );
}

const outboxForUpdate = prepared(
  'notification_outbox_for_update',
  (tx: Tx<DeliveryScope>, { coachId, limit }: Places<{ limit: number }>) =>
    tx
      .select()
      .from(notificationOutbox)
      .where(eq(notificationOutbox.coachId, coachId))
      .orderBy(asc(notificationOutbox.id))
      .limit(limit)
      .for('update'),
);

/** A tenant's undelivered notifications in order. Locks them, so that another delivery of the tenant waits. */
export const lockOutbox = (tx: Tx<DeliveryScope>, limit: number): Promise<SentNotification[]> =>
  outboxForUpdate(tx, { limit });

export async function deleteFromOutbox(tx: Tx<DeliveryScope>, ids: readonly string[]): Promise<void> {
  await tx
    .delete(notificationOutbox)
    .where(and(eq(notificationOutbox.coachId, tx.scope.coachId), inArray(notificationOutbox.id, [...ids])));
}

const appChoices = prepared(
  'app_choices_of_recipients',
  (tx: Tx<DeliveryScope>, { userIds }: Places<{ userIds: readonly string[] }>) =>
    tx
      .select({
        userId: notificationPreferences.userId,
        type: notificationPreferences.type,
        channel: notificationPreferences.channel,
        enabled: notificationPreferences.enabled,
      })
      .from(notificationPreferences)
      .where(
        and(
          sql`${notificationPreferences.userId} = any(${userIds}::uuid[])`,
          eq(notificationPreferences.channel, 'in_app'),
        ),
      ),
);

/** These people's settings for notifications in the app. */
export const selectAppChoices = (tx: Tx<DeliveryScope>, userIds: readonly string[]) => appChoices(tx, { userIds });

/** @returns the added ones, because a conversation has at most one unread notification */
export async function insertNotifications(tx: Tx<DeliveryScope>, sent: readonly SentNotification[]) {
  if (sent.length === 0) return [];
  return tx
    .insert(notifications)
    .values(sent.map(({ coachId: _, mailAt: __, ...row }) => row))
    .onConflictDoNothing()
    .returning({ userId: notifications.userId, id: notifications.id });
}

/** Schedules mails of notifications, at most one for each conversation. */
export async function insertNotificationMails(tx: Tx<DeliveryScope>, sent: readonly SentNotification[]): Promise<void> {
  const mails = sent.flatMap(({ coachId: _, mailAt, ...row }) => (mailAt ? [{ ...row, dueAt: mailAt }] : []));
  if (mails.length > 0) await tx.insert(notificationMails).values(mails).onConflictDoNothing();
}
