import { z } from 'zod';
import { defineJob, defineScheduledJob, EVERY_FIVE_MINUTES } from '../../platform/queue/queue.ts';

/** Reviews clients whose training day is over. Runs every few minutes, because days end at different times by zone. */
export const reviewAdjustmentsJob = defineScheduledJob('adjustments.review', {
  schedule: EVERY_FIVE_MINUTES,
});

/** Reviews one client at once after an event. */
export const reviewClientJob = defineJob('adjustments.review-client', {
  schema: z.object({ coachId: z.uuid(), clientId: z.uuid() }),
});
