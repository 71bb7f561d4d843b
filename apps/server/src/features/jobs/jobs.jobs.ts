import { defineScheduledJob } from '../../platform/queue/queue.ts';

/** Deletes what the console keeps for some time only. */
export const cleanUpJob = defineScheduledJob('jobs.clean_up', { schedule: '20 3 * * *' });
