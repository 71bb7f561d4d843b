import { type WorkoutLog, workoutLog } from '@stridewell/contract/workouts/workouts';
import { lastHeadChange, mergeWorkouts } from '@stridewell/contract/workouts/workouts.merge.rules';
import { workoutPrefix } from '../../device/keys.ts';
import { deviceStorage, onOtherTab } from '../../device/storage.ts';
import { isTemporary, messageOf } from '../../lib/errors.ts';
import { Store } from '../../lib/store.ts';

/** `saved`: the server has all it would take. `offline`: not reached, tried again automatically. */
export type SyncStatus = 'saved' | 'sending' | 'offline';

type Stored = {
  log: WorkoutLog;
  /** Changed on this device since the server last had it. */
  pending: boolean;
  /** Why the server refused it; it is not sent again before it changes, or the person asks for it. */
  problem?: string | undefined;
};

type WorkoutState = {
  logs: ReadonlyMap<string, Stored>;
  status: SyncStatus;
  /** The storage of this device is full: only the page keeps the latest sets. */
  full: boolean;
};

export type SendWorkout = (log: WorkoutLog) => Promise<WorkoutLog>;

const SEND_AFTER_MS = 600;
const RETRY_MS = [2000, 5000, 10_000, 30_000] as const;
const DAY_MS = 86_400_000;
/** Synced workouts stay on the device this long, so that a reload without a connection shows the week. */
const KEPT_DAYS = 8;

/**
 * The workouts of one coaching as this device has them. Every change is on the device before the screen shows it. The
 * whole log is sent, and the server's answer is merged, so repeating a request or changing sides changes nothing.
 */
export class WorkoutStore extends Store<WorkoutState> {
  readonly #prefix: string;
  #send: SendWorkout | null = null;
  #timer: ReturnType<typeof setTimeout> | undefined;
  #isSending = false;
  #tries = 0;

  constructor(userId: string, coachId: string) {
    super({ logs: new Map(), status: 'saved', full: false });
    this.#prefix = `${workoutPrefix(userId)}${coachId}.`;
    this.#load();
  }

  get(logId: string): WorkoutLog | undefined {
    return this.getSnapshot().logs.get(logId)?.log;
  }

  /** Changes a workout on the device at once, and sends it soon after. */
  change(log: WorkoutLog): void {
    this.#write(log, true);
    this.#schedule(SEND_AFTER_MS);
  }

  /** Merges what the server has. */
  absorb(logs: readonly WorkoutLog[]): void {
    for (const log of logs) {
      const known = this.getSnapshot().logs.get(log.id);
      this.#write(known ? mergeWorkouts(known.log, log) : log, known?.pending ?? false, known?.problem);
    }
  }

  /** Sends a workout again that waits or that the server refused. */
  retry(logId: string): void {
    const log = this.get(logId);
    if (!log) return;
    this.#tries = 0;
    this.#write(log, true);
    void this.#sendAll();
  }

  /** Forgets a workout on this device. What the server has of it stays there. */
  discard(logId: string): void {
    const logs = new Map(this.getSnapshot().logs);
    logs.delete(logId);
    deviceStorage.remove(this.#prefix + logId);
    this.#set({ logs });
  }

  /** Sends what waits, in the session of its person. @returns a function that stops it */
  start(send: SendWorkout): () => void {
    const stopped = new AbortController();
    const { signal } = stopped;
    this.#send = send;
    this.#tries = 0;
    window.addEventListener('online', () => void this.#sendAll(), { signal });
    onOtherTab(this.#prefix, () => this.#load(), signal);
    document.addEventListener('visibilitychange', () => void this.#sendAll(), { signal });
    // Another tab may have logged while this one was not listening.
    this.#load();
    this.#prune();
    this.#forgetProblems();
    void this.#sendAll();
    return () => {
      stopped.abort();
      clearTimeout(this.#timer);
      if (this.#send === send) this.#send = null;
    };
  }

  /** A new session may be allowed what the last one was not. */
  #forgetProblems(): void {
    const logs = [...this.getSnapshot().logs].map(([id, { log, pending }]) => [id, { log, pending }] as const);
    this.#set({ logs: new Map(logs) });
  }

  #set(change: Partial<WorkoutState>): void {
    this.set({ ...this.getSnapshot(), ...change });
  }

  #write(log: WorkoutLog, pending: boolean, problem?: string): void {
    const entry = { log, pending };
    const logs = new Map(this.getSnapshot().logs).set(log.id, { ...entry, problem });
    this.#set({ logs, full: !deviceStorage.write(this.#prefix + log.id, entry) });
  }

  /** Reads the device's storage. Another tab may have changed a workout too. */
  #load(): void {
    const logs = new Map(this.getSnapshot().logs);
    for (const key of deviceStorage.keys(this.#prefix)) {
      const stored = readStored(key);
      if (!stored) continue;
      const known = logs.get(stored.log.id);
      logs.set(stored.log.id, known ? { ...known, ...stored, log: mergeWorkouts(known.log, stored.log) } : stored);
    }
    this.#set({ logs });
  }

  #prune(): void {
    const oldest = Date.now() - KEPT_DAYS * DAY_MS;
    const logs = new Map(this.getSnapshot().logs);
    for (const [id, { log, pending }] of logs) {
      if (pending || lastHeadChange(log.head) > oldest) continue;
      logs.delete(id);
      deviceStorage.remove(this.#prefix + id);
    }
    this.#set({ logs });
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
        const answer = await send(log);
        const now = this.get(log.id);
        // Discarded meanwhile.
        if (now) this.#write(mergeWorkouts(now, answer), now !== log);
        this.#tries = 0;
      } catch (error) {
        if (this.#send !== send) return;
        if (isTemporary(error)) return this.#tryLater();
        // The others are sent all the same.
        this.#refuse(log, messageOf(error, 'This workout could not be saved.'));
      }
    }
    if (this.#waiting().length > 0) this.#schedule(SEND_AFTER_MS);
    else this.#set({ status: 'saved' });
  }

  /** Workouts that are sent automatically. */
  #waiting(): Stored[] {
    return [...this.getSnapshot().logs.values()].filter(({ pending, problem }) => pending && problem === undefined);
  }

  #refuse(sent: WorkoutLog, problem: string): void {
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

function readStored(key: string): Stored | undefined {
  const value = deviceStorage.read(key);
  if (typeof value !== 'object' || value === null || !('log' in value) || !('pending' in value)) return undefined;
  const log = workoutLog.safeParse(value.log);
  return log.success ? { log: log.data, pending: value.pending === true } : undefined;
}

const stores = new Map<string, WorkoutStore>();

/** The coaches that this device has workouts for. */
const coachesOnDevice = (userId: string): string[] => {
  const prefix = workoutPrefix(userId);
  return deviceStorage.keys(prefix).map((key) => key.slice(prefix.length).split('.')[0] ?? '');
};

/** The stores of a person: of these coaches, and of others whose workouts are still on the device. */
export const workoutStoresOf = (userId: string, coachIds: readonly string[]): Map<string, WorkoutStore> =>
  new Map([...coachIds, ...coachesOnDevice(userId)].map((coachId) => [coachId, workoutStore(userId, coachId)]));

/** The one store of a coaching on this page. */
export function workoutStore(userId: string, coachId: string): WorkoutStore {
  const name = `${userId} ${coachId}`;
  const known = stores.get(name) ?? new WorkoutStore(userId, coachId);
  stores.set(name, known);
  return known;
}
