import { defineScheduledJob, EVERY_FIVE_MINUTES } from '../../platform/queue/queue.ts';

/** Deletes what the console keeps for some time only. */
export const cleanUpJob = defineScheduledJob('jobs.clean_up', { schedule: '20 3 * * *' });

/** Measures what operators are alerted about. */
export const checkAlertsJob = defineScheduledJob('jobs.check_alerts', { schedule: EVERY_FIVE_MINUTES });
