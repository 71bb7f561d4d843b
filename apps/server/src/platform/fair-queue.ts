/** Waits until the weight fits into the capacity beside the other running work. Call it once for each piece of work. */
export type Hold = (weight: number) => Promise<void>;
type Work = (hold: Hold) => Promise<void>;

/**
 * Runs work for several accounts in turn: `atOnce` pieces in all and one for each account, so that an account with much
 * work does not hold up the others. The running pieces hold at most `capacity` together.
 */
export class FairQueue {
  readonly #atOnce: number;
  readonly #capacity: number;
  /** In the order of their turns. */
  readonly #waiting = new Map<string, Work[]>();
  readonly #running = new Set<string>();
  readonly #holding: { weight: number; start: () => void }[] = [];
  #held = 0;

  constructor({ atOnce, capacity }: { atOnce: number; capacity: number }) {
    this.#atOnce = atOnce;
    this.#capacity = capacity;
  }

  run<T>(account: string, work: (hold: Hold) => Promise<T>): Promise<T> {
    const { promise, resolve } = Promise.withResolvers<T>();
    const waiting = this.#waiting.get(account) ?? [];
    waiting.push(async (hold) => {
      const result = work(hold);
      resolve(result);
      await result;
    });
    this.#waiting.set(account, waiting);
    this.#next();
    return promise;
  }

  #next(): void {
    for (const [account, [first, ...rest]] of this.#waiting) {
      if (this.#running.size >= this.#atOnce) return;
      if (!first || this.#running.has(account)) continue;
      if (rest.length > 0) this.#waiting.set(account, rest);
      else this.#waiting.delete(account);
      this.#running.add(account);
      void this.#work(account, first);
    }
  }

  async #work(account: string, work: Work): Promise<void> {
    let own = 0;
    const hold = async (weight: number) => {
      if (own > 0 || weight > this.#capacity) throw new RangeError('this work cannot hold so much');
      own = weight;
      await new Promise<void>((start) => {
        this.#holding.push({ weight, start });
        this.#startHolding();
      });
    };
    try {
      await work(hold);
    } catch {
      // The caller has the error.
    } finally {
      this.#held -= own;
      this.#running.delete(account);
      // The account moves behind all others that wait.
      const rest = this.#waiting.get(account);
      this.#waiting.delete(account);
      if (rest) this.#waiting.set(account, rest);
      this.#startHolding();
      this.#next();
    }
  }

  #startHolding(): void {
    for (let [first] = this.#holding; first && this.#held + first.weight <= this.#capacity; [first] = this.#holding) {
      this.#holding.shift();
      this.#held += first.weight;
      first.start();
    }
  }
}
