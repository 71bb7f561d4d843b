import { isAPIError } from 'better-auth/api';
import type { Auth } from './auth.ts';

/** What features may ask of the auth library besides its own endpoints. */
export type Accounts = {
  /** Makes an account with a verified address and signs it in; null when the address has one already. */
  createInvited(person: { email: string; name: string; password: string }): Promise<{
    userId: string;
    cookies: string[];
  } | null>;
  /** The person has shown that the mailbox is theirs. */
  markVerified(userId: string): Promise<void>;
};

export function createAccounts(auth: Auth): Accounts {
  return {
    async createInvited(person) {
      try {
        const { headers, response } = await auth.api.signUpInvited({ body: person, returnHeaders: true });
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
  };
}
