/** Runs work at once, and again at most once in `everyMs`. Calls until then share the next run. */
export class Throttle {
  readonly #work: () => void;
  readonly #everyMs: number;
  #timer: ReturnType<typeof setTimeout> | undefined;
  #isWanted = false;

  constructor(work: () => void, everyMs: number) {
    this.#work = work;
    this.#everyMs = everyMs;
  }

  run(): void {
    if (this.#timer !== undefined) {
      this.#isWanted = true;
      return;
    }
    this.#work();
    this.#timer = setTimeout(() => {
      this.#timer = undefined;
      if (!this.#isWanted) return;
      this.#isWanted = false;
      this.run();
    }, this.#everyMs);
  }

  /** Forgets calls that have not run. */
  stop(): void {
    clearTimeout(this.#timer);
    this.#timer = undefined;
    this.#isWanted = false;
  }
}
