import { randomUUID } from 'node:crypto';
import { badGets, badSends, type Case, get, LONG, SIGNED_IN, send } from './security-calls.ts';

const choice = { type: 'message_received', channel: 'mail', enabled: false };
/** Notifications and preferences belong to the person. */
export const NOTIFICATIONS_CASES: Record<string, Case> = {
  'notifications.listNotifications': {
    call: get(() => '/notifications'),
    allowed: SIGNED_IN,
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
    allowed: ['client'],
    bad: badSends('PATCH', '/notifications/x'),
  },
  'notifications.markAllNotificationsRead': {
    call: send(
      'PATCH',
      () => '/notifications',
      () => ({}),
    ),
    allowed: SIGNED_IN,
  },
  'notifications.getNotificationPreferences': { call: get(() => '/notification_preferences'), allowed: SIGNED_IN },
  'notifications.setNotificationPreference': {
    call: send(
      'POST',
      () => '/notification_preferences',
      () => choice,
    ),
    allowed: SIGNED_IN,
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
