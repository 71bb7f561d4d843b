import { startTransition, useEffect, useState, useSyncExternalStore } from 'react';

/** Whether two states are the same, or plain objects of the same parts. */
function isAlike(one: unknown, other: unknown): boolean {
  if (!isPlain(one) || !isPlain(other)) return Object.is(one, other);
  const names = Object.keys(one);
  const isSameSize = names.length === Object.keys(other).length;
  return isSameSize && names.every((name) => Object.hasOwn(other, name) && Object.is(one[name], other[name]));
}

const isPlain = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && Object.getPrototypeOf(value) === Object.prototype;

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

  /** Tells the subscribers, unless the state has the same parts as before: each drawing for nothing takes time. */
  protected set(state: State): void {
    if (isAlike(state, this.#state)) return;
    this.#state = state;
    for (const listener of this.#listeners) listener();
  }
}

export const useStore = <State>({ subscribe, getSnapshot }: Pick<Store<State>, 'subscribe' | 'getSnapshot'>): State =>
  useSyncExternalStore(subscribe, getSnapshot, getSnapshot);

/**
 * Reads a store that may change while a page is drawn, such as one that drawing itself fills. With `useStore`, React would
 * then draw the whole page again without a pause. Here the component draws the change afterwards.
 * @param read a function that stays the same
 */
export function useStoreLater<State, Part>(
  { subscribe, getSnapshot }: Pick<Store<State>, 'subscribe' | 'getSnapshot'>,
  read: (state: State) => Part,
): Part {
  const [part, setPart] = useState(() => read(getSnapshot()));
  useEffect(() => {
    const follow = () => startTransition(() => setPart(() => read(getSnapshot())));
    follow();
    return subscribe(follow);
  }, [subscribe, getSnapshot, read]);
  return part;
}
