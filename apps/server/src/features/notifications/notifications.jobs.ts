import { defineScheduledJob, EVERY_MINUTE } from '../../platform/queue/queue.ts';

/** Mails notifications that are due. */
export const mailNotificationsJob = defineScheduledJob('notifications.mail', {
  schedule: EVERY_MINUTE,
  deleteAfterSeconds: 60,
});
