import { sql } from 'drizzle-orm';
import pg from 'pg';
import { z } from 'zod';
import type { Tx } from '../db/database.ts';
import type { Logger } from '../logger.ts';

/** Named in the migration that tells ended sessions, too. */
const CHANNEL = 'stridewell_live';
/** Open screens of one person; beyond them the oldest one makes room. */
const MAX_SCREENS = 20;
const RECONNECT_MS = [1000, 2000, 5000, 10_000] as const;

/** What a screen is told: what happened and the ids it needs to ask for the rest. */
const liveEvent = z.record(z.string(), z.string());
export type LiveEvent = z.infer<typeof liveEvent>;

const payload = z.union([
  z.object({ to: z.array(z.string()), event: liveEvent }),
  z.object({ endedSession: z.string() }),
]);

export type Subscriber = {
  userId: string;
  sessionId: string;
  tell: (event: LiveEvent) => void;
  end: () => void;
};

/** Tells the open screens of some people, in whichever process they are, once the transaction is committed. */
export async function publish(tx: Tx, to: readonly (string | null)[], event: LiveEvent): Promise<void> {
  const people = [...new Set(to)].filter((id) => id !== null);
  await tx.execute(sql`select pg_notify(${CHANNEL}, ${JSON.stringify({ to: people, event })})`);
}

/**
 * Carries events from the database to the screens of this process. It listens on a connection of its own; after that
 * was lost, every screen is told to ask for everything again, because nobody knows what was missed.
 */
export class Live {
  readonly #connectionString: string;
  readonly #log: Logger;
  readonly #subscribers = new Set<Subscriber>();
  #client: pg.Client | undefined;
  #timer: NodeJS.Timeout | undefined;
  #tries = 0;
  #stopped = false;

  constructor({ connectionString, log }: { connectionString: string; log: Logger }) {
    this.#connectionString = connectionString;
    this.#log = log;
  }

  async start(): Promise<void> {
    const client = new pg.Client({ connectionString: this.#connectionString });
    client.on('notification', ({ payload: text }) => this.#receive(text ?? ''));
    client.on('error', (error) => this.#lost(client, error));
    client.on('end', () => this.#lost(client, new Error('the connection ended')));
    this.#client = client;
    await client.connect();
    await client.query(`LISTEN ${CHANNEL}`);
    this.#tries = 0;
  }

  /** Answers how to stop. */
  subscribe(subscriber: Subscriber): () => void {
    const own = [...this.#subscribers].filter(({ userId }) => userId === subscriber.userId);
    if (own.length >= MAX_SCREENS) own[0]?.end();
    this.#subscribers.add(subscriber);
    return () => void this.#subscribers.delete(subscriber);
  }

  /** Ends what is open, so that the server can close; the screens come back to its successor. */
  endAll(): void {
    for (const { end } of this.#subscribers) end();
  }

  async stop(): Promise<void> {
    this.#stopped = true;
    clearTimeout(this.#timer);
    this.endAll();
    await this.#client?.end();
  }

  #receive(text: string): void {
    const parsed = payload.safeParse(parseJson(text));
    if (!parsed.success) {
      this.#log.warn({ err: parsed.error }, 'live event not understood');
      return;
    }
    const told = parsed.data;
    for (const subscriber of this.#subscribers) {
      if ('endedSession' in told) {
        if (subscriber.sessionId === told.endedSession) subscriber.end();
      } else if (told.to.includes(subscriber.userId)) subscriber.tell(told.event);
    }
  }

  #lost(client: pg.Client, error: Error): void {
    if (this.#stopped || this.#client !== client) return;
    this.#client = undefined;
    this.#log.warn({ err: error }, 'live connection to the database lost');
    this.#comeBack();
  }

  #comeBack(): void {
    const delay = RECONNECT_MS[Math.min(this.#tries, RECONNECT_MS.length - 1)];
    this.#tries += 1;
    this.#timer = setTimeout(() => {
      this.start().then(
        () => {
          for (const { tell } of this.#subscribers) tell({ event: 'resync' });
        },
        (error: unknown) => {
          const waiting = this.#client !== undefined;
          this.#client = undefined;
          this.#log.warn({ err: error }, 'live connection to the database not restored');
          // A failed connection may have said so already as an event.
          if (waiting && !this.#stopped) this.#comeBack();
        },
      );
    }, delay);
  }
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
