import { defineScheduledJob, EVERY_HOUR } from '../../platform/queue/queue.ts';

/** Adds the recurring expenses of the day. Every hour, because a day begins at another hour in each zone. */
export const addRecurringJob = defineScheduledJob('expenses.recurring', {
  schedule: EVERY_HOUR,
});
