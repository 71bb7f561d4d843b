import { USER_HEADER } from '@stridewell/contract/errors.rules';
import type { StoredFile } from '@stridewell/contract/files/files';
import {
  DETECTION_BYTES,
  detectFileKind,
  FILE_MAX_BYTES,
  FILES_PATH,
  type FileKind,
  type FilePurpose,
  kindProblem,
  tooLarge,
} from '@stridewell/contract/files/files.rules';
import { useEffect } from 'react';
import { newId } from '../lib/ids.ts';
import { CLIENT_INFO } from '../lib/product.ts';
import { Store, useStore } from '../lib/store.ts';
import { unauthorized } from '../lib/unauthorized.ts';
import { type StoredUpload, type UploadStore, uploadStore } from './blobs.ts';
import { downscale } from './image-downscale.ts';
import { senders } from './senders.ts';
import { isStoredFile, storedFileOf } from './stored-file.ts';

/** The client whose files they are, and their purpose. */
export type UploadTarget = { coachId: string; clientId?: string; purpose: FilePurpose };

export type Upload = StoredFile & {
  /** The input in which the file was chosen. Null once a message or check-in has taken it. */
  list: string | null;
  /** Waiting: the server cannot be reached and the upload tries again. Refused: final until the person retries. */
  status: 'preparing' | 'sending' | 'waiting' | 'ready' | 'refused';
  /** From 0 to 1. */
  progress: number;
  problem: string | null;
  /** An object URL of the picture, valid for this page only. */
  preview: string | null;
  /** The device stores the file until the server has it, so the page may be closed. */
  stored: boolean;
};

/** The server refused the file. Has the shape that `errors.ts` reads. */
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
 * The uploads of one person. They continue on other pages and after the app was closed: the device stores each file
 * until the message or check-in that it belongs to was sent, because the server may refuse that.
 */
export class Uploads extends Store<readonly Upload[]> {
  #userId: string | null = null;
  #restored: Promise<void> = Promise.resolve();
  readonly #store: UploadStore;
  readonly #sources = new Map<string, Source>();
  readonly #waiters = new Map<string, Waiter[]>();
  #timer: ReturnType<typeof setTimeout> | undefined;

  constructor(store: UploadStore) {
    super([]);
    this.#store = store;
    // Pages of the server have no window.
    if (typeof window === 'undefined') return;
    window.addEventListener('online', () => this.#sendWaiting());
    window.addEventListener('beforeunload', (event) => {
      if (this.#all.some(({ status, stored }) => status !== 'ready' && status !== 'refused' && !stored))
        event.preventDefault();
    });
  }

  /**
   * Continues the stored uploads of this person.
   * @param isUsed whether an unsent item on this device still needs a file that the server has
   * @returns a function that stops all uploads and clears them from memory
   */
  start(userId: string, isUsed: (id: string) => boolean = () => false): () => void {
    this.#userId = userId;
    this.#restored = this.#restore(userId, isUsed);
    // Files that were chosen before the session was known.
    for (const { id } of this.#all) void this.#save(id);
    return () => {
      this.#userId = null;
      clearTimeout(this.#timer);
      for (const { id } of this.#all) this.#drop(id);
      this.set([]);
    };
  }

  add(list: string, files: readonly File[], target: UploadTarget): void {
    for (const file of files) {
      const id = newId();
      this.#sources.set(id, { target, content: null, call: null });
      const kind = kindOfType(file.type);
      const upload = { id, list, kind, name: file.name, bytes: file.size, width: null, height: null } as const;
      this.set([
        ...this.#all,
        { ...upload, status: 'preparing', progress: 0, problem: null, preview: null, stored: false },
      ]);
      void this.#prepare(id, file);
    }
  }

  /** Empties a list and returns its uploads. They continue until `forget`. */
  take(list: string): Upload[] {
    const taken = this.#all.filter((one) => one.list === list);
    this.set(this.#all.map((one) => (one.list === list ? { ...one, list: null } : one)));
    for (const { id, stored, status } of taken) if (stored || status === 'ready') void this.#save(id);
    return taken;
  }

  forget(ids: readonly string[]): void {
    for (const id of ids) {
      this.#drop(id);
      void this.#deleteStored(id);
    }
    this.set(this.#all.filter(({ id }) => !ids.includes(id)));
  }

  /** Sends a waiting or refused file now. */
  retry(id: string): void {
    if (this.#all.some((one) => one.id === id && (one.status === 'waiting' || one.status === 'refused')))
      this.#send(id);
  }

  /** The bytes to send. Null where this device does not have the file. */
  getContent(id: string): Blob | null {
    return this.#sources.get(id)?.content ?? null;
  }

  /**
   * Resolves when the server has the file. Resolves at once for a file that this device does not have: the server
   * decides about it.
   * @throws TypeError when the server cannot be reached; the upload tries again automatically.
   * @throws UploadRefused when the server refuses the file.
   */
  async whenStored(id: string): Promise<void> {
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

  /**
   * Sends what uses these files once the server has them, and then deletes them from the device.
   * @param signal aborts when the session of their person ends
   * @throws whatever `whenStored` and `send` throw. The files stay on the device, because the person may send again.
   */
  async sendAfter<Answer>(ids: readonly string[], send: () => Promise<Answer>, signal?: AbortSignal): Promise<Answer> {
    await Promise.all(ids.map((id) => this.whenStored(id)));
    signal?.throwIfAborted();
    const answer = await send();
    this.forget(ids);
    return answer;
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
      for (const upload of await this.#store.of<UploadTarget>(userId)) {
        if (upload.arrived && !isUsed(upload.id)) await this.#deleteStored(upload.id);
        else this.#resume(upload);
      }
    } catch {
      // The browser has no storage, so no upload waits in it.
    }
  }

  /** Takes over a file that was chosen in another tab. */
  async #adopt(id: string): Promise<void> {
    try {
      const upload = await this.#store.get<UploadTarget>(id);
      if (upload) this.#resume(upload);
    } catch {
      // The browser has no storage.
    }
  }

  #resume({ userId, target, content, arrived = false, ...file }: StoredUpload<UploadTarget>): void {
    if (userId !== this.#userId || this.#sources.has(file.id)) return;
    this.#sources.set(file.id, { target, content, call: null });
    const preview = file.kind === 'image' ? URL.createObjectURL(content) : null;
    const state = arrived ? ({ status: 'ready', progress: 1 } as const) : ({ status: 'waiting', progress: 0 } as const);
    this.set([...this.#all, { ...file, ...state, problem: null, preview, stored: !arrived }]);
    if (!arrived) this.#send(file.id);
  }

  async #save(id: string): Promise<void> {
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
      // The upload may have been finished, taken from its list or deleted meanwhile.
      const now = this.#all.find((one) => one.id === id);
      if (!now) return await this.#deleteStored(id);
      if (now.list !== list || (now.status === 'ready') !== arrived) return await this.#save(id);
      if (!arrived) this.#change(id, { stored: true });
    } catch {
      // No storage or no room. The page says that it must stay open.
    }
  }

  async #deleteStored(id: string): Promise<void> {
    try {
      await this.#store.delete(id);
    } catch {
      // The browser has no storage.
    }
  }

  async #prepare(id: string, file: File): Promise<void> {
    const target = this.#sources.get(id)?.target;
    if (!target) return;
    try {
      const kind = detectFileKind(new Uint8Array(await file.slice(0, DETECTION_BYTES).arrayBuffer()));
      // Converts formats that only the browser can read to JPEG.
      const isPicture = kind !== 'pdf' && kind !== 'video' && kind !== 'svg';
      const picture = isPicture ? await downscale(file) : { blob: file, width: null, height: null };
      const taken = kind === 'heic' && picture.blob !== file ? 'image' : kind;
      const problem = kindProblem(taken, target.purpose);
      if (problem || taken === null || taken === 'heic') return this.#refuse(id, problem?.message ?? NOT_SENT);
      const made = taken === 'svg' ? 'image' : taken;
      const { blob, width, height } = picture;
      if (blob.size > FILE_MAX_BYTES[made]) return this.#refuse(id, tooLarge(made).message);
      const source = this.#sources.get(id);
      if (!source) return;
      source.content = blob;
      const preview = made === 'image' ? URL.createObjectURL(blob) : null;
      this.#change(id, { kind: made, bytes: blob.size, width, height, preview });
      // Once stored, any tab can send the file.
      await this.#save(id);
      this.#send(id);
    } catch {
      // The file was moved or deleted after it was chosen.
      this.#refuse(id, 'This file can no longer be read.');
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
      unauthorized.note(call.status);
      // 401: its person is not signed in. The stored file waits for them.
      if (call.status >= 500 || call.status === 429 || call.status === 401) return this.#wait(id);
      const answer = parse(call.responseText);
      if (call.status !== 200 || !isStoredFile(answer)) return this.#refuse(id, textIn(answer));
      // Keeps the name under which the file was chosen.
      const { name: _name, ...rest } = storedFileOf(answer);
      this.#change(id, { ...rest, status: 'ready', progress: 1, stored: false });
      void this.#save(id);
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
    this.set(this.#all.map((one) => (one.id === id ? { ...one, ...change } : one)));
  }

  get #all(): readonly Upload[] {
    return this.getSnapshot();
  }
}

/** The presumed type of a file, until its first bytes are read. */
function kindOfType(type: string): FileKind {
  if (type === 'application/pdf') return 'pdf';
  return type.startsWith('video/') ? 'video' : 'image';
}

function parse(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    // Not an answer of this server, but of a proxy in front of it.
    return null;
  }
}

const textIn = (answer: unknown): string =>
  typeof answer === 'object' && answer !== null && 'message' in answer && typeof answer.message === 'string'
    ? answer.message
    : NOT_SENT;

export const uploads = new Uploads(uploadStore);

/** All uploads of the person. */
export function useUploads(): readonly Upload[] {
  useEffect(() => senders.add('files'), []);
  return useStore(uploads);
}
