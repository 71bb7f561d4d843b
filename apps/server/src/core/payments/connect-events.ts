import { z } from 'zod';
import type { ConnectEvent } from './connect.ts';
import { readDispute, readEnvelope } from './events.ts';

const word = z.string().regex(/^[\w.-]{1,255}$/);
const account = z.object({ id: word, metadata: z.object({ coach_id: z.uuid() }) });
const session = z.object({
  id: word,
  metadata: z.object({ coach_id: z.uuid(), checkout_id: z.uuid() }),
});

/** The account became ready, or the provider needs more information. */
export const ACCOUNT_UPDATED = 'account.updated';

/**
 * Checks and reads the body of a webhook about a coach's account, in the provider's format.
 * @throws ForgedEvent
 */
export function readConnectEvent(raw: string, signature: string, secret: string, now: Date): ConnectEvent {
  const { id, type, account: accountId = null, data } = readEnvelope(raw, signature, secret, now);
  const event = {
    id,
    type,
    accountId,
    sessionId: null,
    coachId: null,
    checkoutId: null,
    disputeId: readDispute(type, data.object)?.id ?? null,
  };
  if (type === ACCOUNT_UPDATED) {
    return { ...event, coachId: account.safeParse(data.object).data?.metadata.coach_id ?? null };
  }
  const found = type.startsWith('checkout.session.') ? session.safeParse(data.object).data : undefined;
  if (!found) return event;
  const { coach_id: coachId, checkout_id: checkoutId } = found.metadata;
  return { ...event, sessionId: found.id, coachId, checkoutId };
}
