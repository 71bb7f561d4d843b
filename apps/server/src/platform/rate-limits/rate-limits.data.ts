import { and, eq, gt, sql } from 'drizzle-orm';
import type { Database, Tx } from '../db/database.ts';
import { mintSystemScope } from '../db/mint.ts';
import { type Places, prepared, queryPrepared } from '../db/prepared.ts';
import { rateLimits } from './rate-limits.table.ts';

const limiterScope = mintSystemScope('limiter');

type Counted = { key: string; amount: number; now: string; resetAt: Date };

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

/** Adds to the counter of `key`, or begins a new window that ends at `resetAt`. Answers the counter as it is now. */
export async function countEvent(db: Database, { key, amount, at, resetAt }: Event): Promise<Counter> {
  const counted = { key, amount, now: at.toISOString(), resetAt };
  const [, [row]] = await db.writeAtOnce(limiterScope, (tx) => Promise.all([sweep(tx, counted), count(tx, counted)]));
  if (!row) throw new Error('the counter was not written');
  return row;
}

/** `countEvent` as a part of the transaction, whatever its scope. The counter stays locked until the transaction ends. */
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

/** The counter of a window that is still open; else 0. */
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
