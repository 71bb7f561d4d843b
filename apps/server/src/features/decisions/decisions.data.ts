import { and, eq, gte } from 'drizzle-orm';
import type { CoachScope } from '../../core/tenancy/scope.ts';
import type { Tx } from '../../platform/db/database.ts';
import { settledDecisions } from './decisions.table.ts';

/** Decisions settled since a day: their key, the last day that each stays away, and the seconds it took. */
export const selectSettled = (tx: Tx<CoachScope>, since: string) =>
  tx
    .select({
      key: settledDecisions.key,
      hiddenUntil: settledDecisions.hiddenUntil,
      seconds: settledDecisions.seconds,
    })
    .from(settledDecisions)
    .where(and(eq(settledDecisions.coachId, tx.scope.coachId), gte(settledDecisions.day, since)));

type NewSettled = Omit<typeof settledDecisions.$inferInsert, 'coachId'>;

/** Stores how a decision was settled, unless its id is stored already. */
export async function insertSettled(tx: Tx<CoachScope>, settled: NewSettled): Promise<void> {
  await tx
    .insert(settledDecisions)
    .values({ ...settled, coachId: tx.scope.coachId })
    .onConflictDoNothing();
}
