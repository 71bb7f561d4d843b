import { APIError, type BetterAuthPlugin, type GenericEndpointContext } from 'better-auth';
import { createAuthEndpoint } from 'better-auth/api';
import { setSessionCookie } from 'better-auth/cookies';
import { z } from 'zod';
import { type AuthDatabase, verifyAddress } from './auth.data.ts';
import { forgetPrepared } from './prepared.ts';

/**
 * Whether an account was never verified, so that anyone may have created it. Coach accounts are excluded: their owner
 * proves the address with a password reset.
 */
const isUnclaimed = ({ emailVerified, planIntent }: { emailVerified: boolean; planIntent?: unknown }): boolean =>
  !emailVerified && !planIntent;

/**
 * Creates the account of an invited person. A mailed secret proves the address: no verification mail is sent, and the
 * person takes over an unverified account of this address, with the new password and without older sessions. With a
 * copied secret, the address stays unverified and an existing account stays untouched. Only the server can call it,
 * after checking the secret.
 */
export const invitedSignUp = (db: AuthDatabase) =>
  ({
    id: 'invited-sign-up',
    endpoints: {
      signUpInvited: createAuthEndpoint.serverOnly(
        {
          method: 'POST',
          body: z.object({
            email: z.email(),
            name: z.string(),
            password: z.string().min(8).max(128),
            verified: z.boolean(),
          }),
        },
        async (ctx) => {
          const { internalAdapter, password } = ctx.context;
          const { email, name, verified } = ctx.body;
          const hash = await password.hash(ctx.body.password);
          const found = await internalAdapter.findUserByEmail(email);
          if (found && !(verified && isUnclaimed(found.user))) throw accountExists();
          const user = found
            ? await claimAccount(ctx.context, db, found.user.id, { name, hash })
            : await createAccount(ctx.context, { email, name, hash, verified });
          const session = await internalAdapter.createSession(user.id);
          await setSessionCookie(ctx, { session, user });
          return ctx.json({ userId: user.id });
        },
      ),
    },
  }) satisfies BetterAuthPlugin;

type Context = GenericEndpointContext['context'];
type NewAccount = { email: string; name: string; hash: string; verified: boolean };

const accountExists = () =>
  new APIError('UNPROCESSABLE_ENTITY', { code: 'USER_ALREADY_EXISTS', message: 'User already exists.' });

async function createAccount({ internalAdapter }: Context, { email, name, hash, verified }: NewAccount) {
  const user = await internalAdapter
    .createUser({ email, name, emailVerified: verified }, { method: 'email-password' })
    .catch(async (error: unknown) => {
      // A concurrent request has created the account first.
      throw (await internalAdapter.findUserByEmail(email)) ? accountExists() : error;
    });
  await internalAdapter.linkAccount({ userId: user.id, providerId: 'credential', accountId: user.id, password: hash });
  return user;
}

async function claimAccount(
  context: Context,
  db: AuthDatabase,
  userId: string,
  { name, hash }: Pick<NewAccount, 'name' | 'hash'>,
) {
  // The owner has verified the address meanwhile and keeps the account.
  if (!(await verifyAddress(db, userId, { passwordHash: hash }))) throw accountExists();
  await forgetPrepared(context, userId);
  return context.internalAdapter.updateUser(userId, { name });
}
