import type { MealPlan } from '@stridewell/contract/meals/meals.plan.rules';
import { queryOptions } from '@tanstack/react-query';
import type { SaveOutcome } from '../../device/autosave.ts';
import { withOfflineAnswer } from '../../device/offline-answers.ts';
import { useChange } from '../../lib/changes.ts';
import { codeOf, isTemporary, messageOf } from '../../lib/errors.ts';
import { orpc, rpc } from '../../lib/rpc.ts';

const STALE_MS = 60_000;

export const mealPlansQuery = (coachId: string) =>
  queryOptions({ ...orpc.meals.listMealPlans.queryOptions({ input: { coachId } }), staleTime: STALE_MS });

/** The plans of one client, the latest first. */
export const clientMealPlansQuery = (coachId: string, clientId: string) =>
  queryOptions(orpc.meals.listMealPlans.queryOptions({ input: { coachId, clientId } }));

/** Read again for each visit: the builder must start from the latest version. */
export const mealPlanQuery = (coachId: string, planId: string) =>
  queryOptions({
    ...orpc.meals.getMealPlan.queryOptions({ input: { coachId, planId } }),
    staleTime: 0,
    gcTime: 0,
  });

export const versionsQuery = (coachId: string, planId: string) =>
  queryOptions(orpc.meals.listMealPlanVersions.queryOptions({ input: { coachId, planId } }));

/** The changes that a push of the latest version would make. */
export const pushPreviewQuery = (coachId: string, planId: string, version: number) =>
  queryOptions({
    queryKey: [...orpc.meals.pushMealPlan.key(), planId, version],
    queryFn: () => rpc.meals.pushMealPlan({ coachId, planId, version, preview: true }),
    staleTime: 0,
    gcTime: 0,
  });

/** The calling client's plan of a day; today without one. */
/** The client's plan of a day. That of today is read without a connection as well. */
export function ownMealPlanQuery(date: string | undefined) {
  const options = orpc.meals.getOwnMealPlan.queryOptions({ input: { ...(date && { date }) } });
  return queryOptions(date ? options : { ...options, queryFn: withOfflineAnswer(options.queryFn) });
}

export const ownShoppingQuery = (input: { from: string; days: number; people: number }) =>
  queryOptions(orpc.meals.getOwnShoppingList.queryOptions({ input }));

/** How the calling client cooks a recipe. */
export const ownRecipeQuery = (foodId: string) =>
  queryOptions({ ...orpc.meals.getOwnRecipe.queryOptions({ input: { foodId } }), staleTime: STALE_MS });

/** Saves a plan as it is edited. */
export async function savePlan(
  key: { coachId: string; planId: string },
  plan: MealPlan,
  basedOn: number,
): Promise<SaveOutcome> {
  try {
    const { version } = await rpc.meals.saveMealPlan({ ...key, plan, basedOn });
    return { outcome: 'saved', version };
  } catch (error) {
    if (codeOf(error) === 'MEAL_PLAN_CHANGED') return { outcome: 'conflict' };
    if (isTemporary(error) || codeOf(error) === 'UNAUTHORIZED') return { outcome: 'failed' };
    return { outcome: 'refused', problem: messageOf(error, 'This meal plan could not be saved.') };
  }
}

type Input<Name extends keyof typeof rpc.meals> = Omit<Parameters<(typeof rpc.meals)[Name]>[0], 'coachId'>;

export const useSaveMealPlan = (coachId: string) =>
  useChange((input: Input<'saveMealPlan'>) => rpc.meals.saveMealPlan({ coachId, ...input }), [orpc.meals.key()]);

export const useArchiveMealPlan = (coachId: string) =>
  useChange((input: Input<'archiveMealPlan'>) => rpc.meals.archiveMealPlan({ coachId, ...input }), [orpc.meals.key()]);

export const useDeleteMealPlan = (coachId: string) =>
  useChange((planId: string) => rpc.meals.deleteMealPlan({ coachId, planId }), [orpc.meals.key()]);

export const useAssignMealPlan = (coachId: string) =>
  useChange(
    (input: Input<'assignMealPlan'>) => rpc.meals.assignMealPlan({ coachId, ...input }),
    [orpc.meals.key(), orpc.clients.key()],
  );

export const useRescheduleMealPlan = (coachId: string) =>
  useChange(
    (input: Input<'rescheduleMealPlan'>) => rpc.meals.rescheduleMealPlan({ coachId, ...input }),
    [orpc.meals.key()],
  );

export const usePushMealPlan = (coachId: string) =>
  useChange((input: Input<'pushMealPlan'>) => rpc.meals.pushMealPlan({ coachId, ...input }), [orpc.meals.key()]);
