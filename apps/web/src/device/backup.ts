import { viewing } from '../lib/viewing.ts';
import { deviceStorage, onOtherTab } from './storage.ts';

/**
 * One piece of work that the server does not have yet, kept as a whole on the device, so that closing the page or a
 * crash loses nothing. The latest writer of all tabs wins; a feature that cannot accept this follows the other tabs.
 */
export class Backup<Value> {
  readonly #key: string;
  readonly #parse: (value: unknown) => Value | undefined;

  /** @param parse answers undefined for a value that the feature did not write */
  constructor(key: string, parse: (value: unknown) => Value | undefined) {
    this.#key = key;
    this.#parse = parse;
  }

  read(): Value | undefined {
    return this.#parse(deviceStorage.read(this.#key));
  }

  /**
   * Replaces what was kept. Work in the account of a viewed person does not stay on the operator's device.
   * @returns false where the storage is full or switched off: only the page holds the work
   */
  write(value: Value): boolean {
    return viewing.isOn() || deviceStorage.write(this.#key, value);
  }

  delete(): void {
    deviceStorage.remove(this.#key);
  }

  /** Calls when another tab has replaced or deleted this work. Emptying the whole storage is no such change. */
  onOtherTab(changed: () => void, signal: AbortSignal): void {
    onOtherTab(this.#key, (isEmptied) => !isEmptied && changed(), signal);
  }
}
