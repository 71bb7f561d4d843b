import { sql } from 'drizzle-orm';
import type { Database, Tx } from '../db/database.ts';
import { mintSystemScope } from '../db/mint.ts';
import { type Places, prepared, queryPrepared } from '../db/prepared.ts';
import { rateLimits } from './rate-limits.table.ts';

const limiterScope = mintSystemScope('limiter');

type Counted = { key: string; now: string; resetAt: Date };

/**
 * Sweeps a few expired counters each time, so that nothing has to sweep them all. An array, because a plan without
 * current statistics would run a subquery of IN again for every counter.
 */
const sweep = (tx: Tx, { key, now }: Counted) =>
  queryPrepared(tx, {
    name: 'sweep_rate_limits',
    text: `delete from rate_limits where key = any(array(
      select key from rate_limits where reset_at < $1 and key <> $2 limit 5 for update skip locked))`,
    values: [now, key],
  });

const count = prepared('count_event', (tx: Tx, places: Places<Counted>) => {
  const isCurrent = sql`${rateLimits.resetAt} > ${places.now}::timestamptz`;
  return tx
    .insert(rateLimits)
    .values({ key: places.key, count: 1, resetAt: places.resetAt })
    .onConflictDoUpdate({
      target: rateLimits.key,
      set: {
        count: sql`case when ${isCurrent} then ${rateLimits.count} + 1 else 1 end`,
        resetAt: sql`case when ${isCurrent} then ${rateLimits.resetAt} else excluded.reset_at end`,
      },
    })
    .returning({ count: rateLimits.count, resetAt: rateLimits.resetAt });
});

/** Adds one to the counter of `key`, or begins a new window that ends at `resetAt`. Answers the counter as it is now. */
export async function countEvent(
  db: Database,
  { key, at, resetAt }: { key: string; at: Date; resetAt: Date },
): Promise<{ count: number; resetAt: Date }> {
  const counted = { key, now: at.toISOString(), resetAt };
  const [, [row]] = await db.writeAtOnce(limiterScope, (tx) => Promise.all([sweep(tx, counted), count(tx, counted)]));
  if (!row) throw new Error('the counter was not written');
  return row;
}
