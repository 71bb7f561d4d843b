/** Seeded random numbers, so that a run can be repeated. */
export class Random {
  #state: number;

  /** Different parts give different streams, so each call has a separate one. */
  constructor(...parts: readonly number[]) {
    this.#state = parts.reduce((state, part) => Math.imul(state ^ part, 0x9e3779b1) + 0x85ebca6b, 0x2545f491) >>> 0;
  }

  /** From 0 up to 1, by the mulberry32 generator. */
  next(): number {
    this.#state = (this.#state + 0x6d2b79f5) >>> 0;
    let mixed = Math.imul(this.#state ^ (this.#state >>> 15), this.#state | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  }

  /** A whole number from 0 up to `below`. */
  below(below: number): number {
    return Math.floor(this.next() * below);
  }

  chance(share: number): boolean {
    return this.next() < share;
  }

  pick<Item>(items: readonly Item[]): Item {
    return items[this.below(items.length)] as Item;
  }
}
