import { and, eq, gte, sql } from 'drizzle-orm';
import type { Tx } from '../../platform/db/database.ts';
import type { CoachScope, OperatorScope } from '../tenancy/scope.ts';
import { spendingScope } from './models.scopes.ts';
import { modelCalls, modelSpending } from './models.table.ts';

export type NewCall = Omit<typeof modelCalls.$inferInsert, 'coachId'>;

/** Blocks other calls of the coach until the transaction ends, so that two cannot spend the same budget. */
export async function lockCalls(tx: Tx<CoachScope>): Promise<void> {
  await tx.execute(sql`select pg_advisory_xact_lock(hashtextextended(${`models:${tx.scope.coachId}`}, 0))`);
}

/** Cost of the coach's calls since an instant, in micro-dollars. Running calls count at their maximum cost. */
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

/**
 * Adds to the platform's monthly model spending, unless the cap is reached. A counter holds the sum, because a coach's
 * scope cannot read other coaches' calls. Its row is locked until the transaction ends.
 * @param capMicros null for no cap
 * @returns false when the cap is reached
 */
export async function addSpending(
  tx: Tx<CoachScope>,
  { month, micros, capMicros }: { month: string; micros: number; capMicros: number | null },
): Promise<boolean> {
  const add = sql`insert into ${modelSpending} as spent (month, cost_micros)
    select ${month}::date, ${micros}::bigint where ${capMicros}::bigint is null or ${capMicros}::bigint > 0
    on conflict (month) do update set cost_micros = spent.cost_micros + excluded.cost_micros
    where ${capMicros}::bigint is null or spent.cost_micros < ${capMicros}::bigint
    returning 1 as added`;
  const [added] = await tx.sendAs(spendingScope, [add]);
  return added?.length === 1;
}

/** The platform's model spending in a month, in micro-dollars. */
export async function findSpending(tx: Tx<OperatorScope>, month: string): Promise<number> {
  const [row] = await tx
    .select({ micros: modelSpending.costMicros })
    .from(modelSpending)
    .where(eq(modelSpending.month, month));
  return row?.micros ?? 0;
}
