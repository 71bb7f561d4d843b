import { z } from 'zod';
import { defineJob, defineScheduledJob, EVERY_HOUR } from '../../platform/queue/queue.ts';

/** Writes the copy of a person's data. With many videos this takes long, and is retried soon after a crash. */
export const writeExportJob = defineJob('privacy.write_export', {
  schema: z.object({ userId: z.uuid(), id: z.uuid() }),
  retryLimit: 3,
  retryDelay: 30,
  heartbeatSeconds: 60,
  expireInSeconds: 6 * 3600,
});

/** Deletes expired copies, and those of deleted accounts. */
export const sweepExportsJob = defineScheduledJob('privacy.sweep_exports', {
  schedule: EVERY_HOUR,
});
