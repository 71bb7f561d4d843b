import { randomUUID } from 'node:crypto';
import { setTimeout as delay } from 'node:timers/promises';
import { errorText } from '../src/platform/describe-error.ts';

export type Account = { url: string; cookie: string; coachId: string; conversationId: string };

/** Statuses that a caller may see while the database is away. */
const EXPECTED = new Set([200, 429, 503]);
const READERS = 4;
const WRITERS = 4;
const RETRY_MS = 50;

/** Reads and writes concurrently as one coach, until it is stopped. */
export class Load {
  /** Ids of messages that the server acknowledged. */
  readonly acknowledged: string[] = [];
  readonly statuses = new Map<string, number>();
  /** Answers that no fault explains. */
  readonly surprises: string[] = [];
  #on = true;
  /** When the last read and the last write that succeeded started. */
  #lastRead = 0;
  #lastWrite = 0;
  readonly #account: Account;
  readonly #running: Promise<unknown>;

  constructor(account: Account) {
    this.#account = account;
    this.#running = Promise.all([
      ...Array.from({ length: READERS }, () => this.#repeat(() => this.#read())),
      ...Array.from({ length: WRITERS }, () => this.#repeat(() => this.#write())),
    ]);
  }

  /** Milliseconds until a new read and a new write have succeeded. */
  async recovery(limitMs: number): Promise<number> {
    const start = performance.now();
    while (this.#lastRead < start || this.#lastWrite < start) {
      if (performance.now() - start > limitMs) throw new Error(`no success within ${limitMs} ms`);
      await delay(10);
    }
    return performance.now() - start;
  }

  async end(): Promise<void> {
    this.#on = false;
    await this.#running;
  }

  async #repeat(ask: () => Promise<Response>): Promise<void> {
    while (this.#on) {
      try {
        const answer = await ask();
        this.#count(String(answer.status));
        if (!answer.ok && !EXPECTED.has(answer.status))
          this.surprises.push(`${answer.status} ${(await answer.text()).slice(0, 200)}`);
        if (answer.status === 503 && !answer.headers.get('retry-after')) this.surprises.push('503 without Retry-After');
        if (!answer.ok) await delay(RETRY_MS);
      } catch (error) {
        // The process would have to be gone.
        this.surprises.push(errorText(error));
        await delay(RETRY_MS);
      }
    }
  }

  async #read(): Promise<Response> {
    const startedAt = performance.now();
    const { url, cookie, coachId } = this.#account;
    const answer = await fetch(`${url}/rest/v1/dashboards/coach/${coachId}`, { headers: { cookie } });
    if (answer.ok) {
      await answer.arrayBuffer();
      this.#lastRead = startedAt;
    }
    return answer;
  }

  async #write(): Promise<Response> {
    const startedAt = performance.now();
    const { url, cookie, coachId, conversationId } = this.#account;
    const id = randomUUID();
    const answer = await fetch(`${url}/rest/v1/conversations/${conversationId}/messages`, {
      method: 'POST',
      headers: { cookie, origin: url, 'content-type': 'application/json' },
      body: JSON.stringify({ coachId, id, body: `Message ${id}` }),
    });
    if (answer.ok) {
      await answer.arrayBuffer();
      this.acknowledged.push(id);
      this.#lastWrite = startedAt;
    }
    return answer;
  }

  #count(status: string): void {
    this.statuses.set(status, (this.statuses.get(status) ?? 0) + 1);
  }
}
