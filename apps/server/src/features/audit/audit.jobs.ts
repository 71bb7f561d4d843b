import { defineScheduledJob } from '../../platform/queue/queue.ts';

/** Checks the hashes of all chains. Six hours are enough for a million chains. */
export const verifyJob = defineScheduledJob('audit.verify', { schedule: '40 2 * * *', expireInSeconds: 6 * 3600 });
