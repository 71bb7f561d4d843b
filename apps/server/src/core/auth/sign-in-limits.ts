import { APIError, type BetterAuthPlugin, type GenericEndpointContext } from 'better-auth';
import { createAuthMiddleware, isAPIError } from 'better-auth/api';
import type { RateLimit, RateLimiter } from '../../platform/rate-limits/rate-limits.ts';
import { SIGN_IN_TRIES, STRANGERS_SIGN_IN_TRIES } from './auth-limits.ts';
import { findKnownDevice } from './known-devices.ts';

const SIGN_INS = new Set(['/sign-in/email', '/sign-in/email-otp']);

export const tooManyRequests = (waitSeconds: number) =>
  new APIError(
    'TOO_MANY_REQUESTS',
    { message: 'Too many requests. Please try again later.', code: 'TOO_MANY_REQUESTS' },
    { 'x-retry-after': String(waitSeconds) },
  );

/**
 * Failed sign-ins count for the account and the network that they come from, so a stranger locks out their own network
 * and not the owner. Many networks together have a bound as well. A device that the owner has used before is counted by
 * itself, whatever strangers do. A sign-in counts before its password is checked, so that many at once are not more than
 * one after the other, and the right password forgets those before.
 */
export const signInLimits = (limiter: RateLimiter, networkOf: (headers: Headers | undefined) => string) => {
  const counted = new WeakMap<Request, string[]>();
  const isSignIn = ({ path }: { path?: string }) => path !== undefined && SIGN_INS.has(path);

  async function countersOf(ctx: GenericEndpointContext, email: string): Promise<[string, RateLimit][]> {
    const account = `${ctx.path}|${email}`;
    const device = await findKnownDevice(ctx, email);
    if (device) return [[`device|${account}|${device}`, SIGN_IN_TRIES]];
    return [
      [`network|${account}|${networkOf(ctx.headers)}`, SIGN_IN_TRIES],
      [`strangers|${account}`, STRANGERS_SIGN_IN_TRIES],
    ];
  }

  return {
    id: 'sign-in-limits',
    hooks: {
      before: [
        {
          matcher: isSignIn,
          handler: createAuthMiddleware(async (ctx) => {
            const { email } = ctx.body ?? {};
            if (typeof email !== 'string') return;
            const counters = await countersOf(ctx, email.trim().toLowerCase());
            for (const [key, limit] of counters) {
              const wait = await limiter.consume(key, limit);
              if (wait !== null) throw tooManyRequests(wait);
            }
            if (ctx.request)
              counted.set(
                ctx.request,
                counters.map(([key]) => key),
              );
          }),
        },
      ],
      after: [
        {
          matcher: isSignIn,
          handler: createAuthMiddleware(async (ctx) => {
            if (!ctx.request || isAPIError(ctx.context.returned)) return;
            for (const key of counted.get(ctx.request) ?? []) await limiter.forget(key);
          }),
        },
      ],
    },
  } satisfies BetterAuthPlugin;
};
