import type { Notification } from '@stridewell/contract/notifications/notifications';
import {
  type ChannelChoice,
  isNotificationOn,
  MESSAGE_MAIL_DELAY_MS,
  NOTIFICATION_PAGE,
  NOTIFICATION_TYPES,
  type NotificationGroup,
  notificationTypesOfGroup,
} from '@stridewell/contract/notifications/notifications.rules';
import { v7 as uuidv7 } from 'uuid';
import { z } from 'zod';
import { enqueue } from '../../core/background.ts';
import { refuse } from '../../core/refusals.ts';
import { namePerson } from '../../core/relationships/relationships.data.ts';
import type {
  AnsweringScope,
  CaptureScope,
  ClientScope,
  CoachScope,
  OperatorScope,
  UserScope,
} from '../../core/tenancy/scope.ts';
import { type Cursor, pageOf } from '../../platform/db/cursor.ts';
import type { Tx } from '../../platform/db/database.ts';
import { defineJob, defineScheduledJob, EVERY_MINUTE } from '../../platform/queue/queue.ts';
import { publish } from '../../platform/realtime/live.ts';
import {
  countUnreadNotifications,
  deleteMails,
  insertOwn,
  selectClientsNotified,
  selectNotifications,
  updateConversationRead,
  updateRead,
} from './notifications.data.ts';
import {
  deleteConversationFromOutbox,
  insertDecision,
  insertIntoOutbox,
  type NewNotification,
} from './notifications.delivery.data.ts';
import { selectChoices, upsertChoice } from './notifications.preferences.data.ts';
import { deletePushes } from './notifications.push.data.ts';
import { enqueuePushes } from './notifications.push.service.ts';

/** Mails due notifications. */
export const mailNotificationsJob = defineScheduledJob('notifications.mail', {
  schedule: EVERY_MINUTE,
  deleteAfterSeconds: 60,
});

/**
 * Delivers a tenant's notifications. Jobs are collected, because fetching each one alone would cost more than the
 * delivery. Collected jobs expire together, so they have a long time limit, and the worker sends heartbeats.
 */
export const deliverNotificationsJob = defineJob('notifications.deliver', {
  schema: z.object({ coachId: z.uuid() }),
  deleteAfterSeconds: 60,
  collectSeconds: 0.5,
  heartbeatSeconds: 30,
  expireInSeconds: 900,
});

/** For other features. */
export type { NewNotification };

type Selection = { show: 'all' | 'unread'; group?: NotificationGroup | undefined; after: Cursor | null };

/** A page of the list, and the number of unread notifications regardless of the filter. */
export async function listNotifications(
  tx: Tx<UserScope>,
  { show, group, after }: Selection,
): Promise<{ notifications: Notification[]; unread: number; nextCursor: string | null }> {
  const types = group ? notificationTypesOfGroup(group) : NOTIFICATION_TYPES;
  const [rows, unread] = await Promise.all([
    selectNotifications(tx, { types, unreadOnly: show === 'unread', after }),
    countUnreadNotifications(tx),
  ]);
  const { page, nextCursor } = pageOf(rows, NOTIFICATION_PAGE);
  return { notifications: page.map(({ at: _, ...notification }) => notification), unread, nextCursor };
}

/** @throws NOT_FOUND */
export async function markNotificationRead(tx: Tx<UserScope>, id: string): Promise<void> {
  await deletePushes(tx, { id });
  if ((await updateRead(tx, id)) === 0) throw refuse('NOT_FOUND');
}

/** Marks all notifications as read and deletes unsent mails and pushes. @returns how many were marked */
export async function markAllNotificationsRead(tx: Tx<UserScope>): Promise<number> {
  await deleteMails(tx);
  await deletePushes(tx, 'all');
  return updateRead(tx);
}

/**
 * Marks the notification of a conversation as read and deletes its mail and pushes. Deletes undelivered notifications first, which
 * waits for a concurrent delivery, so that its notifications are marked too.
 */
export async function markConversationNotificationsRead(
  tx: Tx<UserScope & { coachId: string }>,
  conversationId: string,
): Promise<void> {
  // Run in this order on one connection.
  await Promise.all([
    deleteConversationFromOutbox(tx, conversationId),
    updateConversationRead(tx, conversationId),
    deleteMails(tx, conversationId),
    deletePushes(tx, { conversationId }),
  ]);
}

export const getNotificationPreferences = async (tx: Tx<UserScope>): Promise<{ choices: ChannelChoice[] }> => ({
  choices: await selectChoices(tx),
});

export const setNotificationPreference = (tx: Tx<UserScope>, choice: ChannelChoice): Promise<void> =>
  upsertChoice(tx, choice);

const isOfCoach = (tx: Tx<CoachScope | ClientScope | AnsweringScope | CaptureScope>): tx is Tx<CoachScope> =>
  tx.scope.role === 'coach';

/**
 * Notifies the other side of the relationship in scope, in the app, by mail and as a push, if their settings allow it. Sent with
 * the transaction of its cause and delivered by a job. Pass `mail: false` when the cause sends its own mail.
 */
export async function notify(
  tx: Tx<CoachScope | ClientScope | AnsweringScope | CaptureScope>,
  notification: NewNotification,
  { mail = true }: { mail?: boolean } = {},
): Promise<void> {
  if (isOfCoach(tx) && notification.userId !== tx.scope.coachId) await namePerson(tx, notification.userId);
  const delay = notification.type === 'message_received' ? MESSAGE_MAIL_DELAY_MS : 0;
  await Promise.all([
    insertIntoOutbox(tx, notification, mail ? new Date(Date.now() + delay) : null),
    enqueue(tx, deliverNotificationsJob, { coachId: tx.scope.coachId }),
  ]);
}

/** Notifies the person in scope of something they requested. The cause sends its own mail. */
export async function notifySelf(
  tx: Tx<UserScope>,
  notification: Pick<Notification, 'type' | 'title' | 'message'>,
): Promise<void> {
  const { userId } = tx.scope;
  const id = uuidv7();
  await enqueuePushes(tx, [{ ...notification, id, userId, metadata: {}, createdAt: new Date() }]);
  if (!isNotificationOn(await selectChoices(tx), notification.type, 'in_app')) return;
  await insertOwn(tx, { ...notification, id });
  await publish(tx, [userId], { event: 'notification', id });
}

/** Notifies a coach of an operator's decision about them. */
export async function notifyOfDecision(
  tx: Tx<OperatorScope>,
  decided: { coachId: string; title: string; message: string },
): Promise<void> {
  await insertDecision(tx, decided);
  await enqueue(tx, deliverNotificationsJob, { coachId: decided.coachId });
}

/** Clients in safety notices that the coach got since, for other features. */
export const listClientsWithSafetyNotice = (tx: Tx<CoachScope>, since: Date): Promise<string[]> =>
  selectClientsNotified(tx, 'safety_notice', since);
