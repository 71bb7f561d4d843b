import { hash } from 'node:crypto';
import type { BetterAuthPlugin, GenericEndpointContext } from 'better-auth';
import { APIError, createAuthMiddleware, createEmailVerificationToken } from 'better-auth/api';
import { emailOTP, magicLink } from 'better-auth/plugins';
import { z } from 'zod';

type Person = { id: string; name: string; email: string };

export type PasswordlessMails = {
  sendSignInCode: (person: Person, code: string) => Promise<void>;
  sendSignInLink: (person: Person, token: string) => Promise<void>;
  sendVerification: (person: Person, token: string) => Promise<void>;
};

const MINUTE = 60;
const CODE_SECONDS = 10 * MINUTE;
const LINK_SECONDS = 15 * MINUTE;
const VERIFICATION_SECONDS = 24 * 60 * MINUTE;

/** Endpoints that mail a code or a link. */
const REQUESTS = new Set(['/email-otp/send-verification-otp', '/sign-in/magic-link']);

/** Closed endpoints that use codes for anything but signing in, such as resetting a password. */
export const CLOSED_CODE_PATHS = [
  '/email-otp/check-verification-otp',
  '/email-otp/verify-email',
  '/email-otp/request-password-reset',
  '/email-otp/reset-password',
  '/email-otp/request-email-change',
  '/email-otp/change-email',
  '/forget-password/email-otp',
];

const invalidLink = () => new APIError('BAD_REQUEST', { code: 'INVALID_LINK', message: 'This link is invalid.' });

/** Identifier and value of the library's stored sign-in link. */
const signInLinkOf = (token: string) => `magic-link:${hash('sha256', token, 'base64url')}`;
const signInLink = z
  .string()
  .transform((value): unknown => JSON.parse(value))
  .pipe(z.object({ email: z.string() }));

/** A stranger may have created the account of this address, even after a code or link was mailed. */
async function isUnverified({ context }: GenericEndpointContext, email: string): Promise<boolean> {
  const found = await context.internalAdapter.findUserByEmail(email);
  return found !== null && !found.user.emailVerified;
}

/**
 * Signs in verified accounts with a mailed code or link. Neither skips the second step (`secondFactor`). An unverified
 * account gets the verification link instead: with a code, the library would verify its address without our hooks.
 */
export function passwordless(mails: PasswordlessMails) {
  async function send(ctx: GenericEndpointContext | undefined, email: string, mail: (person: Person) => Promise<void>) {
    if (!ctx) throw new Error('a sign-in mail needs its request');
    const found = await ctx.context.internalAdapter.findUserByEmail(email);
    if (!found) return;
    if (found.user.emailVerified) return mail(found.user);
    const { secret } = ctx.context;
    const { id: userId, email: address } = found.user;
    const token = await createEmailVerificationToken(secret, address, undefined, VERIFICATION_SECONDS, { userId });
    await mails.sendVerification(found.user, token);
  }

  return [
    emailOTP({
      expiresIn: CODE_SECONDS,
      storeOTP: 'hashed',
      disableSignUp: true,
      sendVerificationOTP: ({ email, otp }, ctx) => send(ctx, email, (person) => mails.sendSignInCode(person, otp)),
    }),
    magicLink({
      expiresIn: LINK_SECONDS,
      storeToken: 'hashed',
      disableSignUp: true,
      sendMagicLink: ({ email, token }, ctx) => send(ctx, email, (person) => mails.sendSignInLink(person, token)),
    }),
    {
      id: 'passwordless',
      hooks: {
        before: [
          {
            matcher: ({ path }) => path === '/magic-link/verify',
            handler: createAuthMiddleware(async (ctx) => {
              const leads = Object.keys(ctx.query ?? {}).some((name) => name !== 'token');
              if (leads) throw invalidLink();
              const token = String(ctx.query?.token);
              const stored = await ctx.context.internalAdapter.findVerificationValue(signInLinkOf(token));
              const { data } = signInLink.safeParse(stored?.value);
              if (data && (await isUnverified(ctx, data.email))) throw invalidLink();
            }),
          },
          {
            matcher: ({ path }) => path === '/sign-in/email-otp',
            handler: createAuthMiddleware(async (ctx) => {
              const email = ctx.body?.email;
              if (typeof email !== 'string' || !(await isUnverified(ctx, email.toLowerCase()))) return;
              throw new APIError('BAD_REQUEST', { code: 'INVALID_OTP', message: 'Invalid OTP' });
            }),
          },
          {
            matcher: ({ path }) => path !== undefined && REQUESTS.has(path),
            handler: createAuthMiddleware(async (ctx) => {
              const { email, type } = ctx.body ?? {};
              if (ctx.path === '/email-otp/send-verification-otp' && type !== 'sign-in') {
                throw new APIError('BAD_REQUEST', { code: 'INVALID_TYPE', message: 'Codes are for signing in only.' });
              }
              // A stored link holds only the address, so that recovering the account can delete it by value.
              if (ctx.body?.name !== undefined) {
                throw new APIError('BAD_REQUEST', { code: 'INVALID_NAME', message: 'Signing in takes no name.' });
              }
              if (typeof email === 'string') return { context: { body: { ...ctx.body, email: email.toLowerCase() } } };
            }),
          },
        ],
      },
    } satisfies BetterAuthPlugin,
  ] as const;
}
