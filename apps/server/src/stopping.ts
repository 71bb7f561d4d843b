import { setTimeout as delay } from 'node:timers/promises';
import type { Logger } from './platform/logger.ts';

/** Service managers kill a process after ten seconds. */
const STOP_MS = 9500;

/** A part of the server that can be stopped, and how long that may take. */
export type Part = { name: string; stop: () => Promise<unknown>; limitMs?: number };

/** Stops the parts of the server once, in reverse order of their start, within `STOP_MS`. */
export class Stopping {
  readonly #log: Logger;
  readonly #parts: Part[] = [];
  #stopping: Promise<void> | undefined;

  constructor(log: Logger) {
    this.#log = log;
  }

  /** Adds a part, which will be stopped before the ones added so far. */
  add(part: Part): void {
    this.#parts.unshift(part);
  }

  /** Ends the process with `code`, or with 1 when a part does not stop. */
  async exit(code: number): Promise<never> {
    process.exitCode ??= code;
    this.#stopping ??= this.#stop();
    await this.#stopping;
    process.exit();
  }

  async #stop(): Promise<void> {
    const end = performance.now() + STOP_MS;
    for (const { name, stop, limitMs = STOP_MS } of this.#parts) {
      const waiting = new AbortController();
      const ms = Math.max(0, Math.min(limitMs, end - performance.now()));
      const late = async () => {
        await delay(ms, undefined, { signal: waiting.signal });
        throw new Error(`did not stop within ${Math.round(ms)} ms`);
      };
      try {
        await Promise.race([stop(), late()]);
      } catch (error) {
        process.exitCode = 1;
        this.#log.error({ err: error, part: name }, 'stop failed');
      } finally {
        waiting.abort();
      }
    }
  }
}
