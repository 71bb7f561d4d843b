import { codeOf, isPassing, messageOf, problemsOf } from './errors.ts';

/** Why the server did not take something, in all and by the name of the field. */
export type Problem = { message: string; fields: Record<string, string>; code?: string | undefined };

export type Item<Content> = {
  /** Made by the sender, so that sending it again is harmless. */
  id: string;
  /** Order is kept within a lane. */
  lane: string;
  /** Counted on this device, whose clock may be wrong. */
  position: number;
  content: Content;
  /** Null while it is on its way. */
  problem: Problem | null;
};

export type OutboxState<Content> = {
  items: readonly Item<Content>[];
  /** The server was not reached; it is tried again by itself. */
  waiting: boolean;
  /** The storage of this device has no room: the page alone keeps some of it. */
  full: boolean;
};

/** Sends one; `signal` ends with the session that it may be sent in. */
export type Deliver<Content> = (item: Item<Content>, signal: AbortSignal) => Promise<void>;

const PREFIX = 'stridewell.outbox';
const RETRY_MS = [1000, 2000, 5000, 10_000] as const;
const NOT_SENT = 'This could not be sent.';

/** Not the fault of what is sent: whoever is to send it is not signed in, or not here. */
const isOfSession = (error: unknown) => codeOf(error) === 'UNAUTHORIZED' || codeOf(error) === 'OTHER_PERSON';

/**
 * One tab at a time. Where the browser has no locks, two tabs may send the same: each keeps the order, and the server
 * knows what it has.
 */
const alone = (name: string, work: () => Promise<void>): Promise<void> =>
  'locks' in navigator ? navigator.locks.request(name, work) : work();

/**
 * What one person has sent and the server does not have yet. Each item has a place of its own in the storage of the
 * device, so that tabs never write over one another's, and stays there until the server has it. Only while it is
 * started, in the session of that person, anything leaves.
 */
export class Outbox<Content> {
  #state: OutboxState<Content>;
  readonly #prefix: string;
  readonly #isContent: (value: unknown) => value is Content;
  readonly #listeners = new Set<() => void>();
  readonly #unstored = new Map<string, Item<Content>>();
  /** What this tab may send in the present run: what another tab has just added is its own to begin. */
  readonly #known = new Set<string>();
  #deliver: Deliver<Content> | null = null;
  #session = new AbortController();
  #running = false;
  /** Begins what no other lane keeps waiting. */
  #begin = (): void => undefined;
  #tries = 0;
  #timer: ReturnType<typeof setTimeout> | undefined;

  constructor(kind: string, userId: string, isContent: (value: unknown) => value is Content) {
    this.#prefix = `${PREFIX}.${userId}.${kind}.`;
    this.#isContent = isContent;
    this.#state = { items: this.#read(), waiting: false, full: false };
  }

  readonly subscribe = (listener: () => void): (() => void) => {
    this.#listeners.add(listener);
    return () => void this.#listeners.delete(listener);
  };

  readonly getSnapshot = (): OutboxState<Content> => this.#state;

  /** Sends from now on, also what was left; answers how to stop. */
  start(deliver: Deliver<Content>): () => void {
    const session = new AbortController();
    this.#session = session;
    this.#deliver = deliver;
    this.#tries = 0;
    const { signal } = session;
    window.addEventListener('online', () => this.hurry(), { signal });
    window.addEventListener('storage', ({ key }) => (key?.startsWith(this.#prefix) ?? true) && this.#tell(), {
      signal,
    });
    window.addEventListener('beforeunload', (event) => this.#unstored.size > 0 && event.preventDefault(), { signal });
    this.#tell({ waiting: false });
    void this.#run();
    return () => {
      session.abort();
      if (this.#session !== session) return;
      this.#deliver = null;
      clearTimeout(this.#timer);
    };
  }

  add(lane: string, id: string, content: Content): void {
    const position = Math.max(0, ...this.#read().map((item) => item.position)) + 1;
    this.#known.add(id);
    this.#store({ id, lane, position, content, problem: null });
    this.#begin();
    void this.#run();
  }

  /** Tries again at once what waits. */
  hurry(): void {
    if (!this.#state.waiting) return;
    clearTimeout(this.#timer);
    this.#tries = 0;
    this.#tell({ waiting: false });
    void this.#run();
  }

  /** Tries again what the server refused. */
  retry(id: string): void {
    const item = this.#state.items.find((one) => one.id === id);
    if (!item) return;
    this.#known.add(id);
    this.#store({ ...item, problem: null });
    this.#begin();
    void this.#run();
  }

  /** Ends the waiting of what cannot be sent as things are. It stays until somebody tries again or discards it. */
  refuse(isMeant: (item: Item<Content>) => boolean, problem: Problem): void {
    for (const item of this.#read()) if (item.problem === null && isMeant(item)) this.#store({ ...item, problem });
  }

  discard(id: string): void {
    try {
      window.localStorage.removeItem(this.#prefix + id);
    } catch {
      // Storage is switched off, so nothing is in it.
    }
    this.#unstored.delete(id);
    this.makeRoom();
  }

  /** Keeps what had no room before. */
  makeRoom(): void {
    for (const item of this.#unstored.values()) this.#keep(item);
    this.#tell();
  }

  async #run(): Promise<void> {
    if (this.#running || this.#state.waiting || !this.#deliver) return;
    this.#running = true;
    const { signal } = this.#session;
    await alone(this.#prefix, async () => {
      this.#tell();
      for (const { id } of this.#state.items) this.#known.add(id);
      const busy = new Map<string, Promise<void>>();
      this.#begin = () => {
        for (const lane of this.#lanes(signal)) {
          if (!busy.has(lane))
            busy.set(
              lane,
              this.#send(lane, signal).finally(() => busy.delete(lane)),
            );
        }
      };
      for (this.#begin(); busy.size > 0; this.#begin()) await Promise.race(busy.values());
    });
    this.#begin = () => undefined;
    this.#running = false;
    this.#known.clear();
    // Somebody else was sending, or signed in meanwhile.
    if (this.#session.signal !== signal) void this.#run();
  }

  #lanes(signal: AbortSignal): string[] {
    if (signal.aborted || this.#state.waiting) return [];
    return [...new Set(this.#state.items.map(({ lane }) => lane))].filter((lane) => this.#next(lane));
  }

  async #send(lane: string, signal: AbortSignal): Promise<void> {
    for (let next = this.#next(lane); next && !this.#state.waiting; next = this.#next(lane)) {
      if (signal.aborted || !this.#deliver) return;
      try {
        await this.#deliver(next, signal);
        this.#tries = 0;
        this.discard(next.id);
      } catch (error) {
        if (signal.aborted) return;
        if (isPassing(error) || isOfSession(error)) this.#wait();
        else
          this.#refuse(next.id, {
            message: messageOf(error, NOT_SENT),
            fields: problemsOf(error),
            code: codeOf(error),
          });
      }
    }
  }

  #next(lane: string): Item<Content> | undefined {
    const next = this.#state.items.find((item) => item.lane === lane && item.problem === null);
    return next && this.#known.has(next.id) ? next : undefined;
  }

  #wait(): void {
    if (this.#state.waiting) return;
    const delay = RETRY_MS[Math.min(this.#tries, RETRY_MS.length - 1)];
    this.#tries += 1;
    this.#tell({ waiting: true });
    this.#timer = setTimeout(() => {
      this.#tell({ waiting: false });
      void this.#run();
    }, delay);
  }

  #refuse(id: string, problem: Problem): void {
    const item = this.#state.items.find((one) => one.id === id);
    // Taken away while it was being sent.
    if (item) this.#store({ ...item, problem });
  }

  #store(item: Item<Content>): void {
    this.#keep(item);
    this.#tell();
  }

  #keep(item: Item<Content>): void {
    try {
      window.localStorage.setItem(this.#prefix + item.id, JSON.stringify(item));
      this.#unstored.delete(item.id);
    } catch {
      // Full, or storage is switched off; the page says so.
      this.#unstored.set(item.id, item);
    }
  }

  #read(): Item<Content>[] {
    const items = new Map(
      keysOf(this.#prefix).flatMap((key) => {
        const item = parse(window.localStorage.getItem(key));
        return item && this.#isContent(item.content) ? [[item.id, item as Item<Content>]] : [];
      }),
    );
    for (const item of this.#unstored.values()) items.set(item.id, item);
    return [...items.values()].sort((a, b) => a.position - b.position || (a.id < b.id ? -1 : 1));
  }

  #tell(change: Partial<OutboxState<Content>> = {}): void {
    this.#state = { ...this.#state, ...change, items: this.#read(), full: this.#unstored.size > 0 };
    for (const listener of this.#listeners) listener();
  }
}

/** What the storage of this device has under names that begin so. */
export function keysOf(prefix: string): string[] {
  try {
    return Object.keys(window.localStorage).filter((key) => key.startsWith(prefix));
  } catch {
    // Storage is switched off.
    return [];
  }
}

function parse(text: string | null): Item<unknown> | null {
  try {
    const value: unknown = JSON.parse(text ?? 'null');
    const isItem =
      typeof value === 'object' &&
      value !== null &&
      typeof Reflect.get(value, 'id') === 'string' &&
      typeof Reflect.get(value, 'lane') === 'string' &&
      typeof Reflect.get(value, 'position') === 'number';
    return isItem ? (value as Item<unknown>) : null;
  } catch {
    // Written by nobody we know.
    return null;
  }
}

/** The one outbox of each person in this tab. */
export function outboxes<Content>(kind: string, isContent: (value: unknown) => value is Content) {
  const known = new Map<string, Outbox<Content>>();
  return (userId: string): Outbox<Content> => {
    const outbox = known.get(userId) ?? new Outbox(kind, userId, isContent);
    known.set(userId, outbox);
    return outbox;
  };
}
