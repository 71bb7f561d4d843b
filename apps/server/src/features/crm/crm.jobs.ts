import { z } from 'zod';
import { defineJob, defineScheduledJob, EVERY_FIVE_MINUTES } from '../../platform/queue/queue.ts';

/** Starts the syncs that are due. */
export const startSyncsJob = defineScheduledJob('crm.start', { schedule: EVERY_FIVE_MINUTES });

/** Brings one coach and their HubSpot account into step. The connection holds the time limit of its run. */
export const syncJob = defineJob('crm.sync', {
  schema: z.object({ coachId: z.uuid() }),
  parallel: 3,
  heartbeatSeconds: 30,
  expireInSeconds: 840,
  retryLimit: 1,
  deleteAfterSeconds: 60,
});

/** Ends our access to an account in HubSpot. */
export const revokeJob = defineJob('crm.revoke', { schema: z.object({ sealed: z.string().max(4000) }) });
