import { os } from '../../platform/http/procedures.ts';
import { requireUser } from '../identity/identity.policy.ts';
import { listNotifications, markAllNotificationsRead, markNotificationRead } from './notifications.service.ts';

export const notificationsProcedures = {
  listNotifications: os.notifications.listNotifications.handler(async ({ context }) => {
    const { scope } = requireUser(await context.actor());
    return context.services.db.readAtOnce(scope, listNotifications);
  }),
  markNotificationRead: os.notifications.markNotificationRead.handler(async ({ context, input, errors }) => {
    const { scope } = requireUser(await context.actor());
    const marked = await context.services.db.write(scope, (tx) => markNotificationRead(tx, input.id));
    if (marked === 0) throw errors.NOT_FOUND();
    return { id: input.id };
  }),
  markAllNotificationsRead: os.notifications.markAllNotificationsRead.handler(async ({ context }) => {
    const { scope } = requireUser(await context.actor());
    return { marked: await context.services.db.write(scope, markAllNotificationsRead) };
  }),
};
