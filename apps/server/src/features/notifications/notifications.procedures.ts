import { requireCursor } from '../../core/pages.ts';
import { personProcedure } from '../../core/procedures.ts';
import {
  getNotificationPreferences,
  listNotifications,
  markAllNotificationsRead,
  markNotificationRead,
  setNotificationPreference,
} from './notifications.service.ts';

const { notifications } = personProcedure;

export const notificationsProcedures = {
  listNotifications: notifications.listNotifications.handler(({ context: { scope, db }, input }) => {
    const { cursor, ...selection } = input;
    const after = requireCursor(cursor);
    return db.readAtOnce(scope, (tx) => listNotifications(tx, { ...selection, after }));
  }),

  markNotificationRead: notifications.markNotificationRead.handler(async ({ context: { scope, db }, input }) => {
    await db.write(scope, (tx) => markNotificationRead(tx, input.id));
    return { id: input.id };
  }),

  markAllNotificationsRead: notifications.markAllNotificationsRead.handler(async ({ context: { scope, db } }) => ({
    marked: await db.write(scope, markAllNotificationsRead),
  })),

  getNotificationPreferences: notifications.getNotificationPreferences.handler(({ context: { scope, db } }) =>
    db.readAtOnce(scope, getNotificationPreferences),
  ),

  setNotificationPreference: notifications.setNotificationPreference.handler(
    async ({ context: { scope, db }, input }) => {
      await db.write(scope, (tx) => setNotificationPreference(tx, input));
      return input;
    },
  ),
};
