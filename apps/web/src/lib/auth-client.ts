import { createAuthClient } from 'better-auth/client';
import { CLIENT_INFO } from './product.ts';

/** The auth endpoints of the server. */
export const authClient = createAuthClient({
  basePath: '/auth/v1',
  fetchOptions: { headers: { 'x-client-info': CLIENT_INFO } },
});

type NewAccount = {
  name: string;
  email: string;
  password: string;
  /** The plan that a coach signs up for. */
  planIntent: string;
  /** The purchase that pays for it. */
  checkoutSessionId?: string;
};

/** A new account, signed in. The client's own method knows no fields besides those of the auth library. */
export const signUp = (account: NewAccount) => authClient.$fetch('/sign-up/email', { method: 'POST', body: account });

export type AuthFailure = { status?: number; message?: string | undefined; code?: string | undefined };

export const UNEXPECTED = 'An unexpected error occurred';

/** What to tell a person about a refused auth call: the provider's own words where it has some. */
export function authMessage(failure: AuthFailure): string {
  if (failure.status === 429) return 'Too many attempts. Please wait a moment and try again.';
  return failure.message || UNEXPECTED;
}
