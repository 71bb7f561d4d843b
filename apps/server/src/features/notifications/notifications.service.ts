import type { Notification } from '@stridewell/contract/notifications';
import {
  type ChannelChoice,
  MESSAGE_MAIL_DELAY_MS,
  NOTIFICATION_PAGE,
  NOTIFICATION_TYPES,
  type NotificationGroup,
  notificationTypesOfGroup,
} from '@stridewell/contract/notifications.rules';
import type { ClientScope, CoachScope, InvitationScope, UserScope } from '../../core/tenancy/scope.ts';
import { type Cursor, pageOf } from '../../platform/db/cursor.ts';
import type { Tx } from '../../platform/db/database.ts';
import { publish } from '../../platform/realtime/live.ts';
import {
  countUnreadOf,
  deleteMails,
  insertNotification,
  markConversationRead,
  markRead,
  type NewNotification,
  selectNotifications,
} from './notifications.data.ts';
import { saveChoice, selectChoices } from './notifications.preferences.data.ts';

type Selection = { show: 'all' | 'unread'; group?: NotificationGroup | undefined; after: Cursor | null };

/** A page of the list, and how many are unread in all, whatever the list is narrowed to. */
export async function listNotifications(
  tx: Tx<UserScope>,
  { show, group, after }: Selection,
): Promise<{ notifications: Notification[]; unread: number; nextCursor: string | null }> {
  const types = group ? notificationTypesOfGroup(group) : NOTIFICATION_TYPES;
  const [rows, unread] = await Promise.all([
    selectNotifications(tx, { types, unreadOnly: show === 'unread', after }),
    countUnreadOf(tx),
  ]);
  const { page, nextCursor } = pageOf(rows, NOTIFICATION_PAGE);
  return { notifications: page.map(({ at: _, ...notification }) => notification), unread, nextCursor };
}

export const countUnread = (tx: Tx<UserScope>) => countUnreadOf(tx);

export const markNotificationRead = (tx: Tx<UserScope>, id: string) => markRead(tx, id);

/** Answers how many there were. Whoever has seen them all needs no mail of them. */
export async function markAllNotificationsRead(tx: Tx<UserScope>): Promise<number> {
  await deleteMails(tx);
  return markRead(tx);
}

/** For whoever reads a conversation. */
export async function markConversationNotified(tx: Tx<UserScope>, conversationId: string): Promise<void> {
  await markConversationRead(tx, conversationId);
  await deleteMails(tx, conversationId);
}

export const readPreferences = async (tx: Tx<UserScope>): Promise<{ choices: ChannelChoice[] }> => ({
  choices: await selectChoices(tx),
});

export const setPreference = (tx: Tx<UserScope>, choice: ChannelChoice) => saveChoice(tx, choice);

/**
 * Tells the other party of the relationship in scope, in the app and by mail as far as they want it; part of the
 * transaction of its cause. Without `mail` the cause mails by itself.
 */
export async function notify(
  tx: Tx<CoachScope | ClientScope | InvitationScope>,
  notification: NewNotification,
  { mail = true }: { mail?: boolean } = {},
) {
  const delay = notification.type === 'message_received' ? MESSAGE_MAIL_DELAY_MS : 0;
  const id = await insertNotification(tx, notification, mail ? new Date(Date.now() + delay) : null);
  if (id) await publish(tx, [notification.userId], { event: 'notification', id });
}
