import { createHmac } from 'node:crypto';
import type { Env } from '../../env.ts';
import type { Database } from '../../platform/db/database.ts';
import type { Queue } from '../../platform/queue/queue.ts';
import type { PaymentGateway } from './gateway.ts';
import { createSandbox, type Sandbox } from './sandbox.ts';
import { sandboxEventJob } from './sandbox-jobs.ts';
import { createStripeGateway } from './stripe.ts';

/** The secret that signs the sandbox's events, as a provider's would. */
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
