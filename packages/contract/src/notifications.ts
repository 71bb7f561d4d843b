import { z } from 'zod';
import { relationshipStatus } from './clients.ts';
import { procedure } from './errors.ts';
import { id, instant, text } from './fields.ts';
import { MESSAGE_MAX } from './messages.rules.ts';
import {
  BROADCAST_MAX,
  BROADCAST_OUTCOMES,
  CHANNELS,
  NOTIFICATION_GROUPS,
  NOTIFICATION_TYPES,
} from './notifications.rules.ts';

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
  }),
});
export type Notification = z.infer<typeof notification>;

/** Filter of the notification list. */
export const notificationSelection = z.object({
  show: z.enum(['all', 'unread']).default('all'),
  group: z.enum(NOTIFICATION_GROUPS).optional(),
});

const cursor = z.string().max(100).optional();
const nextCursor = z.string().nullable();

/** Choice of the user. Types without a choice follow `isOnByDefault`. */
const channelChoice = z.object({ type, channel: z.enum(CHANNELS), enabled: z.boolean() });

/** Possible recipient of a group message. */
const broadcastClient = z.object({
  clientId: id,
  fullName: z.string(),
  status: relationshipStatus,
  needsAttention: z.boolean(),
  /** The coach's plan does not cover this seat, so group messages skip the client. */
  readOnly: z.boolean(),
});
export type BroadcastClient = z.infer<typeof broadcastClient>;

const broadcast = z.object({
  id,
  body: z.string(),
  createdAt: instant,
  recipients: z.int(),
  sent: z.int(),
  pending: z.int(),
  read: z.int(),
});
export type Broadcast = z.infer<typeof broadcast>;

const broadcastRecipient = z.object({
  clientId: id,
  fullName: z.string(),
  outcome: z.enum(BROADCAST_OUTCOMES),
  read: z.boolean(),
});
export type BroadcastRecipient = z.infer<typeof broadcastRecipient>;

export const broadcastDetail = broadcast.extend({ to: z.array(broadcastRecipient) });
export type BroadcastDetail = z.infer<typeof broadcastDetail>;

export const notifications = {
  listNotifications: procedure
    .route({
      method: 'GET',
      path: '/notifications',
      tags: ['notifications'],
      summary: 'Notifications of the caller in pages, newest first, with the unread total',
    })
    .input(notificationSelection.extend({ cursor }))
    .output(z.object({ notifications: z.array(notification), unread: z.int(), nextCursor })),
  markNotificationRead: procedure
    .route({
      method: 'PATCH',
      path: '/notifications/{id}',
      tags: ['notifications'],
      summary: 'Mark a notification as read',
    })
    .input(z.object({ id }))
    .output(z.object({ id })),
  markAllNotificationsRead: procedure
    .route({
      method: 'PATCH',
      path: '/notifications',
      tags: ['notifications'],
      summary: 'Mark all notifications as read',
    })
    .output(z.object({ marked: z.int() })),
  getNotificationPreferences: procedure
    .route({
      method: 'GET',
      path: '/notification_preferences',
      tags: ['notifications'],
      summary: 'Notification choices of the caller; other types use the defaults',
    })
    .output(z.object({ choices: z.array(channelChoice) })),
  setNotificationPreference: procedure
    .route({
      method: 'POST',
      path: '/notification_preferences',
      tags: ['notifications'],
      summary: 'Switch one notification type on or off for one channel',
    })
    .input(channelChoice)
    .output(channelChoice),
  listBroadcastClients: procedure
    .route({
      method: 'GET',
      path: '/broadcasts/clients',
      tags: ['notifications'],
      summary: 'Possible recipients of a group message, by name',
    })
    .input(z.object({ coachId: id }))
    .output(z.object({ clients: z.array(broadcastClient) })),
  sendBroadcast: procedure
    .route({
      method: 'POST',
      path: '/broadcasts',
      tags: ['notifications'],
      summary: 'Send a group message, one copy per conversation; repeating the id changes nothing',
    })
    .input(
      z.object({
        coachId: id,
        id,
        body: text(MESSAGE_MAX).min(1, 'Please write something'),
        clientIds: z
          .array(id)
          .min(1, 'Please choose at least one client')
          .max(BROADCAST_MAX, `Please choose at most ${BROADCAST_MAX} clients`),
      }),
    )
    .errors({
      MESSAGE_TOO_LONG: { status: 400, message: 'With the names filled in, this message is too long.' },
      UNKNOWN_CLIENT: { status: 404, message: 'You no longer coach one of these clients. Please choose again.' },
    })
    .output(broadcastDetail),
  getBroadcast: procedure
    .route({
      method: 'GET',
      path: '/broadcasts/{id}',
      tags: ['notifications'],
      summary: 'A group message with its outcome for each client',
    })
    .input(z.object({ coachId: id, id }))
    .output(broadcastDetail),
  listBroadcasts: procedure
    .route({
      method: 'GET',
      path: '/broadcasts',
      tags: ['notifications'],
      summary: 'Group messages of a coach in pages, newest first',
    })
    .input(z.object({ coachId: id, cursor }))
    .output(z.object({ broadcasts: z.array(broadcast), nextCursor })),
};
