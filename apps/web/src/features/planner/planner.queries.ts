import { queryOptions } from '@tanstack/react-query';
import { useChange } from '../../lib/changes.ts';
import { orpc, rpc } from '../../lib/rpc.ts';

/** The model and the month's spending. Read again for each visit, because each draft adds to it. */
export const plannerQuery = (coachId: string) =>
  queryOptions({ ...orpc.planner.getPlanner.queryOptions({ input: { coachId } }), staleTime: 0 });

/** Read again for each visit: the record may have changed. */
export const plannerRecordQuery = (coachId: string, clientId: string) =>
  queryOptions({
    ...orpc.planner.getPlannerRecord.queryOptions({ input: { coachId, clientId } }),
    staleTime: 0,
    gcTime: 0,
  });

export type PlannerRecord = Awaited<ReturnType<typeof rpc.planner.getPlannerRecord>>;

/** Read again for each visit: every edit of the coach adds to it. */
export const provenanceQuery = (coachId: string, programId: string) =>
  queryOptions({ ...orpc.planner.getProvenance.queryOptions({ input: { coachId, programId } }), staleTime: 0 });

type OpenInput = Omit<Parameters<typeof rpc.planner.openDraft>[0], 'coachId'>;

export const useOpenDraft = (coachId: string) =>
  useChange(
    (input: OpenInput) => rpc.planner.openDraft({ coachId, ...input }),
    [orpc.programs.key(), orpc.planner.key()],
  );

/** Read again for each visit: the record and the target may have changed. */
export const mealRecordQuery = (coachId: string, clientId: string) =>
  queryOptions({
    ...orpc.planner.getMealRecord.queryOptions({ input: { coachId, clientId } }),
    staleTime: 0,
    gcTime: 0,
  });

export type MealRecord = Awaited<ReturnType<typeof rpc.planner.getMealRecord>>;

export const mealProvenanceQuery = (coachId: string, planId: string) =>
  queryOptions(orpc.planner.getMealProvenance.queryOptions({ input: { coachId, planId } }));

export const useOpenMealDraft = (coachId: string) =>
  useChange(
    (draftId: string) => rpc.planner.openMealDraft({ coachId, draftId }),
    [orpc.meals.key(), orpc.planner.key()],
  );

export const useDismissMealDraft = (coachId: string) =>
  useChange((draftId: string) => rpc.planner.dismissMealDraft({ coachId, draftId }), []);

export const modelConsentQuery = () => queryOptions(orpc.planner.getOwnModelConsent.queryOptions());

export const useSetModelConsent = () =>
  useChange((allowed: boolean) => rpc.planner.setOwnModelConsent({ allowed }), [orpc.planner.getOwnModelConsent.key()]);
