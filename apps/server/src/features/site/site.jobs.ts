import { defineScheduledJob, EVERY_HOUR } from '../../platform/queue/queue.ts';

/** Deletes demos that visitors did not confirm. */
export const forgetDemoHoldsJob = defineScheduledJob('site.forget_holds', { schedule: EVERY_HOUR, retryLimit: 2 });
