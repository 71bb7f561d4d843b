import { type QueryClient, useQueryClient } from '@tanstack/react-query';
import { useEffect } from 'react';
import { openSocket } from './live-socket.ts';
import { Store, useStore } from './store.ts';
import { unauthorized } from './unauthorized.ts';

export type ChannelState = 'closed' | 'joining' | 'joined' | 'leaving' | 'errored';
export type Outcome = 'SUBSCRIBED' | 'TIMED_OUT' | 'CLOSED' | 'CHANNEL_ERROR';
export type LiveEvent = { event: string } & Record<string, string>;

type Channel = {
  kinds: readonly string[];
  onEvent: (event: LiveEvent) => void;
  onOutcome?: ((outcome: Outcome) => void) | undefined;
};

type Connection = {
  state: ChannelState;
  /** True after several seconds without the server. */
  offline: boolean;
};

const JOIN_TIMEOUT_MS = 30_000;
/** The interval of heartbeats plus the timeout of an answer. */
const SILENCE_MS = 50_000;
const RECONNECT_MS = [1000, 2000, 5000, 10_000] as const;
/** Share of a delay that chance adds. */
const SPREAD = 0.5;
const REFUSED_MS = 10_000;
const OFFLINE_AFTER_MS = 5000;

/** Refusals that a quick retry does not change. */
const LASTING: readonly unknown[] = ['UNAUTHORIZED', 'TOO_MANY_SOCKETS'];

/**
 * The tab's one connection, shared by all its channels and open while there is one. After a failure or silence it
 * reconnects with growing delays. The network or the tab coming back ends a delay.
 */
class Realtime extends Store<Connection> {
  readonly #channels = new Set<Channel>();
  #close: (() => void) | undefined;
  #timer: ReturnType<typeof setTimeout> | undefined;
  #overdueTimer: ReturnType<typeof setTimeout> | undefined;
  #overdue = false;
  #tries = 0;
  #activeAt = 0;

  open(channel: Channel): () => void {
    this.#channels.add(channel);
    if (this.#channels.size === 1) this.#start();
    else if (this.getSnapshot().state === 'joined') channel.onOutcome?.('SUBSCRIBED');
    return () => {
      if (!this.#channels.delete(channel)) return;
      if (this.#channels.size === 0) this.#stop();
      channel.onOutcome?.('CLOSED');
    };
  }

  #start(): void {
    window.addEventListener('online', this.#networkIsBack);
    window.addEventListener('offline', this.#networkIsGone);
    document.addEventListener('visibilitychange', this.#tabIsBack);
    this.#join();
  }

  #stop(): void {
    this.#setState('leaving');
    window.removeEventListener('online', this.#networkIsBack);
    window.removeEventListener('offline', this.#networkIsGone);
    document.removeEventListener('visibilitychange', this.#tabIsBack);
    this.#drop();
    this.#clearOverdue();
    this.#tries = 0;
    this.#activeAt = 0;
    this.#setState('closed');
  }

  #join(): void {
    this.#drop();
    this.#setState('joining');
    this.#wait(JOIN_TIMEOUT_MS, () => this.#fail('TIMED_OUT'));
    let isLeft = false;
    this.#close = () => {
      isLeft = true;
    };
    // A moment later, because the first subscriber may leave at once.
    queueMicrotask(() => {
      if (!isLeft) this.#close = this.#connect();
    });
  }

  #connect(): () => void {
    return openSocket({
      onJoined: () => this.#joined(),
      onEvent: (value) => {
        this.#noteActivity();
        if (isEvent(value)) this.#emit(value);
      },
      onHeartbeat: () => this.#noteActivity(),
      onEnd: (code) => {
        if (code === 'UNAUTHORIZED') unauthorized.note(401);
        if (LASTING.includes(code)) this.#refused();
        else this.#fail('CHANNEL_ERROR');
      },
      // The server repeats the events of this time, or asks for everything to be loaded again.
      missedMs: () => Math.ceil(this.#missedMs()),
    });
  }

  #joined(): void {
    clearTimeout(this.#timer);
    const isFirst = this.#activeAt === 0;
    this.#noteActivity();
    this.#clearOverdue();
    this.#tries = 0;
    this.#setState('joined');
    this.#report('SUBSCRIBED');
    // The page loaded its data shortly before its first connection, which repeats the events since then.
    if (!isFirst) this.#emit({ event: 'resync' });
  }

  #fail(outcome: Outcome): void {
    this.#drop();
    this.#overdueTimer ??= setTimeout(() => {
      this.#overdue = true;
      this.#setState(this.getSnapshot().state);
    }, OFFLINE_AFTER_MS);
    this.#setState('errored');
    this.#report(outcome);
    const delay = RECONNECT_MS[Math.min(this.#tries, RECONNECT_MS.length - 1)] ?? 0;
    // Spread, so that the tabs of all people do not come back to a restarted server at once.
    this.#wait(delay * (1 + Math.random() * SPREAD), () => this.#join());
    this.#tries += 1;
  }

  #refused(): void {
    this.#drop();
    this.#clearOverdue();
    this.#setState('closed');
    this.#report('CLOSED');
    this.#wait(REFUSED_MS, () => this.#join());
  }

  /** Reconnects even when the socket seems open: it may have missed events during the break. */
  readonly #networkIsBack = (): void => {
    this.#clearOverdue();
    this.#tries = 0;
    this.#join();
  };

  readonly #networkIsGone = (): void => this.#fail('CHANNEL_ERROR');

  readonly #tabIsBack = (): void => {
    const { state } = this.getSnapshot();
    if (document.visibilityState !== 'visible' || state === 'joining') return;
    // Timers stop in a sleeping tab, so it cannot notice silence.
    if (state !== 'joined' || Date.now() - this.#activeAt > SILENCE_MS) this.#join();
  };

  /** How long events may have been missed: since the page began, or since the last connection was alive. */
  #missedMs(): number {
    return this.#activeAt === 0 ? performance.now() : Date.now() - this.#activeAt;
  }

  #noteActivity(): void {
    this.#activeAt = Date.now();
  }

  #clearOverdue(): void {
    clearTimeout(this.#overdueTimer);
    this.#overdueTimer = undefined;
    this.#overdue = false;
  }

  #drop(): void {
    clearTimeout(this.#timer);
    this.#close?.();
    this.#close = undefined;
  }

  #wait(ms: number, then: () => void): void {
    clearTimeout(this.#timer);
    this.#timer = setTimeout(then, ms);
  }

  #setState(state: ChannelState): void {
    const open = this.#channels.size > 0;
    this.set({ state, offline: open && (this.#overdue || !navigator.onLine) });
  }

  #report(outcome: Outcome): void {
    for (const { onOutcome } of [...this.#channels]) onOutcome?.(outcome);
  }

  #emit(event: LiveEvent): void {
    for (const { kinds, onEvent } of [...this.#channels])
      if (event.event === 'resync' || kinds.includes(event.event)) onEvent(event);
  }
}

const realtime = new Realtime({ state: 'closed', offline: false });

/**
 * Subscribes to events of these kinds. On every connection after the first, and whenever events may have been missed,
 * the handler gets `resync` and loads everything again.
 * @returns a function that unsubscribes
 */
export const subscribe = (
  kinds: readonly string[],
  onEvent: Channel['onEvent'],
  onOutcome?: Channel['onOutcome'],
): (() => void) => realtime.open({ kinds, onEvent, onOutcome });

/** Subscribes while the component is on screen. */
export function useLiveEvents(
  userId: string,
  kinds: readonly string[],
  onEvent: (client: QueryClient, event: LiveEvent) => void,
): void {
  const client = useQueryClient();
  // biome-ignore lint/correctness/useExhaustiveDependencies: only another person needs another connection.
  useEffect(() => subscribe(kinds, (event) => onEvent(client, event)), [client, userId]);
}

export const useConnection = (): Connection => useStore(realtime);

/** An interval of refetches for screens that live events keep up to date: none while there is a connection. */
export const useFallbackPoll = (ms: number): number | false => (useConnection().state === 'joined' ? false : ms);

const isEvent = (value: unknown): value is LiveEvent =>
  typeof value === 'object' &&
  value !== null &&
  'event' in value &&
  Object.values(value).every((one) => typeof one === 'string');
