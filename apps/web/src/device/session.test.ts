import { beforeEach, describe, expect, it, vi } from 'vitest';
import { aClient, aCoach, anOperator } from '../../test/people.ts';
import {
  followSession,
  hasEnded,
  isSessionEvent,
  type SessionDeps,
  type SessionEvent,
  SessionStore,
} from './session.ts';

const NOW = Date.parse('2026-03-02T09:00:00Z');

function setUp(overrides: Partial<SessionDeps> = {}) {
  const load = vi.fn<SessionDeps['load']>().mockResolvedValue(null);
  const signOut = vi.fn<SessionDeps['signOut']>().mockResolvedValue();
  const announce = vi.fn<SessionDeps['announce']>();
  const log = vi.fn<SessionDeps['log']>();
  const storage = window.localStorage;
  const store = new SessionStore({ load, signOut, announce, log, storage, now: Date.now, ...overrides });
  const events: SessionEvent[] = [];
  store.onEvent((event) => events.push(event));
  return { store, load, signOut, announce, log, events };
}

const stored = (key: string): unknown => JSON.parse(window.localStorage.getItem(key) ?? 'null');

function deferred<Value>() {
  const { promise, resolve, reject } = Promise.withResolvers<Value>();
  return { promise, resolve, reject };
}

beforeEach(() => {
  vi.useFakeTimers({ now: NOW });
});

describe('who is signed in', () => {
  it('is loading until the server answered, then signed in', async () => {
    const { store, load, events, announce } = setUp();
    const coach = aCoach();
    load.mockResolvedValue(coach);
    expect(store.getSnapshot()).toEqual({ state: 'loading', session: null });
    await expect(store.ready()).resolves.toEqual({ state: 'signed_in', session: coach });
    expect(events).toEqual(['INITIAL_SESSION']);
    expect(announce).not.toHaveBeenCalled();
  });

  it('is signed out when the server has no session', async () => {
    const { store } = setUp();
    await expect(store.ready()).resolves.toEqual({ state: 'signed_out', session: null });
  });

  it('is asked once, however many pages wait for it', async () => {
    const { store, load } = setUp();
    await Promise.all([store.ready(), store.ready(), store.apply('INITIAL_SESSION', false)]);
    await store.ready();
    expect(load).toHaveBeenCalledTimes(1);
  });

  it('stays unknown when the server cannot be reached, and is asked again the next time', async () => {
    const { store, load } = setUp();
    load.mockRejectedValueOnce(new TypeError('unreachable'));
    await expect(store.ready()).rejects.toThrow('unreachable');
    expect(store.getSnapshot().state).toBe('loading');
    await expect(store.ready()).resolves.toMatchObject({ state: 'signed_out' });
  });

  it.each(['SIGNED_IN', 'TOKEN_REFRESHED', 'PASSWORD_RECOVERY', 'USER_UPDATED'] as const)(
    'follows %s by asking the server, and tells the other tabs',
    async (event) => {
      const { store, load, announce, events } = setUp();
      await store.ready();
      const coach = aCoach({ role: 'Coach-Plus' });
      load.mockResolvedValue(coach);
      await expect(store.apply(event)).resolves.toEqual({ state: 'signed_in', session: coach });
      expect(announce).toHaveBeenCalledExactlyOnceWith(event);
      expect(events).toEqual(['INITIAL_SESSION', event]);
    },
  );

  it('keeps the previous role until the new one is there', async () => {
    const { store, load } = setUp();
    load.mockResolvedValueOnce(aCoach());
    await store.ready();
    const answer = deferred<ReturnType<typeof aCoach>>();
    load.mockReturnValueOnce(answer.promise);
    const applied = store.apply('USER_UPDATED');
    expect(store.getSnapshot().session?.role).toBe('Coach-Base');
    answer.resolve(aCoach({ role: 'Coach-Pro' }));
    await applied;
    expect(store.getSnapshot().session?.role).toBe('Coach-Pro');
  });

  it('keeps who was signed in when the server does not answer', async () => {
    const { store, load, log } = setUp();
    load.mockResolvedValueOnce(aCoach());
    await store.ready();
    load.mockRejectedValueOnce(new Error('gateway'));
    await expect(store.apply('TOKEN_REFRESHED')).resolves.toMatchObject({ state: 'signed_in' });
    expect(log).toHaveBeenCalledTimes(1);
  });

  it('keeps showing the page when the session ended elsewhere, but stores none of it', async () => {
    const { store, load } = setUp();
    const coach = aCoach();
    load.mockResolvedValueOnce(coach);
    await store.ready();
    const ended = await store.apply('TOKEN_REFRESHED');
    expect(ended).toEqual({ state: 'signed_out', session: coach });
    expect(hasEnded(ended)).toBe(true);
    expect(stored('coachProfile')).toBeNull();
    await store.tick();
    expect(load).toHaveBeenCalledTimes(2);
    load.mockResolvedValueOnce(coach);
    expect(hasEnded(await store.apply('SIGNED_IN'))).toBe(false);
  });
});

describe('answers that overtake each other', () => {
  it('does not take an answer from before a sign-in for the answer to it', async () => {
    const { store, load } = setUp();
    const beforeSignIn = deferred<null>();
    const afterSignIn = deferred<ReturnType<typeof aCoach>>();
    load.mockReturnValueOnce(beforeSignIn.promise).mockReturnValueOnce(afterSignIn.promise);
    const first = store.ready();
    const second = store.apply('SIGNED_IN');
    afterSignIn.resolve(aCoach());
    await expect(second).resolves.toMatchObject({ state: 'signed_in' });
    beforeSignIn.resolve(null);
    await expect(first).resolves.toMatchObject({ state: 'signed_in' });
  });

  it('waits for the newest answer when an older one comes first', async () => {
    const { store, load } = setUp();
    const older = deferred<null>();
    const newest = deferred<ReturnType<typeof aCoach>>();
    load.mockReturnValueOnce(older.promise).mockReturnValueOnce(newest.promise);
    const first = store.ready();
    const second = store.apply('SIGNED_IN');
    older.resolve(null);
    await Promise.resolve();
    expect(store.getSnapshot().state).toBe('loading');
    newest.resolve(aCoach());
    await expect(Promise.all([first, second])).resolves.toMatchObject([{ state: 'signed_in' }, { state: 'signed_in' }]);
  });

  it('does not come back after a sign-out', async () => {
    const { store, load } = setUp();
    load.mockResolvedValueOnce(aCoach());
    await store.ready();
    const refreshed = deferred<ReturnType<typeof aCoach>>();
    load.mockReturnValueOnce(refreshed.promise);
    const refresh = store.apply('TOKEN_REFRESHED');
    await store.signOut();
    refreshed.resolve(aCoach());
    await refresh;
    expect(store.getSnapshot()).toEqual({ state: 'signed_out', session: null });
    expect(stored('coachProfile')).toBeNull();
  });
});

describe('the clock', () => {
  it('looks every 30 s and refreshes when 90 s or less remain', async () => {
    const { store, load, announce } = setUp();
    const soon = aCoach({ expiresAt: new Date(NOW + 150_000).toISOString() });
    load.mockResolvedValue(soon);
    const stop = followSession(store, { listen: () => () => undefined });
    await vi.advanceTimersByTimeAsync(59_999);
    expect(load).toHaveBeenCalledTimes(1);
    load.mockResolvedValue(aCoach({ expiresAt: new Date(NOW + 3_600_000).toISOString() }));
    await vi.advanceTimersByTimeAsync(1);
    expect(load).toHaveBeenCalledTimes(2);
    expect(announce).toHaveBeenCalledExactlyOnceWith('TOKEN_REFRESHED');
    await vi.advanceTimersByTimeAsync(300_000);
    expect(load).toHaveBeenCalledTimes(2);
    stop();
    await vi.advanceTimersByTimeAsync(7_200_000);
    expect(load).toHaveBeenCalledTimes(2);
  });

  it('leaves visitors alone', async () => {
    const { store, load } = setUp();
    const stop = followSession(store, { listen: () => () => undefined });
    await vi.advanceTimersByTimeAsync(600_000);
    expect(load).toHaveBeenCalledTimes(1);
    stop();
  });
});

describe('a session that came with the page', () => {
  it('needs no request', async () => {
    const coach = aCoach();
    const { store, load, events } = setUp({ takeFromPage: () => ({ session: coach, isDue: false }) });
    await expect(store.ready()).resolves.toEqual({ state: 'signed_in', session: coach });
    expect(events).toEqual(['INITIAL_SESSION']);
    expect(load).not.toHaveBeenCalled();
  });

  it('says that a visitor is signed out, and clears what this device kept of a person', async () => {
    window.localStorage.setItem('clientProfile', '{}');
    const { store, load } = setUp({ takeFromPage: () => ({ session: null, isDue: false }) });
    await expect(store.ready()).resolves.toEqual({ state: 'signed_out', session: null });
    expect(load).not.toHaveBeenCalled();
    expect(stored('clientProfile')).toBeNull();
  });

  it('is asked for beside the page when it is due to be extended', async () => {
    const page = aCoach({ expiresAt: new Date(NOW + 3_600_000).toISOString() });
    const extended = aCoach({ expiresAt: new Date(NOW + 7_200_000).toISOString() });
    const { store, load, events } = setUp({ takeFromPage: () => ({ session: page, isDue: true }) });
    load.mockResolvedValue(extended);
    await expect(store.ready()).resolves.toMatchObject({ session: page });
    await vi.waitFor(() => expect(store.getSnapshot().session).toEqual(extended));
    expect(events).toEqual(['INITIAL_SESSION', 'TOKEN_REFRESHED']);
  });

  it('is used once: later events ask the server', async () => {
    const pages = [{ session: aCoach(), isDue: false }];
    const { store, load } = setUp({ takeFromPage: () => pages.pop() });
    await store.ready();
    load.mockResolvedValue(null);
    await store.apply('USER_UPDATED');
    expect(store.getSnapshot().state).toBe('signed_out');
  });
});

describe('a page that the browser shows again as it was', () => {
  const isHidden = () => document.documentElement.style.visibility === 'hidden';
  const go = (type: 'pagehide' | 'pageshow', persisted: boolean) =>
    window.dispatchEvent(Object.assign(new Event(type), { persisted }));

  async function leave() {
    const reload = vi.fn();
    const { store, load } = setUp({ takeFromPage: () => ({ session: aCoach(), isDue: false }) });
    const stop = followSession(store, { listen: () => () => undefined }, reload);
    await store.ready();
    go('pagehide', true);
    expect(isHidden()).toBe(true);
    return {
      load,
      reload,
      end() {
        stop();
        document.documentElement.style.visibility = '';
      },
    };
  }

  it('is shown to the same person', async () => {
    const { load, reload, end } = await leave();
    load.mockResolvedValue(aCoach());
    go('pageshow', true);
    expect(isHidden()).toBe(true);
    await vi.waitFor(() => expect(isHidden()).toBe(false));
    expect(reload).not.toHaveBeenCalled();
    end();
  });

  it.each([
    ['after signing out', async () => null],
    ['to another person', async () => anOperator()],
    ['without a network', async () => Promise.reject(new TypeError('unreachable'))],
  ])('stays hidden and is loaded again %s', async (_, answer) => {
    const { load, reload, end } = await leave();
    load.mockImplementation(answer);
    go('pageshow', true);
    await vi.waitFor(() => expect(reload).toHaveBeenCalledTimes(1));
    expect(isHidden()).toBe(true);
    end();
  });

  it('is shown at once where the browser did not leave it', async () => {
    const { load, end } = await leave();
    go('pageshow', false);
    expect(isHidden()).toBe(false);
    expect(load).not.toHaveBeenCalled();
    end();
  });
});

describe('other tabs', () => {
  it('are followed without an answer to them', async () => {
    const { store, load, announce } = setUp();
    let fromOtherTab: ((event: SessionEvent) => void) | undefined;
    const stop = followSession(store, {
      listen: (listener) => {
        fromOtherTab = listener;
        return () => {
          fromOtherTab = undefined;
        };
      },
    });
    await store.ready();
    load.mockResolvedValue(aClient());
    fromOtherTab?.('SIGNED_IN');
    await vi.waitFor(() => expect(store.getSnapshot().session?.role).toBe('Client'));
    fromOtherTab?.('SIGNED_OUT');
    await vi.waitFor(() => expect(store.getSnapshot().state).toBe('signed_out'));
    expect(announce).not.toHaveBeenCalled();
    stop();
    expect(fromOtherTab).toBeUndefined();
  });

  it('say nothing but events', () => {
    expect(isSessionEvent('SIGNED_IN')).toBe(true);
    for (const other of ['signed_in', '', null, 3, {}]) expect(isSessionEvent(other)).toBe(false);
  });
});

describe('signing out', () => {
  it.each([
    ['and the server agrees', () => Promise.resolve()],
    ['and the server fails', () => Promise.reject(new Error('500'))],
  ])('forgets everything here, %s', async (_, answer) => {
    const { store, load, signOut, announce, log } = setUp();
    load.mockResolvedValueOnce(aCoach());
    await store.ready();
    window.localStorage.setItem('clientProfile', '{}');
    signOut.mockImplementation(answer);
    await store.signOut();
    expect(store.getSnapshot()).toEqual({ state: 'signed_out', session: null });
    expect([stored('coachProfile'), stored('clientProfile')]).toEqual([null, null]);
    expect(announce).toHaveBeenCalledExactlyOnceWith('SIGNED_OUT');
    expect(log.mock.calls.length).toBe(signOut.mock.settledResults[0]?.type === 'rejected' ? 1 : 0);
  });
});

describe('the stored profile', () => {
  const signIn = async (session: ReturnType<typeof aCoach>) => {
    const { store, load } = setUp();
    load.mockResolvedValue(session);
    await store.ready();
    return store;
  };

  it('of a coach', async () => {
    const coach = aCoach();
    await signIn(coach);
    expect(stored('coachProfile')).toEqual({
      id: coach.user.id,
      name: 'Maya Okafor',
      email: 'maya@studio.example',
      initials: 'MO',
      role: 'Coach-Base',
    });
    expect(stored('clientProfile')).toBeNull();
  });

  it('of a client is kept apart', async () => {
    await signIn(aClient());
    expect(stored('clientProfile')).toMatchObject({ name: 'Jonas Lind', initials: 'JL', role: 'Client' });
    expect(stored('coachProfile')).toBeNull();
  });

  it('of an operator has a fixed name', async () => {
    await signIn(anOperator());
    expect(stored('coachProfile')).toMatchObject({ name: 'System Operator', initials: 'OP', role: 'Operator' });
  });

  it('of a demo operator is not stored', async () => {
    await signIn(anOperator({ user: { email: 'demo.operator@example.com' } }));
    expect(stored('coachProfile')).toBeNull();
  });

  it.each([
    ['of a coach stays', '{"role":"Coach-Plus"}', 'Coach-Plus'],
    ['that is no profile is replaced', 'not json', 'Operator'],
    ['of something else is replaced', '"5"', 'Operator'],
  ])('%s when an operator signs in', async (_, before, role) => {
    window.localStorage.setItem('coachProfile', before);
    await signIn(anOperator());
    expect(stored('coachProfile')).toMatchObject({ role });
  });

  it('that cannot be stored does not prevent signing in', async () => {
    const full = () => {
      throw new Error('quota');
    };
    const { store, load, log } = setUp({ storage: { getItem: () => null, setItem: full, removeItem: full } });
    load.mockResolvedValue(aCoach());
    await expect(store.ready()).resolves.toMatchObject({ state: 'signed_in' });
    expect(log).toHaveBeenCalledTimes(1);
  });
});
