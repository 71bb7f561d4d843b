import { randomUUID } from 'node:crypto';
import { badGets, badSends, type Case, COACHES, get, LONG, SIGNED_IN, send } from './security-calls.ts';
import type { World } from './world.ts';

const choice = { type: 'message_received', channel: 'mail', enabled: false };
const sendBroadcast = (changes: (world: World) => object) =>
  send(
    'POST',
    () => '/broadcasts',
    (world) => ({
      coachId: world.coachId,
      id: randomUUID(),
      body: 'Hello {first name}',
      clientIds: [world.clientId],
      ...changes(world),
    }),
  );

/** Notifications and preferences are everybody's own; group messages are the coach's of the tenant. */
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
  'notifications.listBroadcastClients': {
    call: get(({ coachId }) => `/broadcasts/clients?coachId=${coachId}`),
    allowed: COACHES,
    bad: badGets('/broadcasts/clients', '/broadcasts/clients?coachId=x'),
  },
  'notifications.sendBroadcast': {
    call: sendBroadcast(() => ({})),
    allowed: COACHES,
    bad: [
      ...badSends('POST', '/broadcasts'),
      ...['', ' \n ', LONG, 'x'.repeat(10_001), 'a\u0000b', null, { $gt: '' }].map((body) =>
        sendBroadcast(() => ({ body })),
      ),
      ...[[], ['x'], Array.from({ length: 501 }, () => randomUUID()), 'all', null].map((clientIds) =>
        sendBroadcast(() => ({ clientIds })),
      ),
      sendBroadcast(() => ({ id: 'x' })),
    ],
    missing: [
      sendBroadcast(() => ({ clientIds: [randomUUID()] })),
      sendBroadcast(({ clientId }) => ({ clientIds: [clientId, randomUUID()] })),
    ],
  },
  'notifications.getBroadcast': {
    call: get(({ coachId, broadcastId }) => `/broadcasts/${broadcastId}?coachId=${coachId}`),
    allowed: COACHES,
    bad: badGets('/broadcasts/x', `/broadcasts/${randomUUID()}?coachId=x`),
    missing: [get(({ coachId }) => `/broadcasts/${randomUUID()}?coachId=${coachId}`)],
  },
  'notifications.listBroadcasts': {
    call: get(({ coachId }) => `/broadcasts?coachId=${coachId}`),
    allowed: COACHES,
    bad: [
      ...badGets('/broadcasts', '/broadcasts?coachId=x'),
      get(({ coachId }) => `/broadcasts?coachId=${coachId}&cursor=x`),
    ],
  },
};
