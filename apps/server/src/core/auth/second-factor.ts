import { APIError, type BetterAuthPlugin, type GenericEndpointContext } from 'better-auth';
import { createAuthMiddleware, getSessionFromCtx, isAPIError } from 'better-auth/api';
import { twoFactor } from 'better-auth/plugins';
import type { RateLimiter } from '../../platform/rate-limits/rate-limits.ts';
import { forgetElsewhere, forgetPrepared } from './prepared.ts';
import { endSessions } from './sessions.ts';

/** Changes of an account that its owner is notified about. */
export type SecurityEvent =
  | 'two_factor_on'
  | 'two_factor_off'
  | 'recovery_codes_renewed'
  | 'second_step_locked'
  | 'password_changed'
  | 'email_change_asked'
  | 'passkey_added'
  | 'passkey_removed'
  | 'phone_added'
  | 'phone_removed'
  | 'provider_added'
  | 'provider_removed';

export type SendSecurityNotice = (
  person: { id: string; name: string; email: string },
  event: SecurityEvent,
) => Promise<void>;

/**
 * Blocks reuse of a code. App codes are valid for 90 seconds, so blocking them longer is pointless. The library deletes
 * a recovery code after use, but lets in two concurrent requests that have both read it.
 */
const CODE_ONCE = { windowSeconds: 120, max: 1 };
/**
 * Limit per account, for all sign-ins and kinds of codes. The library counts a wrong code only after checking it, so
 * concurrent tries would bypass its lock.
 */
const SECOND_STEP_TRIES = { windowSeconds: 900, max: 10 };
/** The owner gets at most one notice a day about a locked second step, reset by a correct code. */
const LOCK_TOLD = { windowSeconds: 86_400, max: 1 };
const triesOf = (userId: string) => `second-step|${userId}`;
const toldOf = (userId: string) => `second-step-told|${userId}`;

/** Limit per account. Stops a stranger at an open session from guessing the password. */
const PASSWORD_TRIES = { windowSeconds: 900, max: 10 };

const TAKES_CODE = new Set(['/two-factor/verify-totp', '/two-factor/verify-backup-code']);

const ASKS_PASSWORD = new Set([
  '/change-email',
  '/change-password',
  '/two-factor/enable',
  '/two-factor/disable',
  '/two-factor/generate-backup-codes',
  '/verify-password',
]);

/** Endpoints with which the creator of an unverified account could keep the address's owner out. */
const NEEDS_VERIFIED_ADDRESS = new Set(['/change-email', '/two-factor/enable']);

const TELLS: Record<string, SecurityEvent> = {
  '/two-factor/disable': 'two_factor_off',
  '/two-factor/generate-backup-codes': 'recovery_codes_renewed',
  '/change-password': 'password_changed',
  '/change-email': 'email_change_asked',
};

/** Endpoints of the library that would show the secret again, or mail codes. */
export const CLOSED_PATHS = ['/two-factor/get-totp-uri', '/two-factor/send-otp', '/two-factor/verify-otp'];

/** Reads a field that a plugin adds, which is missing in the library's types. */
export const hasSecondStep = (user: object | null): boolean =>
  user !== null && 'twoFactorEnabled' in user && user.twoFactorEnabled === true;

/**
 * Sign-ins without a password, which the library would let skip the second step. A passkey is both steps: it works only
 * after the device has checked its owner.
 */
const PASSWORDLESS = new Set(['/sign-in/email-otp', '/magic-link/verify', '/callback/:id']);

/** Adds a second step by authenticator app, which no sign-in can skip. */
export function secondFactor(appName: string) {
  const plugin = twoFactor({ issuer: appName, backupCodeOptions: { amount: 10 } });
  const after = plugin.hooks.after.map((hook) => ({
    ...hook,
    matcher: (ctx: Parameters<typeof hook.matcher>[0]) => hook.matcher(ctx) || PASSWORDLESS.has(ctx.path ?? ''),
  }));
  return { ...plugin, hooks: { ...plugin.hooks, after } };
}

/** Extends the library's second step: single-use codes, a password for sensitive changes, and notices. */
export const guardedAccount = ({
  limiter,
  sendSecurityNotice,
}: {
  limiter: RateLimiter;
  sendSecurityNotice: SendSecurityNotice;
}) => {
  const takesCode = ({ path }: { path?: string }) => path !== undefined && TAKES_CODE.has(path);

  async function tellLock(ctx: GenericEndpointContext, userId: string): Promise<void> {
    const person = await ctx.context.internalAdapter.findUserById(userId);
    if (!person || (await limiter.consume(toldOf(userId), LOCK_TOLD)) !== null) return;
    await sendSecurityNotice(person, 'second_step_locked');
  }

  return {
    id: 'guarded-account',
    hooks: {
      before: [
        {
          matcher: takesCode,
          handler: createAuthMiddleware(async (ctx) => {
            const own = await getSessionFromCtx(ctx);
            const person = own ? own.user.id : await personAtSecondStep(ctx);
            if (!person || typeof ctx.body?.code !== 'string') return;
            const wait = own ? null : await limiter.consume(triesOf(person), SECOND_STEP_TRIES);
            if (wait !== null) {
              await tellLock(ctx, person);
              throw new APIError(
                'TOO_MANY_REQUESTS',
                { code: 'ACCOUNT_TEMPORARILY_LOCKED', message: 'Too many wrong codes. Please try again later.' },
                { 'x-retry-after': String(wait) },
              );
            }
            if ((await limiter.consume(`code|${person}|${ctx.body.code}`, CODE_ONCE)) === null) return;
            throw new APIError('UNAUTHORIZED', { code: 'INVALID_CODE', message: 'Invalid code' });
          }),
        },
        {
          matcher: ({ path }) => path !== undefined && ASKS_PASSWORD.has(path),
          handler: createAuthMiddleware(async (ctx) => {
            const session = await getSessionFromCtx(ctx);
            if (!session) return;
            const wait = await limiter.consume(`password|${session.user.id}`, PASSWORD_TRIES);
            if (wait !== null) {
              throw new APIError('TOO_MANY_REQUESTS', {
                code: 'TOO_MANY_REQUESTS',
                message: 'Too many requests. Please try again later.',
              });
            }
            if (!(await ctx.context.internalAdapter.findCredentialAccount(session.user.id))?.password) {
              throw new APIError('BAD_REQUEST', {
                code: 'NO_PASSWORD',
                message: 'Please set a password first, in your settings under Security.',
              });
            }
            if (NEEDS_VERIFIED_ADDRESS.has(ctx.path) && !session.user.emailVerified) {
              throw new APIError('FORBIDDEN', {
                code: 'EMAIL_NOT_VERIFIED',
                message: 'Please verify your email address first.',
              });
            }
            // An attacker who knew the old password loses the account.
            if (ctx.path === '/change-password')
              return { context: { body: { ...ctx.body, revokeOtherSessions: true } } };
            // The library would change the address of an open session without a password.
            if (ctx.path !== '/change-email') return;
            if (typeof ctx.body?.password === 'string' && ctx.body.password.length <= 128) {
              await ctx.context.password.checkPassword(session.user.id, ctx);
              return;
            }
            throw new APIError('BAD_REQUEST', { code: 'INVALID_PASSWORD', message: 'Invalid password' });
          }),
        },
      ],
      after: [
        {
          matcher: takesCode,
          handler: createAuthMiddleware(async (ctx) => {
            // An earlier session is no proof here.
            if (ctx.context.session) return;
            const entered = ctx.context.newSession?.user.id;
            if (entered) return void (await Promise.all([triesOf, toldOf].map((key) => limiter.forget(key(entered)))));
            const person = await personAtSecondStep(ctx);
            if (person && (await limiter.isSpent(triesOf(person), SECOND_STEP_TRIES))) await tellLock(ctx, person);
          }),
        },
        {
          matcher: ({ path }) => path === '/revoke-sessions',
          handler: createAuthMiddleware(async (ctx) => {
            if (ctx.context.session) await forgetElsewhere(ctx.context, ctx.context.session.user.id);
          }),
        },
        {
          matcher: ({ path }) => path !== undefined && (path in TELLS || path === '/two-factor/verify-totp'),
          handler: createAuthMiddleware(async (ctx) => {
            const person = ctx.context.session?.user;
            if (!person || isAPIError(ctx.context.returned)) return;
            const event = ctx.path === '/two-factor/verify-totp' ? 'two_factor_on' : TELLS[ctx.path];
            if (!event || (event === 'two_factor_on' && hasSecondStep(person))) return;
            if (event === 'two_factor_off' || event === 'password_changed')
              await forgetPrepared(ctx.context, person.id);
            // The old password may have opened another session while the new one was being stored.
            const own = ctx.context.newSession?.session.id;
            if (event === 'password_changed') await endSessions(ctx.context, person.id, (id) => id !== own);
            await sendSecurityNotice(person, event);
          }),
        },
      ],
    },
  } satisfies BetterAuthPlugin;
};

/** The person whose sign-in waits for its second step. */
async function personAtSecondStep(ctx: GenericEndpointContext): Promise<string | undefined> {
  const waiting = await ctx.getSignedCookie(ctx.context.createAuthCookie('two_factor').name, ctx.context.secret);
  const found = waiting ? await ctx.context.internalAdapter.findVerificationValue(waiting) : null;
  return found?.value;
}
