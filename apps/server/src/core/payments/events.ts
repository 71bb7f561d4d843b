import Stripe from 'stripe';
import { z } from 'zod';
import { isTooDeep } from '../../platform/http/json-depth.ts';
import { type Dispute, ForgedEvent, type PaymentEvent } from './gateway.ts';

const TOLERANCE_SECONDS = 300;

/** Ids and types of the provider. The database would refuse some characters of other text. */
const word = z.string().regex(/^[\w.-]{1,255}$/);
const reference = z.union([word, z.object({ id: word }).transform(({ id }) => id)]).nullish();
const envelope = z.object({
  id: word,
  type: word,
  created: z.number().int().min(0).max(9_999_999_999),
  /** The coach's account, for events of a connected account. */
  account: word.optional(),
  data: z.object({ object: z.record(z.string(), z.unknown()) }),
});
const checkout = z.object({ id: word, subscription: reference });
const subscription = z.object({ id: word });
const dispute = z.object({
  id: word,
  charge: z.union([word, z.object({ id: word }).transform(({ id }) => id)]),
  amount: z.int().min(0).max(2_000_000_000),
  currency: z.string().regex(/^[a-z]{3}$/),
  evidence_details: z.object({ due_by: z.number().int().min(0).max(9_999_999_999).nullish() }).nullish(),
});
const DISPUTE_CLOSED = 'charge.dispute.closed';
const DISPUTE_EVENTS = ['charge.dispute.created', 'charge.dispute.updated', DISPUTE_CLOSED];
const invoice = z.object({
  parent: z.object({ subscription_details: z.object({ subscription: reference }).nullish() }).nullish(),
});

/**
 * Checks the signature of a webhook's body and reads the common fields of the event.
 * @param signature the `Stripe-Signature` header
 * @throws ForgedEvent
 */
export function readEnvelope(raw: string, signature: string, secret: string, now: Date): z.infer<typeof envelope> {
  const seconds = Math.floor(now.getTime() / 1000);
  // The library accepts times in the future.
  const signedAt = Number(/(?:^|,)\s*t=(\d+)/.exec(signature)?.[1] ?? Number.NaN);
  if (!(signedAt <= seconds + TOLERANCE_SECONDS)) throw new ForgedEvent('signed in the future');
  if (isTooDeep(raw)) throw new ForgedEvent('nested too deeply');
  let content: unknown;
  try {
    content = Stripe.webhooks.constructEvent(raw, signature, secret, TOLERANCE_SECONDS, undefined, now.getTime());
  } catch (error) {
    // Messages of other errors quote the body.
    const isSignature = error instanceof Stripe.errors.StripeSignatureVerificationError;
    throw new ForgedEvent(isSignature ? error.message : 'signed, but unreadable');
  }
  const event = envelope.safeParse(content);
  if (!event.success) throw new ForgedEvent('signed, but no event');
  return event.data;
}

/**
 * Checks and reads a webhook's body in the provider's format.
 * @throws ForgedEvent
 */
export function readSignedEvent(raw: string, signature: string, secret: string, now: Date): PaymentEvent {
  const { id, type, created, data } = readEnvelope(raw, signature, secret, now);
  return {
    id,
    type,
    createdAt: new Date(created * 1000),
    checkoutId: null,
    subscriptionId: null,
    dispute: null,
    ...subjectOf(type, data.object),
  };
}

/** Finds the subject of an event by its type. Events without a known subject get none. */
function subjectOf(type: string, object: unknown): Partial<PaymentEvent> {
  switch (type) {
    case 'checkout.session.completed':
    case 'checkout.session.async_payment_succeeded':
    case 'checkout.session.async_payment_failed':
    case 'checkout.session.expired': {
      const { data } = checkout.safeParse(object);
      return data ? { checkoutId: data.id, subscriptionId: data.subscription ?? null } : {};
    }
    case 'customer.subscription.created':
    case 'customer.subscription.updated':
    case 'customer.subscription.deleted':
      return { subscriptionId: subscription.safeParse(object).data?.id ?? null };
    case 'invoice.paid':
    case 'invoice.payment_failed':
      return { subscriptionId: invoice.safeParse(object).data?.parent?.subscription_details?.subscription ?? null };
    default:
      return { dispute: readDispute(type, object) };
  }
}

/** The dispute of an event; null for other events. */
export const readDispute = (type: string, object: unknown): Dispute | null =>
  DISPUTE_EVENTS.includes(type) ? toDispute(object, type === DISPUTE_CLOSED) : null;

/** Parses a dispute in the provider's format; null when it is none. */
export function toDispute(object: unknown, isClosed: boolean): Dispute | null {
  const { data } = dispute.safeParse(object);
  if (!data) return null;
  const { id, charge, amount, currency, evidence_details: evidence } = data;
  const respondBy = evidence?.due_by ? new Date(evidence.due_by * 1000) : null;
  return { id, chargeId: charge, amount, currency: currency.toUpperCase(), respondBy, isClosed };
}
