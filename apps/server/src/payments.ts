import { createHmac } from 'node:crypto';
import Stripe from 'stripe';
import { v7 as uuidv7 } from 'uuid';
import type { Env } from './env.ts';
import {
  billSeatsJob,
  endOverdueJob,
  remindJob,
  sandboxEventJob,
  sandboxRenewJob,
  settleJob,
} from './features/billing/billing.jobs.ts';
import {
  type BillingDeps,
  billSeats,
  endOverdue,
  receiveEvent,
  remindOfPurchase,
  settle,
} from './features/billing/billing.purchase.service.ts';
import type { Database } from './platform/db/database.ts';
import type { PaymentGateway } from './core/payments/gateway.ts';
import { createSandbox, type Sandbox, type SandboxEvent } from './core/payments/sandbox.ts';
import { createStripeGateway } from './core/payments/stripe.ts';
import type { Queue } from './platform/queue/queue.ts';

/** Signs the sandbox's events, as a provider's secret would. */
export const sandboxSecret = (secret: string): string =>
  `whsec_${createHmac('sha256', secret).update('sandbox webhook').digest('hex')}`;

/** The payment provider: Stripe with a key, else the sandbox. */
export function createPayments(options: { env: Env; db: Database; queue: Queue; now: () => Date; secret: string }): {
  gateway: PaymentGateway;
  sandbox: Sandbox | null;
} {
  const { env, db, queue, now, secret } = options;
  if (env.STRIPE_SECRET_KEY) {
    const gateway = createStripeGateway({
      secretKey: env.STRIPE_SECRET_KEY,
      publishableKey: env.STRIPE_PUBLISHABLE_KEY ?? '',
      webhookSecret: env.STRIPE_WEBHOOK_SECRET ?? '',
      apiBase: env.STRIPE_API_BASE,
    });
    return { gateway, sandbox: null };
  }
  const sandbox = createSandbox({
    db,
    now,
    appUrl: env.appUrl,
    webhookSecret: sandboxSecret(secret),
    emit: (tx, event) => queue.send(sandboxEventJob, event, tx),
  });
  return { gateway: sandbox.gateway, sandbox };
}

/** Does billing's background work in this process. */
export async function workOnBilling(
  queue: Queue,
  billing: BillingDeps,
  sandbox: Sandbox | null,
  secret: string,
): Promise<void> {
  await queue.work(settleJob, { run: (subject) => settle(billing, subject) });
  await queue.work(remindJob, { run: ({ sessionId }) => remindOfPurchase(billing, sessionId) });
  await queue.work(billSeatsJob, { run: ({ coachId }) => billSeats(billing, coachId) });
  await queue.work(endOverdueJob, { run: () => endOverdue(billing) });
  await queue.repeatHourly(endOverdueJob);
  if (!sandbox) return;
  const deliver = ({ type, object }: SandboxEvent) => {
    const seconds = Math.floor(billing.now().getTime() / 1000);
    const raw = JSON.stringify({
      id: `evt_test_${uuidv7()}`,
      object: 'event',
      type,
      created: seconds,
      data: { object },
    });
    const header = { payload: raw, secret: sandboxSecret(secret), timestamp: seconds };
    return receiveEvent(billing, raw, Stripe.webhooks.generateTestHeaderString(header));
  };
  await queue.work(sandboxEventJob, { run: deliver });
  await queue.work(sandboxRenewJob, { run: () => sandbox.renewDue() });
  await queue.repeatHourly(sandboxRenewJob);
}
