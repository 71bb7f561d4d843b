import { isAPIError } from 'better-auth/api';
import type { AuthDatabase } from './auth.data.ts';
import type { Auth } from './auth.ts';
import { forgetElsewhere, forgetPrepared } from './prepared.ts';
import { hasSecondStep } from './second-factor.ts';
import { endSessions } from './sessions.ts';
import { isRemovable, listSignInMethods, type SignInMethod, type SignInOffer } from './sign-in-methods.data.ts';

/** Functions of the auth library that features may call besides its endpoints. */
export type Accounts = {
  /**
   * Creates an account and signs it in; null when the address already has one. Mails a verification link unless the
   * address is verified.
   */
  createInvited(person: { email: string; name: string; password: string; verified: boolean }): Promise<{
    userId: string;
    cookies: string[];
  } | null>;
  /** Marks the address as verified, because the person has proved access to the mailbox. */
  markVerified(userId: string): Promise<void>;
  /** Whether the second step is on, how the person can sign in, and their sessions, most recently used first. */
  securityOf(userId: string): Promise<{
    twoFactorEnabled: boolean;
    methods: (SignInMethod & { isRemovable: boolean })[];
    sessions: OpenSession[];
  }>;
  /** How the person can sign in. */
  signInMethodsOf(userId: string): Promise<SignInMethod[]>;
  /** Ends a session of the person. @returns false when the person has no such session */
  endSession(userId: string, sessionId: string): Promise<boolean>;
  /**
   * Ends all other sessions, cancels a pending change of address and forgets known devices. @returns the number of
   * ended sessions
   */
  endOtherSessions(userId: string, sessionId: string): Promise<number>;
  /**
   * Ends all sessions, cancels a pending change of address and forgets known devices. @returns the number of ended
   * sessions
   */
  endAllSessions(userId: string): Promise<number>;
  /**
   * Turns off the second step of a person who lost their device, ends all sessions and forgets trusted devices.
   * @returns false when it was already off
   */
  resetSecondStep(userId: string): Promise<boolean>;
  /** Mails the link that verifies the address. */
  sendVerification(email: string): Promise<void>;
  isPassword(userId: string, password: string): Promise<boolean>;
};

type OpenSession = { id: string; userAgent: string | null; ipAddress: string | null; createdAt: Date; updatedAt: Date };

export function createAccounts(auth: Auth, db: AuthDatabase, offer: SignInOffer): Accounts {
  return {
    signInMethodsOf: (userId) => listSignInMethods(db, userId, offer),
    async createInvited(person) {
      try {
        const { headers, response } = await auth.api.signUpInvited({ body: person, returnHeaders: true });
        if (!person.verified) await auth.api.sendVerificationEmail({ body: { email: person.email } });
        return { userId: response.userId, cookies: headers.getSetCookie() };
      } catch (error) {
        if (isAPIError(error) && error.body?.code === 'USER_ALREADY_EXISTS') return null;
        throw error;
      }
    },
    async markVerified(userId) {
      const { internalAdapter } = await auth.$context;
      await internalAdapter.updateUser(userId, { emailVerified: true });
    },
    async securityOf(userId) {
      const { internalAdapter } = await auth.$context;
      const [user, sessions, methods] = await Promise.all([
        internalAdapter.findUserById(userId),
        internalAdapter.listSessions(userId, { onlyActiveSessions: true }),
        listSignInMethods(db, userId, offer),
      ]);
      return {
        twoFactorEnabled: hasSecondStep(user),
        methods: methods.map((method) => ({ ...method, isRemovable: isRemovable(method, methods) })),
        sessions: sessions
          .map(({ id, userAgent, ipAddress, createdAt, updatedAt }) => ({
            id,
            userAgent: userAgent ?? null,
            ipAddress: ipAddress ?? null,
            createdAt,
            updatedAt,
          }))
          .sort((one, other) => other.updatedAt.getTime() - one.updatedAt.getTime()),
      };
    },
    endSession: async (userId, sessionId) =>
      (await endSessions(await auth.$context, userId, (id) => id === sessionId)) > 0,
    async endOtherSessions(userId, sessionId) {
      const context = await auth.$context;
      await forgetElsewhere(context, userId);
      return endSessions(context, userId, (id) => id !== sessionId);
    },
    async endAllSessions(userId) {
      const context = await auth.$context;
      await forgetElsewhere(context, userId);
      return endSessions(context, userId);
    },
    async resetSecondStep(userId) {
      const context = await auth.$context;
      const where = [{ field: 'userId', value: userId }];
      // Of two concurrent requests, only one deletes the row.
      if ((await context.adapter.deleteMany({ model: 'twoFactor', where })) === 0) return false;
      await context.internalAdapter.updateUser(userId, { twoFactorEnabled: false });
      await forgetPrepared(context, userId);
      await endSessions(context, userId);
      return true;
    },
    async sendVerification(email) {
      await auth.api.sendVerificationEmail({ body: { email } });
    },
    async isPassword(userId, password) {
      const { internalAdapter, password: hashing } = await auth.$context;
      const hash = (await internalAdapter.findCredentialAccount(userId))?.password;
      return Boolean(hash) && hashing.verify({ hash: hash ?? '', password });
    },
  };
}
