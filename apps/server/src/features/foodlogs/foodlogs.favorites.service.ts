import { FOOD_LOG_BOUNDS } from '@stridewell/contract/foodlogs/foodlogs.rules';
import { refuse } from '../../core/refusals.ts';
import { lockRelationship } from '../../core/relationships/relationships.data.ts';
import type { ClientScope } from '../../core/tenancy/scope.ts';
import type { Tx } from '../../platform/db/database.ts';
import { readCurrentFoods } from '../foods/foods.coach.service.ts';
import { deleteFavorite, deleteOtherFavorites, selectFavoriteIds, storeFavorite } from './foodlogs.favorites.data.ts';
import { selectOwnFoods } from './foodlogs.foods.data.ts';

type FavoriteTx = Tx<ClientScope, 'COACH_PLAN_FULL' | 'TOO_MANY_FAVORITES'>;
type Mark = { foodId: string; favorite: boolean };

/** Today's ids of the foods among these that the client in scope can log: own ones, and the coach's that are not hidden. */
async function findLoggableIds(tx: FavoriteTx, ids: readonly string[]): Promise<Set<string>> {
  const [own, foods] = await Promise.all([selectOwnFoods(tx, ids), readCurrentFoods(tx, ids)]);
  const shown = [...foods.values()].filter(({ hidden }) => !hidden);
  return new Set([...own, ...shown].map(({ id }) => id));
}

/**
 * Makes a food a favorite of the client in scope, or ends that. Idempotent.
 * @throws FORBIDDEN after the coaching, COACH_PLAN_FULL without a seat, NOT_FOUND for a food that the client cannot log,
 *   TOO_MANY_FAVORITES
 */
export async function setFavoriteFood(tx: FavoriteTx, { foodId, favorite }: Mark, now: Date): Promise<Mark> {
  const { clientId, seat } = tx.scope;
  // The lock keeps two requests from passing the limit together.
  if (!(await lockRelationship(tx, clientId))) throw refuse('FORBIDDEN');
  if (seat !== 'covered') throw refuse(tx, 'COACH_PLAN_FULL');
  if (favorite) await addFavorite(tx, foodId, now);
  else await deleteFavorite(tx, foodId);
  return { foodId, favorite };
}

async function addFavorite(tx: FavoriteTx, foodId: string, now: Date): Promise<void> {
  const [[current], marked] = await Promise.all([findLoggableIds(tx, [foodId]), selectFavoriteIds(tx)]);
  if (current === undefined) throw refuse('NOT_FOUND');
  if (marked.includes(current)) return;
  if (marked.length >= FOOD_LOG_BOUNDS.favorites) {
    // Only those that the client can see count, because no others can be removed.
    const listed = await findLoggableIds(tx, marked);
    if (listed.size >= FOOD_LOG_BOUNDS.favorites) throw refuse(tx, 'TOO_MANY_FAVORITES');
    await deleteOtherFavorites(tx, [...listed]);
  }
  await storeFavorite(tx, current, now);
}
