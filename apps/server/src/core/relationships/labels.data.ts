import { sql } from 'drizzle-orm';
import type { Tx } from '../../platform/db/database.ts';
import type { RecordingScope } from '../events/handlers.ts';
import { scopeOfRelationship } from './relationships.scopes.ts';
import { relationships } from './relationships.table.ts';

/**
 * Marks the engagement label of a client as outdated. Clients may not write the row, but their workouts, food and habits
 * change the label. Writes it in any case, so that it waits for a job that is renewing it.
 */
export async function expireLabel(tx: Tx<RecordingScope>, clientId: string): Promise<void> {
  const pair = { coachId: tx.scope.coachId, clientId };
  const expired = sql`update ${relationships} set engagement_until = '-infinity'
    where coach_id = ${pair.coachId} and client_id = ${clientId}`;
  if (tx.scope.role === 'coach') await tx.execute(expired);
  else await tx.sendAs(scopeOfRelationship(pair), [expired]);
}
