import { randomUUID } from 'node:crypto';
import { type Case, get, send } from './security-calls.ts';

/** Notifications and preferences belong to the person. */
export const NOTIFICATIONS_CASES: Record<string, Case> = {
  'notifications.listNotifications': {
    call: get('/notifications'),
    bad: ["' or 1=1", `999999999999999.${randomUUID()}`].map((cursor) => get(`/notifications?cursor=${cursor}`)),
  },
  'notifications.markNotificationRead': {
    call: send('PATCH', '/notifications/{notificationId}'),
  },
};
