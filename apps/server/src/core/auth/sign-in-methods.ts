import { APIError, type BetterAuthPlugin, type GenericEndpointContext } from 'better-auth';
import { createAuthMiddleware, getSessionFromCtx } from 'better-auth/api';
import type { AuthDatabase } from './auth.data.ts';
import type { SecurityEvent, SendSecurityNotice } from './second-factor.ts';
import {
  noteAccountUse,
  PASSWORD_PROVIDER,
  PHONE_PROVIDER,
  removeSignInMethod,
  type SignInMethod,
  type SignInOffer,
} from './sign-in-methods.data.ts';

/** Age of the session up to which its owner may change how they sign in. */
const FRESH_MS = 15 * 60_000;

/** Endpoints that add a way to sign in. */
const ADDS = new Set([
  '/passkey/generate-register-options',
  '/passkey/verify-registration',
  '/link-social',
  '/phone-number/add',
  '/phone-number/verify',
]);
const REMOVES = new Set(['/passkey/delete-passkey', '/unlink-account']);

const REMOVED: Record<SignInMethod['kind'], SecurityEvent | undefined> = {
  passkey: 'passkey_removed',
  phone: 'phone_removed',
  provider: 'provider_removed',
  password: undefined,
};

/** The kind of account that a sign-in used, by its endpoint. Passkeys are noted with their check. */
function providerOf({ path, params }: Pick<GenericEndpointContext, 'path' | 'params'>): string | undefined {
  if (path === '/sign-in/email') return PASSWORD_PROVIDER;
  if (path === '/sign-in/phone-number') return PHONE_PROVIDER;
  return path === '/callback/:id' ? params?.id : undefined;
}

const isSignIn = ({ path }: { path?: string }): boolean =>
  path !== undefined && (path.startsWith('/sign-in/') || PASSWORDLESS_SIGN_INS.has(path));
const PASSWORDLESS_SIGN_INS = new Set(['/callback/:id', '/magic-link/verify', '/passkey/verify-authentication']);

/** Requires a session that began a moment ago, so that an open session alone changes no way to sign in. */
async function requireFresh(ctx: GenericEndpointContext) {
  const own = await getSessionFromCtx(ctx);
  if (!own) throw new APIError('UNAUTHORIZED', { code: 'UNAUTHORIZED', message: 'Auth session missing!' });
  if (Date.now() - own.session.createdAt.getTime() > FRESH_MS) {
    throw new APIError('FORBIDDEN', { code: 'SESSION_NOT_FRESH', message: 'Please sign in again first.' });
  }
  return own.user;
}

type MethodOptions = { db: AuthDatabase; offer: SignInOffer; sendSecurityNotice: SendSecurityNotice };

/**
 * Guards the ways to sign in: adding and removing one needs a fresh session, adding one also a verified address, and the
 * last one stays. Notes when each was used.
 */
export const signInMethods = ({ db, offer, sendSecurityNotice }: MethodOptions) =>
  ({
    id: 'sign-in-methods',
    hooks: {
      before: [
        {
          matcher: ({ path }) => path !== undefined && ADDS.has(path),
          handler: createAuthMiddleware(async (ctx) => {
            const person = await requireFresh(ctx);
            if (person.emailVerified) return;
            // Otherwise the creator of an account could keep its address's owner out.
            throw new APIError('FORBIDDEN', {
              code: 'EMAIL_NOT_VERIFIED',
              message: 'Please verify your email address first.',
            });
          }),
        },
        {
          matcher: ({ path }) => path !== undefined && REMOVES.has(path),
          handler: createAuthMiddleware(async (ctx) => {
            const person = await requireFresh(ctx);
            const isPasskey = ctx.path === '/passkey/delete-passkey';
            const id = isPasskey ? ctx.body?.id : ctx.body?.accountId;
            const removed =
              typeof id === 'string'
                ? await removeSignInMethod(db, { userId: person.id, id, isPasskey, offer })
                : undefined;
            if (removed === 'last') {
              throw new APIError('CONFLICT', {
                code: 'LAST_SIGN_IN_METHOD',
                message: 'This is your last way to sign in. Add another one first.',
              });
            }
            if (!removed) throw new APIError('NOT_FOUND', { code: 'NOT_FOUND', message: 'Not found.' });
            const event = REMOVED[removed.kind];
            if (event) await sendSecurityNotice(person, event);
            return ctx.json({ status: true });
          }),
        },
      ],
      after: [
        {
          matcher: isSignIn,
          handler: createAuthMiddleware(async (ctx) => {
            const made = ctx.context.newSession;
            if (!made) return;
            const providerId = providerOf(ctx);
            if (providerId) await noteAccountUse(db, made.user.id, providerId);
            // A person who signs in again on this browser has one session there.
            const before = await getSessionFromCtx(ctx);
            if (before?.user.id === made.user.id && before.session.id !== made.session.id)
              await ctx.context.internalAdapter.deleteSession(before.session.token);
          }),
        },
      ],
    },
  }) satisfies BetterAuthPlugin;
