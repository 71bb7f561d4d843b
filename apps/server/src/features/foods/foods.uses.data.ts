import { and, eq, sql } from 'drizzle-orm';
import type { CoachScope } from '../../core/tenancy/scope.ts';
import type { Tx } from '../../platform/db/database.ts';
import { foodUses } from './foods.table.ts';
import { USE_HALF_LIFE_DAYS } from './foods.uses.rules.ts';

const DAY_SECONDS = 86_400;

/** How much of a score is left after the time since its last use. */
const fadedBy = (
  at: Date,
) => sql`power(0.5, greatest(0, extract(epoch from ${at.toISOString()}::timestamptz - ${foodUses.usedAt}))
  / ${USE_HALF_LIFE_DAYS * DAY_SECONDS}::double precision)`;

/** Adds a use of each of these foods. */
export async function addUses(tx: Tx<CoachScope>, foodIds: readonly string[], now: Date): Promise<void> {
  const { coachId } = tx.scope;
  await tx
    .insert(foodUses)
    .values(foodIds.map((foodId) => ({ coachId, foodId, score: 1, usedAt: now })))
    .onConflictDoUpdate({
      target: [foodUses.coachId, foodUses.foodId],
      set: { score: sql`${foodUses.score} * ${fadedBy(now)} + 1`, usedAt: now },
    });
}

/** Uses of these foods by the coach, of which earlier ones count less. Foods without a use are missing. */
export async function selectUses(
  tx: Tx<CoachScope>,
  foodIds: readonly string[],
  now: Date,
): Promise<ReadonlyMap<string, { score: number }>> {
  const rows = await tx
    .select({ id: foodUses.foodId, score: sql<number>`${foodUses.score} * ${fadedBy(now)}` })
    .from(foodUses)
    .where(
      and(eq(foodUses.coachId, tx.scope.coachId), sql`${foodUses.foodId} = any(${sql.param([...foodIds])}::uuid[])`),
    );
  return new Map(rows.map(({ id, score }) => [id, { score }]));
}
