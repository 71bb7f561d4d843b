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

/** In the words of people; the library's own are for developers. */
const WORDS: Record<string, string> = {
  INVALID_PASSWORD: 'That is not your current password.',
  INVALID_CODE: 'That code is not right. Codes change every half minute, and each works once.',
  INVALID_BACKUP_CODE: 'That recovery code is not right, or it was used already.',
  INVALID_TWO_FACTOR_COOKIE: 'Your sign-in took too long. Please start again.',
  TOO_MANY_ATTEMPTS_REQUEST_NEW_CODE: 'Too many wrong codes. Please sign in again.',
  ACCOUNT_TEMPORARILY_LOCKED: 'Too many wrong codes. Please wait 15 minutes.',
};

/** What a refused call of `askAuth` throws; its message is for people. */
export class AuthRefusal extends Error {}

/** Asks an endpoint of the auth library that its client has no method for. */
export async function askAuth<Answer = unknown>(path: string, body: object): Promise<Answer> {
  const { data, error } = await authClient.$fetch<Answer>(path, { method: 'POST', body });
  if (error) throw new AuthRefusal(WORDS[(error as AuthFailure).code ?? ''] ?? authMessage(error));
  return data as Answer;
}
