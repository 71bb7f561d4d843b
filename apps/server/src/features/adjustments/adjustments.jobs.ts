import { z } from 'zod';
import { defineJob, defineScheduledJob, EVERY_FIVE_MINUTES } from '../../platform/queue/queue.ts';

/** Reviews clients whose training day is over. Every few minutes, because a day ends at another minute in each zone. */
export const reviewAdjustmentsJob = defineScheduledJob('adjustments.review', {
  schedule: EVERY_FIVE_MINUTES,
});

/** Reviews one client at once, because something happened. */
export const reviewClientJob = defineJob('adjustments.review-client', {
  schema: z.object({ coachId: z.uuid(), clientId: z.uuid() }),
});
