import { sql } from 'drizzle-orm';
import pg from 'pg';
import { z } from 'zod';
import type { Tx } from '../db/database.ts';
import { queryPrepared } from '../db/prepared.ts';
import type { Logger } from '../logger.ts';

/** The migration whose trigger announces ended sessions names this channel too. */
const CHANNEL = 'stridewell_live';
const LISTEN = `LISTEN ${CHANNEL}`;
/** A notification of PostgreSQL holds 8,000 bytes, which fits this many people and the ids of an event. */
const PEOPLE_A_PAYLOAD = 150;
const RECONNECT_MS = [250, 1000, 2000, 5000, 10_000] as const;
/** Interval of the queries that detect a dead connection. */
const HEARTBEAT_MS = 15_000;
const PATIENCE_MS = 10_000;

/** Event for a screen: its kind, and the ids that the screen needs to load the data. */
const liveEvent = z.record(z.string(), z.string());
export type LiveEvent = z.infer<typeof liveEvent>;

const payload = z.union([
  z.object({ to: z.array(z.string()), event: liveEvent }),
  z.object({ group: z.string(), event: liveEvent }),
  z.object({ rightsOf: z.string() }),
  z.object({ endedSession: z.string() }),
  z.object({ changed: z.string() }),
]);

/** Receives the events in this process. */
export type Listener = {
  tell: (people: readonly string[], event: LiveEvent) => void;
  /** An event for a group. Rights decide who is in a group. */
  tellGroup?: (group: string, event: LiveEvent) => void;
  /** The rights of a person have changed, and so their groups. */
  rightsChanged?: (personId: string) => void;
  sessionEnded: (sessionId: string) => void;
  /** Events may have been missed. */
  resync: () => void;
  /** Cached data of the process has changed, such as the settings. */
  changed?: (what: string) => void;
};

/** Sends an event to the open screens of these people in all processes, once the transaction is committed. */
export async function publish(tx: Tx, to: readonly (string | null)[], event: LiveEvent): Promise<void> {
  const people = [...new Set(to)].filter((id) => id !== null);
  const payloads: string[] = [];
  for (let from = 0; from < people.length; from += PEOPLE_A_PAYLOAD)
    payloads.push(JSON.stringify({ to: people.slice(from, from + PEOPLE_A_PAYLOAD), event }));
  if (payloads.length > 0) await notifyAll(tx, payloads);
}

/** Sends an event to the open screens of a group, once the transaction is committed. Duplicates are sent once. */
export const publishToGroup = (tx: Tx, group: string, event: LiveEvent): Promise<void> =>
  notifyAll(tx, [JSON.stringify({ group, event })]);

/** Updates the groups of a person's open screens, once the transaction is committed. */
export const announceRights = (tx: Tx, personId: string): Promise<void> =>
  notifyAll(tx, [JSON.stringify({ rightsOf: personId })]);

async function notifyAll(tx: Tx, payloads: readonly string[]): Promise<void> {
  await queryPrepared(tx, {
    name: 'publish_live',
    text: `select pg_notify('${CHANNEL}', payload) from unnest($1::text[]) payload`,
    values: [payloads],
  });
}

/** Tells all processes that cached data has changed, once the transaction is committed. */
export async function announce(tx: Tx, what: string): Promise<void> {
  await tx.execute(sql`select pg_notify(${CHANNEL}, ${JSON.stringify({ changed: what })})`);
}

/**
 * Passes events from the database to the sockets of this process, over a dedicated connection. After a lost connection,
 * every screen reloads its data.
 */
export class Live {
  readonly #connectionString: string;
  readonly #log: Logger;
  readonly #listeners = new Set<Listener>();
  #client: pg.Client | undefined;
  #timer: NodeJS.Timeout | undefined;
  #heartbeat: NodeJS.Timeout | undefined;
  #tries = 0;
  #stopped = false;

  constructor({ connectionString, log }: { connectionString: string; log: Logger }) {
    this.#connectionString = connectionString;
    this.#log = log;
  }

  async start(): Promise<void> {
    const client = new pg.Client({
      connectionString: this.#connectionString,
      connectionTimeoutMillis: PATIENCE_MS,
      query_timeout: PATIENCE_MS,
      keepAlive: true,
    });
    client.on('notification', ({ payload: text }) => this.#receive(text ?? ''));
    client.on('error', (error) => this.#lost(client, error));
    client.on('end', () => this.#lost(client, new Error('the connection ended')));
    this.#client = client;
    await client.connect();
    await client.query(LISTEN);
    this.#tries = 0;
    this.#beat(client);
  }

  /** @returns a function that stops listening */
  listen(listener: Listener): () => void {
    this.#listeners.add(listener);
    return () => void this.#listeners.delete(listener);
  }

  async stop(): Promise<void> {
    this.#stopped = true;
    clearTimeout(this.#timer);
    clearTimeout(this.#heartbeat);
    await this.#client?.end();
  }

  #beat(client: pg.Client): void {
    if (this.#stopped || this.#client !== client) return;
    this.#heartbeat = setTimeout(() => {
      // A second LISTEN has no effect.
      client.query(LISTEN).then(
        () => this.#beat(client),
        (error: Error) => {
          this.#lost(client, error);
          // No event follows: `#lost` ignores connections that are not current.
          void client.end();
        },
      );
    }, HEARTBEAT_MS);
  }

  #receive(text: string): void {
    const parsed = payload.safeParse(parseJson(text));
    if (!parsed.success) {
      this.#log.warn({ err: parsed.error }, 'live event not understood');
      return;
    }
    const message = parsed.data;
    for (const listener of this.#listeners) {
      if ('endedSession' in message) listener.sessionEnded(message.endedSession);
      else if ('changed' in message) listener.changed?.(message.changed);
      else if ('group' in message) listener.tellGroup?.(message.group, message.event);
      else if ('rightsOf' in message) listener.rightsChanged?.(message.rightsOf);
      else listener.tell(message.to, message.event);
    }
  }

  #lost(client: pg.Client, error: Error): void {
    if (this.#stopped || this.#client !== client) return;
    this.#client = undefined;
    clearTimeout(this.#heartbeat);
    this.#log.warn({ err: error }, 'live connection to the database lost');
    this.#comeBack();
  }

  #comeBack(): void {
    const delay = RECONNECT_MS[Math.min(this.#tries, RECONNECT_MS.length - 1)];
    this.#tries += 1;
    this.#timer = setTimeout(() => {
      this.start().then(
        () => {
          for (const { resync } of this.#listeners) resync();
        },
        (error: unknown) => {
          const waiting = this.#client !== undefined;
          this.#client = undefined;
          this.#log.warn({ err: error }, 'live connection to the database not restored');
          // An event may have reported the failed connection already.
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
