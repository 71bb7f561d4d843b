import { and, count, eq, sql } from 'drizzle-orm';
import { relationships } from '../../core/relationships/relationships.table.ts';
import type { CoachScope } from '../../core/tenancy/scope.ts';
import type { Tx } from '../../platform/db/database.ts';
import { type Places, prepared } from '../../platform/db/prepared.ts';

/** Serialises changes of the coach's seats until the transaction ends. */
export async function lockSeats(tx: Tx<CoachScope>): Promise<void> {
  await tx.execute(sql`select pg_advisory_xact_lock(hashtextextended(${`seats:${tx.scope.coachId}`}, 0))`);
}

const relationshipsIn = prepared(
  'relationships_in',
  (tx: Tx<CoachScope>, { coachId, statuses }: Places<{ statuses: readonly string[] }>) =>
    tx
      .select({ used: count() })
      .from(relationships)
      .where(and(eq(relationships.coachId, coachId), sql`${relationships.status} = any(${statuses})`)),
);

export async function countRelationships(tx: Tx<CoachScope>, statuses: readonly string[]): Promise<number> {
  const [row] = await relationshipsIn(tx, { statuses });
  return row?.used ?? 0;
}
