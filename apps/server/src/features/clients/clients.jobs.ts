import { defineScheduledJob, EVERY_MINUTE } from '../../platform/queue/queue.ts';

/** Renews engagement labels. Every minute, because a new check-in may change one. */
export const renewEngagementJob = defineScheduledJob('clients.labels', {
  schedule: EVERY_MINUTE,
});
