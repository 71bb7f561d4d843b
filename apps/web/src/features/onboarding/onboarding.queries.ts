import type { OnboardingState, SaveOnboarding } from '@stridewell/contract/onboarding';
import type { Invitee, SetupStep } from '@stridewell/contract/onboarding.rules';
import { queryOptions, useMutation, useQueryClient } from '@tanstack/react-query';
import { orpc, rpc } from '../../lib/rpc.ts';

export type ClientIds = { coachId: string; clientId: string };

export const onboardingQuery = ({ coachId, clientId }: ClientIds) =>
  queryOptions(orpc.onboarding.getOnboarding.queryOptions({ input: { coachId, clientId } }));

/** A mutation that returns the whole state, which replaces the cached one. */
function useOnboardingChange<Input>(ids: ClientIds, mutationFn: (input: Input) => Promise<OnboardingState>) {
  const client = useQueryClient();
  return useMutation({
    mutationFn,
    async onSuccess(state) {
      const { queryKey } = onboardingQuery(ids);
      client.setQueryData(queryKey, state);
      // Other screens show these answers as well.
      await client.invalidateQueries({ queryKey: orpc.clients.key(), refetchType: 'none' });
    },
  });
}

export const useSaveOnboarding = (ids: ClientIds) =>
  useOnboardingChange(ids, (input: Omit<SaveOnboarding, keyof ClientIds>) =>
    rpc.onboarding.saveOnboarding({ ...ids, ...input }),
  );
export const useFinishOnboarding = (ids: ClientIds) =>
  useOnboardingChange(ids, () => rpc.onboarding.finishOnboarding(ids));
export const useWithdrawConsent = (ids: ClientIds) =>
  useOnboardingChange(ids, () => rpc.onboarding.withdrawConsent(ids));
export const useConfirmOnboarding = (ids: ClientIds) =>
  useOnboardingChange(ids, (shown: { consentId: string | null; healthId: string | null }) =>
    rpc.onboarding.confirmOnboarding({ ...ids, ...shown }),
  );

/** Loaded on each visit, because other pages complete its tasks. */
export const setupQuery = (coachId: string) =>
  queryOptions({ ...orpc.onboarding.getCoachSetup.queryOptions({ input: { coachId } }), staleTime: 0 });

export function useSaveSetup(coachId: string) {
  const client = useQueryClient();
  return useMutation({
    mutationFn: (change: { step?: SetupStep; dismissed?: boolean }) =>
      rpc.onboarding.saveCoachSetup({ coachId, ...change }),
    onSuccess: (saved) => client.setQueryData(setupQuery(coachId).queryKey, saved),
  });
}

export function useInvite(coachId: string) {
  const client = useQueryClient();
  return useMutation({
    mutationFn: (input: Invitee & { clientId: string }) => rpc.clients.addClient({ coachId, ...input }),
    onSettled: () => client.invalidateQueries({ queryKey: orpc.clients.key(), refetchType: 'none' }),
  });
}
