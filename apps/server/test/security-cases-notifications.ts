import { randomUUID } from 'node:crypto';
import { type Case, get, send } from './security-calls.ts';

const PUSH_DEVICE = {
  endpoint: 'https://push.example.com/1',
  keys: { p256dh: 'A'.repeat(87), auth: 'A'.repeat(22) },
  timeZone: 'UTC',
  userAgent: '',
};

/** Notifications and preferences belong to the person. */
export const NOTIFICATIONS_CASES: Record<string, Case> = {
  'notifications.listNotifications': {
    call: get('/notifications'),
    bad: ["' or 1=1", `999999999999999.${randomUUID()}`].map((cursor) => get(`/notifications?cursor=${cursor}`)),
  },
  'notifications.markNotificationRead': {
    call: send('PATCH', '/notifications/{notificationId}'),
  },
  'notifications.addPushDevice': {
    call: send('POST', '/push_devices', PUSH_DEVICE),
    bad: [
      send('POST', '/push_devices', { ...PUSH_DEVICE, endpoint: 'http://push.example.com/1' }),
      send('POST', '/push_devices', { ...PUSH_DEVICE, endpoint: 'file:///etc/passwd' }),
    ],
  },
  'notifications.removePushDevice': {
    call: async (caller, world) => {
      const { body } = await send('POST', '/push_devices', PUSH_DEVICE)(caller, world);
      const { id = randomUUID() } = body as { id?: string };
      return send('DELETE', `/push_devices/${id}`)(caller, world);
    },
    missing: [send('DELETE', '/push_devices/{new}')],
  },
};
