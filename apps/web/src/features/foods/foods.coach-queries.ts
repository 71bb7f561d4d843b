import { infiniteQueryOptions, keepPreviousData, queryOptions } from '@tanstack/react-query';
import { useChange } from '../../lib/changes.ts';
import { orpc, pagedQuery, rpc } from '../../lib/rpc.ts';
import type { CoachFoodsSearch } from './foods.search.ts';

export const coachFoodsQuery = (coachId: string, { open: _, take: __, of: ___, ...selection }: CoachFoodsSearch) =>
  infiniteQueryOptions({
    ...pagedQuery(orpc.foods.listCoachFoods, { coachId, ...selection }),
    placeholderData: keepPreviousData,
  });

export const coachFoodQuery = (coachId: string, foodId: string) =>
  queryOptions(orpc.foods.getCoachFood.queryOptions({ input: { coachId, foodId } }));

/** A food that a client has added. */
export const clientFoodQuery = (coachId: string, clientId: string, foodId: string) =>
  queryOptions(orpc.ownFoods.getClientFood.queryOptions({ input: { coachId, clientId, foodId } }));

/** A recipe to edit, with its ingredients as they are today. */
export const recipeQuery = (coachId: string, foodId: string) =>
  queryOptions({ ...orpc.recipes.getRecipe.queryOptions({ input: { coachId, foodId } }), staleTime: 0 });

const KEYS = [orpc.foods.listCoachFoods.key(), orpc.foods.getCoachFood.key(), orpc.recipes.key(), orpc.meals.key()];

type Of<Name extends 'saveCoachFood' | 'markCoachFood' | 'mergeCoachFoods'> = Omit<
  Parameters<(typeof rpc.foods)[Name]>[0],
  'coachId'
>;

export const useSaveCoachFood = (coachId: string) =>
  useChange((input: Of<'saveCoachFood'>) => rpc.foods.saveCoachFood({ coachId, ...input }), KEYS);

export const useMarkCoachFood = (coachId: string) =>
  useChange((input: Of<'markCoachFood'>) => rpc.foods.markCoachFood({ coachId, ...input }), KEYS);

export const useMergeCoachFoods = (coachId: string) =>
  useChange((input: Of<'mergeCoachFoods'>) => rpc.foods.mergeCoachFoods({ coachId, ...input }), KEYS);

export const useDeleteCoachFood = (coachId: string) =>
  useChange((foodId: string) => rpc.foods.deleteCoachFood({ coachId, foodId }), KEYS);

type RecipeInput = Omit<Parameters<typeof rpc.recipes.saveRecipe>[0], 'coachId'>;

export const useSaveRecipe = (coachId: string) =>
  useChange((input: RecipeInput) => rpc.recipes.saveRecipe({ coachId, ...input }), KEYS);
