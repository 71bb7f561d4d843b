import { defineScheduledJob, EVERY_HOUR } from '../../platform/queue/queue.ts';

/** Stores the figures of coaches whose day ends. Hourly, because a day ends at another hour in each time zone. */
export const storeDailyMetricsJob = defineScheduledJob('metrics.store', {
  schedule: EVERY_HOUR,
});
