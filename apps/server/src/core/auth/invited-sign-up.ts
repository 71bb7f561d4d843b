import { APIError, type BetterAuthPlugin } from 'better-auth';
import { createAuthEndpoint } from 'better-auth/api';
import { setSessionCookie } from 'better-auth/cookies';
import { z } from 'zod';

/**
 * Creates the account of an invited person. The mailed secret proves the address, so no verification mail follows.
 * Only the server can call it. The caller has checked the secret.
 */
export const invitedSignUp = () =>
  ({
    id: 'invited-sign-up',
    endpoints: {
      signUpInvited: createAuthEndpoint.serverOnly(
        {
          method: 'POST',
          body: z.object({ email: z.email(), name: z.string(), password: z.string().min(8).max(128) }),
        },
        async (ctx) => {
          const { internalAdapter, password } = ctx.context;
          const { email, name } = ctx.body;
          if (await internalAdapter.findUserByEmail(email)) {
            throw new APIError('UNPROCESSABLE_ENTITY', {
              code: 'USER_ALREADY_EXISTS',
              message: 'User already exists.',
            });
          }
          const hash = await password.hash(ctx.body.password);
          const user = await internalAdapter.createUser(
            { email, name, emailVerified: true },
            { method: 'email-password' },
          );
          await internalAdapter.linkAccount({
            userId: user.id,
            providerId: 'credential',
            accountId: user.id,
            password: hash,
          });
          const session = await internalAdapter.createSession(user.id);
          await setSessionCookie(ctx, { session, user });
          return ctx.json({ userId: user.id });
        },
      ),
    },
  }) satisfies BetterAuthPlugin;
