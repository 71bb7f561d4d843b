import type { QueryClient } from '@tanstack/react-query';
import { ownFoodLogQuery } from './foodlogs.queries.ts';
import { foodLogStore } from './foodlogs.store.ts';

/**
 * Loads a client's food log and merges it with what is on the device, so that a page is drawn once with both.
 * @throws what the server or the network answered
 */
export async function loadFoodLog(
  client: QueryClient,
  userId: string,
  { coachId, numbersOff }: { coachId: string; numbersOff: boolean },
): Promise<void> {
  const { days } = await client.ensureQueryData(ownFoodLogQuery());
  foodLogStore(userId, coachId, numbersOff).absorb(days);
}
