import type { CurrentSession } from '@stridewell/contract/identity/identity';
import {
  type AuthState,
  isSessionDue,
  SESSION_TICK_MS,
  toStoredProfile,
} from '@stridewell/contract/identity/identity.rules';
import { isUnreachable } from '../lib/errors.ts';
import type { PageSession } from '../lib/session-api.ts';
import { Store, useStore } from '../lib/store.ts';
import { COACH_PROFILE_KEY, storeOperatorProfile } from './stored-profile.ts';
import type { TabChannel } from './tab-channel.ts';

const SESSION_EVENTS = [
  'INITIAL_SESSION',
  'SIGNED_IN',
  'TOKEN_REFRESHED',
  'SIGNED_OUT',
  'PASSWORD_RECOVERY',
  'USER_UPDATED',
] as const;
export type SessionEvent = (typeof SESSION_EVENTS)[number];

export const isSessionEvent = (value: unknown): value is SessionEvent =>
  SESSION_EVENTS.some((event) => event === value);

/**
 * `signed_out` with a session: it ended elsewhere while its page is open. The page stays until the person signs in again
 * or leaves.
 */
export type SessionSnapshot = { state: AuthState; session: CurrentSession | null };

export const hasEnded = ({ state, session }: SessionSnapshot): boolean => state === 'signed_out' && session !== null;

/** The store's dependencies. Tests pass their own server and clock. */
export type SessionDeps = {
  /** The session that came with the page, once. Undefined when the server has to be asked. */
  takeFromPage?: () => PageSession | undefined;
  /** Loads the caller's session; the server extends it when it is due. Null when signed out. */
  load: () => Promise<CurrentSession | null>;
  /** Ends the session on the server. Answers 401, 403 and 404 count as done. */
  signOut: () => Promise<void>;
  storage: Pick<Storage, 'getItem' | 'setItem' | 'removeItem'>;
  now: () => number;
  log: (error: unknown) => void;
  /** Sends the event to the other tabs, which load the session again. */
  announce: (event: SessionEvent) => void;
};

const CLIENT_PROFILE_KEY = 'clientProfile';
/** Storage key of the offline record of the signed-in client: the session, and answers by query. */
export const OFFLINE_KEY = 'stridewell.offline';
/** Another build may expect answers of another shape. This file's name in the build changes with its imports. */
const BUILD = import.meta.url;
export type Offline = { build: string; session: CurrentSession; answers: Record<string, unknown> };

/** Both sessions may read the same answers: same person, same coach, and the same numbers are hidden. */
export const isSameReader = (one: CurrentSession, other: CurrentSession): boolean =>
  one.user.id === other.user.id &&
  one.client?.coachId === other.client?.coachId &&
  one.client?.numbersOff === other.client?.numbersOff;

/** The offline record that this build wrote, or null. */
export function readOffline(storage: Pick<Storage, 'getItem'>): Offline | null {
  try {
    const offline: Offline | null = JSON.parse(storage.getItem(OFFLINE_KEY) ?? 'null');
    return offline?.build === BUILD ? offline : null;
  } catch {
    // Not written by this app.
    return null;
  }
}

/** Loading, then signed in or signed out. Keeps the previous snapshot until the next one is loaded. */
export class SessionStore extends Store<SessionSnapshot> {
  readonly #eventListeners = new Set<(event: SessionEvent, snapshot: SessionSnapshot) => void>();
  readonly #deps: SessionDeps;
  /** Counts the loads. The answer of any load but the newest is outdated and ignored. */
  #turn = 0;
  #newest: Promise<SessionSnapshot> | undefined;
  #initial: Promise<SessionSnapshot> | undefined;

  constructor(deps: SessionDeps) {
    super({ state: 'loading', session: null });
    this.#deps = deps;
  }

  /** Calls `listener` after each event was applied. @returns a function that removes it. */
  onEvent(listener: (event: SessionEvent, snapshot: SessionSnapshot) => void): () => void {
    this.#eventListeners.add(listener);
    return () => this.#eventListeners.delete(listener);
  }

  /**
   * The session once it is known. Only the first call asks the server, and only if it did not come with the page.
   * @throws the failure of the first load. Assuming 'signed out' would send people to sign in again.
   */
  async ready(): Promise<SessionSnapshot> {
    if (this.#snapshot.state !== 'loading') return this.#snapshot;
    this.#initial ??= this.#load('INITIAL_SESSION').finally(() => {
      this.#initial = undefined;
    });
    return this.#initial;
  }

  /**
   * Applies an event: loads the session and tells the other tabs, unless the event came from one of them.
   * A failed load is logged and the snapshot stays.
   */
  async apply(event: SessionEvent, tellOthers = true): Promise<SessionSnapshot> {
    try {
      await (event === 'INITIAL_SESSION' ? this.ready() : this.#load(event));
    } catch (error) {
      this.#deps.log(error);
    }
    if (tellOthers) this.#deps.announce(event);
    return this.#snapshot;
  }

  /** Runs every 30 s. Refreshes the session when 90 s or less remain. */
  async tick(): Promise<void> {
    const { session } = this.#snapshot;
    if (session && !hasEnded(this.#snapshot) && isSessionDue(Date.parse(session.expiresAt), this.#deps.now()))
      await this.apply('TOKEN_REFRESHED');
  }

  /** Ends the session. This browser forgets it even when the server fails. */
  async signOut(): Promise<void> {
    try {
      await this.#deps.signOut();
    } catch (error) {
      this.#deps.log(error);
    } finally {
      await this.apply('SIGNED_OUT');
    }
  }

  /** Whether the server still knows the person of this page. False when it does not answer. */
  async isSamePerson(): Promise<boolean> {
    const { session } = this.#snapshot;
    try {
      const current = await this.#deps.load();
      return current !== null && session !== null && isSameReader(current, session);
    } catch (error) {
      this.#deps.log(error);
      return false;
    }
  }

  #load(event: SessionEvent): Promise<SessionSnapshot> {
    this.#turn += 1;
    this.#newest = this.#loadSession(event, this.#turn);
    return this.#newest;
  }

  async #loadSession(event: SessionEvent, turn: number): Promise<SessionSnapshot> {
    const page = event === 'INITIAL_SESSION' ? this.#deps.takeFromPage?.() : undefined;
    if (event === 'SIGNED_OUT') {
      this.#setSession(null);
    } else if (page) {
      this.#setSession(page.session);
    } else {
      let session: CurrentSession | null;
      try {
        session = await this.#deps.load();
      } catch (error) {
        if (turn !== this.#turn) return this.#newest ?? this.#snapshot;
        // Only the first load falls back to the offline record. Afterwards there is a snapshot.
        const offline = event === 'INITIAL_SESSION' && isUnreachable(error) ? readOffline(this.#deps.storage) : null;
        if (!offline) throw error;
        // Expired, so that every tick asks the server until it answers.
        session = { ...offline.session, expiresAt: new Date(0).toISOString() };
      }
      if (turn !== this.#turn) return this.#newest ?? this.#snapshot;
      this.#setSession(session, this.#snapshot.session);
    }
    for (const listener of this.#eventListeners) listener(event, this.#snapshot);
    if (page?.isDue) void this.apply('TOKEN_REFRESHED', false);
    return this.#snapshot;
  }

  get #snapshot(): SessionSnapshot {
    return this.getSnapshot();
  }

  /** @param left whose session ended, when their page stays open */
  #setSession(session: CurrentSession | null, left: CurrentSession | null = null): void {
    try {
      if (session) this.#store(session);
      else this.#forget();
    } catch (error) {
      // Without storage only the display name is missing.
      this.#deps.log(error);
    }
    this.set(session ? { state: 'signed_in', session } : { state: 'signed_out', session: left });
  }

  /** For display only. Holds nothing secret, and the server never reads it. */
  #store(session: CurrentSession): void {
    const { user, role, viewingUntil } = session;
    if (viewingUntil !== null) {
      // Data of the viewed person does not stay on the operator's device.
      this.#forget();
      return;
    }
    const profile = JSON.stringify(toStoredProfile({ ...user, role }));
    if (role === 'Client') {
      this.#deps.storage.setItem(CLIENT_PROFILE_KEY, profile);
      this.#storeOffline(session);
      return;
    }
    this.#deps.storage.removeItem(OFFLINE_KEY);
    if (role === 'Operator') storeOperatorProfile(this.#deps.storage, user);
    else this.#deps.storage.setItem(COACH_PROFILE_KEY, profile);
  }

  #storeOffline(session: CurrentSession): void {
    const offline = readOffline(this.#deps.storage);
    const answers = offline && isSameReader(offline.session, session) ? offline.answers : {};
    this.#deps.storage.setItem(OFFLINE_KEY, JSON.stringify({ build: BUILD, session, answers }));
  }

  #forget(): void {
    this.#deps.storage.removeItem(COACH_PROFILE_KEY);
    this.#deps.storage.removeItem(CLIENT_PROFILE_KEY);
    this.#deps.storage.removeItem(OFFLINE_KEY);
  }
}

/**
 * Hides a page that is left, because the browser may show it again as it was after its person has signed out. It is
 * shown again while it still belongs to the person of the session, and loaded again otherwise.
 */
function hideWhenLeft(store: SessionStore, reload: () => void, signal: AbortSignal): void {
  const { style } = document.documentElement;
  const hide = () => {
    if (store.getSnapshot().session) style.visibility = 'hidden';
  };
  const show = async ({ persisted }: PageTransitionEvent) => {
    if (style.visibility !== 'hidden') return;
    if (persisted && !(await store.isSamePerson())) reload();
    else style.visibility = '';
  };
  window.addEventListener('pagehide', hide, { signal });
  window.addEventListener('pageshow', (event) => void show(event), { signal });
}

/** Connects the store to the server, the clock and the other tabs. @returns a function that disconnects it. */
export function followSession(
  store: SessionStore,
  channel: Pick<TabChannel<SessionEvent>, 'listen'>,
  reload = () => window.location.reload(),
): () => void {
  const following = new AbortController();
  hideWhenLeft(store, reload, following.signal);
  void store.apply('INITIAL_SESSION', false);
  const timer = setInterval(() => void store.tick(), SESSION_TICK_MS);
  const check = () => void store.tick();
  window.addEventListener('online', check);
  const stopListening = channel.listen((event) => void store.apply(event, false));
  return () => {
    following.abort();
    clearInterval(timer);
    window.removeEventListener('online', check);
    stopListening();
  };
}

export const useSessionOf = (store: SessionStore): SessionSnapshot => useStore(store);
