import { and, eq } from 'drizzle-orm';
import type { CoachScope } from '../../core/tenancy/scope.ts';
import type { Tx } from '../../platform/db/database.ts';
import { type Places, prepared } from '../../platform/db/prepared.ts';
import { dismissedFollowUps } from './dashboard.table.ts';

const dismissedOn = prepared('dismissed_on', (tx: Tx<CoachScope>, { coachId, day }: Places<{ day: string }>) =>
  tx
    .select({ clientId: dismissedFollowUps.clientId })
    .from(dismissedFollowUps)
    .where(and(eq(dismissedFollowUps.coachId, coachId), eq(dismissedFollowUps.day, day))),
);

/** Ids of the clients whose follow-up the coach dismissed on `day`. */
export const selectDismissed = async (tx: Tx<CoachScope>, day: string): Promise<Set<string>> =>
  new Set((await dismissedOn(tx, { day })).map(({ clientId }) => clientId));

export async function insertDismissed(tx: Tx<CoachScope>, day: string, clientId: string): Promise<void> {
  await tx.insert(dismissedFollowUps).values({ coachId: tx.scope.coachId, day, clientId }).onConflictDoNothing();
}
