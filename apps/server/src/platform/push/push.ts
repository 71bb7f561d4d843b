import { createHash } from 'node:crypto';
import webPush from 'web-push';
import { errorMessage } from '../describe-error.ts';
import { isPrivateAddress, type Outbound } from '../http/outbound.ts';
import type { VapidKeys } from './vapid.ts';

/** A browser at its push service. */
export type PushTarget = { endpoint: string; p256dh: string; auth: string };

export type PushMessage = {
  /** Encrypted for the browser. */
  body: string;
  /** How long the push service keeps it for a device that is offline. */
  ttlSeconds: number;
  urgency: 'normal' | 'high';
  /** A newer push with the same tag replaces one that the device has not received. */
  tag: string;
};

/**
 * The result of a push. `gone`: the subscription does not exist any more or cannot be used. `later`: another try may
 * succeed, not before `afterSeconds` if the push service asked for a pause.
 */
export type PushOutcome =
  | { is: 'accepted' }
  | { is: 'gone'; reason: string }
  | { is: 'later'; reason: string; afterSeconds: number }
  | { is: 'refused'; reason: string };

export type PushSender = {
  publicKey: string;
  send(target: PushTarget, message: PushMessage): Promise<PushOutcome>;
};

type PushOptions = { keys: VapidKeys; subject: string; outbound: Outbound; now: () => Date };

const PATIENCE_MS = 15_000;
/** Topics have at most 32 characters of base64url. */
const topicOf = (tag: string): string => createHash('sha256').update(tag).digest('base64url').slice(0, 32);

/** Sends encrypted pushes (RFC 8030, 8291, 8292). Requests are guarded, because browsers supply the addresses. */
export function createPushSender({ keys, subject, outbound, now }: PushOptions): PushSender {
  return {
    publicKey: keys.publicKey,
    async send({ endpoint, p256dh, auth }, { body, ttlSeconds, urgency, tag }) {
      let request: webPush.RequestDetails;
      try {
        request = webPush.generateRequestDetails({ endpoint, keys: { p256dh, auth } }, body, {
          vapidDetails: { subject, ...keys },
          contentEncoding: 'aes128gcm',
          TTL: ttlSeconds,
          urgency,
          topic: topicOf(tag),
        });
      } catch (error) {
        // The key is no point of the curve, so no push can ever be encrypted for it.
        return { is: 'gone', reason: errorMessage(error) };
      }
      try {
        const answer = await outbound.fetch(endpoint, {
          method: 'POST',
          headers: Object.entries(request.headers).map(([name, value]): [string, string] => [name, String(value)]),
          body: request.body,
          signal: AbortSignal.timeout(PATIENCE_MS),
        });
        await answer.body?.cancel();
        return outcomeOf(answer.status, answer.headers.get('retry-after'), now());
      } catch (error) {
        if (isPrivateAddress(error)) return { is: 'gone', reason: errorMessage(error) };
        return { is: 'later', reason: errorMessage(error), afterSeconds: 0 };
      }
    },
  };
}

function outcomeOf(status: number, retryAfter: string | null, now: Date): PushOutcome {
  const reason = `the push service answered with ${status}`;
  if (status >= 200 && status < 300) return { is: 'accepted' };
  if (status === 404 || status === 410) return { is: 'gone', reason };
  if (status === 429 || status >= 500) return { is: 'later', reason, afterSeconds: secondsOf(retryAfter, now) };
  return { is: 'refused', reason };
}

/** `Retry-After` is a number of seconds or a date. */
function secondsOf(retryAfter: string | null, now: Date): number {
  if (retryAfter === null) return 0;
  if (/^\d+$/.test(retryAfter)) return Number(retryAfter);
  const at = Date.parse(retryAfter);
  return Number.isNaN(at) ? 0 : Math.max(0, Math.ceil((at - now.getTime()) / 1000));
}
