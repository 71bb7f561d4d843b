import { isTemporary, messageOf } from '../lib/errors.ts';
import { Store } from '../lib/store.ts';
import { deviceStorage, onOtherTab } from './storage.ts';

/** `saved`: the server has all it would take. `offline`: not reached, tried again automatically. */
export type SyncStatus = 'saved' | 'sending' | 'offline';

type Entry<Log> = {
  log: Log;
  /** Changed on this device since the server last had it. */
  pending: boolean;
  /** Why the server refused it; it is not sent again before it changes, or the person asks for it. */
  problem?: string | undefined;
};

type MergeState<Log> = {
  logs: ReadonlyMap<string, Entry<Log>>;
  status: SyncStatus;
  /** The storage of this device is full: only the page keeps the latest changes. */
  full: boolean;
};

export type MergeRules<Log> = {
  /** Undefined for a value that is no log. */
  parse: (value: unknown) => Log | undefined;
  /** Must give the same result in any order and after any repetition. */
  merge: (one: Log, other: Log) => Log;
  /** In milliseconds since 1970. */
  changedAt: (log: Log) => number;
  /** Logs that the server has stay on the device this long after their last change. */
  keptMs: number;
  /** Shown for a refusal without a text. */
  notSaved: string;
};

/** Sends a whole log. @returns the server's log, with the changes of other devices */
export type SendLog<Log> = (log: Log) => Promise<Log>;

const SEND_AFTER_MS = 600;
const RETRY_MS = [2000, 5000, 10_000, 30_000] as const;

/**
 * Logs of one person that are merged with the server's. Every change is on the device before the screen shows it. The
 * whole log is sent, and the server's answer is merged, so repeating a request or changing sides changes nothing. Tabs
 * need no lock for the same reason: each merges what the other has stored before it writes.
 */
export class MergeStore<Log extends { id: string }> extends Store<MergeState<Log>> {
  /** Before the id of each log. */
  readonly #prefix: string;
  readonly #rules: MergeRules<Log>;
  /** Each entry as this tab last read or wrote it. Any other text was written by another tab. */
  readonly #texts = new Map<string, string>();
  /** Logs whose last change had no room in the storage. */
  readonly #unstored = new Set<string>();
  /** The logs merged last, until a log is removed: merging them again would change no log. */
  #absorbed: readonly Log[] | undefined;
  #send: SendLog<Log> | null = null;
  #timer: ReturnType<typeof setTimeout> | undefined;
  #isSending = false;
  #tries = 0;

  constructor(prefix: string, rules: MergeRules<Log>) {
    super({ logs: new Map(), status: 'saved', full: false });
    this.#prefix = prefix;
    this.#rules = rules;
    this.#load();
  }

  get(logId: string): Log | undefined {
    return this.getSnapshot().logs.get(logId)?.log;
  }

  /** Changes a log on the device at once, and sends it soon after. */
  change(log: Log): void {
    const isElsewhere = this.#load().has(log.id);
    const known = isElsewhere ? this.get(log.id) : undefined;
    this.#write(known ? this.#rules.merge(known, log) : log, true);
    this.#schedule(SEND_AFTER_MS);
  }

  /** Merges what the server has. Every part of a page that shows the logs calls this, mostly with nothing new. */
  absorb(found: readonly Log[]): void {
    if (found === this.#absorbed) return;
    this.#load();
    const logs = new Map(this.getSnapshot().logs);
    let isChanged = false;
    for (const log of found) {
      const known = logs.get(log.id);
      const entry = { log: known ? this.#rules.merge(known.log, log) : log, pending: known?.pending ?? false };
      if (known && !this.#unstored.has(log.id) && JSON.stringify(entry) === this.#texts.get(log.id)) continue;
      this.#keep(entry);
      logs.set(log.id, { ...entry, problem: known?.problem });
      isChanged = true;
    }
    this.#absorbed = found;
    if (isChanged) this.#setLogs(logs);
  }

  /** Sends a log again that waits or that the server refused. */
  retry(logId: string): void {
    this.#load();
    const log = this.get(logId);
    if (!log) return;
    this.#tries = 0;
    this.#write(log, true);
    void this.#sendAll();
  }

  /**
   * Sends a log at once that waits, also before `start`, for something that needs it on the server.
   * @throws what the server or the network answered. The log is sent again later, or keeps the reason.
   */
  async sendNow(logId: string, send: SendLog<Log>): Promise<void> {
    this.#load();
    const entry = this.getSnapshot().logs.get(logId);
    if (!entry?.pending || entry.problem !== undefined) return;
    try {
      await this.#deliver(entry.log, send);
    } catch (error) {
      this.#keepUnsent(entry.log, error);
      throw error;
    }
  }

  /** Forgets a log on this device. What the server has of it stays there. */
  discard(logId: string): void {
    const logs = new Map(this.getSnapshot().logs);
    logs.delete(logId);
    this.#remove(logId);
    this.#setLogs(logs);
  }

  /**
   * Sends what waits, in the session of its person. Begins after a pause, so that items which are sent in order leave
   * first. @returns a function that stops it
   */
  start(send: SendLog<Log>): () => void {
    const stopped = new AbortController();
    const { signal } = stopped;
    this.#send = send;
    this.#tries = 0;
    window.addEventListener('online', () => void this.#sendAll(), { signal });
    onOtherTab(this.#prefix, () => this.#load(), signal);
    document.addEventListener('visibilitychange', () => void this.#sendAll(), { signal });
    // Another tab may have written while this one was not listening.
    this.#load();
    this.#prune();
    this.#forgetProblems();
    this.#schedule(SEND_AFTER_MS);
    return () => {
      stopped.abort();
      clearTimeout(this.#timer);
      if (this.#send === send) this.#send = null;
    };
  }

  /** A new session may be allowed what the last one was not. */
  #forgetProblems(): void {
    const known = this.getSnapshot().logs;
    if ([...known.values()].every(({ problem }) => problem === undefined)) return;
    const logs = [...known].map(([id, { log, pending }]) => [id, { log, pending }] as const);
    this.#setLogs(new Map(logs));
  }

  #setLogs(logs: ReadonlyMap<string, Entry<Log>>): void {
    this.#set({ logs, full: this.#unstored.size > 0 });
  }

  #set(change: Partial<MergeState<Log>>): void {
    this.set({ ...this.getSnapshot(), ...change });
  }

  #write(log: Log, pending: boolean, problem?: string): void {
    const entry = { log, pending };
    this.#keep(entry);
    this.#setLogs(new Map(this.getSnapshot().logs).set(log.id, { ...entry, problem }));
  }

  /** Stores an entry on the device, which holds this shape. */
  #keep(entry: Pick<Entry<Log>, 'log' | 'pending'>): void {
    const { id } = entry.log;
    const text = JSON.stringify(entry);
    if (deviceStorage.writeText(this.#prefix + id, text)) {
      this.#texts.set(id, text);
      this.#unstored.delete(id);
    } else {
      this.#unstored.add(id);
    }
  }

  #remove(logId: string): void {
    this.#absorbed = undefined;
    deviceStorage.remove(this.#prefix + logId);
    this.#texts.delete(logId);
    this.#unstored.delete(logId);
  }

  /** Merges what another tab has stored. @returns the ids of these logs */
  #load(): Set<string> {
    const logs = new Map(this.getSnapshot().logs);
    const loaded = new Set<string>();
    for (const key of deviceStorage.keys(this.#prefix)) {
      const id = key.slice(this.#prefix.length);
      const text = deviceStorage.readText(key);
      if (text === null || text === this.#texts.get(id)) continue;
      const stored = this.#parse(deviceStorage.read(key));
      if (!stored) continue;
      this.#texts.set(id, text);
      loaded.add(id);
      const known = logs.get(id);
      const log = known ? this.#rules.merge(known.log, stored.log) : stored.log;
      // The other tab cannot have sent what had no room in the storage.
      logs.set(id, { ...known, log, pending: stored.pending || this.#unstored.has(id) });
    }
    if (loaded.size > 0) this.#setLogs(logs);
    return loaded;
  }

  #parse(value: unknown): Entry<Log> | undefined {
    if (typeof value !== 'object' || value === null || !('log' in value) || !('pending' in value)) return undefined;
    const log = this.#rules.parse(value.log);
    return log && { log, pending: value.pending === true };
  }

  #prune(): void {
    const oldest = Date.now() - this.#rules.keptMs;
    const logs = new Map(this.getSnapshot().logs);
    for (const [id, { log, pending }] of logs) {
      if (pending || this.#rules.changedAt(log) > oldest) continue;
      logs.delete(id);
      this.#remove(id);
    }
    if (logs.size < this.getSnapshot().logs.size) this.#setLogs(logs);
  }

  #schedule(delay: number): void {
    clearTimeout(this.#timer);
    this.#timer = setTimeout(() => void this.#sendAll(), delay);
  }

  async #sendAll(): Promise<void> {
    if (this.#isSending) return;
    this.#isSending = true;
    clearTimeout(this.#timer);
    try {
      await this.#sendPending();
    } finally {
      this.#isSending = false;
    }
  }

  async #sendPending(): Promise<void> {
    for (const { log } of this.#waiting()) {
      const send = this.#send;
      if (!send) return;
      this.#set({ status: 'sending' });
      try {
        await this.#deliver(log, send);
      } catch (error) {
        if (this.#send !== send) return;
        this.#keepUnsent(log, error);
        // After a refusal the others are sent all the same.
        if (isTemporary(error)) return;
      }
    }
    if (this.#waiting().length > 0) this.#schedule(SEND_AFTER_MS);
    else this.#set({ status: 'saved' });
  }

  async #deliver(log: Log, send: SendLog<Log>): Promise<void> {
    const answer = await send(log);
    this.#load();
    const now = this.get(log.id);
    // Discarded meanwhile.
    if (now) this.#write(this.#rules.merge(now, answer), now !== log);
    this.#tries = 0;
  }

  #keepUnsent(log: Log, error: unknown): void {
    if (isTemporary(error)) this.#tryLater();
    else this.#refuse(log, messageOf(error, this.#rules.notSaved));
  }

  /** Logs that are sent automatically. */
  #waiting(): Entry<Log>[] {
    return [...this.getSnapshot().logs.values()].filter(({ pending, problem }) => pending && problem === undefined);
  }

  #refuse(sent: Log, problem: string): void {
    const now = this.get(sent.id);
    // Changed while it was on its way: it is sent once more.
    if (now === sent) this.#write(sent, true, problem);
  }

  #tryLater(): void {
    this.#set({ status: 'offline' });
    this.#schedule(RETRY_MS[Math.min(this.#tries, RETRY_MS.length - 1)] ?? RETRY_MS[0]);
    this.#tries += 1;
  }
}
