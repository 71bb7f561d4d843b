import { defineScheduledJob } from '../../platform/queue/queue.ts';

/** Counts what the operators' dashboard shows of all tenants. */
export const countPlatformJob = defineScheduledJob('operator.count_platform', { schedule: '*/15 * * * *' });
