import type { LiveEvent } from './live.ts';

/** As long as the web app takes loaded data for fresh. What is older is loaded again with each new connection. */
const KEPT_MS = 2 * 60_000;
/** Bounds the memory. */
const MOST = 20_000;

type Recent = { at: number; rooms: readonly string[]; event: LiveEvent };

/**
 * The events of the last two minutes. A screen loads its data before its socket is connected, so the socket repeats
 * what happened in between.
 */
export class RecentEvents {
  #events: Recent[] = [];
  #noted = 0;
  /** Since when no event is missing here. */
  #completeSince = performance.now();

  note(rooms: readonly string[], event: LiveEvent): void {
    this.#events.push({ at: performance.now(), rooms, event });
    this.#noted += 1;
    // Now and then, because each time would move the whole list.
    if (this.#noted % 100 === 0 || this.#events.length > MOST) this.#forget();
  }

  /** Events may have been missed until now. */
  noteGap(): void {
    this.#completeSince = performance.now();
  }

  /**
   * The events in any of these rooms in the last `ms` milliseconds, each once, oldest first. Undefined if some of that
   * time is not known any more, or `ms` is no number.
   */
  of(rooms: ReadonlySet<string>, ms: number): LiveEvent[] | undefined {
    this.#forget();
    const from = performance.now() - ms;
    if (!(from >= this.#completeSince)) return undefined;
    const found = this.#events.filter((one) => one.at >= from && one.rooms.some((room) => rooms.has(room)));
    return [...new Map(found.map(({ event }) => [JSON.stringify(event), event])).values()];
  }

  #forget(): void {
    const oldest = performance.now() - KEPT_MS;
    const kept = this.#events.slice(-MOST).filter(({ at }) => at >= oldest);
    const isFull = this.#events.length > MOST && kept.length === MOST;
    this.#completeSince = Math.max(this.#completeSince, oldest, isFull ? (kept[0]?.at ?? 0) : 0);
    this.#events = kept;
  }
}
