import type { CurrentSession } from '@stridewell/contract/identity/identity';
import { CLIENT_INFO } from './product.ts';

/** The server refused or failed one of the calls below. */
class SessionCallError extends Error {
  readonly status: number;
  constructor(status: number) {
    super(`the session call was answered with ${status}`);
    this.status = status;
  }
}

/*
 * Every page loads the session, and public pages must not load the client of the whole contract for it.
 * So these two calls use fetch. All others go through lib/rpc and lib/auth-client.
 */

const headers = { 'x-client-info': CLIENT_INFO };

/**
 * The caller's session, as `identity.getSession` of the contract describes it. Null when signed out.
 * @throws SessionCallError when the server refuses or fails, TypeError when it cannot be reached.
 */
export async function fetchSession(): Promise<CurrentSession | null> {
  const response = await fetch('/rest/v1/session', { headers });
  if (!response.ok) throw new SessionCallError(response.status);
  return response.json() as Promise<CurrentSession | null>;
}

/** The caller, as the server wrote it into the page, so that no page waits for the call above. */
export type PageSession = {
  session: CurrentSession | null;
  /** Whether the server wants to be asked soon, to extend the session. */
  isDue: boolean;
};

/** Takes the session out of the page, which does not hold it afterwards. Undefined where the server has to be asked. */
export function takePageSession(): PageSession | undefined {
  const element = document.getElementById('page-session');
  element?.remove();
  return element?.textContent ? (JSON.parse(element.textContent) as PageSession) : undefined;
}

/**
 * Ends the session of this device. 401, 403 and 404 mean that it has ended already.
 * @throws SessionCallError when the server refuses or fails, TypeError when it cannot be reached.
 */
export async function endSession(): Promise<void> {
  const response = await fetch('/auth/v1/sign-out', {
    method: 'POST',
    headers: { ...headers, 'content-type': 'application/json' },
    body: '{}',
  });
  if (!response.ok && ![401, 403, 404].includes(response.status)) throw new SessionCallError(response.status);
}
