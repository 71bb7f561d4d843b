/**
 * A storage of the browser as all code uses it. It may be full, or switched off: then writing answers false and reading
 * finds nothing, so that the caller decides which message to show.
 */
function guard(storage: () => Storage) {
  const readText = (key: string): string | null => {
    try {
      return storage().getItem(key);
    } catch {
      return null;
    }
  };
  const writeText = (key: string, text: string): boolean => {
    try {
      storage().setItem(key, text);
      return true;
    } catch {
      return false;
    }
  };
  return {
    readText,
    writeText,
    /** Undefined without an entry, and for entries that this app did not write. The caller checks the shape. */
    read(key: string): unknown {
      try {
        const text = readText(key);
        return text === null ? undefined : JSON.parse(text);
      } catch {
        return undefined;
      }
    },
    write: (key: string, value: unknown): boolean => writeText(key, JSON.stringify(value)),
    remove(key: string): void {
      try {
        storage().removeItem(key);
      } catch {
        // Switched off, so there is nothing to remove.
      }
    },
    keys(prefix: string): string[] {
      try {
        return Object.keys(storage()).filter((key) => key.startsWith(prefix));
      } catch {
        return [];
      }
    },
  };
}

/** Shared by all tabs, and kept after they are closed. */
export const deviceStorage = guard(() => window.localStorage);

/**
 * The same storage as the browser has it, for the session: it throws when it is full or switched off, and pages that the
 * server renders have none.
 */
export const browserStorage: Pick<Storage, 'getItem' | 'setItem' | 'removeItem'> =
  typeof window === 'undefined'
    ? { getItem: () => null, setItem: () => undefined, removeItem: () => undefined }
    : {
        getItem: (key) => window.localStorage.getItem(key),
        setItem: (key, text) => window.localStorage.setItem(key, text),
        removeItem: (key) => window.localStorage.removeItem(key),
      };

/** Held by one tab until it is closed. */
export const tabStorage = guard(() => window.sessionStorage);

/**
 * Calls when another tab has changed an entry whose key starts with `prefix`, or has emptied the whole storage.
 * @param signal ends it
 */
export function onOtherTab(prefix: string, changed: (isEmptied: boolean) => void, signal: AbortSignal): void {
  window.addEventListener('storage', ({ key }) => (key?.startsWith(prefix) ?? true) && changed(key === null), {
    signal,
  });
}
