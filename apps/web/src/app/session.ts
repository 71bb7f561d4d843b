import { authClient } from '../lib/auth-client.ts';
import { rpc } from '../lib/rpc.ts';
import { SessionStore, useSessionOf } from '../lib/session.ts';

const DONE = new Set([401, 403, 404]);

export const channel = new BroadcastChannel('stridewell-session');

/** The one session store of this tab. */
export const sessionStore = new SessionStore({
  load: () => rpc.identity.getSession(),
  async signOut() {
    const { error } = await authClient.signOut();
    if (error && !DONE.has(error.status)) throw new Error(error.message ?? `sign-out answered ${error.status}`);
  },
  storage: window.localStorage,
  now: () => Date.now(),
  // biome-ignore lint/suspicious/noConsole: the spec has these failures logged only.
  log: (error) => console.warn('session', error),
  announce: (event) => channel.postMessage(event),
});

export const useSession = () => useSessionOf(sessionStore);
