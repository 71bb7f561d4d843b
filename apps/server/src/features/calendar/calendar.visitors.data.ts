import { and, eq, gt, inArray, sql } from 'drizzle-orm';
import type { CaptureScope, CoachScope } from '../../core/tenancy/scope.ts';
import type { Tx } from '../../platform/db/database.ts';
import type { NewSessionRow } from './calendar.data.ts';
import { coachSessions, sessionGuests } from './calendar.table.ts';

export type Guest = Omit<typeof sessionGuests.$inferSelect, 'coachId'>;

/** Adds a visitor's session. Without RETURNING, because a visitor cannot read sessions. */
export async function insertVisitorSession(tx: Tx<CaptureScope>, row: NewSessionRow): Promise<void> {
  await tx.insert(coachSessions).values({ ...row, coachId: tx.scope.coachId });
}

export async function insertGuest(tx: Tx<CaptureScope>, guest: Guest): Promise<void> {
  await tx.insert(sessionGuests).values({ ...guest, coachId: tx.scope.coachId });
}

/** The visitor of a session; undefined once they are a client or their lead is deleted. */
export async function findGuest(tx: Tx<CoachScope>, sessionId: string): Promise<Guest | undefined> {
  const [row] = await tx
    .select()
    .from(sessionGuests)
    .where(and(eq(sessionGuests.coachId, tx.scope.coachId), eq(sessionGuests.sessionId, sessionId)));
  return row;
}

/** Assigns a lead's upcoming sessions to the client that the lead became. */
export async function assignGuestSessions(
  tx: Tx<CoachScope>,
  { leadId, clientId, clientName, now }: { leadId: string; clientId: string; clientName: string; now: Date },
): Promise<void> {
  const { coachId } = tx.scope;
  const ofLead = and(eq(sessionGuests.coachId, coachId), eq(sessionGuests.leadId, leadId));
  const booked = tx.select({ id: sessionGuests.sessionId }).from(sessionGuests).where(ofLead);
  await tx
    .update(coachSessions)
    .set({ clientId, clientName, version: sql`${coachSessions.version} + 1` })
    .where(
      and(eq(coachSessions.coachId, coachId), inArray(coachSessions.id, booked), gt(coachSessions.sessionDate, now)),
    );
  await tx.delete(sessionGuests).where(ofLead);
}
