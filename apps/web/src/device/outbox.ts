import { codeOf, isTemporary, messageOf, problemsOf } from '../lib/errors.ts';
import { Store } from '../lib/store.ts';
import { outboxPrefix, type UnsentKind } from './keys.ts';
import { senders } from './senders.ts';
import { deviceStorage, onOtherTab } from './storage.ts';

/** Why the server refused an item, as a whole and by field. */
export type Problem = { message: string; fields: Record<string, string>; code?: string | undefined };

export type OutboxItem<Content> = {
  /** Created on the device, so that sending an item twice has no effect. */
  id: string;
  /** Items of one lane are sent in order. */
  lane: string;
  /** Counted instead of timed, because the clock of the device may be wrong. */
  position: number;
  content: Content;
  /** Null while the item waits or is being sent. */
  problem: Problem | null;
};

export type OutboxState<Content> = {
  items: readonly OutboxItem<Content>[];
  /** The server cannot be reached. The outbox tries again automatically. */
  waiting: boolean;
  /** The storage is full: some items are in the memory of this page only. */
  full: boolean;
};

/** Sends one item. `signal` aborts when the session of its person ends. */
export type Send<Content> = (item: OutboxItem<Content>, signal: AbortSignal) => Promise<void>;

const RETRY_MS = [1000, 2000, 5000, 10_000] as const;
const NOT_SENT = 'This could not be sent.';

/** The item is fine, but its person is not signed in on this device. */
const isSessionError = (error: unknown) => codeOf(error) === 'UNAUTHORIZED' || codeOf(error) === 'OTHER_PERSON';

/**
 * Runs in one tab at a time. Browsers without locks may send an item from two tabs, which the server recognises by its
 * id.
 */
const withLock = (name: string, work: () => Promise<void>): Promise<void> =>
  'locks' in navigator ? navigator.locks.request(name, work) : work();

/**
 * Items of one person that the server does not have yet. Each item has its own key in the device's storage, so
 * that tabs cannot overwrite each other, and stays there until the server has it. Items are sent only while the outbox
 * is started, in the session of that person.
 */
export class Outbox<Content> extends Store<OutboxState<Content>> {
  readonly #prefix: string;
  readonly #isContent: (value: unknown) => value is Content;
  readonly #unstored = new Map<string, OutboxItem<Content>>();
  /** Items that this tab sends in the current run. Another tab starts the items that it adds itself. */
  readonly #known = new Set<string>();
  #sendItem: Send<Content> | null = null;
  #session = new AbortController();
  #running = false;
  /** Starts every lane that is not being sent. */
  #startLanes = (): void => undefined;
  #tries = 0;
  #timer: ReturnType<typeof setTimeout> | undefined;

  constructor(kind: string, userId: string, isContent: (value: unknown) => value is Content) {
    super({ items: [], waiting: false, full: false });
    this.#prefix = outboxPrefix(userId, kind);
    this.#isContent = isContent;
    this.#update();
  }

  /** Sends stored and new items. @returns a function that stops it. */
  start(send: Send<Content>): () => void {
    const session = new AbortController();
    this.#session = session;
    this.#sendItem = send;
    this.#tries = 0;
    const { signal } = session;
    window.addEventListener('online', () => this.sendNow(), { signal });
    onOtherTab(this.#prefix, () => this.#update(), signal);
    window.addEventListener('beforeunload', (event) => this.#unstored.size > 0 && event.preventDefault(), { signal });
    this.#update({ waiting: false });
    void this.#run();
    return () => {
      session.abort();
      if (this.#session !== session) return;
      this.#sendItem = null;
      clearTimeout(this.#timer);
    };
  }

  add(lane: string, id: string, content: Content): void {
    const position = Math.max(0, ...this.#read().map((item) => item.position)) + 1;
    this.#known.add(id);
    this.#store({ id, lane, position, content, problem: null });
    this.#startLanes();
    void this.#run();
  }

  /** Adds an item in place of the earlier ones of its lane. One that is being sent now may still arrive before it. */
  replace(lane: string, id: string, content: Content): void {
    const earlier = this.#read().filter((item) => item.lane === lane);
    // Adds first, so that a tab that dies in between leaves one of them.
    this.add(lane, id, content);
    for (const item of earlier) this.discard(item.id);
  }

  /** Ends the wait between two tries. */
  sendNow(): void {
    if (!this.#state.waiting) return;
    clearTimeout(this.#timer);
    this.#tries = 0;
    this.#update({ waiting: false });
    void this.#run();
  }

  /** Sends an item again that the server refused. */
  retry(id: string): void {
    const item = this.#state.items.find((one) => one.id === id);
    if (!item) return;
    this.#known.add(id);
    this.#store({ ...item, problem: null });
    this.#startLanes();
    void this.#run();
  }

  /** Marks waiting items that cannot be delivered. They stay until the person sends them again or discards them. */
  refuse(matches: (item: OutboxItem<Content>) => boolean, problem: Problem): void {
    for (const item of this.#read()) if (item.problem === null && matches(item)) this.#store({ ...item, problem });
  }

  discard(id: string): void {
    deviceStorage.remove(this.#prefix + id);
    this.#unstored.delete(id);
    this.storeUnstored();
  }

  /** Stores the items that had no room before. */
  storeUnstored(): void {
    for (const item of this.#unstored.values()) this.#write(item);
    this.#update();
  }

  async #run(): Promise<void> {
    if (this.#running || this.#state.waiting || !this.#sendItem) return;
    this.#running = true;
    const { signal } = this.#session;
    await withLock(this.#prefix, async () => {
      this.#update();
      for (const { id } of this.#state.items) this.#known.add(id);
      const busy = new Map<string, Promise<void>>();
      this.#startLanes = () => {
        for (const lane of this.#lanes(signal)) {
          if (!busy.has(lane))
            busy.set(
              lane,
              this.#send(lane, signal).finally(() => busy.delete(lane)),
            );
        }
      };
      for (this.#startLanes(); busy.size > 0; this.#startLanes()) await Promise.race(busy.values());
      this.#startLanes = () => undefined;
      this.#known.clear();
    });
    this.#running = false;
    // While the lock was being returned, a new session may have started, or an item may have been added.
    if (this.#session.signal !== signal || this.#known.size > 0) void this.#run();
  }

  get #state(): OutboxState<Content> {
    return this.getSnapshot();
  }

  #lanes(signal: AbortSignal): string[] {
    if (signal.aborted || this.#state.waiting) return [];
    return [...new Set(this.#state.items.map(({ lane }) => lane))].filter((lane) => this.#next(lane));
  }

  async #send(lane: string, signal: AbortSignal): Promise<void> {
    for (let next = this.#next(lane); next && !this.#state.waiting; next = this.#next(lane)) {
      if (signal.aborted || !this.#sendItem) return;
      try {
        await this.#sendItem(next, signal);
        this.#tries = 0;
        this.discard(next.id);
      } catch (error) {
        if (signal.aborted) return;
        if (isTemporary(error) || isSessionError(error)) this.#wait();
        else
          this.#refuse(next.id, {
            message: messageOf(error, NOT_SENT),
            fields: problemsOf(error),
            code: codeOf(error),
          });
      }
    }
  }

  #next(lane: string): OutboxItem<Content> | undefined {
    const next = this.#state.items.find((item) => item.lane === lane && item.problem === null);
    return next && this.#known.has(next.id) ? next : undefined;
  }

  #wait(): void {
    if (this.#state.waiting) return;
    const delay = RETRY_MS[Math.min(this.#tries, RETRY_MS.length - 1)];
    this.#tries += 1;
    this.#update({ waiting: true });
    this.#timer = setTimeout(() => {
      this.#update({ waiting: false });
      void this.#run();
    }, delay);
  }

  #refuse(id: string, problem: Problem): void {
    const item = this.#state.items.find((one) => one.id === id);
    // Undefined when the item was discarded while it was being sent.
    if (item) this.#store({ ...item, problem });
  }

  #store(item: OutboxItem<Content>): void {
    this.#write(item);
    this.#update();
  }

  #write(item: OutboxItem<Content>): void {
    if (deviceStorage.write(this.#prefix + item.id, item)) this.#unstored.delete(item.id);
    // Storage is full or switched off. The page says so.
    else this.#unstored.set(item.id, item);
  }

  #read(): OutboxItem<Content>[] {
    const items = new Map(
      deviceStorage.keys(this.#prefix).flatMap((key) => {
        const item = deviceStorage.read(key);
        return isItem(item) && this.#isContent(item.content) ? [[item.id, item as OutboxItem<Content>]] : [];
      }),
    );
    for (const item of this.#unstored.values()) items.set(item.id, item);
    return [...items.values()].sort((a, b) => a.position - b.position || (a.id < b.id ? -1 : 1));
  }

  #update(change: Partial<OutboxState<Content>> = {}): void {
    const found = this.#read();
    const items = found.length + this.#state.items.length === 0 ? this.#state.items : found;
    this.set({ ...this.#state, ...change, items, full: this.#unstored.size > 0 });
  }
}

const isItem = (value: unknown): value is OutboxItem<unknown> =>
  typeof value === 'object' &&
  value !== null &&
  typeof Reflect.get(value, 'id') === 'string' &&
  typeof Reflect.get(value, 'lane') === 'string' &&
  typeof Reflect.get(value, 'position') === 'number';

/** Creates one outbox a person and tab. */
export function outboxesByUser<Content>(kind: UnsentKind, isContent: (value: unknown) => value is Content) {
  const known = new Map<string, Outbox<Content>>();
  return (userId: string): Outbox<Content> => {
    senders.add(kind);
    const outbox = known.get(userId) ?? new Outbox(kind, userId, isContent);
    known.set(userId, outbox);
    return outbox;
  };
}
