import { useSyncExternalStore } from 'react';
import type { Socket } from 'socket.io-client';

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
  /** Long enough without the server that people should know. */
  offline: boolean;
};

const JOIN_TIMEOUT_MS = 30_000;
/** A heartbeat, and the time that an answer may take. */
const SILENCE_MS = 50_000;
const RECONNECT_MS = [1000, 2000, 5000, 10_000] as const;
const REFUSED_MS = 10_000;
const OFFLINE_AFTER_MS = 5000;

/** Refusals that trying again soon does not change. Anything else is the server's trouble. */
const LASTING: readonly unknown[] = ['UNAUTHORIZED', 'TOO_MANY_SOCKETS'];

/**
 * The one connection of this tab, which all its channels share: open while there is one. When it does not come, breaks
 * or falls silent it is made again, after waits that grow; the network or the tab coming back ends a wait.
 */
class Realtime {
  readonly #channels = new Set<Channel>();
  readonly #listeners = new Set<() => void>();
  #connection: Connection = { state: 'closed', offline: false };
  #socket: Socket | undefined;
  #timer: ReturnType<typeof setTimeout> | undefined;
  #overdueTimer: ReturnType<typeof setTimeout> | undefined;
  #overdue = false;
  #tries = 0;
  #joins = 0;
  #heardAt = 0;

  readonly listen = (listener: () => void): (() => void) => {
    this.#listeners.add(listener);
    return () => void this.#listeners.delete(listener);
  };

  readonly getSnapshot = (): Connection => this.#connection;

  subscribe(channel: Channel): () => void {
    this.#channels.add(channel);
    if (this.#channels.size === 1) this.#start();
    else if (this.#connection.state === 'joined') channel.onOutcome?.('SUBSCRIBED');
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
    void this.#join();
  }

  #stop(): void {
    this.#set('leaving');
    window.removeEventListener('online', this.#networkIsBack);
    window.removeEventListener('offline', this.#networkIsGone);
    document.removeEventListener('visibilitychange', this.#tabIsBack);
    this.#drop();
    this.#inTime();
    this.#tries = 0;
    this.#set('closed');
  }

  async #join(): Promise<void> {
    this.#drop();
    this.#joins += 1;
    const join = this.#joins;
    this.#set('joining');
    this.#wait(JOIN_TIMEOUT_MS, () => this.#fail('TIMED_OUT'));
    // What nobody needs for the first look at a screen.
    const client = await import('socket.io-client').catch(() => undefined);
    if (join !== this.#joins || this.#connection.state !== 'joining') return;
    if (!client) return this.#fail('CHANNEL_ERROR');
    const socket = client.io({
      path: '/rest/v1/socket',
      addTrailingSlash: false,
      transports: ['websocket', 'polling'],
      tryAllTransports: true,
      forceNew: true,
      reconnection: false,
      timeout: JOIN_TIMEOUT_MS,
    });
    this.#socket = socket;
    socket.io.on('ping', () => this.#heard());
    socket.on('connect', () => this.#joined());
    socket.on('event', (value: unknown) => {
      this.#heard();
      if (isEvent(value)) this.#tell(value);
    });
    socket.on('connect_error', (error: Error & { data?: { code?: string } }) => {
      if (LASTING.includes(error.data?.code)) this.#refused();
      else this.#fail('CHANNEL_ERROR');
    });
    socket.on('disconnect', () => this.#fail('CHANNEL_ERROR'));
  }

  #joined(): void {
    clearTimeout(this.#timer);
    this.#heard();
    this.#inTime();
    this.#tries = 0;
    this.#set('joined');
    this.#outcome('SUBSCRIBED');
    // Whatever happened before was not heard.
    this.#tell({ event: 'resync' });
  }

  #fail(outcome: Outcome): void {
    this.#drop();
    this.#overdueTimer ??= setTimeout(() => {
      this.#overdue = true;
      this.#set(this.#connection.state);
    }, OFFLINE_AFTER_MS);
    this.#set('errored');
    this.#outcome(outcome);
    this.#wait(RECONNECT_MS[Math.min(this.#tries, RECONNECT_MS.length - 1)] ?? 0, () => void this.#join());
    this.#tries += 1;
  }

  #refused(): void {
    this.#drop();
    this.#inTime();
    this.#set('closed');
    this.#outcome('CLOSED');
    this.#wait(REFUSED_MS, () => void this.#join());
  }

  /** Also when nothing was noticed: a connection that lived through a break may have missed something. */
  readonly #networkIsBack = (): void => {
    this.#inTime();
    this.#tries = 0;
    void this.#join();
  };

  readonly #networkIsGone = (): void => this.#fail('CHANNEL_ERROR');

  readonly #tabIsBack = (): void => {
    const { state } = this.#connection;
    if (document.visibilityState !== 'visible' || state === 'joining') return;
    // Timers stand still in a tab that sleeps, so a silence may not have been noticed.
    if (state !== 'joined' || Date.now() - this.#heardAt > SILENCE_MS) void this.#join();
  };

  #heard(): void {
    this.#heardAt = Date.now();
  }

  #inTime(): void {
    clearTimeout(this.#overdueTimer);
    this.#overdueTimer = undefined;
    this.#overdue = false;
  }

  #drop(): void {
    clearTimeout(this.#timer);
    const socket = this.#socket;
    this.#socket = undefined;
    socket?.off();
    socket?.io.off('ping');
    socket?.disconnect();
  }

  #wait(ms: number, then: () => void): void {
    clearTimeout(this.#timer);
    this.#timer = setTimeout(then, ms);
  }

  #set(state: ChannelState): void {
    const open = this.#channels.size > 0;
    this.#connection = { state, offline: open && (this.#overdue || !navigator.onLine) };
    for (const listener of this.#listeners) listener();
  }

  #outcome(outcome: Outcome): void {
    for (const { onOutcome } of [...this.#channels]) onOutcome?.(outcome);
  }

  #tell(event: LiveEvent): void {
    for (const { kinds, onEvent } of [...this.#channels])
      if (event.event === 'resync' || kinds.includes(event.event)) onEvent(event);
  }
}

const realtime = new Realtime();

/**
 * A channel for events of these kinds; answers how to leave it. Each time the connection is there, and whenever
 * something may have been missed, it is told `resync`, at which it asks for everything again.
 */
export const subscribe = (
  kinds: readonly string[],
  onEvent: Channel['onEvent'],
  onOutcome?: Channel['onOutcome'],
): (() => void) => realtime.subscribe({ kinds, onEvent, onOutcome });

export const useConnection = (): Connection => useSyncExternalStore(realtime.listen, realtime.getSnapshot);

const isEvent = (value: unknown): value is LiveEvent =>
  typeof value === 'object' &&
  value !== null &&
  'event' in value &&
  Object.values(value).every((one) => typeof one === 'string');
