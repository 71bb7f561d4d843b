import { type StoredFile, storedFile } from '@stridewell/contract/files';
import { storeInTab } from '../../lib/drafts.ts';
import { isPassing, messageOf } from '../../lib/errors.ts';
import { newId } from '../../lib/ids.ts';

export type Pending = {
  id: string;
  body: string;
  /** Their content is in `file-upload.ts` and not in the storage of the tab, which has no room for it. */
  attachments: readonly StoredFile[];
  createdAt: string;
  /** Why the server does not take it; null while it is on its way. */
  problem: string | null;
};

export type OutboxState = {
  pending: readonly Pending[];
  /** The first message could not be sent and is tried again by itself. */
  waiting: boolean;
};

const RETRY_MS = [1000, 2000, 5000, 10_000] as const;
const PREFIX = 'stridewell.messages';
const EMPTY: OutboxState = { pending: [], waiting: false };

type Deliver = (message: Pick<Pending, 'id' | 'body' | 'attachments'>) => Promise<void>;

/**
 * Messages of one conversation on their way, one after the other so that their order is kept. They stay in the tab's
 * storage until the server has them; each has had its id from the beginning, so sending it again is harmless.
 */
export class Outbox {
  #state: OutboxState;
  readonly #key: string;
  readonly #deliver: Deliver;
  readonly #listeners = new Set<() => void>();
  #running = false;
  #tries = 0;
  #timer: ReturnType<typeof setTimeout> | undefined;

  constructor(name: string, deliver: Deliver) {
    this.#key = `${PREFIX}.outbox.${name}`;
    this.#deliver = deliver;
    this.#state = { ...EMPTY, pending: readPending(this.#key) };
    window.addEventListener('online', () => this.hurry());
    void this.#run();
  }

  readonly subscribe = (listener: () => void): (() => void) => {
    this.#listeners.add(listener);
    return () => void this.#listeners.delete(listener);
  };

  readonly getSnapshot = (): OutboxState => this.#state;

  add(body: string, attachments: readonly StoredFile[]): void {
    const message = { id: newId(), body, attachments, createdAt: new Date().toISOString(), problem: null };
    this.#set({ pending: [...this.#state.pending, message] });
    void this.#run();
  }

  /** Tries again at once what waits. */
  hurry(): void {
    if (!this.#state.waiting) return;
    clearTimeout(this.#timer);
    this.#tries = 0;
    this.#set({ waiting: false });
    void this.#run();
  }

  /** Tries again what the server refused. */
  retry(id: string): void {
    this.#change(id, null);
    void this.#run();
  }

  discard(id: string): void {
    this.#set({ pending: this.#state.pending.filter((one) => one.id !== id) });
  }

  async #run(): Promise<void> {
    if (this.#running || this.#state.waiting) return;
    this.#running = true;
    for (let next = this.#next(); next && !this.#state.waiting; next = this.#next()) {
      const { id, body, attachments } = next;
      try {
        await this.#deliver({ id, body, attachments });
        this.#tries = 0;
        this.discard(id);
      } catch (error) {
        if (isPassing(error)) this.#wait();
        else this.#change(id, messageOf(error, 'This message could not be sent.'));
      }
    }
    this.#running = false;
  }

  #next(): Pending | undefined {
    return this.#state.pending.find(({ problem }) => problem === null);
  }

  #wait(): void {
    const delay = RETRY_MS[Math.min(this.#tries, RETRY_MS.length - 1)];
    this.#set({ waiting: true });
    this.#tries += 1;
    this.#timer = setTimeout(() => {
      this.#set({ waiting: false });
      void this.#run();
    }, delay);
  }

  #change(id: string, problem: string | null): void {
    this.#set({ pending: this.#state.pending.map((one) => (one.id === id ? { ...one, problem } : one)) });
  }

  #set(change: Partial<OutboxState>): void {
    this.#state = { ...this.#state, ...change };
    storeInTab(this.#key, this.#state.pending.length > 0 ? JSON.stringify(this.#state.pending) : '');
    for (const listener of this.#listeners) listener();
  }
}

const outboxes = new Map<string, Outbox>();

/** The one outbox of a conversation in this tab; it goes on sending while another page is open. */
export function outboxOf(name: string, deliver: Deliver): Outbox {
  const outbox = outboxes.get(name) ?? new Outbox(name, deliver);
  outboxes.set(name, outbox);
  return outbox;
}

const isPending = (value: unknown): value is Pending =>
  typeof value === 'object' &&
  value !== null &&
  storedFile.array().safeParse(Reflect.get(value, 'attachments')).success &&
  ['id', 'body', 'createdAt'].every((name) => typeof Reflect.get(value, name) === 'string');

function readPending(key: string): Pending[] {
  try {
    const value: unknown = JSON.parse(window.sessionStorage.getItem(key) ?? '[]');
    return Array.isArray(value) ? value.filter(isPending) : [];
  } catch {
    // Written by nobody we know.
    return [];
  }
}
