import { z } from 'zod';
import { defineQueue, type Job } from '../../platform/queue/queue.ts';
import { type BroadcastDeps, deliverBroadcast } from './notifications.broadcast.service.ts';
import { mailNotifications, type NotificationMailDeps } from './notifications.mails.service.ts';

const broadcast = z.object({ coachId: z.uuid(), broadcastId: z.uuid() });

/** Sends what is left of a broadcast. */
export const deliverBroadcastJob: Job<z.infer<typeof broadcast>, BroadcastDeps> = {
  queue: defineQueue('notifications.broadcast', { retryLimit: 12, expireInSeconds: 600 }),
  schema: broadcast,
  handle: (data, deps) => deliverBroadcast(deps, data),
};

/** Every minute: mails whose time has come. */
export const mailNotificationsJob: Job<object, NotificationMailDeps> = {
  queue: defineQueue('notifications.mail', { deleteAfterSeconds: 60 }),
  schema: z.object({}),
  handle: (_data, deps) => mailNotifications(deps),
};
