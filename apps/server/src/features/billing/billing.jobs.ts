import { z } from 'zod';
import { defineJob, defineScheduledJob, EVERY_HOUR } from '../../platform/queue/queue.ts';

/** Updates one purchase or subscription to the payment provider's current status. */
export const settleJob = defineJob('billing.settle', {
  schema: z.object({
    checkoutId: z.string().nullable(),
    subscriptionId: z.string().nullable(),
    disputeId: z.string().nullable().optional(),
    /** The provider's event that caused it. */
    eventId: z.string().optional(),
  }),
  retryLimit: 12,
});

/** Reminds a buyer who paid and closed the tab. */
export const remindJob = defineJob('billing.remind', { schema: z.object({ sessionId: z.string() }) });

/** Ends plans whose grace period is over. */
export const endOverdueJob = defineScheduledJob('billing.overdue', { schedule: EVERY_HOUR });
