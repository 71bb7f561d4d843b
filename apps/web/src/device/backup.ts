import { viewing } from '../lib/viewing.ts';
import { deviceStorage, onOtherTab } from './storage.ts';

/**
 * One piece of work that the server does not have yet, kept as a whole on the device, so that closing the page or a
 * crash loses nothing. The last tab that writes wins.
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
   * @returns false without room in the storage: only the page holds the work until it is saved
   */
  write(value: Value): boolean {
    return viewing.isOn() || deviceStorage.write(this.#key, value);
  }

  delete(): void {
    deviceStorage.remove(this.#key);
  }

  /**
   * Calls when another tab has written or deleted it. An emptied storage is no answer of a tab, so the page keeps its work.
   * @param signal ends it
   */
  onOtherTab(changed: () => void, signal: AbortSignal): void {
    onOtherTab(this.#key, (isEmptied) => !isEmptied && changed(), signal);
  }
}
