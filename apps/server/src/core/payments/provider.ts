import { createHmac } from 'node:crypto';
import type { Env } from '../../env.ts';
import type { Database } from '../../platform/db/database.ts';
import type { Queue } from '../../platform/queue/queue.ts';
import type { ConnectGateway } from './connect.ts';
import { type ConnectSandbox, createConnectSandbox } from './connect-sandbox.ts';
import { createStripeConnect } from './connect-stripe.ts';
import type { PaymentGateway } from './gateway.ts';
import { createSandbox, type Sandbox } from './sandbox.ts';
import { sandboxConnectEventJob, sandboxEventJob } from './sandbox-jobs.ts';
import { createStripeGateway } from './stripe.ts';

/** The secret that signs the sandbox's events. */
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

/**
 * Creates the gateway for payments of clients: Stripe Connect with its keys, else the sandbox. Null when Stripe has a
 * key but no webhook secret for connected accounts: we would miss payments of clients who never return to our page.
 */
export function createConnect(options: { env: Env; db: Database; queue: Queue; now: () => Date; secret: string }): {
  connect: ConnectGateway | null;
  connectSandbox: ConnectSandbox | null;
} {
  const { env, db, queue, now, secret } = options;
  if (!env.STRIPE_SECRET_KEY) {
    const connectSandbox = createConnectSandbox({
      db,
      now,
      webhookSecret: sandboxSecret(secret),
      emit: (tx, event) => queue.send(sandboxConnectEventJob, event, tx),
    });
    return { connect: connectSandbox.gateway, connectSandbox };
  }
  if (!env.STRIPE_CONNECT_WEBHOOK_SECRET) return { connect: null, connectSandbox: null };
  const settings = { secretKey: env.STRIPE_SECRET_KEY, webhookSecret: env.STRIPE_CONNECT_WEBHOOK_SECRET };
  return { connect: createStripeConnect({ ...settings, apiBase: env.STRIPE_API_BASE }), connectSandbox: null };
}
