import type { CurrentSession } from '@stridewell/contract/identity';
import {
  type AuthState,
  isSessionDue,
  SESSION_TICK_MS,
  type StoredProfile,
  shouldStoreOperatorProfile,
  toStoredProfile,
} from '@stridewell/contract/identity.rules';
import { useSyncExternalStore } from 'react';
import { isUnreachable } from './errors.ts';
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

export type SessionSnapshot = { state: AuthState; session: CurrentSession | null };

/** What the store needs from outside, so that tests can give it a server and a clock of their own. */
export type SessionDeps = {
  /** The caller's session as the server sees it, extended when it is due; null when signed out. */
  load: () => Promise<CurrentSession | null>;
  /** Ends the session on the server. Answers 401, 403 and 404 count as done. */
  signOut: () => Promise<void>;
  storage: Pick<Storage, 'getItem' | 'setItem' | 'removeItem'>;
  now: () => number;
  log: (error: unknown) => void;
  /** Tells the other tabs of this browser; they load the session again. */
  announce: (event: SessionEvent) => void;
};

const COACH_PROFILE_KEY = 'coachProfile';
const CLIENT_PROFILE_KEY = 'clientProfile';
/** What the portal of the client who is signed in shows without a network: the session, and answers by their query. */
export const OFFLINE_KEY = 'stridewell.offline';
/** Other builds may expect other answers. The name of this file in the build changes with what it leads to. */
const BUILD = import.meta.url;
export type Offline = { build: string; session: CurrentSession; answers: Record<string, unknown> };

/** Whether what one may read is what the other may: the same person as the client of the same coach. */
export const isSameReader = (one: CurrentSession, other: CurrentSession): boolean =>
  one.user.id === other.user.id && one.client?.coachId === other.client?.coachId;

/** What is kept by this build; null when that is nothing. */
export function readOffline(storage: Pick<Storage, 'getItem'>): Offline | null {
  try {
    const kept: Offline | null = JSON.parse(storage.getItem(OFFLINE_KEY) ?? 'null');
    return kept?.build === BUILD ? kept : null;
  } catch {
    // Written by nobody we know.
    return null;
  }
}

/** Loading, then signed in or signed out. Keeps the previous answer until the next one is there. */
export class SessionStore {
  #snapshot: SessionSnapshot = { state: 'loading', session: null };
  readonly #listeners = new Set<() => void>();
  readonly #eventListeners = new Set<(event: SessionEvent, snapshot: SessionSnapshot) => void>();
  readonly #deps: SessionDeps;
  /** Counts what may change who is signed in: an answer that was asked for before the newest of it says nothing. */
  #turn = 0;
  #newest: Promise<SessionSnapshot> | undefined;
  #initial: Promise<SessionSnapshot> | undefined;

  constructor(deps: SessionDeps) {
    this.#deps = deps;
  }

  readonly getSnapshot = (): SessionSnapshot => this.#snapshot;

  readonly subscribe = (listener: () => void): (() => void) => {
    this.#listeners.add(listener);
    return () => this.#listeners.delete(listener);
  };

  /** Calls `listener` after each event was followed; answers how to stop. */
  onEvent(listener: (event: SessionEvent, snapshot: SessionSnapshot) => void): () => void {
    this.#eventListeners.add(listener);
    return () => this.#eventListeners.delete(listener);
  }

  /**
   * The session once it is known; asks the server the first time only.
   * @throws the server's failure while nothing is known: guessing 'signed out' would send people to sign in again.
   */
  async ready(): Promise<SessionSnapshot> {
    if (this.#snapshot.state !== 'loading') return this.#snapshot;
    this.#initial ??= this.#follow('INITIAL_SESSION').finally(() => {
      this.#initial = undefined;
    });
    return this.#initial;
  }

  /**
   * Follows an event: asks the server who is signed in now, and tells the other tabs unless one of them told us.
   * Without an answer nothing is known to have changed, so the failure is logged and the snapshot stays.
   */
  async apply(event: SessionEvent, tellOthers = true): Promise<SessionSnapshot> {
    try {
      await (event === 'INITIAL_SESSION' ? this.ready() : this.#follow(event));
    } catch (error) {
      this.#deps.log(error);
    }
    if (tellOthers) this.#deps.announce(event);
    return this.#snapshot;
  }

  /** Every 30 s: refreshes when 90 s or less remain. */
  async tick(): Promise<void> {
    const { session } = this.#snapshot;
    if (session && isSessionDue(Date.parse(session.expiresAt), this.#deps.now())) await this.apply('TOKEN_REFRESHED');
  }

  /** Ends the session. Whatever the server answers, this browser has forgotten it. */
  async signOut(): Promise<void> {
    try {
      await this.#deps.signOut();
    } catch (error) {
      this.#deps.log(error);
    } finally {
      await this.apply('SIGNED_OUT');
    }
  }

  #follow(event: SessionEvent): Promise<SessionSnapshot> {
    this.#turn += 1;
    this.#newest = this.#answer(event, this.#turn);
    return this.#newest;
  }

  async #answer(event: SessionEvent, turn: number): Promise<SessionSnapshot> {
    if (event === 'SIGNED_OUT') {
      this.#take(null);
    } else {
      let session: CurrentSession | null;
      try {
        session = await this.#deps.load();
      } catch (error) {
        if (turn !== this.#turn) return this.#newest ?? this.#snapshot;
        // Afterwards the snapshot is what is known without an answer.
        const kept = event === 'INITIAL_SESSION' && isUnreachable(error) ? readOffline(this.#deps.storage) : null;
        if (!kept) throw error;
        // Due at once, so that the server is asked again until it answers.
        session = { ...kept.session, expiresAt: new Date(0).toISOString() };
      }
      if (turn !== this.#turn) return this.#newest ?? this.#snapshot;
      this.#take(session);
    }
    for (const listener of this.#eventListeners) listener(event, this.#snapshot);
    return this.#snapshot;
  }

  #take(session: CurrentSession | null): void {
    try {
      if (session) this.#store(session);
      else this.#forget();
    } catch (error) {
      // A full or forbidden storage costs a display name and nothing else.
      this.#deps.log(error);
    }
    this.#snapshot = session ? { state: 'signed_in', session } : { state: 'signed_out', session: null };
    for (const listener of this.#listeners) listener();
  }

  /** Display only: holds nothing secret, and no server believes it. */
  #store(session: CurrentSession): void {
    const { user, role } = session;
    const profile = toStoredProfile({ ...user, role });
    if (role === 'Client') {
      this.#deps.storage.setItem(CLIENT_PROFILE_KEY, JSON.stringify(profile));
      this.#keepOffline(session);
      return;
    }
    this.#deps.storage.removeItem(OFFLINE_KEY);
    if (role === 'Operator' && !shouldStoreOperatorProfile(user.email, this.#storedCoachProfile())) return;
    this.#deps.storage.setItem(COACH_PROFILE_KEY, JSON.stringify(profile));
  }

  #keepOffline(session: CurrentSession): void {
    const kept = readOffline(this.#deps.storage);
    const answers = kept && isSameReader(kept.session, session) ? kept.answers : {};
    this.#deps.storage.setItem(OFFLINE_KEY, JSON.stringify({ build: BUILD, session, answers }));
  }

  #storedCoachProfile(): Pick<StoredProfile, 'role'> | null {
    const text = this.#deps.storage.getItem(COACH_PROFILE_KEY);
    if (!text) return null;
    try {
      const stored: unknown = JSON.parse(text);
      const role = typeof stored === 'object' && stored !== null && 'role' in stored ? stored.role : undefined;
      return typeof role === 'string' ? { role } : null;
    } catch {
      // Somebody else wrote it; it is replaced by the next profile.
      return null;
    }
  }

  #forget(): void {
    this.#deps.storage.removeItem(COACH_PROFILE_KEY);
    this.#deps.storage.removeItem(CLIENT_PROFILE_KEY);
    this.#deps.storage.removeItem(OFFLINE_KEY);
  }
}

/** Lets the store follow the server, the clock and the other tabs; answers how to stop. */
export function followSession(store: SessionStore, channel: Pick<TabChannel<SessionEvent>, 'listen'>): () => void {
  void store.apply('INITIAL_SESSION', false);
  const timer = setInterval(() => void store.tick(), SESSION_TICK_MS);
  const ask = () => void store.tick();
  window.addEventListener('online', ask);
  const stopListening = channel.listen((event) => void store.apply(event, false));
  return () => {
    clearInterval(timer);
    window.removeEventListener('online', ask);
    stopListening();
  };
}

export const useSessionOf = (store: SessionStore): SessionSnapshot =>
  useSyncExternalStore(store.subscribe, store.getSnapshot, store.getSnapshot);
