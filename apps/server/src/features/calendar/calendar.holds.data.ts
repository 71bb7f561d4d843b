import { and, count, eq, gt, isNull, lt, sql } from 'drizzle-orm';
import type { CaptureScope } from '../../core/tenancy/scope.ts';
import type { Tx } from '../../platform/db/database.ts';
import type { SystemScope } from '../../platform/db/scope.ts';
import { bookingHolds } from './calendar.table.ts';

export type HoldRow = typeof bookingHolds.$inferSelect;

export async function insertHold(
  tx: Tx<CaptureScope>,
  hold: Omit<typeof bookingHolds.$inferInsert, 'coachId'>,
): Promise<void> {
  await tx.insert(bookingHolds).values({ ...hold, coachId: tx.scope.coachId });
}

export async function findHold(tx: Tx<CaptureScope>, id: string): Promise<HoldRow | undefined> {
  const [row] = await tx
    .select()
    .from(bookingHolds)
    .where(and(eq(bookingHolds.coachId, tx.scope.coachId), eq(bookingHolds.id, id)));
  return row;
}

/** Marks a hold as confirmed, and clears the data that the lead and the session now have. */
export async function closeHold(tx: Tx<CaptureScope>, id: string, now: Date): Promise<void> {
  await tx
    .update(bookingHolds)
    .set({ confirmedAt: now, recipient: '', name: '', email: '', phone: '', message: '' })
    .where(and(eq(bookingHolds.coachId, tx.scope.coachId), eq(bookingHolds.id, id)));
}

/** Counts the current holds of visitors, and those confirmed since `since`. */
export async function countHolds(
  tx: Tx<CaptureScope>,
  { now, since }: { now: Date; since: Date },
): Promise<{ held: number; confirmed: number }> {
  const ofCoach = eq(bookingHolds.coachId, tx.scope.coachId);
  const [[open], [confirmed]] = await Promise.all([
    tx
      .select({ held: count() })
      .from(bookingHolds)
      .where(and(ofCoach, isNull(bookingHolds.confirmedAt), gt(bookingHolds.heldUntil, now))),
    tx
      .select({ count: count() })
      .from(bookingHolds)
      .where(and(ofCoach, gt(bookingHolds.confirmedAt, since))),
  ]);
  return { held: open?.held ?? 0, confirmed: confirmed?.count ?? 0 };
}

/** Counts a recipient's held and booked future times with the coach in scope. */
export async function countOpenVisits(tx: Tx<CaptureScope>, recipient: string, now: Date): Promise<number> {
  const { rows } = await tx.execute<{ open: number }>(
    sql`select open_visits(${recipient}, ${now.toISOString()}::timestamptz) as open`,
  );
  return rows[0]?.open ?? 0;
}

/** Coaches with holds that ended before `before`, in the order of their ids, after `after`. */
export async function selectCoachesOfHolds(
  tx: Tx<SystemScope<'calendar'>>,
  { before, after, limit }: { before: Date; after: string | undefined; limit: number },
): Promise<string[]> {
  const rows = await tx
    .selectDistinct({ coachId: bookingHolds.coachId })
    .from(bookingHolds)
    .where(and(lt(bookingHolds.heldUntil, before), after ? gt(bookingHolds.coachId, after) : undefined))
    .orderBy(bookingHolds.coachId)
    .limit(limit);
  return rows.map(({ coachId }) => coachId);
}

export async function deleteHolds(tx: Tx<CaptureScope>, before: Date): Promise<void> {
  await tx
    .delete(bookingHolds)
    .where(and(eq(bookingHolds.coachId, tx.scope.coachId), lt(bookingHolds.heldUntil, before)));
}
