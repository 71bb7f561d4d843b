import { randomBytes } from 'node:crypto';
import { APIError, type BetterAuthPlugin, type GenericEndpointContext } from 'better-auth';
import { createAuthMiddleware, getSessionFromCtx } from 'better-auth/api';
import { deleteSessionCookie } from 'better-auth/cookies';
import { type AuthDatabase, verifyAddress } from './auth.data.ts';
import { forgetPrepared, NO_ACCOUNT } from './prepared.ts';

type Person = { id: string; name: string; email: string };
export type Proofs = { db: AuthDatabase; onVerified: (person: Person) => Promise<void> };

/** Lifetime of a token for choosing a new password. */
export const RESET_SECONDS = 3600;

const resetIdentifier = (token: string) => `reset-password:${token}`;

/**
 * Verifies the address of a person who proved access to the mailbox. A stranger may have signed up with the address, so
 * all sessions and credentials are deleted, except in the browser that signed up. Null when the address was already
 * verified.
 */
async function proveAddress(ctx: GenericEndpointContext, { db, onVerified }: Proofs, person: Person) {
  const session = await getSessionFromCtx(ctx);
  const isOwnBrowser = session?.user.id === person.id;
  if (!(await verifyAddress(db, person.id, isOwnBrowser ? 'everything' : {}))) return null;
  await onVerified(person);
  return { isOwnBrowser };
}

/** Verifies the address of a mailed link. In another browser, returns a token for choosing a new password. */
export async function verifyByLink(ctx: GenericEndpointContext, proofs: Proofs, person: Person) {
  const proof = await proveAddress(ctx, proofs, person);
  if (!proof)
    throw new APIError('UNAUTHORIZED', { code: 'ALREADY_VERIFIED', message: 'This address is verified already.' });
  if (proof.isOwnBrowser) return { status: true };
  const { internalAdapter } = ctx.context;
  await forgetPrepared(ctx.context, person.id);
  const resetToken = randomBytes(24).toString('base64url');
  await internalAdapter.createVerificationValue({
    identifier: resetIdentifier(resetToken),
    value: person.id,
    expiresAt: new Date(Date.now() + RESET_SECONDS * 1000),
  });
  return { status: true, resetToken };
}

const CHECKS_PASSWORD = new Set(['/sign-in/email', '/change-password']);

/**
 * Verifies the address on a password reset too. Also ends a session whose password was replaced while it was being
 * checked: either the reset sees the new session, or the check sees the new password.
 */
export const addressProofs = (proofs: Proofs) => {
  const checked = new WeakMap<Request, string | undefined>();
  const isCheck = ({ path }: { path?: string }) => path !== undefined && CHECKS_PASSWORD.has(path);

  /**
   * A fingerprint that must not change while a password is checked: the password's hash, or its row during a change.
   */
  async function checkedOf(ctx: GenericEndpointContext, userId: string): Promise<string | undefined> {
    const account = await ctx.context.internalAdapter.findCredentialAccount(userId);
    return ctx.path === '/sign-in/email' ? (account?.password ?? undefined) : account?.id;
  }

  return {
    id: 'address-proofs',
    hooks: {
      before: [
        {
          matcher: ({ path }) => path === '/reset-password',
          handler: createAuthMiddleware(async (ctx) => {
            const { internalAdapter } = ctx.context;
            const token = ctx.body?.token || ctx.query?.token;
            if (typeof token !== 'string') return;
            const stored = await internalAdapter.findVerificationValue(resetIdentifier(token));
            if (!stored || stored.expiresAt < new Date()) return;
            const person = await internalAdapter.findUserById(stored.value);
            if (person && !person.emailVerified) await proveAddress(ctx, proofs, person);
          }),
        },
        {
          matcher: isCheck,
          handler: createAuthMiddleware(async (ctx) => {
            const { email } = ctx.body ?? {};
            const { internalAdapter } = ctx.context;
            const person =
              ctx.path === '/change-password'
                ? (await getSessionFromCtx(ctx))?.user
                : typeof email === 'string' && (await internalAdapter.findUserByEmail(email.toLowerCase()))?.user;
            // Runs the same query with and without an account, so that timing does not reveal which addresses have one.
            const before = await checkedOf(ctx, person ? person.id : NO_ACCOUNT);
            if (ctx.request) checked.set(ctx.request, before);
          }),
        },
      ],
      after: [
        {
          matcher: isCheck,
          handler: createAuthMiddleware(async (ctx) => {
            const made = ctx.context.newSession;
            if (!made || !ctx.request) return;
            if (checked.get(ctx.request) === (await checkedOf(ctx, made.user.id))) return;
            deleteSessionCookie(ctx, true);
            await ctx.context.internalAdapter.deleteSession(made.session.token);
            ctx.context.setNewSession(null);
            throw new APIError('UNAUTHORIZED', {
              code: 'INVALID_EMAIL_OR_PASSWORD',
              message: 'Invalid email or password',
            });
          }),
        },
      ],
    },
  } satisfies BetterAuthPlugin;
};
