import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { type Channel, type Outcome, openChannel } from './realtime.ts';

class FakeSource {
  static made: FakeSource[] = [];
  static get last(): FakeSource {
    const last = FakeSource.made.at(-1);
    if (!last) throw new Error('nothing was opened');
    return last;
  }
  onmessage: ((event: { data: string }) => void) | undefined;
  onerror: (() => void) | undefined;
  closed = false;
  constructor() {
    FakeSource.made.push(this);
  }
  close() {
    this.closed = true;
  }
  say(event: object | string) {
    this.onmessage?.({ data: typeof event === 'string' ? event : JSON.stringify(event) });
  }
}

beforeEach(() => {
  vi.useFakeTimers();
  FakeSource.made = [];
  vi.stubGlobal('EventSource', FakeSource);
});
const opened: Channel[] = [];
afterEach(() => {
  for (const channel of opened.splice(0)) channel.leave();
  vi.unstubAllGlobals();
});

function open() {
  const events: object[] = [];
  const outcomes: Outcome[] = [];
  const channel = openChannel({
    url: '/events',
    onEvent: (event) => events.push(event),
    onOutcome: (outcome) => outcomes.push(outcome),
  });
  opened.push(channel);
  return { channel, events, outcomes };
}

describe('a channel', () => {
  it('joins, tells events and leaves', () => {
    const { channel, events, outcomes } = open();
    expect(channel.state()).toBe('joining');
    FakeSource.last.say({ event: 'hello' });
    FakeSource.last.say({ event: 'message', conversationId: '1' });
    expect(channel.state()).toBe('joined');
    channel.leave();
    expect([channel.state(), FakeSource.last.closed]).toEqual(['closed', true]);
    expect(events).toEqual([{ event: 'hello' }, { event: 'message', conversationId: '1' }]);
    expect(outcomes).toEqual(['SUBSCRIBED', 'CLOSED']);
    vi.advanceTimersByTime(600_000);
    window.dispatchEvent(new Event('online'));
    expect(FakeSource.made).toHaveLength(1);
  });

  it('comes back after 1, 2, 5, 10 and 10 seconds, and begins anew once it was there', () => {
    const { channel, outcomes } = open();
    for (const seconds of [1, 2, 5, 10, 10]) {
      const before = FakeSource.made.length;
      FakeSource.last.onerror?.();
      expect(channel.state()).toBe('errored');
      vi.advanceTimersByTime(seconds * 1000 - 1);
      expect(FakeSource.made).toHaveLength(before);
      vi.advanceTimersByTime(1);
      expect(FakeSource.made).toHaveLength(before + 1);
    }
    expect(outcomes).toEqual(Array(5).fill('CHANNEL_ERROR'));
    FakeSource.last.say({ event: 'hello' });
    const joined = FakeSource.made.length;
    FakeSource.last.onerror?.();
    vi.advanceTimersByTime(1000);
    expect(FakeSource.made).toHaveLength(joined + 1);
  });

  it('does not wait any longer when the network is back', () => {
    open();
    FakeSource.last.onerror?.();
    window.dispatchEvent(new Event('online'));
    expect(FakeSource.made).toHaveLength(2);
    vi.advanceTimersByTime(1000);
    expect(FakeSource.made).toHaveLength(2);
  });

  it('is made anew when the network is back, even if nothing was noticed', () => {
    open();
    FakeSource.last.say({ event: 'hello' });
    window.dispatchEvent(new Event('online'));
    expect(FakeSource.made).toHaveLength(2);
  });

  it('gives up a connection that does not come within 30 seconds, or falls silent for two heartbeats', () => {
    const { outcomes } = open();
    vi.advanceTimersByTime(30_000);
    expect(outcomes).toEqual(['TIMED_OUT']);
    vi.advanceTimersByTime(1000);
    FakeSource.last.say({ event: 'hello' });
    vi.advanceTimersByTime(59_000);
    FakeSource.last.say({ event: 'heartbeat' });
    vi.advanceTimersByTime(59_999);
    expect(outcomes).toEqual(['TIMED_OUT', 'SUBSCRIBED']);
    vi.advanceTimersByTime(1);
    expect(outcomes.at(-1)).toBe('TIMED_OUT');
  });

  it('drops what is no event', () => {
    const { events } = open();
    for (const data of ['', '{', 'null', '3', '{"event":3}', '{"other":"x"}']) FakeSource.last.say(data);
    expect(events).toEqual([]);
  });
});
