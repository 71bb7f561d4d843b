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
 * Counts failed sign-ins by account and network, so that a stranger locks out their own network and not the owner. All
 * networks together have a limit too. Devices that the owner has used before are counted separately. A sign-in counts
 * before its password is checked, so that concurrent tries gain nothing. A correct password resets the count.
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
