import { defineScheduledJob, EVERY_HOUR } from '../../platform/queue/queue.ts';

/** Deletes files that nothing has used within a week, from the store as well. */
export const sweepFilesJob = defineScheduledJob('files.sweep', { schedule: EVERY_HOUR });
