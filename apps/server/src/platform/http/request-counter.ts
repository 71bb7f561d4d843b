import type { Logger } from '../logger.ts';
import type { RequestCount } from './request-minutes.data.ts';

const EVERY_MS = 60_000;

/**
 * Counts the requests of this process, and stores them once a minute. A process that stops loses its last minute.
 */
export class RequestCounter {
  readonly #store: (counted: RequestCount) => Promise<void>;
  readonly #log: Pick<Logger, 'warn'>;
  readonly #timer: NodeJS.Timeout;
  #counted: RequestCount = { requests: 0, failures: 0 };

  constructor(store: (counted: RequestCount) => Promise<void>, log: Pick<Logger, 'warn'>) {
    this.#store = store;
    this.#log = log;
    this.#timer = setInterval(() => void this.write(), EVERY_MS);
    this.#timer.unref();
  }

  add(status: number): void {
    this.#counted.requests += 1;
    if (status >= 500) this.#counted.failures += 1;
  }

  /** Stores what was counted since the last time. Without the database it is kept for the next time. */
  async write(): Promise<void> {
    const counted = this.#counted;
    if (counted.requests === 0) return;
    this.#counted = { requests: 0, failures: 0 };
    try {
      await this.#store(counted);
    } catch (error) {
      this.#log.warn({ err: error }, 'requests could not be counted');
      this.#counted.requests += counted.requests;
      this.#counted.failures += counted.failures;
    }
  }

  stop(): void {
    clearInterval(this.#timer);
  }
}
