import { infiniteQueryOptions, keepPreviousData, queryOptions } from '@tanstack/react-query';
import { useChange } from '../../lib/changes.ts';
import { orpc, pagedQuery, rpc } from '../../lib/rpc.ts';
import type { FoodsSearch } from './foods.search.ts';

export const foodsQuery = ({ open: _, ...selection }: FoodsSearch) =>
  infiniteQueryOptions({ ...pagedQuery(orpc.foods.listFoods, selection), placeholderData: keepPreviousData });

export const foodQuery = (foodId: string) => queryOptions(orpc.foods.getFood.queryOptions({ input: { foodId } }));

/** The imports that can still be undone. */
export const foodImportsQuery = () => queryOptions(orpc.foods.listFoodImports.queryOptions());

/** Every screen that shows foods or their imports. */
export const FOOD_KEYS = [orpc.foods.listFoods.key(), orpc.foods.getFood.key(), orpc.foods.listFoodImports.key()];

type SaveInput = Parameters<typeof rpc.foods.saveFood>[0];

export const useSaveFood = () => useChange((input: SaveInput) => rpc.foods.saveFood(input), FOOD_KEYS);

export const useUndoFoodImport = () =>
  useChange((importId: string) => rpc.foods.undoFoodImport({ importId }), FOOD_KEYS);
