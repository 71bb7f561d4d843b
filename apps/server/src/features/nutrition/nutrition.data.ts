import { eq, sql } from 'drizzle-orm';
import { coaches } from '../../core/people/people.table.ts';
import { clientZone, isRelationshipWith } from '../../core/relationships/relationships.data.ts';
import { relationships } from '../../core/relationships/relationships.table.ts';
import type { CoachScope } from '../../core/tenancy/scope.ts';
import type { Tx } from '../../platform/db/database.ts';

/** Pauses and time zone of a client; undefined when the scope has no such client. */
export async function findNutritionClient(tx: Tx<CoachScope>, clientId: string) {
  const [row] = await tx
    .select({
      pauses: relationships.checkInPauses,
      timeZone: sql<string>`coalesce(${clientZone(tx.scope.coachId)}, ${coaches.timeZone})`,
    })
    .from(relationships)
    .innerJoin(coaches, eq(coaches.id, relationships.coachId))
    .where(isRelationshipWith(tx, clientId));
  return row;
}
