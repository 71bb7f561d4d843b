import { type CheckInDraft, checkInDraft } from '@stridewell/contract/checkins';
import { type Answers, photosIn } from '@stridewell/contract/checkins.forms.rules';
import { isPassing } from '../../lib/errors.ts';
import { uploads } from '../../lib/file-upload.ts';

/** `savedAt` is as of when this device knows the server's copy. */
export type Begun = CheckInDraft & {
  /** It was sent, and stays here until the server has it. */
  sending: boolean;
};

type Content = Omit<CheckInDraft, 'savedAt'>;

export type OutboxState = {
  begun: Begun | null;
  /** The server was not reached; it is tried again by itself. */
  waiting: boolean;
  /** Why the server did not take it. */
  error: Error | null;
  /** The storage of this device is full: the page alone keeps what is typed. */
  full: boolean;
};

type Remote = {
  save: (draft: Content) => Promise<{ savedAt: string }>;
  send: (draft: Content) => Promise<void>;
};

const RETRY_MS = [1000, 2000, 5000, 10_000] as const;
const SAVE_AFTER_MS = 1200;
/** Of a draft that the server has never had. */
const NEVER = new Date(0).toISOString();

/** Sends answers once their photos have arrived. The next check-in has photos of its own. */
export async function withPhotos(answers: Answers, send: () => Promise<unknown>): Promise<void> {
  const photos = photosIn(answers).map(({ fileId }) => fileId);
  await Promise.all(photos.map((fileId) => uploads.finished(fileId)));
  await send();
  uploads.forget(photos);
}

/**
 * The one check-in of a client that is begun or on its way. It lives in the storage of the device, and a copy of it on
 * the server for another device. Its id is made once, so sending it again is harmless.
 */
export class CheckInOutbox {
  #state: OutboxState;
  readonly #key: string;
  readonly #remote: Remote;
  readonly #listeners = new Set<() => void>();
  #running = false;
  #tries = 0;
  #retryTimer: ReturnType<typeof setTimeout> | undefined;
  #saveTimer: ReturnType<typeof setTimeout> | undefined;

  constructor(name: string, remote: Remote) {
    this.#key = `stridewell.check-in.${name}`;
    this.#remote = remote;
    this.#state = { begun: read(this.#key), waiting: false, error: null, full: false };
    window.addEventListener('online', () => this.hurry());
    void this.#run();
  }

  readonly subscribe = (listener: () => void): (() => void) => {
    this.#listeners.add(listener);
    return () => void this.#listeners.delete(listener);
  };

  readonly getSnapshot = (): OutboxState => this.#state;

  /** Keeps what is answered so far, here at once and on the server a moment later. */
  keep(draft: Content): void {
    const savedAt = this.#state.begun?.savedAt ?? NEVER;
    this.#set({ begun: { ...draft, savedAt, sending: false } });
    clearTimeout(this.#saveTimer);
    this.#saveTimer = setTimeout(() => void this.#save(), SAVE_AFTER_MS);
  }

  /** What was begun on another device goes on here. */
  takeOver(draft: CheckInDraft): void {
    this.#set({ begun: { ...draft, sending: false }, error: null });
  }

  send(draft: Content): void {
    clearTimeout(this.#saveTimer);
    this.#set({ begun: { ...draft, savedAt: this.#state.begun?.savedAt ?? NEVER, sending: true }, error: null });
    void this.#run();
  }

  /** Tries again at once what waits. */
  hurry(): void {
    if (!this.#state.waiting) return void this.#save();
    clearTimeout(this.#retryTimer);
    this.#tries = 0;
    this.#set({ waiting: false });
    void this.#run();
  }

  async #save(): Promise<void> {
    const { begun } = this.#state;
    if (!begun || begun.sending) return;
    try {
      const { savedAt } = await this.#remote.save(contentOf(begun));
      const now = this.#state.begun;
      if (now?.id === begun.id) this.#set({ begun: { ...now, savedAt } });
    } catch {
      // The device has it; the next step or the next connection saves it for the others.
    }
  }

  async #run(): Promise<void> {
    const { begun } = this.#state;
    if (this.#running || !begun?.sending || this.#state.waiting) return;
    this.#running = true;
    try {
      await withPhotos(begun.answers, () => this.#remote.send(contentOf(begun)));
      this.#tries = 0;
      this.#set({ begun: null, error: null });
    } catch (error) {
      if (isPassing(error)) this.#wait();
      else
        this.#set({
          begun: { ...begun, sending: false },
          error: error instanceof Error ? error : new Error('not sent'),
        });
    }
    this.#running = false;
  }

  #wait(): void {
    const delay = RETRY_MS[Math.min(this.#tries, RETRY_MS.length - 1)];
    this.#tries += 1;
    this.#set({ waiting: true });
    this.#retryTimer = setTimeout(() => {
      this.#set({ waiting: false });
      void this.#run();
    }, delay);
  }

  #set(change: Partial<OutboxState>): void {
    const next = { ...this.#state, ...change };
    this.#state = { ...next, full: !store(this.#key, next.begun) };
    for (const listener of this.#listeners) listener();
  }
}

const contentOf = ({ id, templateId, version, answers }: Begun): Content => ({ id, templateId, version, answers });

/** False when the storage of the device has no room. */
function store(key: string, begun: Begun | null): boolean {
  try {
    if (begun) window.localStorage.setItem(key, JSON.stringify(begun));
    else window.localStorage.removeItem(key);
    return true;
  } catch {
    // Full, or storage is switched off; the page says so.
    return false;
  }
}

function read(key: string): Begun | null {
  try {
    const value: unknown = JSON.parse(window.localStorage.getItem(key) ?? 'null');
    const draft = checkInDraft.safeParse(value);
    if (!draft.success || typeof value !== 'object' || value === null) return null;
    return { ...draft.data, sending: Reflect.get(value, 'sending') === true };
  } catch {
    // Written by nobody we know.
    return null;
  }
}

const outboxes = new Map<string, CheckInOutbox>();

/** The one outbox of a client in this tab; it goes on sending while another page is open. */
export function checkInOutboxOf(name: string, remote: Remote): CheckInOutbox {
  const outbox = outboxes.get(name) ?? new CheckInOutbox(name, remote);
  outboxes.set(name, outbox);
  return outbox;
}
