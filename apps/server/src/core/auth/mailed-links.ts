import { APIError, type BetterAuthPlugin } from 'better-auth';
import { createAuthMiddleware, getSessionFromCtx, isAPIError } from 'better-auth/api';
import { verifyJWT } from 'better-auth/crypto';
import { z } from 'zod';
import { type Proofs, verifyByLink } from './address-proofs.ts';
import { emailChangeOf, forgetEmailChange, forgetPrepared } from './prepared.ts';

/** Lifetime of the link. */
const EMAIL_CHANGE_MS = 24 * 3_600_000;

const linkClaims = z.object({ email: z.string(), userId: z.string().optional(), updateTo: z.string().optional() });

/** Claims of a mailed link; undefined unless we signed it. */
async function claimsOf(token: unknown, secret: string): Promise<z.infer<typeof linkClaims> | undefined> {
  return typeof token === 'string' ? linkClaims.safeParse(await verifyJWT(token, secret)).data : undefined;
}

const usedLink = () =>
  new APIError('UNAUTHORIZED', { code: 'INVALID_TOKEN', message: 'This link was used or canceled.' });

/** For a forged or expired link. */
const invalidLink = () => new APIError('UNAUTHORIZED', { code: 'INVALID_TOKEN', message: 'invalid jwt' });

/**
 * Makes links for a change of address revocable. The library's link is a signed token that cannot be revoked, so the
 * pending change is stored, and the link works only while it exists: once, for the newest change, until the owner
 * recovers the account. No mailed link opens a session.
 */
export const mailedLinks = (proofs: Proofs) =>
  ({
    id: 'mailed-links',
    hooks: {
      before: [
        {
          matcher: ({ path }) => path === '/verify-email',
          handler: createAuthMiddleware(async (ctx) => {
            const claims = await claimsOf(ctx.query?.token, ctx.context.secret);
            if (!claims) throw invalidLink();
            const { internalAdapter } = ctx.context;
            const person = (await internalAdapter.findUserByEmail(claims.email))?.user;
            if (!person || person.id !== (claims.userId ?? person.id)) throw usedLink();
            if (!claims.updateTo) return ctx.json(await verifyByLink(ctx, proofs, person));
            // The library refuses the link in another person's browser. It stays valid for its owner.
            const session = await getSessionFromCtx(ctx);
            if (session && session.user.id !== person.id) return;
            const change = await internalAdapter.findVerificationValue(emailChangeOf(person.id));
            const taken = await internalAdapter.findUserByEmail(claims.updateTo);
            if (!change || change.value !== claims.updateTo || taken) throw usedLink();
            // Of two concurrent requests, only one consumes it.
            if (!(await internalAdapter.consumeVerificationValue(emailChangeOf(person.id)))) throw usedLink();
          }),
        },
      ],
      after: [
        {
          matcher: ({ path }) => path === '/change-email',
          handler: createAuthMiddleware(async (ctx) => {
            const person = ctx.context.session?.user;
            const newEmail = ctx.body?.newEmail;
            if (!person || typeof newEmail !== 'string' || ctx.context.returned instanceof Error) return;
            const { internalAdapter } = ctx.context;
            await forgetEmailChange(ctx.context, person.id);
            await internalAdapter.createVerificationValue({
              identifier: emailChangeOf(person.id),
              value: newEmail.toLowerCase(),
              expiresAt: new Date(Date.now() + EMAIL_CHANGE_MS),
            });
          }),
        },
        {
          matcher: ({ path }) => path === '/verify-email',
          handler: createAuthMiddleware(async (ctx) => {
            if (isAPIError(ctx.context.returned)) return;
            const { email, updateTo } = (await claimsOf(ctx.query?.token, ctx.context.secret)) ?? {};
            if (!updateTo || updateTo === email) return;
            // Links mailed to the old address, before or after this, no longer open the account.
            const moved = await ctx.context.internalAdapter.findUserByEmail(updateTo);
            if (moved) await forgetPrepared(ctx.context, moved.user.id);
          }),
        },
      ],
    },
  }) satisfies BetterAuthPlugin;
