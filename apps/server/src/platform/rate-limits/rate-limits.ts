import { createHash } from 'node:crypto';
import type { Database } from '../db/database.ts';
import { countEvent } from './rate-limits.data.ts';

/** `max` events in `windowSeconds`. */
export type RateLimit = { windowSeconds: number; max: number };

export type RateLimiter = {
  /** Counts one event of `key`. Answers the seconds to wait, or null while the limit holds. */
  consume(key: string, limit: RateLimit): Promise<number | null>;
};

/** Counters in the database, so that they hold for all processes together. */
export function createRateLimiter(db: Database, now: () => Date): RateLimiter {
  return {
    async consume(key, { windowSeconds, max }) {
      const at = now();
      const digest = createHash('sha256').update(key).digest('base64url');
      const resetAt = new Date(at.getTime() + windowSeconds * 1000);
      const counter = await countEvent(db, { key: digest, at, resetAt });
      if (counter.count <= max) return null;
      return Math.max(1, Math.ceil((counter.resetAt.getTime() - at.getTime()) / 1000));
    },
  };
}
