import { queryOptions } from '@tanstack/react-query';
import { withOfflineAnswer } from '../../device/offline-answers.ts';
import { orpc } from '../../lib/rpc.ts';

/** Seven days of a client that end with `to`. */
export const nutritionWeekQuery = (of: { coachId: string; clientId: string; to: string }) =>
  queryOptions(orpc.nutrition.getNutritionWeek.queryOptions({ input: of }));

/** The week of a day with the targets of the calling client. Read without a connection as well. */
export function ownNutritionWeekQuery(day: string | undefined) {
  const options = orpc.nutrition.getOwnNutritionWeek.queryOptions({ input: { day } });
  return queryOptions({ ...options, queryFn: withOfflineAnswer(options.queryFn), staleTime: 60_000 });
}
