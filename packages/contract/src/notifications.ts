import { z } from 'zod';
import { procedure } from './errors.ts';
import { id, instant } from './fields.ts';
import { NOTIFICATION_TYPES } from './notifications.rules.ts';

export const notification = z.object({
  id,
  type: z.enum(NOTIFICATION_TYPES),
  title: z.string(),
  message: z.string(),
  read: z.boolean(),
  createdAt: instant,
  metadata: z.object({
    client_id: id.optional(),
    conversation_id: id.optional(),
    coach_id: id.optional(),
    session_id: id.optional(),
  }),
});
export type Notification = z.infer<typeof notification>;

export const notifications = {
  listNotifications: procedure
    .route({
      method: 'GET',
      path: '/notifications',
      tags: ['notifications'],
      summary: 'The newest 100 notifications of the caller, newest first',
    })
    .output(z.object({ notifications: z.array(notification), unread: z.int() })),
  markNotificationRead: procedure
    .route({ method: 'PATCH', path: '/notifications/{id}', tags: ['notifications'], summary: 'Mark one as read' })
    .input(z.object({ id }))
    .output(z.object({ id })),
  markAllNotificationsRead: procedure
    .route({ method: 'PATCH', path: '/notifications', tags: ['notifications'], summary: 'Mark all as read' })
    .output(z.object({ marked: z.int() })),
};
