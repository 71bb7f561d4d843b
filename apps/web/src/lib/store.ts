import { useSyncExternalStore } from 'react';

/** State outside of React, which components read with `useStore`. */
export class Store<State> {
  #state: State;
  readonly #listeners = new Set<() => void>();

  constructor(state: State) {
    this.#state = state;
  }

  readonly subscribe = (listener: () => void): (() => void) => {
    this.#listeners.add(listener);
    return () => void this.#listeners.delete(listener);
  };

  readonly getSnapshot = (): State => this.#state;

  protected set(state: State): void {
    this.#state = state;
    for (const listener of this.#listeners) listener();
  }
}

export const useStore = <State>({ subscribe, getSnapshot }: Pick<Store<State>, 'subscribe' | 'getSnapshot'>): State =>
  useSyncExternalStore(subscribe, getSnapshot, getSnapshot);
