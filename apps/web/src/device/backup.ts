import { viewing } from '../lib/viewing.ts';
import { deviceStorage } from './storage.ts';

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
   * Replaces what was kept. Without storage only the page holds the work until it is saved. Work in the account of a
   * viewed person does not stay on the operator's device.
   */
  write(value: Value): void {
    if (!viewing.isOn()) deviceStorage.write(this.#key, value);
  }

  delete(): void {
    deviceStorage.remove(this.#key);
  }
}
