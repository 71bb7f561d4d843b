import type { CurrentSession } from '@stridewell/contract/identity';
import { CLIENT_INFO } from './product.ts';

/** A refusal or failure of one of the calls below. */
class SessionCallError extends Error {
  readonly status: number;
  constructor(status: number) {
    super(`the session call was answered with ${status}`);
    this.status = status;
  }
}

/*
 * Every page asks who is signed in, public ones too, and those must not load the client of the whole contract for it.
 * So the two calls that the frame needs are made by hand; all others go through lib/rpc and lib/auth-client.
 */

const headers = { 'x-client-info': CLIENT_INFO };

/**
 * The session of the caller as `identity.getSession` of the contract describes it; null when signed out.
 * @throws SessionCallError for an answer that is none, TypeError when nothing answers.
 */
export async function fetchSession(): Promise<CurrentSession | null> {
  const response = await fetch('/rest/v1/session', { headers });
  if (!response.ok) throw new SessionCallError(response.status);
  return response.json() as Promise<CurrentSession | null>;
}

/**
 * Ends the session of this device. 401, 403 and 404 mean that there is none left to end.
 * @throws SessionCallError, TypeError like above.
 */
export async function endSession(): Promise<void> {
  const response = await fetch('/auth/v1/sign-out', {
    method: 'POST',
    headers: { ...headers, 'content-type': 'application/json' },
    body: '{}',
  });
  if (!response.ok && ![401, 403, 404].includes(response.status)) throw new SessionCallError(response.status);
}
