import type { Comparison } from '@stridewell/contract/effects/effects.rules';
import { and, asc, eq, gt } from 'drizzle-orm';
import { coaches } from '../../core/people/people.table.ts';
import type { CoachScope } from '../../core/tenancy/scope.ts';
import type { Tx } from '../../platform/db/database.ts';
import type { SystemScope } from '../../platform/db/scope.ts';
import type { EffectCell } from './effects.rules.ts';
import { effectCounts, pooledEffects } from './effects.table.ts';

type Pool = SystemScope<'scoring'>;

/** Active coaches in the order of their ids. */
export async function selectCoaches(
  tx: Tx<Pool>,
  { after, limit }: { after: string | undefined; limit: number },
): Promise<string[]> {
  const rows = await tx
    .select({ coachId: coaches.id })
    .from(coaches)
    .where(and(eq(coaches.status, 'active'), after === undefined ? undefined : gt(coaches.id, after)))
    .orderBy(asc(coaches.id))
    .limit(limit);
  return rows.map(({ coachId }) => coachId);
}

/** Whether the coach shares counts, which is so until they leave the pool. Locked until the transaction ends. */
export async function lockInPool(tx: Tx<CoachScope>): Promise<boolean> {
  const [row] = await tx
    .select({ inPool: effectCounts.inPool })
    .from(effectCounts)
    .where(eq(effectCounts.coachId, tx.scope.coachId))
    .for('update');
  return row?.inPool ?? true;
}

export async function findInPool(tx: Tx<CoachScope>): Promise<boolean> {
  const [row] = await tx
    .select({ inPool: effectCounts.inPool })
    .from(effectCounts)
    .where(eq(effectCounts.coachId, tx.scope.coachId));
  return row?.inPool ?? true;
}

/** Replaces the counts of the coach, unless they left the pool meanwhile. */
export async function replaceCells(tx: Tx<CoachScope>, cells: EffectCell[]): Promise<void> {
  await tx
    .insert(effectCounts)
    .values({ coachId: tx.scope.coachId, inPool: true, cells })
    .onConflictDoUpdate({ target: effectCounts.coachId, set: { cells }, setWhere: eq(effectCounts.inPool, true) });
}

/** Leaves the pool, which deletes the counts, or joins it. */
export async function updateInPool(tx: Tx<CoachScope>, inPool: boolean): Promise<void> {
  await tx
    .insert(effectCounts)
    .values({ coachId: tx.scope.coachId, inPool, cells: [] })
    .onConflictDoUpdate({
      target: effectCounts.coachId,
      set: inPool ? { inPool } : { inPool, cells: [] },
    });
}

/** The counts of all coaches in the pool, each with its coach. */
export const selectPool = (tx: Tx<Pool>) =>
  tx
    .select({ coachId: effectCounts.coachId, cells: effectCounts.cells })
    .from(effectCounts)
    .where(eq(effectCounts.inPool, true))
    .orderBy(asc(effectCounts.coachId));

type Pooled = Omit<typeof pooledEffects.$inferInsert, 'comparison'>;

export async function storeEffect(tx: Tx<Pool>, comparison: Comparison, effect: Pooled): Promise<void> {
  await tx
    .insert(pooledEffects)
    .values({ comparison, ...effect })
    .onConflictDoUpdate({ target: pooledEffects.comparison, set: effect });
}

export const selectEffects = (tx: Tx<CoachScope>) => tx.select().from(pooledEffects);
