import type { RateLimit } from '../platform/rate-limits/rate-limits.ts';
import type { RequestContext } from './context.ts';
import { refuse } from './refusals.ts';

/**
 * Counts one call of `what` from the caller's address.
 * @throws RATE_LIMITED above the rate
 */
export async function limitByAddress(
  { services, address }: RequestContext,
  what: string,
  rate: RateLimit,
): Promise<void> {
  const wait = await services.limiter.consume(`${what}:${address}`, rate);
  if (wait !== null) throw refuse('RATE_LIMITED', { data: { retryAfterSeconds: wait } });
}
