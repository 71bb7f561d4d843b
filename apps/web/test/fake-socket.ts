import type { SocketEvents } from '../src/lib/live-socket.ts';

/** A socket of the web tests: it is not connected to anything and tells what a test makes it tell. */
export class FakeSocket {
  static made: FakeSocket[] = [];
  static get last(): FakeSocket {
    const last = FakeSocket.made.at(-1);
    if (!last) throw new Error('nothing was opened');
    return last;
  }

  closed = false;
  readonly #events: SocketEvents;

  /** What the socket tells the server when it connects. */
  readonly told: { missedMs: number };

  constructor(events: SocketEvents) {
    this.#events = events;
    this.told = { missedMs: events.missedMs() };
    FakeSocket.made.push(this);
  }

  disconnect(): void {
    this.closed = true;
  }

  say(event: string, value?: unknown): void {
    if (this.closed) return;
    if (event === 'connect') this.#events.onJoined();
    else if (event === 'event') this.#events.onEvent(value);
    else this.#events.onEnd((value as { data?: { code?: string } } | undefined)?.data?.code);
  }

  beat(): void {
    if (!this.closed) this.#events.onHeartbeat();
  }
}
