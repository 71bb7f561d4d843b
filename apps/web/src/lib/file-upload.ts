import { USER_HEADER } from '@stridewell/contract/errors';
import { FILES_PATH, type StoredFile, storedFile } from '@stridewell/contract/files';
import {
  DETECTION_BYTES,
  detectFileKind,
  FILE_MAX_BYTES,
  type FilePurpose,
  kindProblem,
  tooLarge,
} from '@stridewell/contract/files.rules';
import { useSyncExternalStore } from 'react';
import { newId } from './ids.ts';
import { downscale } from './image-downscale.ts';
import { CLIENT_INFO } from './product.ts';
import { type KeptUpload, type UploadStore, uploadStore } from './upload-store.ts';

/** Whose files they are, and what for. */
export type UploadTarget = { coachId: string; clientId?: string; purpose: FilePurpose };

export type Upload = StoredFile & {
  /** The place that it was chosen in; null once it was taken from there. */
  list: string | null;
  /** Waiting: the server was not reached, and is tried again. Refused: it stays so until somebody does something. */
  status: 'preparing' | 'sending' | 'waiting' | 'ready' | 'refused';
  /** From 0 to 1. */
  progress: number;
  problem: string | null;
  /** A picture as this browser has it; gone with the page. */
  preview: string | null;
  /** Until the server has it, this device keeps it when the page is closed. */
  kept: boolean;
};

/** What the server said no to, in the shape that `errors.ts` reads. */
class UploadRefused extends Error {
  readonly code = 'FILE_REFUSED';
  readonly status = 422;
}

type Source = { target: UploadTarget; content: Blob | null; call: XMLHttpRequest | null };
type Waiter = { resolve: () => void; reject: (error: Error) => void };

const RETRY_MS = 10_000;
const NAME_SENT = 200;
const NOT_SENT = 'This file could not be sent.';

/**
 * The files of a person that are on their way. They go on while other pages are open, and after the app was closed:
 * from when they are ready to be sent until what they hang on has arrived, the device keeps them, because the server
 * may never take that.
 */
export class Uploads {
  #all: readonly Upload[] = [];
  #userId: string | null = null;
  #restored: Promise<void> = Promise.resolve();
  readonly #store: UploadStore;
  readonly #sources = new Map<string, Source>();
  readonly #waiters = new Map<string, Waiter[]>();
  readonly #listeners = new Set<() => void>();
  #timer: ReturnType<typeof setTimeout> | undefined;

  constructor(store: UploadStore) {
    this.#store = store;
    // Pages of the server have no window.
    if (typeof window === 'undefined') return;
    window.addEventListener('online', () => this.#sendWaiting());
    window.addEventListener('beforeunload', (event) => {
      if (this.#all.some(({ status, kept }) => status !== 'ready' && status !== 'refused' && !kept))
        event.preventDefault();
    });
  }

  /**
   * Goes on with what this person left here; answers how to stop, after which nothing of them is in memory.
   * @param isUsed whether something on this device still needs a file that the server has
   */
  start(userId: string, isUsed: (id: string) => boolean = () => false): () => void {
    this.#userId = userId;
    this.#restored = this.#restore(userId, isUsed);
    // What was chosen while the page was still loading.
    for (const { id } of this.#all) void this.#keep(id);
    return () => {
      this.#userId = null;
      clearTimeout(this.#timer);
      for (const { id } of this.#all) this.#drop(id);
      this.#set([]);
    };
  }

  readonly subscribe = (listener: () => void): (() => void) => {
    this.#listeners.add(listener);
    return () => void this.#listeners.delete(listener);
  };

  readonly getSnapshot = (): readonly Upload[] => this.#all;

  add(list: string, files: readonly File[], target: UploadTarget): void {
    for (const file of files) {
      const id = newId();
      this.#sources.set(id, { target, content: null, call: null });
      const kind = file.type === 'application/pdf' ? 'pdf' : 'image';
      const upload = { id, list, kind, name: file.name, bytes: file.size, width: null, height: null } as const;
      this.#set([
        ...this.#all,
        { ...upload, status: 'preparing', progress: 0, problem: null, preview: null, kept: false },
      ]);
      void this.#prepare(id, file);
    }
  }

  /** Those of a list, which is empty then. They stay known until they are forgotten. */
  take(list: string): Upload[] {
    const taken = this.#all.filter((one) => one.list === list);
    this.#set(this.#all.map((one) => (one.list === list ? { ...one, list: null } : one)));
    for (const { id, kept, status } of taken) if (kept || status === 'ready') void this.#keep(id);
    return taken;
  }

  forget(ids: readonly string[]): void {
    for (const id of ids) {
      this.#drop(id);
      void this.#forgetKept(id);
    }
    this.#set(this.#all.filter(({ id }) => !ids.includes(id)));
  }

  /** Tries at once what waits, and again what the server refused. */
  retry(id: string): void {
    if (this.#all.some((one) => one.id === id && (one.status === 'waiting' || one.status === 'refused')))
      this.#send(id);
  }

  /** As it is sent; null where this device does not have it. */
  contentOf(id: string): Blob | null {
    return this.#sources.get(id)?.content ?? null;
  }

  /**
   * Resolves when the server has the file; at once for one that this device does not know, about which the server
   * decides.
   * @throws TypeError when the server cannot be reached, which is tried again by itself.
   */
  async finished(id: string): Promise<void> {
    await this.#restored;
    if (!this.#sources.has(id)) await this.#adopt(id);
    const upload = this.#all.find((one) => one.id === id);
    if (!upload || upload.status === 'ready') return;
    if (upload.status === 'refused') throw new UploadRefused(upload.problem ?? NOT_SENT);
    this.retry(id);
    const { promise, resolve, reject } = Promise.withResolvers<void>();
    this.#waiters.set(id, [...(this.#waiters.get(id) ?? []), { resolve, reject }]);
    await promise;
  }

  #drop(id: string): void {
    this.#sources.get(id)?.call?.abort();
    this.#sources.delete(id);
    const preview = this.#all.find((one) => one.id === id)?.preview;
    if (preview) URL.revokeObjectURL(preview);
    this.#settle(id, new UploadRefused(NOT_SENT));
  }

  async #restore(userId: string, isUsed: (id: string) => boolean): Promise<void> {
    try {
      for (const kept of await this.#store.of<UploadTarget>(userId)) {
        if (kept.arrived && !isUsed(kept.id)) await this.#forgetKept(kept.id);
        else this.#resume(kept);
      }
    } catch {
      // The browser keeps nothing, so nothing waits.
    }
  }

  /** One that another tab has chosen. */
  async #adopt(id: string): Promise<void> {
    try {
      const kept = await this.#store.get<UploadTarget>(id);
      if (kept) this.#resume(kept);
    } catch {
      // Like above.
    }
  }

  #resume({ userId, target, content, arrived = false, ...file }: KeptUpload<UploadTarget>): void {
    if (userId !== this.#userId || this.#sources.has(file.id)) return;
    this.#sources.set(file.id, { target, content, call: null });
    const preview = file.kind === 'image' ? URL.createObjectURL(content) : null;
    const state = arrived ? ({ status: 'ready', progress: 1 } as const) : ({ status: 'waiting', progress: 0 } as const);
    this.#set([...this.#all, { ...file, ...state, problem: null, preview, kept: !arrived }]);
    if (!arrived) this.#send(file.id);
  }

  async #keep(id: string): Promise<void> {
    const upload = this.#all.find((one) => one.id === id);
    const source = this.#sources.get(id);
    const userId = this.#userId;
    if (!upload || !source?.content || userId === null) return;
    const arrived = upload.status === 'ready';
    const { list, kind, name, bytes, width, height } = upload;
    const { target, content } = source;
    try {
      await this.#store.put({ id, userId, list, target, kind, name, bytes, width, height, content, arrived });
      if (this.#userId !== userId) return;
      // It may have arrived, or been taken to somewhere else or away in the meantime.
      const now = this.#all.find((one) => one.id === id);
      if (!now) return await this.#forgetKept(id);
      if (now.list !== list || (now.status === 'ready') !== arrived) return await this.#keep(id);
      if (!arrived) this.#change(id, { kept: true });
    } catch {
      // No room, or the browser keeps nothing; the page says that it must stay open.
    }
  }

  async #forgetKept(id: string): Promise<void> {
    try {
      await this.#store.delete(id);
    } catch {
      // Nothing is kept in this browser.
    }
  }

  async #prepare(id: string, file: File): Promise<void> {
    const target = this.#sources.get(id)?.target;
    if (!target) return;
    try {
      const kind = detectFileKind(new Uint8Array(await file.slice(0, DETECTION_BYTES).arrayBuffer()));
      // Where the browser can read what the server cannot, it makes a JPEG of it.
      const picture = kind === 'pdf' ? { blob: file, width: null, height: null } : await downscale(file);
      const made = kind === 'heic' && picture.blob !== file ? 'image' : kind;
      const problem = kindProblem(made, target.purpose);
      if (problem || made === null || made === 'heic') return this.#refuse(id, problem?.message ?? NOT_SENT);
      const { blob, width, height } = picture;
      if (blob.size > FILE_MAX_BYTES[made]) return this.#refuse(id, tooLarge(made).message);
      const source = this.#sources.get(id);
      if (!source) return;
      source.content = blob;
      const preview = made === 'image' ? URL.createObjectURL(blob) : null;
      this.#change(id, { kind: made, bytes: blob.size, width, height, preview });
      // From then on it can be sent by any tab.
      await this.#keep(id);
      this.#send(id);
    } catch {
      // It was moved or deleted since it was chosen.
      this.#refuse(id, 'This file cannot be read any more.');
    }
  }

  #send(id: string): void {
    const source = this.#sources.get(id);
    const upload = this.#all.find((one) => one.id === id);
    if (!source?.content || !upload) return;
    const call = new XMLHttpRequest();
    source.call = call;
    this.#change(id, { status: 'sending', progress: 0, problem: null });
    const name = upload.name.slice(0, NAME_SENT);
    call.open('POST', `${FILES_PATH}?${new URLSearchParams({ ...source.target, id, name })}`);
    call.setRequestHeader('content-type', 'application/octet-stream');
    call.setRequestHeader('x-client-info', CLIENT_INFO);
    if (this.#userId !== null) call.setRequestHeader(USER_HEADER, this.#userId);
    call.upload.onprogress = ({ loaded, total }) => this.#change(id, { progress: total > 0 ? loaded / total : 0 });
    call.onerror = () => this.#wait(id);
    call.onload = () => {
      // Nobody is signed in, or somebody else: what is kept waits for its person.
      if (call.status >= 500 || call.status === 429 || call.status === 401) return this.#wait(id);
      const answer = parse(call.responseText);
      const stored = storedFile.safeParse(answer);
      if (call.status !== 200 || !stored.success) return this.#refuse(id, textIn(answer));
      // The name stays the one that it was chosen by.
      const { name: _kept, ...rest } = stored.data;
      this.#change(id, { ...rest, status: 'ready', progress: 1, kept: false });
      void this.#keep(id);
      this.#settle(id, null);
    };
    call.send(source.content);
  }

  #wait(id: string): void {
    this.#change(id, { status: 'waiting', progress: 0 });
    this.#settle(id, new TypeError(NOT_SENT));
    clearTimeout(this.#timer);
    this.#timer = setTimeout(() => this.#sendWaiting(), RETRY_MS);
  }

  #sendWaiting(): void {
    for (const { id, status } of this.#all) if (status === 'waiting') this.#send(id);
  }

  #refuse(id: string, problem: string): void {
    this.#change(id, { status: 'refused', problem });
    this.#settle(id, new UploadRefused(problem));
  }

  #settle(id: string, error: Error | null): void {
    const waiters = this.#waiters.get(id) ?? [];
    this.#waiters.delete(id);
    for (const { resolve, reject } of waiters) error ? reject(error) : resolve();
  }

  #change(id: string, change: Partial<Upload>): void {
    this.#set(this.#all.map((one) => (one.id === id ? { ...one, ...change } : one)));
  }

  #set(all: readonly Upload[]): void {
    this.#all = all;
    for (const listener of this.#listeners) listener();
  }
}

function parse(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    // Not an answer of ours; something between us and the browser speaks.
    return null;
  }
}

const textIn = (answer: unknown): string =>
  typeof answer === 'object' && answer !== null && 'message' in answer && typeof answer.message === 'string'
    ? answer.message
    : NOT_SENT;

export const uploads = new Uploads(uploadStore);

/** All files on their way. */
export const useUploads = (): readonly Upload[] =>
  useSyncExternalStore(uploads.subscribe, uploads.getSnapshot, uploads.getSnapshot);
