import type { StoredFile } from '@stridewell/contract/files/files';

/** A file with its content, stored until the message or check-in that it belongs to was sent. */
export type StoredUpload<Target> = StoredFile & {
  userId: string;
  list: string | null;
  target: Target;
  content: Blob;
  /** The server has the file. It deletes files that nothing uses. */
  arrived?: boolean;
};

const NAME = 'stridewell';
const STORE = 'uploads';
const OPEN_TIMEOUT_MS = 4000;

let opened: Promise<IDBDatabase> | undefined;

function open(): Promise<IDBDatabase> {
  opened ??= new Promise<IDBDatabase>((resolve, reject) => {
    const request = window.indexedDB.open(NAME, 1);
    request.onupgradeneeded = () =>
      request.result.createObjectStore(STORE, { keyPath: 'id' }).createIndex('of', 'userId');
    request.onsuccess = () => {
      // A tab with a newer version waits until this connection closes.
      request.result.onversionchange = () => request.result.close();
      resolve(request.result);
    };
    request.onerror = () => reject(request.error);
    // Some browsers never answer, and uploads must not wait for them.
    setTimeout(() => reject(new Error('no answer')), OPEN_TIMEOUT_MS);
  }).catch((error: unknown) => {
    // The next call opens it again, because the device may only have been slow.
    opened = undefined;
    throw error;
  });
  return opened;
}

/** Resolves when the change is stored on the device. */
async function run<Result>(
  mode: IDBTransactionMode,
  work: (store: IDBObjectStore) => IDBRequest<Result>,
): Promise<Result> {
  const transaction = (await open()).transaction(STORE, mode);
  const request = work(transaction.objectStore(STORE));
  return new Promise((resolve, reject) => {
    transaction.oncomplete = () => resolve(request.result);
    transaction.onabort = () => reject(transaction.error ?? new Error('not stored'));
  });
}

/** The unsent files of each person on this device. Rejects where the browser has no storage or no room. */
export const uploadStore = {
  put: <Target>(upload: StoredUpload<Target>) => run('readwrite', (store) => store.put(upload)),
  delete: (id: string) => run('readwrite', (store) => store.delete(id)),
  get: <Target>(id: string): Promise<StoredUpload<Target> | undefined> => run('readonly', (store) => store.get(id)),
  of: <Target>(userId: string): Promise<StoredUpload<Target>[]> =>
    run('readonly', (store) => store.index('of').getAll(userId)),
};

/** Whether files of this person are stored. Rejects where the browser has no storage. */
export const hasUploads = async (userId: string): Promise<boolean> =>
  (await run('readonly', (store) => store.index('of').count(userId))) > 0;

export type UploadStore = typeof uploadStore;
