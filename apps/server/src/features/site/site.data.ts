import type { FormSubmission } from '@stridewell/contract/site/site';
import { and, count, eq, gt, gte, isNull, lt, or, sql } from 'drizzle-orm';
import type { Tx } from '../../platform/db/database.ts';
import type { SystemScope } from '../../platform/db/scope.ts';
import { contactSubmissions, demoBookings, formSubmissions } from './site.table.ts';

type SiteTx = Tx<SystemScope<'site'>>;

export type ContactSubmission = Omit<typeof contactSubmissions.$inferSelect, 'createdAt'>;

/** @returns false when a submission with this id exists */
export async function insertContact(tx: SiteTx, submission: ContactSubmission): Promise<boolean> {
  const result = await tx.insert(contactSubmissions).values(submission).onConflictDoNothing();
  return result.rowCount === 1;
}

/** @returns false when a submission with this id exists */
export async function insertFormSubmission(tx: SiteTx, row: FormSubmission): Promise<boolean> {
  const { rowCount } = await tx
    .insert(formSubmissions)
    .values({
      id: row.id,
      fullName: row.full_name,
      email: row.email,
      socialProof: row.social_proof,
      coachingExperience: row.coaching_experience,
      interestReason: row.interest_reason,
      monthlyClients: row.monthly_clients,
      timeSuck: row.time_suck,
      toolsUsed: row.tools_used,
      successVision: row.success_vision,
      feedbackWilling: row.feedback_willing,
      commitmentLevel: row.commitment_level,
      formSource: row.form_source,
    })
    .onConflictDoNothing();
  return rowCount === 1;
}

/** Claims a submission for processing; undefined when it is unknown or already processed. */
export async function claimFormSubmission(tx: SiteTx, id: string, at: Date) {
  const [row] = await tx
    .update(formSubmissions)
    .set({ processedAt: at })
    .where(and(eq(formSubmissions.id, id), isNull(formSubmissions.processedAt)))
    .returning();
  return row;
}

export async function hasFormSubmission(tx: SiteTx, id: string): Promise<boolean> {
  const rows = await tx.select({ id: formSubmissions.id }).from(formSubmissions).where(eq(formSubmissions.id, id));
  return rows.length > 0;
}

/** Selects bookings that block their time: booked, or held at `now`. */
const isOpen = (now: Date) =>
  or(eq(demoBookings.status, 'booked'), and(eq(demoBookings.status, 'held'), gt(demoBookings.heldUntil, now)));

/** Taken starts from `now` on. */
export async function selectTakenStarts(tx: SiteTx, now: Date): Promise<Date[]> {
  const rows = await tx
    .select({ startsAt: demoBookings.startsAt })
    .from(demoBookings)
    .where(and(isOpen(now), gte(demoBookings.startsAt, now)));
  return rows.map(({ startsAt }) => startsAt);
}

/** Locks the demos until the transaction ends, so that one is booked or moved at a time. */
export async function lockDemos(tx: SiteTx): Promise<void> {
  await tx.execute(sql`select pg_advisory_xact_lock(hashtextextended('demos', 0))`);
}

export type BookingRow = typeof demoBookings.$inferSelect;

export async function insertHold(tx: SiteTx, values: typeof demoBookings.$inferInsert): Promise<void> {
  await tx.insert(demoBookings).values({ ...values, status: 'held' });
}

/** Counts a recipient's upcoming and held demos. */
export async function countOpenBookings(tx: SiteTx, recipient: string, now: Date): Promise<number> {
  const [row] = await tx
    .select({ open: count() })
    .from(demoBookings)
    .where(and(eq(demoBookings.recipient, recipient), isOpen(now), gt(demoBookings.startsAt, now)));
  return row?.open ?? 0;
}

/** Confirms a booking. @returns undefined unless it is held at `now` */
export async function confirmHold(tx: SiteTx, id: string, now: Date): Promise<BookingRow | undefined> {
  const [row] = await tx
    .update(demoBookings)
    .set({ status: 'booked', heldUntil: null })
    .where(and(eq(demoBookings.id, id), eq(demoBookings.status, 'held'), gt(demoBookings.heldUntil, now)))
    .returning();
  return row;
}

/** Deletes unconfirmed holds that ended before `before`. */
export async function deleteHolds(tx: SiteTx, before: Date): Promise<void> {
  await tx.delete(demoBookings).where(and(eq(demoBookings.status, 'held'), lt(demoBookings.heldUntil, before)));
}

export async function findBooking(tx: SiteTx, id: string): Promise<BookingRow | undefined> {
  const [row] = await tx.select().from(demoBookings).where(eq(demoBookings.id, id));
  return row;
}

/** Changes a booking. @returns the booking with its new sequence number; undefined unless it is booked */
export async function updateBooking(
  tx: SiteTx,
  id: string,
  change: { startsAt: Date } | { status: 'cancelled' },
): Promise<BookingRow | undefined> {
  const [row] = await tx
    .update(demoBookings)
    .set({ ...change, sequence: sql`${demoBookings.sequence} + 1` })
    .where(and(eq(demoBookings.id, id), eq(demoBookings.status, 'booked')))
    .returning();
  return row;
}
