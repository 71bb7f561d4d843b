import { defineScheduledJob, EVERY_HOUR } from '../../platform/queue/queue.ts';

/** Deletes files that stayed unused for a week, including their content. */
export const sweepFilesJob = defineScheduledJob('files.sweep', { schedule: EVERY_HOUR });
