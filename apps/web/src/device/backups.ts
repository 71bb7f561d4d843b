import { viewing } from '../lib/viewing.ts';
import { BACKUP_PREFIX } from './keys.ts';
import { deviceStorage } from './storage.ts';

/**
 * Keeps work that the server does not have yet on the device, so that closing the page or a crash loses nothing. Without
 * storage only the page holds the work until it is saved.
 */
export function writeBackup(name: string, value: unknown): void {
  if (!viewing.isOn()) deviceStorage.write(BACKUP_PREFIX + name, value);
}

/** Undefined when there is none, or when it cannot be read. The caller checks its shape. */
export const readBackup = (name: string): unknown => deviceStorage.read(BACKUP_PREFIX + name);

export const deleteBackup = (name: string): void => deviceStorage.remove(BACKUP_PREFIX + name);
