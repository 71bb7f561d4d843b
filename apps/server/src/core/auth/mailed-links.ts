import type { BetterAuthPlugin } from 'better-auth';
import { APIError, createAuthMiddleware, getSessionFromCtx } from 'better-auth/api';
import { deleteSessionCookie } from 'better-auth/cookies';
import { z } from 'zod';
import { emailChangeOf, forgetEmailChange } from './prepared.ts';
import { hasSecondStep } from './second-factor.ts';

/** As long as its link works. */
const EMAIL_CHANGE_MS = 24 * 3_600_000;

const linkClaims = z.object({ email: z.string(), updateTo: z.string().optional() });

/** What the token of a mailed link says. Its signature is checked by the library. */
function claimsOf(token: unknown): z.infer<typeof linkClaims> | undefined {
  const [, payload = ''] = typeof token === 'string' ? token.split('.') : [];
  try {
    return linkClaims.safeParse(JSON.parse(Buffer.from(payload, 'base64url').toString('utf8'))).data;
  } catch {
    // No token of ours. The library refuses it.
    return undefined;
  }
}

const refusal = (code: 'INVALID_TOKEN' | 'ALREADY_VERIFIED', message: string) =>
  new APIError('UNAUTHORIZED', { code, message });

/**
 * The library's link to a new address is a signed token that cannot be revoked. The pending change is therefore stored,
 * and its link works only while it is: once, for the newest change, until the owner takes the account back. A link to a
 * new address opens no session, and no link skips the second step.
 */
export const mailedLinks = () =>
  ({
    id: 'mailed-links',
    hooks: {
      before: [
        {
          matcher: ({ path }) => path === '/verify-email',
          handler: createAuthMiddleware(async (ctx) => {
            const claims = claimsOf(ctx.query?.token);
            if (!claims) return;
            const { internalAdapter } = ctx.context;
            const found = await internalAdapter.findUserByEmail(claims.email);
            if (!claims.updateTo) {
              if (found?.user.emailVerified) throw refusal('ALREADY_VERIFIED', 'This address is verified already.');
              return;
            }
            // The library refuses the link in another person's browser. It stays valid for its own person.
            const session = await getSessionFromCtx(ctx);
            if (session && session.user.id !== found?.user.id) return;
            const change = found && (await internalAdapter.findVerificationValue(emailChangeOf(found.user.id)));
            const taken = await internalAdapter.findUserByEmail(claims.updateTo);
            if (!change || change.value !== claims.updateTo || taken) {
              throw refusal('INVALID_TOKEN', 'This link was used or canceled.');
            }
            // Two requests at once: one of them gets it.
            if (await internalAdapter.consumeVerificationValue(emailChangeOf(found.user.id))) return;
            throw refusal('INVALID_TOKEN', 'This link was used or canceled.');
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
            const made = ctx.context.newSession;
            if (!made || made.session.token === ctx.context.session?.session.token) return;
            if (!hasSecondStep(made.user) && !claimsOf(ctx.query?.token)?.updateTo) return;
            // A mailed link shows a mailbox: not a second step, and not that the account is this person's.
            deleteSessionCookie(ctx, true);
            await ctx.context.internalAdapter.deleteSession(made.session.token);
            ctx.context.setNewSession(null);
          }),
        },
      ],
    },
  }) satisfies BetterAuthPlugin;
