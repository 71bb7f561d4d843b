import { and, eq, gte, lte, sql } from 'drizzle-orm';
import type { CoachScope } from '../../core/tenancy/scope.ts';
import type { Tx } from '../../platform/db/database.ts';
import { settledDecisions } from './decisions.table.ts';

/** Decisions settled since a day, and their seconds. */
export async function sumSettled(tx: Tx<CoachScope>, since: string): Promise<{ count: number; seconds: number }> {
  const [row] = await tx
    .select({
      count: sql<number>`count(*)::int`,
      seconds: sql<number>`coalesce(sum(${settledDecisions.seconds}), 0)::int`,
    })
    .from(settledDecisions)
    .where(and(eq(settledDecisions.coachId, tx.scope.coachId), gte(settledDecisions.day, since)));
  return row ?? { count: 0, seconds: 0 };
}

/** The keys of settled decisions that stay away on `day`. */
export async function selectHiddenKeys(tx: Tx<CoachScope>, day: string): Promise<Set<string>> {
  const rows = await tx
    .select({ key: settledDecisions.key })
    .from(settledDecisions)
    .where(
      and(
        eq(settledDecisions.coachId, tx.scope.coachId),
        gte(settledDecisions.hiddenUntil, day),
        lte(settledDecisions.day, day),
      ),
    );
  return new Set(rows.map(({ key }) => key));
}

type NewSettled = Omit<typeof settledDecisions.$inferInsert, 'coachId'>;

/** Stores how a decision was settled, unless its id is stored already. */
export async function insertSettled(tx: Tx<CoachScope>, settled: NewSettled): Promise<void> {
  await tx
    .insert(settledDecisions)
    .values({ ...settled, coachId: tx.scope.coachId })
    .onConflictDoNothing();
}
