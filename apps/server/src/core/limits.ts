import type { RateLimit, RateLimiter } from '../platform/rate-limits/rate-limits.ts';
import type { RequestContext } from './context.ts';
import { refuse } from './refusals.ts';

/**
 * Counts one use of `key`.
 * @throws RATE_LIMITED above the rate
 */
export async function requireRate(limiter: RateLimiter, key: string, rate: RateLimit): Promise<void> {
  const wait = await limiter.consume(key, rate);
  if (wait !== null) throw refuse('RATE_LIMITED', { data: { retryAfterSeconds: wait } });
}

/**
 * Counts one call of `what` from the caller's address.
 * @throws RATE_LIMITED above the rate
 */
export const limitByAddress = ({ services, address }: RequestContext, what: string, rate: RateLimit): Promise<void> =>
  requireRate(services.limiter, `${what}:${address}`, rate);
