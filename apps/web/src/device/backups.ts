import { viewing } from '../lib/viewing.ts';

const PREFIX = 'stridewell.backup.';

/** Keeps work that the server does not have yet on the device, so that closing the page or a crash loses nothing. */
export function writeBackup(name: string, value: unknown): void {
  if (viewing.isOn()) return;
  try {
    window.localStorage.setItem(PREFIX + name, JSON.stringify(value));
  } catch {
    // Storage is full or blocked: until it is saved, only the page holds the work.
  }
}

/** Undefined when there is none, or when it cannot be read. The caller checks its shape. */
export function readBackup(name: string): unknown {
  try {
    const text = window.localStorage.getItem(PREFIX + name);
    return text === null ? undefined : JSON.parse(text);
  } catch {
    return undefined;
  }
}

export function deleteBackup(name: string): void {
  try {
    window.localStorage.removeItem(PREFIX + name);
  } catch {
    // Blocked storage holds no backup either.
  }
}

/** For a device that several people use: the next one must not find the work of the one before. */
export function deleteAllBackups(): void {
  for (const key of Object.keys(window.localStorage)) {
    if (key.startsWith(PREFIX)) window.localStorage.removeItem(key);
  }
}
