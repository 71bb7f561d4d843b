import { and, gt, lt, lte, sql } from 'drizzle-orm';
import type { Database } from '../db/database.ts';
import { mintSystemScope } from '../db/mint.ts';
import { requestMinutes } from './request-minutes.table.ts';

const requestsScope = mintSystemScope('requests');
const MINUTE_MS = 60_000;
const HOUR_MS = 60 * MINUTE_MS;

export type RequestCount = { requests: number; failures: number };

/** Adds the counts of one process to the minute's totals, and deletes minutes older than the last hour. */
export async function addRequests(db: Database, at: Date, { requests, failures }: RequestCount): Promise<void> {
  const minute = new Date(Math.floor(at.getTime() / MINUTE_MS) * MINUTE_MS);
  await db.writeAtOnce(requestsScope, (tx) =>
    Promise.all([
      tx
        .insert(requestMinutes)
        .values({ minute, requests, failures })
        .onConflictDoUpdate({
          target: requestMinutes.minute,
          set: {
            requests: sql`${requestMinutes.requests} + excluded.requests`,
            failures: sql`${requestMinutes.failures} + excluded.failures`,
          },
        }),
      tx.delete(requestMinutes).where(lt(requestMinutes.minute, new Date(minute.getTime() - HOUR_MS))),
    ]),
  );
}

/** The requests of the hour before `now`. */
export async function countRequests(db: Database, now: Date): Promise<RequestCount> {
  const [row] = await db.readAtOnce(requestsScope, async (tx) =>
    tx
      .select({
        requests: sql<number>`coalesce(sum(${requestMinutes.requests}), 0)::int`,
        failures: sql<number>`coalesce(sum(${requestMinutes.failures}), 0)::int`,
      })
      .from(requestMinutes)
      .where(and(gt(requestMinutes.minute, new Date(now.getTime() - HOUR_MS)), lte(requestMinutes.minute, now))),
  );
  return row ?? { requests: 0, failures: 0 };
}
