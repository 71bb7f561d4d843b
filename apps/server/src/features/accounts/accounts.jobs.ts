import { z } from 'zod';
import { defineJob, defineScheduledJob, EVERY_HOUR } from '../../platform/queue/queue.ts';

/** Ends an expired view, so that the audit log has an end for each start. */
export const endViewJob = defineJob('accounts.end_view', {
  schema: z.object({ viewId: z.uuid(), operatorId: z.uuid() }),
});

/** Deletes the accounts whose waiting time is over. */
export const eraseDueJob = defineScheduledJob('accounts.erase_due', { schedule: EVERY_HOUR });
