import { z } from 'zod';
import type { ConnectEvent } from './connect.ts';
import { readEnvelope } from './events.ts';

const word = z.string().regex(/^[\w.-]{1,255}$/);
const session = z.object({
  id: word,
  metadata: z.object({ coach_id: z.uuid(), checkout_id: z.uuid() }),
});

/**
 * Checks and reads the body of a webhook about a coach's account, in the provider's format.
 * @throws ForgedEvent
 */
export function readConnectEvent(raw: string, signature: string, secret: string, now: Date): ConnectEvent {
  const { type, account, data } = readEnvelope(raw, signature, secret, now);
  const found = type.startsWith('checkout.session.') ? session.safeParse(data.object).data : undefined;
  return {
    type,
    accountId: account ?? null,
    sessionId: found?.id ?? null,
    coachId: found?.metadata.coach_id ?? null,
    checkoutId: found?.metadata.checkout_id ?? null,
  };
}
