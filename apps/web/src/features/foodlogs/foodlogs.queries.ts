import type { FoodDay, LoggableFood } from '@stridewell/contract/foodlogs/foodlogs';
import {
  infiniteQueryOptions,
  keepPreviousData,
  type QueryClient,
  queryOptions,
  useMutation,
} from '@tanstack/react-query';
import { uploads } from '../../device/file-upload.ts';
import { namesUnder, ownFoodPrefix } from '../../device/keys.ts';
import { withOfflineAnswer } from '../../device/offline-answers.ts';
import { refresh, useChange, useOptimisticChange } from '../../lib/changes.ts';
import { orpc, pagedQuery, rpc } from '../../lib/rpc.ts';
import { forgetUsedFoods } from './foodlogs.used.ts';

const STALE_MS = 15_000;

/** The last two weeks of the calling client's food log. Read without a connection as well. */
export function ownFoodLogQuery() {
  const options = orpc.foodlogs.getOwnFoodLog.queryOptions();
  const load: typeof options.queryFn = async (context) => {
    const log = await options.queryFn(context);
    forgetUsedFoods(log.days);
    return log;
  };
  return queryOptions({ ...options, queryFn: withOfflineAnswer(load), staleTime: STALE_MS });
}

export type OwnFoodLog = Awaited<ReturnType<typeof rpc.foodlogs.getOwnFoodLog>>;

export const ownFoodDayQuery = (day: string) =>
  queryOptions({ ...orpc.foodlogs.getOwnFoodDay.queryOptions({ input: { day } }), staleTime: STALE_MS });

/** @param q must not be empty */
export const loggableFoodsQuery = (q: string) =>
  queryOptions({
    ...orpc.foodlogs.findLoggableFoods.queryOptions({ input: { q } }),
    staleTime: 60_000,
    placeholderData: keepPreviousData,
  });

type Favorite = Parameters<typeof rpc.foodlogs.setFavoriteFood>[0];
/** Answers of the food log, some of which have foods. */
type Answer = { foods?: readonly LoggableFood[] };

const withFavorite = (answer: Answer, { foodId, favorite }: Favorite): Answer =>
  answer.foods
    ? { ...answer, foods: answer.foods.map((food) => (food.id === foodId ? { ...food, favorite } : food)) }
    : answer;

/** Makes a food a favorite of the calling client, or ends that. Fails without a connection. */
export const useSetFavoriteFood = () =>
  useOptimisticChange({
    send: (input: Favorite) => rpc.foodlogs.setFavoriteFood(input),
    queryKey: orpc.foodlogs.key(),
    show: withFavorite,
    changedKeys: [orpc.foodlogs.key()],
    networkMode: 'always',
  });

/** Looks up the code of a pack. */
export const useFindFoodByBarcode = () =>
  useMutation({ mutationFn: (barcode: string) => rpc.foodlogs.findFoodByBarcode({ barcode }) });

export const clientFoodDaysQuery = (coachId: string, clientId: string) =>
  infiniteQueryOptions({
    ...pagedQuery(orpc.foodlogs.listClientFoodDays, { coachId, clientId }),
    staleTime: STALE_MS,
  });

/** Sends days to the server in the session of their person, after the photos and own foods of the day. */
export const sendFoodDay =
  (queries: QueryClient, userId: string, coachId: string) =>
  async (log: FoodDay): Promise<FoodDay> => {
    const photos = log.entries.flatMap(({ fileId, deleted }) => (fileId !== null && !deleted ? fileId : []));
    await Promise.all(photos.map((id) => uploads.whenStored(id)));
    if (namesUnder(ownFoodPrefix(userId)).length > 0) {
      const { sendOwnFoodsOf } = await import('./foodlogs.own-food-sending.ts');
      await sendOwnFoodsOf(log, queries, { userId, coachId });
    }
    const answer = await rpc.foodlogs.syncFoodDay({ day: log.id, coachId, log }, { context: { userId } });
    uploads.forget(photos);
    void refresh(queries, [orpc.foodlogs.getOwnFoodLog.key(), orpc.foodlogs.getOwnFoodDay.key()]);
    return answer;
  };

type CommentInput = Parameters<typeof rpc.foodlogs.commentOnFoodDay>[0];

export const useCommentOnFoodDay = () =>
  useChange((input: CommentInput) => rpc.foodlogs.commentOnFoodDay(input), [orpc.foodlogs.key()]);

/** The foods that the calling client has added. */
export const ownFoodsQuery = () => queryOptions({ ...orpc.ownFoods.listOwnFoods.queryOptions(), staleTime: 0 });
