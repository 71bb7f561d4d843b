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

export type SessionEvent =
  | 'INITIAL_SESSION'
  | 'SIGNED_IN'
  | 'TOKEN_REFRESHED'
  | 'SIGNED_OUT'
  | 'PASSWORD_RECOVERY'
  | 'USER_UPDATED';

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

export const COACH_PROFILE_KEY = 'coachProfile';
export const CLIENT_PROFILE_KEY = 'clientProfile';

/** Loading, then signed in or signed out. Keeps the previous answer until the next one is there. */
export class SessionStore {
  #snapshot: SessionSnapshot = { state: 'loading', session: null };
  readonly #listeners = new Set<() => void>();
  readonly #deps: SessionDeps;
  #loading: Promise<SessionSnapshot> | undefined;

  constructor(deps: SessionDeps) {
    this.#deps = deps;
  }

  readonly getSnapshot = (): SessionSnapshot => this.#snapshot;

  readonly subscribe = (listener: () => void): (() => void) => {
    this.#listeners.add(listener);
    return () => this.#listeners.delete(listener);
  };

  /** The session once it is known; asks the server the first time only. */
  ready(): Promise<SessionSnapshot> {
    return this.#snapshot.state === 'loading' ? this.apply('INITIAL_SESSION', false) : Promise.resolve(this.#snapshot);
  }

  /** Follows an event: asks the server who is signed in now, and tells the other tabs unless one of them told us. */
  async apply(event: SessionEvent, tellOthers = true): Promise<SessionSnapshot> {
    if (event === 'SIGNED_OUT') {
      this.#forget();
    } else {
      this.#loading ??= this.#load().finally(() => {
        this.#loading = undefined;
      });
      await this.#loading;
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

  async #load(): Promise<SessionSnapshot> {
    try {
      const session = await this.#deps.load();
      if (session) {
        this.#store(session);
        this.#set({ state: 'signed_in', session });
      } else {
        this.#forget();
      }
    } catch (error) {
      // Without an answer nothing is known to have changed: who was signed in stays so.
      this.#deps.log(error);
      if (this.#snapshot.state === 'loading') this.#set({ state: 'signed_out', session: null });
    }
    return this.#snapshot;
  }

  /** Display only: holds nothing secret, and no server believes it. */
  #store({ user, role }: CurrentSession): void {
    const profile = toStoredProfile({ ...user, role });
    if (role === 'Client') {
      this.#deps.storage.setItem(CLIENT_PROFILE_KEY, JSON.stringify(profile));
      return;
    }
    if (role === 'Operator' && !shouldStoreOperatorProfile(user.email, this.#storedCoachProfile())) return;
    this.#deps.storage.setItem(COACH_PROFILE_KEY, JSON.stringify(profile));
  }

  #storedCoachProfile(): StoredProfile | null {
    try {
      return JSON.parse(this.#deps.storage.getItem(COACH_PROFILE_KEY) ?? 'null') as StoredProfile | null;
    } catch {
      return null;
    }
  }

  #forget(): void {
    this.#deps.storage.removeItem(COACH_PROFILE_KEY);
    this.#deps.storage.removeItem(CLIENT_PROFILE_KEY);
    this.#set({ state: 'signed_out', session: null });
  }

  #set(snapshot: SessionSnapshot): void {
    this.#snapshot = snapshot;
    for (const listener of this.#listeners) listener();
  }
}

/** Lets the store follow the clock and the other tabs; answers how to stop. */
export function followSession(store: SessionStore, channel: BroadcastChannel): () => void {
  const timer = setInterval(() => void store.tick(), SESSION_TICK_MS);
  channel.onmessage = ({ data }: MessageEvent<SessionEvent>) => void store.apply(data, false);
  return () => {
    clearInterval(timer);
    channel.onmessage = null;
  };
}

export const useSessionOf = (store: SessionStore): SessionSnapshot =>
  useSyncExternalStore(store.subscribe, store.getSnapshot);
