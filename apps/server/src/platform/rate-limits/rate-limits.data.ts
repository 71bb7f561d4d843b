import { sql } from 'drizzle-orm';
import type { Database } from '../db/database.ts';
import { mintSystemScope } from '../db/mint.ts';
import { rateLimits } from './rate-limits.table.ts';

const limiterScope = mintSystemScope('limiter');

/** Adds one to the counter of `key`, or begins a new window that ends at `resetAt`. Answers the counter as it is now. */
export async function countEvent(
  db: Database,
  { key, at, resetAt }: { key: string; at: Date; resetAt: Date },
): Promise<{ count: number; resetAt: Date }> {
  const now = sql`${at.toISOString()}::timestamptz`;
  const isCurrent = sql`${rateLimits.resetAt} > ${now}`;
  const rows = await db.write(limiterScope, async (tx) => {
    // Sweeps a few expired counters each time, so that nothing has to sweep them all.
    await tx.execute(sql`delete from ${rateLimits} where key in (
      select key from ${rateLimits} where reset_at < ${now} and key <> ${key} limit 5 for update skip locked)`);
    return tx
      .insert(rateLimits)
      .values({ key, count: 1, resetAt })
      .onConflictDoUpdate({
        target: rateLimits.key,
        set: {
          count: sql`case when ${isCurrent} then ${rateLimits.count} + 1 else 1 end`,
          resetAt: sql`case when ${isCurrent} then ${rateLimits.resetAt} else excluded.reset_at end`,
        },
      })
      .returning({ count: rateLimits.count, resetAt: rateLimits.resetAt });
  });
  const [row] = rows;
  if (!row) throw new Error('the counter was not written');
  return row;
}
