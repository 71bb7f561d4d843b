import { and, eq, gt, sql } from 'drizzle-orm';
import type { Database, Tx } from '../db/database.ts';
import { mintSystemScope } from '../db/mint.ts';
import { type Places, prepared, queryPrepared } from '../db/prepared.ts';
import { rateLimits } from './rate-limits.table.ts';

const limiterScope = mintSystemScope('limiter');

type Counted = { key: string; amount: number; now: string; resetAt: Date };

/**
 * Deletes a few expired counters each time, so that no job has to delete them all. Uses an array, because a plan
 * without current statistics would repeat an IN subquery for every counter.
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
    .values({ key: places.key, count: places.amount, resetAt: places.resetAt })
    .onConflictDoUpdate({
      target: rateLimits.key,
      set: {
        count: sql`case when ${isCurrent} then ${rateLimits.count} + excluded.count else excluded.count end`,
        resetAt: sql`case when ${isCurrent} then ${rateLimits.resetAt} else excluded.reset_at end`,
      },
    })
    .returning({ count: rateLimits.count, resetAt: rateLimits.resetAt });
});

type Event = { key: string; amount: number; at: Date; resetAt: Date };
type Counter = { count: number; resetAt: Date };

/** Adds to the counter of `key`, or starts a new window that ends at `resetAt`. Returns the new counter. */
export async function countEvent(db: Database, { key, amount, at, resetAt }: Event): Promise<Counter> {
  const counted = { key, amount, now: at.toISOString(), resetAt };
  const [, [row]] = await db.writeAtOnce(limiterScope, (tx) => Promise.all([sweep(tx, counted), count(tx, counted)]));
  if (!row) throw new Error('the counter was not written');
  return row;
}

/** `countEvent` within a transaction of any scope. The counter stays locked until the transaction ends. */
export async function countEventWithin(tx: Tx, { key, amount, at, resetAt }: Event): Promise<Counter> {
  const [rows] = await tx.sendAs(limiterScope, [
    sql`insert into rate_limits as r (key, count, reset_at) values (${key}, ${amount}, ${resetAt.toISOString()}::timestamptz)
      on conflict (key) do update set
        count = case when r.reset_at > ${at.toISOString()}::timestamptz then r.count + excluded.count else excluded.count end,
        reset_at = case when r.reset_at > ${at.toISOString()}::timestamptz then r.reset_at else excluded.reset_at end
      returning count, reset_at`,
  ]);
  const [row] = rows ?? [];
  if (!row) throw new Error('the counter was not written');
  return { count: Number(row.count), resetAt: new Date(String(row.reset_at)) };
}

/** The counter of `key` in its current window; 0 without one. */
export async function readCounter(db: Database, key: string, at: Date): Promise<number> {
  const [row] = await db.readAtOnce(limiterScope, (tx) =>
    tx
      .select({ count: rateLimits.count })
      .from(rateLimits)
      .where(and(eq(rateLimits.key, key), gt(rateLimits.resetAt, at))),
  );
  return row?.count ?? 0;
}

export async function deleteCounter(db: Database, key: string): Promise<void> {
  await db.writeAtOnce(limiterScope, (tx) => tx.delete(rateLimits).where(eq(rateLimits.key, key)));
}
