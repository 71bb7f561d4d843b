import { and, eq } from 'drizzle-orm';
import { relationships } from '../../core/relationships/relationships.table.ts';
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

/** Ids of the clients whom the coach took off the agenda of `day`. */
export const selectDismissed = async (tx: Tx<CoachScope>, day: string): Promise<Set<string>> =>
  new Set((await dismissedOn(tx, { day })).map(({ clientId }) => clientId));

/** False when the coach has no such client. */
export async function insertDismissed(tx: Tx<CoachScope>, day: string, clientId: string): Promise<boolean> {
  const { coachId } = tx.scope;
  const [client] = await tx
    .select({ clientId: relationships.clientId })
    .from(relationships)
    .where(and(eq(relationships.coachId, coachId), eq(relationships.clientId, clientId)));
  if (!client) return false;
  await tx.insert(dismissedFollowUps).values({ coachId, day, clientId }).onConflictDoNothing();
  return true;
}
