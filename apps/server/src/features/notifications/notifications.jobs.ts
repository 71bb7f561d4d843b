import { z } from 'zod';
import { defineJob, defineScheduledJob, EVERY_MINUTE } from '../../platform/queue/queue.ts';

/** Sends the remaining copies of a group message. */
export const deliverBroadcastJob = defineJob('notifications.broadcast', {
  schema: z.object({ coachId: z.uuid(), broadcastId: z.uuid() }),
  retryLimit: 12,
  expireInSeconds: 600,
});

/** Mails notifications that are due. */
export const mailNotificationsJob = defineScheduledJob('notifications.mail', {
  schedule: EVERY_MINUTE,
  deleteAfterSeconds: 60,
});
