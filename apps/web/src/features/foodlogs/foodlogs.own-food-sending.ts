import type { FoodDay } from '@stridewell/contract/foodlogs/foodlogs';
import type { QueryClient } from '@tanstack/react-query';
import { refresh } from '../../lib/changes.ts';
import { isTemporary } from '../../lib/errors.ts';
import { orpc, rpc } from '../../lib/rpc.ts';
import { ownFoodStore } from './foodlogs.own-foods.ts';
import type { OwnFoodChange } from './foodlogs.stored-foods.ts';

const OWN_FOOD_KEYS = [orpc.ownFoods.key(), orpc.foodlogs.findLoggableFoods.key(), orpc.foodlogs.getOwnFoodLog.key()];

/** Sends changes of own foods in the session of their person. */
export const sendOwnFood =
  (queries: QueryClient, userId: string, coachId: string) =>
  async (change: OwnFoodChange): Promise<OwnFoodChange> => {
    const { id: foodId, food, deleted } = change;
    const session = { context: { userId } };
    if (deleted) await rpc.ownFoods.deleteOwnFood({ foodId, coachId }, session);
    else await rpc.ownFoods.saveOwnFood({ foodId, coachId, food }, session);
    void refresh(queries, OWN_FOOD_KEYS);
    return change;
  };

/** Sends the own foods of a day, so that the server knows them before it. A refused food does not hold up the day. */
export async function sendOwnFoodsOf(
  { entries }: Pick<FoodDay, 'entries'>,
  queries: QueryClient,
  { userId, coachId }: { userId: string; coachId: string },
): Promise<void> {
  const store = ownFoodStore(userId, coachId);
  for (const id of new Set(entries.flatMap(({ foodId, deleted }) => (deleted ? [] : (foodId ?? []))))) {
    try {
      await store.sendNow(id, sendOwnFood(queries, userId, coachId));
    } catch (error) {
      if (isTemporary(error)) throw error;
    }
  }
}
