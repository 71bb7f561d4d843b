import { and, eq, gt, sql } from 'drizzle-orm';
import type { Database, Tx } from '../db/database.ts';
import { mintSystemScope } from '../db/mint.ts';
import { rateLimits } from './rate-limits.table.ts';

const limiterScope = mintSystemScope('limiter');

/** One use of a limit. If it starts a new window, that ends at `resetAt`. */
type Use = { key: string; amount: number; at: Date; resetAt: Date };
type Counter = { count: number; resetAt: Date };

/** Adds to the counter of `key`, or starts a new window that ends at `resetAt`. Returns the new counter. */
export async function countUse(db: Database, { key, amount, at, resetAt }: Use): Promise<Counter> {
  const rows = await db.call<CounterRow>({
    name: 'count_use',
    text: 'select * from count_use($1, $2, $3, $4, true)',
    values: [key, amount, at.toISOString(), resetAt.toISOString()],
  });
  return toCounter(rows);
}

/** `countUse` within a transaction of any scope. The counter stays locked until the transaction ends. */
export async function countUseWithin(tx: Tx, { key, amount, at, resetAt }: Use): Promise<Counter> {
  const { rows } = await tx.execute<CounterRow>(
    sql`select * from count_use(${key}, ${amount}, ${at.toISOString()}, ${resetAt.toISOString()}, false)`,
  );
  return toCounter(rows);
}

type CounterRow = { uses: number; resets_at: Date };

function toCounter([row]: readonly CounterRow[]): Counter {
  if (!row) throw new Error('the counter was not written');
  return { count: row.uses, resetAt: new Date(row.resets_at) };
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
