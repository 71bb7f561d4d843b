import { and, count, eq, inArray, sql } from 'drizzle-orm';
import type { Tx } from '../../platform/db/database.ts';
import type { CoachScope } from '../../platform/db/scope.ts';
import { relationships } from '../clients/clients.table.ts';

/** Makes everybody who counts or takes a seat of this coach wait for the end of this transaction. */
export async function lockSeats(tx: Tx<CoachScope>): Promise<void> {
  await tx.execute(sql`select pg_advisory_xact_lock(hashtextextended(${`seats:${tx.scope.coachId}`}, 0))`);
}

export async function countRelationships(tx: Tx<CoachScope>, statuses: readonly string[]): Promise<number> {
  const [row] = await tx
    .select({ used: count() })
    .from(relationships)
    .where(and(eq(relationships.coachId, tx.scope.coachId), inArray(relationships.status, [...statuses])));
  return row?.used ?? 0;
}
