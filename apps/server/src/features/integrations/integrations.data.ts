import { and, eq, isNull, lt, or } from 'drizzle-orm';
import type { CoachScope, FeedScope } from '../../core/tenancy/scope.ts';
import type { Tx } from '../../platform/db/database.ts';
import { calendarFeeds } from './integrations.table.ts';

export type FeedRow = typeof calendarFeeds.$inferSelect;
type FeedTx = Tx<CoachScope | FeedScope>;

const ofTenant = (tx: FeedTx) => eq(calendarFeeds.coachId, tx.scope.coachId);

export async function findFeed(tx: FeedTx): Promise<FeedRow | undefined> {
  const [row] = await tx.select().from(calendarFeeds).where(ofTenant(tx));
  return row;
}

/** Creates or changes the feed. A new address has not been read yet. */
export async function upsertFeed(tx: Tx<CoachScope>, feed: Omit<FeedRow, 'coachId'>): Promise<void> {
  await tx
    .insert(calendarFeeds)
    .values({ coachId: tx.scope.coachId, ...feed })
    .onConflictDoUpdate({ target: calendarFeeds.coachId, set: feed });
}

/** @returns whether there was a feed */
export async function deleteFeed(tx: Tx<CoachScope>): Promise<boolean> {
  const deleted = await tx.delete(calendarFeeds).where(ofTenant(tx)).returning({ id: calendarFeeds.id });
  return deleted.length > 0;
}

/** Notes that a calendar read the feed, unless one did after `before`. */
export async function noteRead(tx: Tx<FeedScope>, { now, before }: { now: Date; before: Date }): Promise<void> {
  await tx
    .update(calendarFeeds)
    .set({ lastReadAt: now })
    .where(and(ofTenant(tx), or(isNull(calendarFeeds.lastReadAt), lt(calendarFeeds.lastReadAt, before))));
}
