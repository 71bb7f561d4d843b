import { createHash } from 'node:crypto';
import { sql } from 'drizzle-orm';
import type { Database } from '../db/database.ts';
import { systemScope } from '../db/mint.ts';
import { rateLimits } from './rate-limits.table.ts';

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
      const digest = createHash('sha256').update(key).digest('base64url');
      const at = now();
      const fresh = new Date(at.getTime() + windowSeconds * 1000);
      const current = sql`${rateLimits.resetAt} > ${at.toISOString()}::timestamptz`;
      const [row] = await db.write(systemScope.limiter, async (tx) => {
        // Sweeps a few expired counters each time, so that nothing has to sweep them all.
        await tx.execute(sql`delete from ${rateLimits} where key in (
          select key from ${rateLimits} where reset_at < ${at.toISOString()}::timestamptz and key <> ${digest} limit 5
          for update skip locked)`);
        return tx
          .insert(rateLimits)
          .values({ key: digest, count: 1, resetAt: fresh })
          .onConflictDoUpdate({
            target: rateLimits.key,
            set: {
              count: sql`case when ${current} then ${rateLimits.count} + 1 else 1 end`,
              resetAt: sql`case when ${current} then ${rateLimits.resetAt} else excluded.reset_at end`,
            },
          })
          .returning({ count: rateLimits.count, resetAt: rateLimits.resetAt });
      });
      if (!row || row.count <= max) return null;
      return Math.max(1, Math.ceil((row.resetAt.getTime() - at.getTime()) / 1000));
    },
  };
}
