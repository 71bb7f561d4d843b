import type { Tx } from '../../platform/db/database.ts';
import type { ClientScope, CoachScope, InvitationScope, UserScope } from '../../platform/db/scope.ts';
import { publish } from '../../platform/realtime/live.ts';
import {
  countUnreadOf,
  insertNotification,
  markConversationRead,
  markRead,
  type NewNotification,
  selectNotifications,
} from './notifications.data.ts';

const LIST_LIMIT = 100;

export async function listNotifications(tx: Tx<UserScope>) {
  const [notifications, unread] = await Promise.all([selectNotifications(tx, LIST_LIMIT), countUnreadOf(tx)]);
  return { notifications, unread };
}

export const countUnread = (tx: Tx<UserScope>) => countUnreadOf(tx);

export const markNotificationRead = (tx: Tx<UserScope>, id: string) => markRead(tx, id);

export const markAllNotificationsRead = (tx: Tx<UserScope>) => markRead(tx);

/** For whoever reads a conversation. */
export const markConversationNotified = (tx: Tx<UserScope>, conversationId: string) =>
  markConversationRead(tx, conversationId);

/** Tells the other party of the relationship in scope; part of the transaction of its cause. */
export async function notify(tx: Tx<CoachScope | ClientScope | InvitationScope>, notification: NewNotification) {
  const id = await insertNotification(tx, notification);
  if (id) await publish(tx, [notification.userId], { event: 'notification', id });
}
