import { leavePush } from '../device/push-owner.ts';
import { isSessionEvent, SessionStore, useSessionOf } from '../device/session.ts';
import { browserStorage } from '../device/storage.ts';
import { createTabChannel } from '../device/tab-channel.ts';
import { coachBrand } from '../lib/brand.ts';
import { currentCoach } from '../lib/current-coach.ts';
import { isRetryable } from '../lib/errors.ts';
import { platformNotices } from '../lib/notices.ts';
import { followEnergyUnit } from '../lib/reader-energy.ts';
import { endSession, fetchSession, takePageSession } from '../lib/session-api.ts';
import { accountZone } from '../lib/time-zone.ts';
import { unauthorized } from '../lib/unauthorized.ts';
import { viewing } from '../lib/viewing.ts';

const RETRY_MS = 1000;

export const channel = createTabChannel('stridewell-session', isSessionEvent);

/** The one session store of this tab. */
export const sessionStore = new SessionStore({
  takeFromPage: takePageSession,
  async load() {
    try {
      return await fetchSession();
    } catch (error) {
      // The server may be restarting.
      if (!isRetryable(error) || !navigator.onLine) throw error;
      await new Promise((resolve) => setTimeout(resolve, RETRY_MS));
      return fetchSession();
    }
  },
  async signOut() {
    await leavePush();
    await endSession();
  },
  storage: browserStorage,
  now: () => Date.now(),
  // biome-ignore lint/suspicious/noConsole: the spec has these failures logged only.
  log: (error) => console.warn('session', error),
  announce: channel.post,
});

let checking = false;
// The session may have ended elsewhere, or the call was another person's. Many calls fail at once then.
unauthorized.listen(() => {
  if (checking || sessionStore.getSnapshot().state !== 'signed_in') return;
  checking = true;
  void sessionStore.apply('USER_UPDATED').finally(() => {
    checking = false;
  });
});

sessionStore.subscribe(() => {
  const { session } = sessionStore.getSnapshot();
  platformNotices.follow(session);
  coachBrand.follow(session);
  currentCoach.set(session?.client?.coachId);
  accountZone.follow(session && (session.coach?.timeZone ?? session.user.timeZone));
  followEnergyUnit(session?.user.energyUnit ?? 'kcal');
  viewing.set(session !== null && session.viewingUntil !== null);
});

export const useSession = () => useSessionOf(sessionStore);

/** Reads the session after a person has signed in again on this page. @returns whether it is the same person */
export async function signedInAgain(userId: string): Promise<boolean> {
  const { session } = await sessionStore.apply('SIGNED_IN');
  return session?.user.id === userId;
}
