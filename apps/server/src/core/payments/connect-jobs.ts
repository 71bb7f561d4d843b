import { z } from 'zod';
import { defineJob } from '../../platform/queue/queue.ts';

/** Updates the subject of a stored event of a coach's account to the provider's current status. */
export const settleAccountEventJob = defineJob('money.settle', {
  schema: z.object({ eventId: z.string() }),
  retryLimit: 12,
});
