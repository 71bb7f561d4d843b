import type { RateLimit, RateLimiter } from '../../platform/rate-limits/rate-limits.ts';

const MINUTE = 60;

/** Failed sign-ins to one account, from each network and each device that its owner has used before. */
export const SIGN_IN_TRIES: RateLimit = { windowSeconds: 15 * MINUTE, max: 20 };
/** Failed sign-ins to one account from all unknown devices together. */
export const STRANGERS_SIGN_IN_TRIES: RateLimit = { windowSeconds: 60 * MINUTE, max: 200 };

/** Limits by IP address. High enough for a studio that shares an address, far too low for guessing. */
export const addressRateLimits = {
  window: MINUTE,
  max: 300,
  customRules: {
    '/sign-in/email': { window: MINUTE, max: 60 },
    '/sign-in/email-otp': { window: MINUTE, max: 60 },
    '/sign-in/magic-link': { window: 10 * MINUTE, max: 30 },
    '/email-otp/send-verification-otp': { window: 10 * MINUTE, max: 30 },
    '/magic-link/verify': { window: MINUTE, max: 60 },
    '/sign-up/email': { window: 10 * MINUTE, max: 30 },
    '/request-password-reset': { window: 10 * MINUTE, max: 30 },
    '/send-verification-email': { window: 10 * MINUTE, max: 30 },
    '/reset-password': { window: 10 * MINUTE, max: 30 },
    '/verify-email': { window: MINUTE, max: 30 },
    '/change-email': { window: 10 * MINUTE, max: 30 },
    '/two-factor/*': { window: MINUTE, max: 30 },
    '/passkey/*': { window: MINUTE, max: 60 },
    '/sign-in/social': { window: MINUTE, max: 60 },
    '/phone-number/send-code': { window: 10 * MINUTE, max: 10 },
    '/phone-number/*': { window: 10 * MINUTE, max: 30 },
    '/sign-in/phone-number': { window: 10 * MINUTE, max: 30 },
  },
};

/** Limits by account from any address, against flooding a mailbox. */
const ACCOUNT_LIMITS: Record<string, RateLimit> = {
  '/sign-in/magic-link': { windowSeconds: 15 * MINUTE, max: 5 },
  '/email-otp/send-verification-otp': { windowSeconds: 15 * MINUTE, max: 5 },
  '/sign-up/email': { windowSeconds: 15 * MINUTE, max: 5 },
  '/request-password-reset': { windowSeconds: 15 * MINUTE, max: 5 },
  '/send-verification-email': { windowSeconds: MINUTE, max: 1 },
};

export const addressRateLimitStorage = (limiter: RateLimiter) => ({
  async consume(key: string, rule: { window: number; max: number }) {
    const retryAfter = await limiter.consume(`address|${key}`, { windowSeconds: rule.window, max: rule.max });
    return { allowed: retryAfter === null, retryAfter };
  },
});

export function accountRateLimits(limiter: RateLimiter) {
  /** @returns the seconds to wait, or null */
  return async (path: string, email: unknown): Promise<number | null> => {
    const limit = ACCOUNT_LIMITS[path];
    if (!limit || typeof email !== 'string') return null;
    return limiter.consume(`account|${path}|${email.trim().toLowerCase()}`, limit);
  };
}
