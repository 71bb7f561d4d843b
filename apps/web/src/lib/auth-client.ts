import { createAuthClient } from 'better-auth/client';
import { type AuthFailure, AuthRefusal, authMessage, isServerFailure } from './auth-refusal.ts';
import { isUnreachable } from './errors.ts';
import { CLIENT_INFO } from './product.ts';
import { unauthorized } from './unauthorized.ts';

/** The auth endpoints of the server. */
export const authClient = createAuthClient({
  basePath: '/auth/v1',
  fetchOptions: {
    headers: { 'x-client-info': CLIENT_INFO },
    onError: ({ response }) => unauthorized.note(response.status),
  },
});

type NewAccount = {
  name: string;
  email: string;
  password: string;
  /** The plan that the coach signs up for. */
  planIntent: string;
  /** The purchase that pays for it. */
  checkoutSessionId?: string;
};

/**
 * Creates an account and signs it in. The server answers the same for an address that has an account, and mails its
 * owner; then `signedIn` is false. The library's own method sends no fields besides its own.
 */
export async function signUp(account: NewAccount): Promise<{ error: AuthFailure | null; signedIn: boolean }> {
  const { error } = await authClient.$fetch('/sign-up/email', { method: 'POST', body: account });
  if (error) return { error, signedIn: false };
  const { email, password } = account;
  const answer = await authClient.signIn.email({ email, password });
  return { error: null, signedIn: !answer.error };
}

const UNREACHABLE = 'We could not reach the server. Check your connection and try again.';
const FAILED = 'The problem is on our side, and nothing was changed. Please try again in a moment.';

/** Texts for the codes whose message in the library is for developers. */
const MESSAGES: Record<string, string> = {
  INVALID_PASSWORD: 'That is not your current password.',
  INVALID_CODE: 'That code is not right. Codes change every half minute, and each works once.',
  INVALID_BACKUP_CODE: 'That recovery code is not right, or it was used already.',
  INVALID_TWO_FACTOR_COOKIE: 'Your sign-in took too long. Please start again.',
  TOO_MANY_ATTEMPTS_REQUEST_NEW_CODE: 'Too many wrong codes. Please sign in again.',
  ACCOUNT_TEMPORARILY_LOCKED: 'Too many wrong codes. Please wait 15 minutes.',
  PASSKEY_NOT_FOUND: 'This passkey is not connected to an account here. Sign in another way.',
  AUTHENTICATION_FAILED: 'The passkey could not be checked. Please try again, or sign in another way.',
  CHALLENGE_NOT_FOUND: 'This took too long. Please try again.',
  PROVIDER_UNAVAILABLE: 'This service cannot be reached right now. Sign in another way, or try again in a moment.',
};

/**
 * The data of a call of the auth client.
 * @throws AuthRefusal when the call was refused.
 */
export async function authData<Data>(call: Promise<{ data: Data; error: AuthFailure | null }>): Promise<Data> {
  const { data, error } = await call;
  if (error) throw new AuthRefusal(authMessage(error), undefined, error.home);
  return data;
}

/**
 * Calls an endpoint of the auth library that its client has no method for: with POST if there is a body.
 * @throws AuthRefusal when the call is refused, fails, or the server cannot be reached. It has the code of the refusal.
 */
async function askAuth<Answer>(path: string, body?: object): Promise<Answer> {
  const options = body ? ({ method: 'POST', body } as const) : ({ method: 'GET' } as const);
  const { data, error } = await authClient.$fetch<Answer>(path, options).catch((thrown: unknown) => {
    if (isUnreachable(thrown)) throw new AuthRefusal(UNREACHABLE);
    throw thrown;
  });
  if (!error) return data as Answer;
  const failure: AuthFailure = error;
  const message = MESSAGES[failure.code ?? ''] ?? (isServerFailure(failure) ? FAILED : authMessage(failure));
  throw new AuthRefusal(message, failure.code, failure.home);
}

export const postToAuth = <Answer = unknown>(path: string, body: object): Promise<Answer> => askAuth(path, body);
export const getFromAuth = <Answer = unknown>(path: string): Promise<Answer> => askAuth(path);
