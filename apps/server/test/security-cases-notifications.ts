import { randomUUID } from 'node:crypto';
import { type Case, get, send } from './security-calls.ts';

const choice = { type: 'message_received', channel: 'mail', enabled: false };
/** Notifications and preferences belong to the person. */
export const NOTIFICATIONS_CASES: Record<string, Case> = {
  'notifications.listNotifications': {
    call: get(() => '/notifications'),
    bad: ["' or 1=1", `999999999999999.${randomUUID()}`].map((cursor) => get(() => `/notifications?cursor=${cursor}`)),
  },
  'notifications.markNotificationRead': {
    call: send(
      'PATCH',
      ({ notificationId }) => `/notifications/${notificationId}`,
      () => ({}),
    ),
  },
  'notifications.markAllNotificationsRead': {
    call: send(
      'PATCH',
      () => '/notifications',
      () => ({}),
    ),
  },
  'notifications.getNotificationPreferences': { call: get(() => '/notification_preferences') },
  'notifications.setNotificationPreference': {
    call: send(
      'POST',
      () => '/notification_preferences',
      () => choice,
    ),
  },
};
