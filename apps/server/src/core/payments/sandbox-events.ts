import Stripe from 'stripe';
import { sandboxSecret } from './provider.ts';

/** Writes a sandbox event as the provider would send it: the body, and the header with its signature. */
export function signSandboxEvent(
  secret: string,
  event: object,
  createdSeconds: number,
): { payload: string; header: string } {
  const payload = JSON.stringify(event);
  const options = { payload, secret: sandboxSecret(secret), timestamp: createdSeconds };
  return { payload, header: Stripe.webhooks.generateTestHeaderString(options) };
}
