import { requireCursor } from '../../core/pages.ts';
import { os } from '../../core/procedures.ts';
import { requireUser } from '../../core/tenancy/access.ts';
import {
  getNotificationPreferences,
  listNotifications,
  markAllNotificationsRead,
  markNotificationRead,
  setNotificationPreference,
} from './notifications.service.ts';

export const notificationsProcedures = {
  listNotifications: os.notifications.listNotifications.handler(
    async ({ context, input: { cursor, ...selection } }) => {
      const { scope } = requireUser(await context.actor());
      const after = requireCursor(cursor);
      return context.services.db.readAtOnce(scope, (tx) => listNotifications(tx, { ...selection, after }));
    },
  ),

  markNotificationRead: os.notifications.markNotificationRead.handler(async ({ context, input }) => {
    const { scope } = requireUser(await context.actor());
    await context.services.db.write(scope, (tx) => markNotificationRead(tx, input.id));
    return { id: input.id };
  }),

  markAllNotificationsRead: os.notifications.markAllNotificationsRead.handler(async ({ context }) => {
    const { scope } = requireUser(await context.actor());
    return { marked: await context.services.db.write(scope, markAllNotificationsRead) };
  }),

  getNotificationPreferences: os.notifications.getNotificationPreferences.handler(async ({ context }) => {
    const { scope } = requireUser(await context.actor());
    return context.services.db.readAtOnce(scope, getNotificationPreferences);
  }),

  setNotificationPreference: os.notifications.setNotificationPreference.handler(async ({ context, input }) => {
    const { scope } = requireUser(await context.actor());
    await context.services.db.write(scope, (tx) => setNotificationPreference(tx, input));
    return input;
  }),
};
