import { defineScheduledJob, EVERY_FIVE_MINUTES, EVERY_HOUR } from '../../platform/queue/queue.ts';

/** Reminds of sessions that start within a day or within an hour. */
export const remindOfSessionsJob = defineScheduledJob('calendar.remind', {
  schedule: EVERY_FIVE_MINUTES,
  retryLimit: 2,
});

/** Adds the sessions of series whose horizon has moved. */
export const extendSeriesJob = defineScheduledJob('calendar.extend', { schedule: EVERY_HOUR, retryLimit: 2 });
