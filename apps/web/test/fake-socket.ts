type Listener = (...values: unknown[]) => void;

/** A socket of the web tests: it is not connected to anything and tells what a test makes it tell. */
export class FakeSocket {
  static made: FakeSocket[] = [];
  static get last(): FakeSocket {
    const last = FakeSocket.made.at(-1);
    if (!last) throw new Error('nothing was opened');
    return last;
  }

  closed = false;
  readonly #listeners = new Map<string, Listener>();
  #heartbeat: (() => void) | undefined;
  readonly io = {
    on: (_ping: string, listener: () => void) => {
      this.#heartbeat = listener;
    },
    off: () => {
      this.#heartbeat = undefined;
    },
  };

  /** What the socket tells the server when it connects. */
  readonly told: { missedMs: number };

  constructor({ auth }: { auth: (give: (told: { missedMs: number }) => void) => void }) {
    let told = { missedMs: Number.NaN };
    auth((value) => {
      told = value;
    });
    this.told = told;
    FakeSocket.made.push(this);
  }

  on(event: string, listener: Listener): void {
    this.#listeners.set(event, listener);
  }

  off(): void {
    this.#listeners.clear();
  }

  disconnect(): void {
    this.closed = true;
  }

  say(event: string, ...values: unknown[]): void {
    this.#listeners.get(event)?.(...values);
  }

  beat(): void {
    this.#heartbeat?.();
  }
}
