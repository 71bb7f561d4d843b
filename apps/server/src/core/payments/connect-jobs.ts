import { z } from 'zod';
import { defineJob } from '../../platform/queue/queue.ts';

/** Brings what a stored event of a coach's account is about to the status that the payment provider reports. */
export const settleAccountEventJob = defineJob('money.settle', {
  schema: z.object({ eventId: z.string() }),
  retryLimit: 12,
});
