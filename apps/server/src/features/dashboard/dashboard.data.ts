import { and, eq } from 'drizzle-orm';
import type { Tx } from '../../platform/db/database.ts';
import type { CoachScope } from '../../platform/db/scope.ts';
import { relationships } from '../clients/clients.table.ts';
import { dismissedFollowUps } from './dashboard.table.ts';

/** Ids of the clients whom the coach took off the agenda of `day`. */
export async function selectDismissed(tx: Tx<CoachScope>, day: string): Promise<Set<string>> {
  const rows = await tx
    .select({ clientId: dismissedFollowUps.clientId })
    .from(dismissedFollowUps)
    .where(and(eq(dismissedFollowUps.coachId, tx.scope.coachId), eq(dismissedFollowUps.day, day)));
  return new Set(rows.map(({ clientId }) => clientId));
}

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
