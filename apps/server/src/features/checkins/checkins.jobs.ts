import { defineScheduledJob, EVERY_HOUR } from '../../platform/queue/queue.ts';

/** Reminds of due check-ins. Hourly, because morning comes at a different hour in each time zone. */
export const remindOfCheckInsJob = defineScheduledJob('checkins.remind', {
  schedule: EVERY_HOUR,
});
