import type { Tx } from '../platform/db/database.ts';
import type { RateLimit, RateLimiter, RateUse } from '../platform/rate-limits/rate-limits.ts';
import type { RequestContext } from './context.ts';
import { refuse } from './refusals.ts';

const HOUR_SECONDS = 3600;

const countOf = (count: number, unit: string): string => (count === 1 ? `1 ${unit}` : `${count} ${unit}s`);

/** When to try again, like `in 7 minutes`. Rounds up. */
export function waitText(seconds: number): string {
  if (seconds < 60) return 'in a minute';
  if (seconds <= HOUR_SECONDS) return `in ${countOf(Math.ceil(seconds / 60), 'minute')}`;
  return `in ${countOf(Math.ceil(seconds / HOUR_SECONDS), 'hour')}`;
}

const refuseFor = (wait: number, what: string) =>
  refuse('RATE_LIMITED', {
    data: { retryAfterSeconds: wait },
    message: `${what} Please try again ${waitText(wait)}.`,
  });

/**
 * Counts a use of `key`.
 * @throws RATE_LIMITED above the rate
 */
export async function requireRate(limiter: RateLimiter, key: string, rate: RateLimit, use?: RateUse): Promise<void> {
  const wait = await limiter.consume(key, rate, use);
  if (wait !== null) throw refuseFor(wait, 'Too many attempts.');
}

/**
 * Counts one call of `what` from the caller's network.
 * @throws RATE_LIMITED above the rate
 */
export const limitByAddress = ({ services, network }: RequestContext, what: string, rate: RateLimit): Promise<void> =>
  requireRate(services.limiter, `${what}:${network}`, rate);

/**
 * Booking confirmations mailed to one address from all public pages together: a stranger may have typed the address.
 */
const CONFIRMATIONS_TO_ONE: RateLimit = { windowSeconds: 24 * HOUR_SECONDS, max: 6 };
/** Booking confirmations from one network. High enough for an office, too low for filling a calendar with holds. */
const CONFIRMATIONS_OF_NETWORK: RateLimit = { windowSeconds: HOUR_SECONDS, max: 10 };

/** A visitor's request for a confirmation mail: its recipient (`recipientKey`) and its network (`networkOf`). */
export type ConfirmationRequest = { recipient: string; network: string };

/**
 * Counts one booking confirmation mail.
 * @throws RATE_LIMITED above the rates
 */
export async function limitConfirmations(
  tx: Tx,
  limiter: RateLimiter,
  { recipient, network }: ConfirmationRequest,
): Promise<void> {
  const toOne = await limiter.consume(`confirmation:to:${recipient}`, CONFIRMATIONS_TO_ONE, { tx });
  if (toOne !== null) throw refuseFor(toOne, 'We have sent several confirmation emails to this address today.');
  const ofNetwork = await limiter.consume(`confirmation:from:${network}`, CONFIRMATIONS_OF_NETWORK, { tx });
  if (ofNetwork !== null) throw refuseFor(ofNetwork, 'Too many bookings were requested from your network.');
}
