import { z } from 'zod';
import { defineJob, defineScheduledJob, EVERY_HOUR } from '../../platform/queue/queue.ts';

/** Delivers an event of the sandbox to the webhook. */
export const sandboxEventJob = defineJob('billing.sandbox_event', {
  schema: z.object({ type: z.string(), object: z.record(z.string(), z.unknown()) }),
});

/** Delivers an event about a coach's account. */
export const sandboxConnectEventJob = defineJob('money.sandbox_event', {
  schema: z.object({ type: z.string(), account: z.string(), object: z.record(z.string(), z.unknown()) }),
});

/** Renews the sandbox's subscriptions whose month is over. */
export const sandboxRenewJob = defineScheduledJob('billing.sandbox_renew', { schedule: EVERY_HOUR });
