import { setTimeout as delay } from 'node:timers/promises';
import { mayServe } from './embedded-process.ts';

const LOOK_MS = 200;
/** Pauses before the attempts of one restart. */
const PAUSES_MS = [0, 500, 1000, 2000, 4000] as const;

/** Callbacks for the owner of a database server. */
export type Watcher = {
  /** The server had died and runs again. */
  onRestart: (restart: { pid: number; ms: number }) => void;
  /** A restart attempt has failed; another follows. */
  onAttemptFailed: (error: unknown) => void;
  /** All restart attempts failed. No further calls. */
  onGivenUp: (error: unknown) => void;
};

/**
 * Watches the server of `data` and restarts it when it dies. Polls, because an adopted server is no child of this
 * process and so sends no event.
 * @param restart starts a server with the same address and resolves to its process id
 */
export class Supervisor {
  readonly #data: string;
  readonly #restart: () => Promise<number>;
  readonly #watcher: Watcher;
  readonly #stopped = new AbortController();
  readonly #watching: Promise<void>;
  #pid: number;

  constructor(options: { pid: number; data: string; restart: () => Promise<number>; watcher: Watcher }) {
    this.#pid = options.pid;
    this.#data = options.data;
    this.#restart = options.restart;
    this.#watcher = options.watcher;
    this.#watching = this.#watch();
  }

  /** Process id of the current server. */
  get pid(): number {
    return this.#pid;
  }

  /** Stops watching, after a restart that is under way. The server runs on. */
  async stop(): Promise<void> {
    this.#stopped.abort();
    await this.#watching;
  }

  async #watch(): Promise<void> {
    try {
      while (await this.#pause(LOOK_MS)) {
        if (await mayServe(this.#pid, this.#data)) continue;
        const start = performance.now();
        if (!(await this.#restartInAttempts())) return;
        this.#watcher.onRestart({ pid: this.#pid, ms: Math.round(performance.now() - start) });
      }
    } catch (error) {
      this.#watcher.onGivenUp(error);
    }
  }

  /** @returns whether a server runs again; false when it was stopped on purpose meanwhile */
  async #restartInAttempts(): Promise<boolean> {
    let failure: unknown;
    for (const pause of PAUSES_MS) {
      if (!(await this.#pause(pause))) return false;
      try {
        this.#pid = await this.#restart();
        return true;
      } catch (error) {
        failure = error;
        this.#watcher.onAttemptFailed(error);
      }
    }
    throw failure;
  }

  /** @returns false when it was stopped */
  async #pause(ms: number): Promise<boolean> {
    if (this.#stopped.signal.aborted) return false;
    try {
      // Watching alone must not keep the process alive.
      await delay(ms, undefined, { signal: this.#stopped.signal, ref: false });
      return true;
    } catch (error) {
      if (this.#stopped.signal.aborted) return false;
      throw error;
    }
  }
}
