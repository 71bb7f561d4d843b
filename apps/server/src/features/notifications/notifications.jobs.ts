import { z } from 'zod';
import { defineJob, defineScheduledJob, EVERY_MINUTE } from '../../platform/queue/queue.ts';

/** Mails notifications that are due. */
export const mailNotificationsJob = defineScheduledJob('notifications.mail', {
  schedule: EVERY_MINUTE,
  deleteAfterSeconds: 60,
});

/**
 * Delivers what a tenant has sent. Fetching and finishing each job alone would cost more than the delivery. Jobs that are
 * taken together expire together, so they have much time, and the worker reports that it is alive.
 */
export const deliverNotificationsJob = defineJob('notifications.deliver', {
  schema: z.object({ coachId: z.uuid() }),
  deleteAfterSeconds: 60,
  collectSeconds: 0.5,
  heartbeatSeconds: 30,
  expireInSeconds: 900,
});
