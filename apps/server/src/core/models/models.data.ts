import { and, eq, gte, sql } from 'drizzle-orm';
import type { Tx } from '../../platform/db/database.ts';
import type { CoachScope } from '../tenancy/scope.ts';
import { modelCalls } from './models.table.ts';

export type NewCall = Omit<typeof modelCalls.$inferInsert, 'coachId'>;

/** Holds back other calls of the coach until the transaction ends, so that two cannot spend the same money. */
export async function lockCalls(tx: Tx<CoachScope>): Promise<void> {
  await tx.execute(sql`select pg_advisory_xact_lock(hashtextextended(${`models:${tx.scope.coachId}`}, 0))`);
}

/** Micro-dollars of the coach's calls from an instant on, running ones at the most that they can cost. */
export async function sumCost(tx: Tx<CoachScope>, from: Date): Promise<number> {
  const [row] = await tx
    .select({ spent: sql<number>`coalesce(sum(${modelCalls.costMicros}), 0)::float8` })
    .from(modelCalls)
    .where(and(eq(modelCalls.coachId, tx.scope.coachId), gte(modelCalls.at, from)));
  return row?.spent ?? 0;
}

export async function insertCall(tx: Tx<CoachScope>, call: NewCall): Promise<void> {
  await tx.insert(modelCalls).values({ coachId: tx.scope.coachId, ...call });
}

export async function updateCall(
  tx: Tx<CoachScope>,
  id: string,
  call: Pick<NewCall, 'outcome' | 'inputTokens' | 'outputTokens' | 'costMicros'>,
): Promise<void> {
  await tx
    .update(modelCalls)
    .set(call)
    .where(and(eq(modelCalls.coachId, tx.scope.coachId), eq(modelCalls.id, id)));
}
