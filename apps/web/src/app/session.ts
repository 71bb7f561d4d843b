import { authClient } from '../lib/auth-client.ts';
import { isRetryable } from '../lib/errors.ts';
import { rpc } from '../lib/rpc.ts';
import { isSessionEvent, SessionStore, useSessionOf } from '../lib/session.ts';
import { createTabChannel } from '../lib/tab-channel.ts';

/** Answers to a sign-out that mean there was no session left to end. */
const SIGNED_OUT_ALREADY = [401, 403, 404];
const RETRY_MS = 1000;

export const channel = createTabChannel('stridewell-session', isSessionEvent);

/** The caller's session; a server that is just restarting is asked a second time. */
async function loadSession() {
  try {
    return await rpc.identity.getSession();
  } catch (error) {
    if (!isRetryable(error)) throw error;
    await new Promise((resolve) => setTimeout(resolve, RETRY_MS));
    return rpc.identity.getSession();
  }
}

/** The one session store of this tab. */
export const sessionStore = new SessionStore({
  load: loadSession,
  async signOut() {
    const { error } = await authClient.signOut();
    if (error && !SIGNED_OUT_ALREADY.includes(error.status)) {
      throw new Error(error.message ?? `sign-out answered ${error.status}`);
    }
  },
  storage: window.localStorage,
  now: () => Date.now(),
  // biome-ignore lint/suspicious/noConsole: the spec has these failures logged only.
  log: (error) => console.warn('session', error),
  announce: channel.post,
});

export const useSession = () => useSessionOf(sessionStore);
