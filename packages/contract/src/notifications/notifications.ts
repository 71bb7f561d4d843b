import { z } from 'zod';
import { procedure } from '../errors.ts';
import { id, instant } from '../fields.ts';
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
};
