import { z } from 'zod';
import { defineJob } from '../../platform/queue/queue.ts';

/** Updates the number of clients on a coach's bill. Enqueued with every change of a seat; billing handles it. */
export const billSeatsJob = defineJob('billing.seats', { schema: z.object({ coachId: z.uuid() }), retryLimit: 12 });
