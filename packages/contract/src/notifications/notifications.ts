import { z } from 'zod';
import { procedure } from '../errors.ts';
import { id, instant, timeZone } from '../fields.ts';
import { CHANNELS, NOTIFICATION_GROUPS, NOTIFICATION_TYPES } from './notifications.rules.ts';

const type = z.enum(NOTIFICATION_TYPES);

export const notification = z.object({
  id,
  type,
  title: z.string(),
  message: z.string(),
  read: z.boolean(),
  createdAt: instant,
  metadata: z.object({
    client_id: id.optional(),
    conversation_id: id.optional(),
    coach_id: id.optional(),
    session_id: id.optional(),
    check_in_id: id.optional(),
    lead_id: id.optional(),
    invoice_id: id.optional(),
  }),
});
export type Notification = z.infer<typeof notification>;

/** Filter of the notification list. */
const notificationSelection = z.object({
  show: z.enum(['all', 'unread']).default('all'),
  group: z.enum(NOTIFICATION_GROUPS).optional(),
});

const cursor = z.string().max(100).optional();

/** Choice of the user. Types without a choice follow `isOnByDefault`. */
export const channelChoice = z.object({ type, channel: z.enum(CHANNELS), enabled: z.boolean() });

const base64Url = (bytes: number) => z.string().regex(new RegExp(`^[\\w-]{${Math.ceil((bytes * 4) / 3)}}$`));

/** Address of a browser at its push service. */
const pushEndpoint = z.url({ protocol: /^https$/ }).max(1000);

/** A push subscription of a browser, as its Push API returns it. */
const pushSubscription = z.object({
  endpoint: pushEndpoint,
  keys: z.object({ p256dh: base64Url(65), auth: base64Url(16) }),
});

/** A browser that gets the caller's pushes. */
export const pushDevice = z.object({
  id,
  /** SHA-256 of the endpoint in base64url, so that a browser finds itself in the list. */
  endpointDigest: z.string(),
  userAgent: z.string(),
  createdAt: instant,
});
export type PushDevice = z.infer<typeof pushDevice>;

export const notifications = {
  listNotifications: procedure({ allow: 'person' })
    .route({
      method: 'GET',
      path: '/notifications',
      tags: ['notifications'],
      summary: 'List the notifications of the caller, newest first, with the number of unread ones',
    })
    .input(notificationSelection.extend({ cursor }))
    .output(z.object({ notifications: z.array(notification), unread: z.int(), nextCursor: z.string().nullable() })),
  markNotificationRead: procedure({ allow: 'person' })
    .route({
      method: 'PATCH',
      path: '/notifications/{id}',
      tags: ['notifications'],
      summary: 'Mark a notification as read',
    })
    .input(z.object({ id }))
    .output(z.object({ id })),
  markAllNotificationsRead: procedure({ allow: 'person' })
    .route({
      method: 'PATCH',
      path: '/notifications',
      tags: ['notifications'],
      summary: 'Mark all notifications as read',
    })
    .output(z.object({ marked: z.int() })),
  getNotificationPreferences: procedure({ allow: 'person', whileViewing: true })
    .route({
      method: 'GET',
      path: '/notification_preferences',
      tags: ['notifications'],
      summary: 'Get the notification choices of the caller; types without a choice use the defaults',
    })
    .output(z.object({ choices: z.array(channelChoice) })),
  setNotificationPreference: procedure({ allow: 'person' })
    .route({
      method: 'POST',
      path: '/notification_preferences',
      tags: ['notifications'],
      summary: 'Switch one notification type on or off for one channel',
    })
    .input(channelChoice)
    .output(channelChoice),
  listPushDevices: procedure({ allow: 'person', whileViewing: true })
    .route({
      method: 'GET',
      path: '/push_devices',
      tags: ['notifications'],
      summary: 'List the devices that get push notifications of the caller, and the key that browsers subscribe with',
    })
    .output(z.object({ publicKey: z.string().nullable(), devices: z.array(pushDevice) })),
  addPushDevice: procedure({ allow: 'person' })
    .route({
      method: 'POST',
      path: '/push_devices',
      tags: ['notifications'],
      summary: 'Turn push notifications on for a device of the caller, or renew its subscription',
    })
    .input(
      pushSubscription.extend({
        timeZone,
        userAgent: z.string().max(500),
        /** The endpoint of a device of the caller that renews itself. It may have stayed the same. */
        former: pushEndpoint.optional(),
      }),
    )
    .output(pushDevice),
  removePushDevice: procedure({ allow: 'person' })
    .route({
      method: 'DELETE',
      path: '/push_devices/{id}',
      tags: ['notifications'],
      summary: 'Turn push notifications off for a device of the caller',
    })
    .input(z.object({ id }))
    .output(z.object({ id })),
};
