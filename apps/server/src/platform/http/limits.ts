import type { RateLimit } from '../rate-limits/rate-limits.ts';
import type { RequestContext } from '../../core/context.ts';

type LimitErrors = { RATE_LIMITED: (options: { data: { retryAfterSeconds: number } }) => Error };

/**
 * Counts one call of `what` from the caller's address.
 * @throws RATE_LIMITED above the rate.
 */
export async function limitByAddress(
  { services, address }: RequestContext,
  errors: LimitErrors,
  what: string,
  rate: RateLimit,
): Promise<void> {
  const wait = await services.limiter.consume(`${what}:${address}`, rate);
  if (wait !== null) throw errors.RATE_LIMITED({ data: { retryAfterSeconds: wait } });
}
