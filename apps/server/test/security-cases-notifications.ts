import { randomUUID } from 'node:crypto';
import { badGets, badSends, type Case, get, LONG, send } from './security-calls.ts';

const choice = { type: 'message_received', channel: 'mail', enabled: false };
/** Notifications and preferences belong to the person. */
export const NOTIFICATIONS_CASES: Record<string, Case> = {
  'notifications.listNotifications': {
    call: get(() => '/notifications'),
    bad: badGets(
      '/notifications?show=everything',
      '/notifications?group=x',
      "/notifications?cursor=' or 1=1",
      `/notifications?cursor=999999999999999.${randomUUID()}`,
    ),
  },
  'notifications.markNotificationRead': {
    call: send(
      'PATCH',
      ({ notificationId }) => `/notifications/${notificationId}`,
      () => ({}),
    ),
    bad: badSends('PATCH', '/notifications/x'),
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
    bad: badSends(
      'POST',
      '/notification_preferences',
      { ...choice, type: 'everything' },
      { ...choice, channel: 'sms' },
      { ...choice, enabled: 'no' },
      { ...choice, type: LONG },
    ),
  },
};
