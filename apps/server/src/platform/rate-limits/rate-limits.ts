import { createHash } from 'node:crypto';
import type { Database, Tx } from '../db/database.ts';
import { countUse, countUseWithin, deleteCounter, readCounter } from './rate-limits.data.ts';

/** At most `max` events, or units of another amount, in `windowSeconds`. */
export type RateLimit = { windowSeconds: number; max: number };

/**
 * How much of the limit a use takes, one by default. With `tx` it counts in this transaction, so that a rollback also
 * returns the use.
 */
export type RateUse = { tx?: Tx | undefined; amount?: number };

export type RateLimiter = {
  /** Adds to the counter of `key`. @returns null while within the limit, otherwise the seconds to wait */
  consume(key: string, limit: RateLimit, use?: RateUse): Promise<number | null>;
  /** Whether the limit of `key` is used up. Counts nothing. */
  isSpent(key: string, limit: RateLimit): Promise<boolean>;
  /** Resets the counter of `key`. */
  forget(key: string): Promise<void>;
};

const digestOf = (key: string) => createHash('sha256').update(key).digest('base64url');

/** Keeps the counters in the database, so that all processes share them. */
export function createRateLimiter(db: Database, now: () => Date): RateLimiter {
  return {
    async consume(key, { windowSeconds, max }, { tx, amount = 1 } = {}) {
      const at = now();
      const resetAt = new Date(at.getTime() + windowSeconds * 1000);
      const counted = { key: digestOf(key), amount, at, resetAt };
      const counter = await (tx ? countUseWithin(tx, counted) : countUse(db, counted));
      if (counter.count <= max) return null;
      return Math.max(1, Math.ceil((counter.resetAt.getTime() - at.getTime()) / 1000));
    },
    isSpent: async (key, { max }) => (await readCounter(db, digestOf(key), now())) >= max,
    forget: (key) => deleteCounter(db, digestOf(key)),
  };
}
