import type { Logger } from '../logger.ts';
import type { RequestCount } from './request-minutes.data.ts';

const EVERY_MS = 60_000;

type Options = {
  /** Whether requests of this path are counted. */
  isCounted: (url: string) => boolean;
  store: (counted: RequestCount) => Promise<void>;
  log: Pick<Logger, 'warn'>;
};

/**
 * Counts the requests of this process, and stores the counts once a minute. A process that stops loses its last minute.
 */
export class RequestCounter {
  readonly #options: Options;
  readonly #timer: NodeJS.Timeout;
  #counted: RequestCount = { requests: 0, failures: 0 };

  constructor(options: Options) {
    this.#options = options;
    this.#timer = setInterval(() => void this.write(), EVERY_MS);
    this.#timer.unref();
  }

  add(url: string, status: number): void {
    if (!this.#options.isCounted(url)) return;
    this.#counted.requests += 1;
    if (status >= 500) this.#counted.failures += 1;
  }

  /** Stores the counts since the last write. While the database is away, they are kept for the next one. */
  async write(): Promise<void> {
    const counted = this.#counted;
    if (counted.requests === 0) return;
    this.#counted = { requests: 0, failures: 0 };
    try {
      await this.#options.store(counted);
    } catch (error) {
      this.#options.log.warn({ err: error }, 'requests could not be counted');
      this.#counted.requests += counted.requests;
      this.#counted.failures += counted.failures;
    }
  }

  stop(): void {
    clearInterval(this.#timer);
  }
}
