import type { CheckIn, CheckInAnswers } from '@stridewell/contract/checkins';
import { and, desc, eq } from 'drizzle-orm';
import type { Tx } from '../../platform/db/database.ts';
import type { ClientScope, CoachScope } from '../../platform/db/scope.ts';
import { isCovered, relationships } from '../clients/clients.table.ts';
import { checkIns, donePeriods } from './checkins.table.ts';

const toCheckIn = ({ coachId: _, submittedAt, ...row }: typeof checkIns.$inferSelect): CheckIn => ({
  ...row,
  submittedAt: submittedAt.toISOString(),
});

/** Check-ins of one client, newest first. */
export async function selectCheckIns(
  tx: Tx<CoachScope | ClientScope>,
  clientId: string,
  limit: number,
): Promise<CheckIn[]> {
  const rows = await tx
    .select()
    .from(checkIns)
    .where(and(eq(checkIns.coachId, tx.scope.coachId), eq(checkIns.clientId, clientId)))
    .orderBy(desc(checkIns.submittedAt), desc(checkIns.id))
    .limit(limit);
  return rows.map(toCheckIn);
}

/** False when a check-in with this id exists already. */
export async function insertCheckIn(
  tx: Tx<ClientScope>,
  checkIn: CheckInAnswers & { id: string; day: string; submittedAt: Date },
): Promise<boolean> {
  const { coachId, clientId } = tx.scope;
  const result = await tx
    .insert(checkIns)
    .values({ ...checkIn, coachId, clientId })
    .onConflictDoNothing();
  return result.rowCount === 1;
}

export async function findCheckIn(tx: Tx<ClientScope>, id: string): Promise<CheckIn | undefined> {
  const { coachId, clientId } = tx.scope;
  const [row] = await tx
    .select()
    .from(checkIns)
    .where(and(eq(checkIns.coachId, coachId), eq(checkIns.id, id), eq(checkIns.clientId, clientId)));
  return row && toCheckIn(row);
}

/** What the relationship in scope says about goal and schedule, and whether the coach's plan covers it. */
export async function findOwnRelationship(tx: Tx<ClientScope>) {
  const [row] = await tx
    .select({
      fullName: relationships.fullName,
      status: relationships.status,
      covered: isCovered,
      goal: relationships.goal,
      checkInAnchor: relationships.checkInAnchor,
      checkInIntervalDays: relationships.checkInIntervalDays,
      donePeriods,
    })
    .from(relationships)
    .where(and(eq(relationships.coachId, tx.scope.coachId), eq(relationships.clientId, tx.scope.clientId)));
  return row;
}
