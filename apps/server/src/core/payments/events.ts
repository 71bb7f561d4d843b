import Stripe from 'stripe';
import { ForgedEvent, type PaymentEvent } from './gateway.ts';

const TOLERANCE_SECONDS = 300;

const idOf = (value: string | { id: string } | null | undefined): string | null =>
  typeof value === 'string' ? value : (value?.id ?? null);

/**
 * Checks and reads a webhook's body in the provider's format.
 * @param signature the `Stripe-Signature` header
 * @throws ForgedEvent
 */
export function readSignedEvent(raw: string, signature: string, secret: string, now: Date): PaymentEvent {
  const seconds = Math.floor(now.getTime() / 1000);
  // The library lets times in the future pass.
  const signedAt = Number(/(?:^|,)\s*t=(\d+)/.exec(signature)?.[1] ?? Number.NaN);
  if (!(signedAt <= seconds + TOLERANCE_SECONDS)) throw new ForgedEvent('signed in the future');
  let event: Stripe.Event;
  try {
    event = Stripe.webhooks.constructEvent(raw, signature, secret, TOLERANCE_SECONDS, undefined, now.getTime());
  } catch (error) {
    throw new ForgedEvent(error instanceof Error ? error.message : 'unreadable');
  }
  if (typeof event?.id !== 'string' || typeof event.type !== 'string' || !event.data?.object) {
    throw new ForgedEvent('signed, but no event');
  }
  return {
    id: event.id,
    type: event.type,
    createdAt: new Date(event.created * 1000),
    checkoutId: null,
    subscriptionId: null,
    ...subjectOf(event),
  };
}

function subjectOf(event: Stripe.Event): Partial<PaymentEvent> {
  switch (event.type) {
    case 'checkout.session.completed':
    case 'checkout.session.async_payment_succeeded':
    case 'checkout.session.async_payment_failed':
    case 'checkout.session.expired':
      return { checkoutId: event.data.object.id, subscriptionId: idOf(event.data.object.subscription) };
    case 'customer.subscription.created':
    case 'customer.subscription.updated':
    case 'customer.subscription.deleted':
      return { subscriptionId: event.data.object.id };
    case 'invoice.paid':
    case 'invoice.payment_failed':
      return { subscriptionId: idOf(event.data.object.parent?.subscription_details?.subscription) };
    default:
      return {};
  }
}
