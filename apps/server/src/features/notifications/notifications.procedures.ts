import { requireCursor } from '../../core/pages.ts';
import { personProcedure } from '../../core/procedures.ts';
import { addPushDevice, listPushDevices, removePushDevice } from './notifications.devices.service.ts';
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

  listPushDevices: notifications.listPushDevices.handler(async ({ context: { scope, db, services } }) => ({
    publicKey: services.push?.publicKey ?? null,
    devices: await db.readAtOnce(scope, listPushDevices),
  })),

  addPushDevice: notifications.addPushDevice.handler(({ context: { actor, scope, db, now }, input }) => {
    const { keys, former, endpoint, timeZone, userAgent } = input;
    const device = { endpoint, ...keys, timeZone, userAgent, sessionId: actor.sessionId };
    return db.write(scope, (tx) => addPushDevice(tx, { device, former, now }));
  }),

  removePushDevice: notifications.removePushDevice.handler(async ({ context: { scope, db }, input }) => {
    await db.write(scope, (tx) => removePushDevice(tx, input.id));
    return input;
  }),
};
