import { z } from 'zod';
import { defineJob, defineScheduledJob, EVERY_MINUTE } from '../../platform/queue/queue.ts';

/** Mails due notifications. */
export const mailNotificationsJob = defineScheduledJob('notifications.mail', {
  schedule: EVERY_MINUTE,
  deleteAfterSeconds: 60,
});

/**
 * Delivers a tenant's notifications. Jobs are collected, because fetching each one alone would cost more than the
 * delivery. Collected jobs expire together, so they have a long time limit, and the worker sends heartbeats.
 */
export const deliverNotificationsJob = defineJob('notifications.deliver', {
  schema: z.object({ coachId: z.uuid() }),
  deleteAfterSeconds: 60,
  collectSeconds: 0.5,
  heartbeatSeconds: 30,
  expireInSeconds: 900,
});
