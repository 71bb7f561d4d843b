import { z } from 'zod';
import { defineJob } from '../../platform/queue/queue.ts';

/** Updates the number of clients on a coach's bill. Every change of a seat sends it; billing does the work. */
export const billSeatsJob = defineJob('billing.seats', { schema: z.object({ coachId: z.uuid() }), retryLimit: 12 });
