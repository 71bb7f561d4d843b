import { and, eq, isNull, lte, or } from 'drizzle-orm';
import type { CoachScope } from '../../core/tenancy/scope.ts';
import type { Tx } from '../../platform/db/database.ts';
import type { SystemScope } from '../../platform/db/scope.ts';
import { calendarConnections, calendarSignIns } from './integrations.calendars.table.ts';

export type SignInRow = typeof calendarSignIns.$inferSelect;
type CoachTx = Tx<CoachScope>;

const hasSecrets = (tx: CoachTx, id: string, sealed: string) =>
  and(
    eq(calendarConnections.coachId, tx.scope.coachId),
    eq(calendarConnections.id, id),
    eq(calendarConnections.sealed, sealed),
  );

/** Lets one process renew the tokens of a connection until then. @returns whether it is the caller */
export async function claimRenewal(
  tx: CoachTx,
  { id, sealed, at, until }: { id: string; sealed: string; at: Date; until: Date },
): Promise<boolean> {
  const claimed = await tx
    .update(calendarConnections)
    .set({ renewingUntil: until })
    .where(
      and(
        hasSecrets(tx, id, sealed),
        or(isNull(calendarConnections.renewingUntil), lte(calendarConnections.renewingUntil, at)),
      ),
    )
    .returning({ id: calendarConnections.id });
  return claimed.length > 0;
}

/** Stores renewed tokens unless others replaced them, and lets the next process renew. */
export async function endRenewal(
  tx: CoachTx,
  { id, before, after }: { id: string; before: string; after: string },
): Promise<void> {
  await tx
    .update(calendarConnections)
    .set({ sealed: after, renewingUntil: null })
    .where(hasSecrets(tx, id, before));
}

/** Whether any coach has connected the account. */
export async function isAccountConnected(tx: Tx<SystemScope<'integrations'>>, account: string): Promise<boolean> {
  const [row] = await tx
    .select({ id: calendarConnections.id })
    .from(calendarConnections)
    .where(eq(calendarConnections.account, account))
    .limit(1);
  return row !== undefined;
}

export async function findConnectionOfAccount(tx: CoachTx, account: string): Promise<{ id: string } | undefined> {
  const [row] = await tx
    .select({ id: calendarConnections.id })
    .from(calendarConnections)
    .where(and(eq(calendarConnections.coachId, tx.scope.coachId), eq(calendarConnections.account, account)))
    .limit(1);
  return row;
}

export async function insertSignIn(tx: CoachTx, row: Omit<SignInRow, 'coachId'>): Promise<void> {
  await tx.insert(calendarSignIns).values({ ...row, coachId: tx.scope.coachId });
}

/** Deletes sign-ins of the coach that were not finished in time. */
export async function deleteOldSignIns(tx: CoachTx, now: Date): Promise<void> {
  await tx
    .delete(calendarSignIns)
    .where(and(eq(calendarSignIns.coachId, tx.scope.coachId), lte(calendarSignIns.expiresAt, now)));
}

/** Deletes a sign-in, so that the same answer counts once. */
export async function takeSignIn(tx: CoachTx, id: string): Promise<SignInRow | undefined> {
  const [row] = await tx
    .delete(calendarSignIns)
    .where(and(eq(calendarSignIns.coachId, tx.scope.coachId), eq(calendarSignIns.id, id)))
    .returning();
  return row;
}
