import { z } from 'zod';
import type { QueueDefinition } from '../../platform/queue/migrate.ts';
import { defineQueue, type Job } from '../../platform/queue/queue.ts';

/** Background work of billing. The services enqueue it, so whoever runs it brings them (`workOnBilling`). */
type Run<Data> = { run: (data: Data) => Promise<void> };

const job = <Data extends object>(queue: QueueDefinition, schema: z.ZodType<Data>): Job<Data, Run<Data>> => ({
  queue,
  schema,
  handle: (data, { run }) => run(data),
});

/** Brings one purchase or subscription to what the provider says. */
export const settleJob = job(
  defineQueue('billing.settle', { retryLimit: 12 }),
  z.object({ checkoutId: z.string().nullable(), subscriptionId: z.string().nullable() }),
);

/** Reminds somebody who paid and closed the tab. */
export const remindJob = job(defineQueue('billing.remind'), z.object({ sessionId: z.string() }));

/** Puts the number of clients on the bill. */
export const billSeatsJob = job(defineQueue('billing.seats', { retryLimit: 12 }), z.object({ coachId: z.uuid() }));

/** Every hour: plans whose grace is over end. */
export const endOverdueJob = job(defineQueue('billing.overdue'), z.object({}));

/** Takes an event of the sandbox to the webhook. */
export const sandboxEventJob = job(
  defineQueue('billing.sandbox_event'),
  z.object({ type: z.string(), object: z.record(z.string(), z.unknown()) }),
);

/** Every hour, without a payment provider: subscriptions whose month is over renew. */
export const sandboxRenewJob = job(defineQueue('billing.sandbox_renew'), z.object({}));
