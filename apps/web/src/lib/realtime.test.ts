import { act, render, screen } from '@testing-library/react';
import { createElement } from 'react';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { FakeSocket } from '../../test/fake-socket.ts';
import { type LiveEvent, type Outcome, subscribe, useConnection } from './realtime.ts';

beforeEach(() => {
  vi.useFakeTimers();
  vi.spyOn(Math, 'random').mockReturnValue(0);
});
const left: (() => void)[] = [];
afterEach(() => {
  for (const leave of left.splice(0)) leave();
  setVisible(true);
  vi.unstubAllGlobals();
});

const settled = () => vi.dynamicImportSettled();
/** Lets time pass, and what it sets off. */
const pass = async (ms: number) => {
  await vi.advanceTimersByTimeAsync(ms);
  await settled();
};

async function open(...kinds: string[]) {
  const events: LiveEvent[] = [];
  const outcomes: Outcome[] = [];
  const leave = subscribe(
    kinds,
    (event) => events.push(event),
    (outcome) => outcomes.push(outcome),
  );
  left.push(leave);
  await settled();
  return { events, outcomes, leave };
}

function Connection() {
  const { state, offline } = useConnection();
  return createElement('output', null, `${state}${offline ? ' offline' : ''}`);
}
/** The state as a screen sees it. */
function watch() {
  render(createElement(Connection));
  return () => screen.getByRole('status').textContent;
}

function setVisible(visible: boolean) {
  vi.spyOn(document, 'visibilityState', 'get').mockReturnValue(visible ? 'visible' : 'hidden');
  document.dispatchEvent(new Event('visibilitychange'));
}

const MESSAGE = { event: 'message', conversationId: '1' };
const RESYNC = { event: 'resync' };

describe('channels', () => {
  it('share one connection, and hear what they asked for', async () => {
    const messages = await open('message', 'read');
    const bell = await open('notification');
    FakeSocket.last.say('connect');
    FakeSocket.last.say('event', MESSAGE);
    FakeSocket.last.say('event', { event: 'notification', id: '2' });
    FakeSocket.last.say('event', RESYNC);
    expect(messages.events).toEqual([MESSAGE, RESYNC]);
    expect(bell.events).toEqual([{ event: 'notification', id: '2' }, RESYNC]);
    const late = await open('calendar');
    expect([messages.outcomes, bell.outcomes, late.outcomes]).toEqual(Array(3).fill(['SUBSCRIBED']));
    expect(FakeSocket.made).toHaveLength(1);
  });

  it('close it with the last of them, for good', async () => {
    const state = watch();
    const [one, other] = [await open('message'), await open('message')];
    act(() => FakeSocket.last.say('connect'));
    expect(state()).toBe('joined');
    act(one.leave);
    act(one.leave);
    FakeSocket.last.say('event', MESSAGE);
    expect(state()).toBe('joined');
    act(other.leave);
    expect([state(), FakeSocket.last.closed]).toEqual(['closed', true]);
    expect([one.outcomes, one.events]).toEqual([['SUBSCRIBED', 'CLOSED'], []]);
    expect([other.outcomes, other.events]).toEqual([['SUBSCRIBED', 'CLOSED'], [MESSAGE]]);
    await pass(600_000);
    window.dispatchEvent(new Event('online'));
    setVisible(true);
    await settled();
    expect(FakeSocket.made).toHaveLength(1);
  });

  it('that are left before the connection is there never open it', async () => {
    const leave = subscribe(['message'], () => undefined);
    leave();
    await settled();
    expect(FakeSocket.made).toHaveLength(0);
  });

  it.each([[null], [3], ['message'], [{ other: 'x' }], [{ event: 3 }], [{ event: 'message', id: {} }]])(
    'drop what is no event (%o)',
    async (value) => {
      const { events } = await open('message');
      FakeSocket.last.say('event', value);
      expect(events).toEqual([]);
    },
  );
});

describe('the connection', () => {
  it.each(['connect_error', 'disconnect'])(
    'comes back after 1, 2, 5, 10 and 10 seconds, and starts over after a connection (%s)',
    async (failure) => {
      const state = watch();
      const { outcomes, events } = await open('message');
      for (const seconds of [1, 2, 5, 10, 10]) {
        const before = FakeSocket.made.length;
        act(() => FakeSocket.last.say(failure, new Error('websocket error')));
        expect(state()).toContain('errored');
        expect(FakeSocket.last.closed).toBe(true);
        await act(() => pass(seconds * 1000 - 1));
        expect(FakeSocket.made).toHaveLength(before);
        await act(() => pass(1));
        expect(FakeSocket.made).toHaveLength(before + 1);
        expect(state()).toContain('joining');
      }
      expect(outcomes).toEqual(Array(5).fill('CHANNEL_ERROR'));
      act(() => FakeSocket.last.say('connect'));
      const joined = FakeSocket.made.length;
      act(() => FakeSocket.last.say(failure, new Error('transport close')));
      await act(() => pass(1000));
      expect(FakeSocket.made).toHaveLength(joined + 1);
      expect(events).toEqual([]);
      act(() => FakeSocket.last.say('connect'));
      expect(events).toEqual([RESYNC]);
    },
  );

  it('comes back up to half a delay later, by chance', async () => {
    await open('message');
    vi.spyOn(Math, 'random').mockReturnValue(0.999);
    FakeSocket.last.say('disconnect');
    await pass(1490);
    expect(FakeSocket.made).toHaveLength(1);
    await pass(10);
    expect(FakeSocket.made).toHaveLength(2);
  });

  it('is given up when it does not come within 30 seconds', async () => {
    const { outcomes } = await open('message');
    await pass(29_999);
    expect(outcomes).toEqual([]);
    await pass(1);
    expect(outcomes).toEqual(['TIMED_OUT']);
    expect(FakeSocket.made[0]?.closed).toBe(true);
    await pass(1000);
    expect(FakeSocket.made).toHaveLength(2);
  });

  it.each(['UNAUTHORIZED', 'TOO_MANY_SOCKETS'])(
    'that is refused (%s) is closed, and tried again later',
    async (code) => {
      const state = watch();
      const { outcomes } = await open('message');
      act(() => FakeSocket.last.say('connect_error', Object.assign(new Error(code), { data: { code } })));
      expect([state(), outcomes]).toEqual(['closed', ['CLOSED']]);
      await act(() => pass(9999));
      expect([state(), FakeSocket.made.length]).toEqual(['closed', 1]);
      await act(() => pass(1));
      expect([state(), FakeSocket.made.length]).toEqual(['joining', 2]);
    },
  );

  it('tells the server for how long events may have been missed', async () => {
    vi.resetModules();
    const fresh = await import('./realtime.ts');
    await pass(4000);
    left.push(fresh.subscribe(['message'], () => undefined));
    await settled();
    expect(FakeSocket.last.told.missedMs).toBe(Math.ceil(performance.now()));
    FakeSocket.last.say('connect');
    await pass(30_000);
    FakeSocket.last.beat();
    await pass(10_000);
    FakeSocket.last.say('disconnect');
    await pass(1000);
    expect(FakeSocket.last.told).toEqual({ missedMs: 11_000 });
  });

  it('of a server in trouble is none that is refused', async () => {
    const { outcomes } = await open('message');
    const error = Object.assign(new Error('UNAVAILABLE'), { data: { code: 'UNAVAILABLE' } });
    FakeSocket.last.say('connect_error', error);
    expect(outcomes).toEqual(['CHANNEL_ERROR']);
  });

  it('does not wait any longer when the network is back, and reconnects even if the socket seems open', async () => {
    await open('message');
    FakeSocket.last.say('disconnect');
    window.dispatchEvent(new Event('online'));
    await settled();
    expect(FakeSocket.made).toHaveLength(2);
    await pass(1000);
    expect(FakeSocket.made).toHaveLength(2);
    FakeSocket.last.say('connect');
    window.dispatchEvent(new Event('online'));
    await settled();
    expect(FakeSocket.made.map(({ closed }) => closed)).toEqual([true, true, false]);
  });

  it('is made again at once in a tab that wakes, unless it lived on', async () => {
    await open('message');
    FakeSocket.last.say('connect');
    setVisible(false);
    await pass(49_000);
    FakeSocket.last.beat();
    await pass(50_000);
    setVisible(true);
    await settled();
    expect(FakeSocket.made).toHaveLength(1);
    // Asleep: time goes by, timers do not.
    setVisible(false);
    vi.setSystemTime(Date.now() + 50_001);
    setVisible(true);
    await settled();
    expect(FakeSocket.made).toHaveLength(2);
    FakeSocket.last.say('connect_error', new Error('xhr poll error'));
    setVisible(true);
    await settled();
    expect(FakeSocket.made).toHaveLength(3);
  });
});

describe('offline', () => {
  const setOnline = (online: boolean) => {
    vi.spyOn(navigator, 'onLine', 'get').mockReturnValue(online);
    window.dispatchEvent(new Event(online ? 'online' : 'offline'));
  };

  it('is true when the connection does not come back within five seconds', async () => {
    const state = watch();
    await open('message');
    act(() => FakeSocket.last.say('connect'));
    act(() => FakeSocket.last.say('disconnect'));
    await act(() => pass(1000));
    act(() => FakeSocket.last.say('connect_error', new Error('websocket error')));
    await act(() => pass(3999));
    expect(state()).not.toContain('offline');
    await act(() => pass(1));
    expect(state()).toContain('offline');
    act(() => FakeSocket.last.say('connect'));
    expect(state()).toBe('joined');
    await act(() => pass(60_000));
    expect(state()).toBe('joined');
  });

  it('is at once whose browser says so, until it says otherwise', async () => {
    const state = watch();
    await open('message');
    act(() => FakeSocket.last.say('connect'));
    act(() => setOnline(false));
    expect(state()).toBe('errored offline');
    await act(async () => {
      setOnline(true);
      await settled();
    });
    expect(state()).toBe('joining');
  });

  it('is false without a channel', async () => {
    const state = watch();
    const { leave } = await open('message');
    act(() => setOnline(false));
    act(leave);
    expect(state()).toBe('closed');
  });
});
