import type { LiveEvent } from './live.ts';

/** As long as the web app takes loaded data for fresh. What is older is loaded again with each new connection. */
const KEPT_MS = 2 * 60_000;
/** Bounds the memory. */
const MOST = 20_000;

type Recent = { at: number; people: ReadonlySet<string>; event: LiveEvent };

/**
 * The events of the last two minutes. A screen loads its data before its socket is connected, so the socket repeats
 * what happened in between.
 */
export class RecentEvents {
  #events: Recent[] = [];
  #noted = 0;

  note(people: readonly string[], event: LiveEvent): void {
    this.#events.push({ at: performance.now(), people: new Set(people), event });
    this.#noted += 1;
    // Now and then, because each time would move the whole list.
    if (this.#noted % 100 === 0 || this.#events.length > MOST) this.#forget();
  }

  /** The events of a person in the last `ms` milliseconds, each once, oldest first. None for no number. */
  of(person: string, ms: number): LiveEvent[] {
    this.#forget();
    const from = performance.now() - ms;
    const found = this.#events.filter(({ at, people }) => at >= from && people.has(person));
    return [...new Map(found.map(({ event }) => [JSON.stringify(event), event])).values()];
  }

  #forget(): void {
    const oldest = performance.now() - KEPT_MS;
    const kept = this.#events.findIndex(({ at }) => at >= oldest);
    this.#events = kept === -1 ? [] : this.#events.slice(Math.max(kept, this.#events.length - MOST));
  }
}
