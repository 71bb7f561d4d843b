import type { StoredFile } from '@stridewell/contract/files';

/** A file with its content as it is sent, until what it hangs on has arrived. */
export type KeptUpload<Target> = StoredFile & {
  userId: string;
  list: string | null;
  target: Target;
  content: Blob;
  /** The server has the file. It deletes what nothing uses. */
  arrived?: boolean;
};

const NAME = 'stridewell';
const STORE = 'uploads';
const PATIENCE_MS = 4000;

let opened: Promise<IDBDatabase> | undefined;

function open(): Promise<IDBDatabase> {
  opened ??= new Promise<IDBDatabase>((resolve, reject) => {
    const request = window.indexedDB.open(NAME, 1);
    request.onupgradeneeded = () =>
      request.result.createObjectStore(STORE, { keyPath: 'id' }).createIndex('of', 'userId');
    request.onsuccess = () => {
      // Another tab with a newer program waits for it.
      request.result.onversionchange = () => request.result.close();
      resolve(request.result);
    };
    request.onerror = () => reject(request.error);
    // Some browsers never answer, and nothing is to wait for them.
    setTimeout(() => reject(new Error('no answer')), PATIENCE_MS);
  }).catch((error: unknown) => {
    // The next one asks anew: this time the device may only have been slow.
    opened = undefined;
    throw error;
  });
  return opened;
}

/** Resolves when the change is on the device, not before. */
async function run<Result>(
  mode: IDBTransactionMode,
  work: (store: IDBObjectStore) => IDBRequest<Result>,
): Promise<Result> {
  const transaction = (await open()).transaction(STORE, mode);
  const request = work(transaction.objectStore(STORE));
  return new Promise((resolve, reject) => {
    transaction.oncomplete = () => resolve(request.result);
    transaction.onabort = () => reject(transaction.error ?? new Error('not kept'));
  });
}

/** The files of each person that wait on this device. Rejects where the browser keeps nothing or has no room. */
export const uploadStore = {
  put: <Target>(upload: KeptUpload<Target>) => run('readwrite', (store) => store.put(upload)),
  delete: (id: string) => run('readwrite', (store) => store.delete(id)),
  get: <Target>(id: string): Promise<KeptUpload<Target> | undefined> => run('readonly', (store) => store.get(id)),
  of: <Target>(userId: string): Promise<KeptUpload<Target>[]> =>
    run('readonly', (store) => store.index('of').getAll(userId)),
};
export type UploadStore = typeof uploadStore;
