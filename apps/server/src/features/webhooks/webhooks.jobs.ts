import { z } from 'zod';
import { defineJob, defineScheduledJob, EVERY_MINUTE } from '../../platform/queue/queue.ts';

/** Turns new events into deliveries, and starts those that are due. */
export const collectEventsJob = defineScheduledJob('webhooks.collect', { schedule: EVERY_MINUTE });

/** Sends what is due at one endpoint. An endpoint that hangs holds up a worker for one attempt. */
export const sendWebhooksJob = defineJob('webhooks.send', {
  schema: z.object({ coachId: z.uuid(), endpointId: z.uuid() }),
  parallel: 5,
  heartbeatSeconds: 30,
  expireInSeconds: 300,
  deleteAfterSeconds: 60,
});

/** Deletes old deliveries. */
export const forgetDeliveriesJob = defineScheduledJob('webhooks.forget', { schedule: '50 3 * * *' });
