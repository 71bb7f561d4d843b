import type { CoachScope } from '../../core/tenancy/scope.ts';
import type { Tx } from '../../platform/db/database.ts';
import type { History } from './foods.coach.service.ts';
import { addUses, selectUses } from './foods.uses.data.ts';

/** Counts foods that the coach put into a plan or a recipe, each once. */
export async function recordFoodUses(tx: Tx<CoachScope>, foodIds: readonly string[], now: Date): Promise<void> {
  // In one order, so that two plans that are saved at once cannot block each other.
  const ids = [...new Set(foodIds)].sort();
  if (ids.length > 0) await addUses(tx, ids, now);
}

/** The foods that the coach in scope used. */
export const historyOf =
  (tx: Tx<CoachScope>, now: Date): History =>
  (foodIds) =>
    selectUses(tx, foodIds, now);
