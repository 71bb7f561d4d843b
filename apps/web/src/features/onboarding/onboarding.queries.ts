import type { OnboardingInput, OnboardingState } from '@stridewell/contract/onboarding/onboarding';
import type { Invitee, SetupStep } from '@stridewell/contract/onboarding/onboarding.rules';
import { queryOptions, useMutation, useQueryClient } from '@tanstack/react-query';
import { orpc, rpc } from '../../lib/rpc.ts';

export type Relationship = { coachId: string; clientId: string };

export const onboardingQuery = ({ coachId, clientId }: Relationship) =>
  queryOptions(orpc.onboarding.getOnboarding.queryOptions({ input: { coachId, clientId } }));

/** A mutation that returns the whole state, which replaces the cached one. */
function useOnboardingChange<Input>(
  relationship: Relationship,
  mutationFn: (input: Input) => Promise<OnboardingState>,
) {
  const client = useQueryClient();
  return useMutation({
    mutationFn,
    async onSuccess(state) {
      const { queryKey } = onboardingQuery(relationship);
      client.setQueryData(queryKey, state);
      // Other screens show these answers as well.
      await Promise.all(
        [orpc.clients.key(), orpc.records.key()].map((key) =>
          client.invalidateQueries({ queryKey: key, refetchType: 'none' }),
        ),
      );
    },
  });
}

export const useSaveOnboarding = (relationship: Relationship) =>
  useOnboardingChange(relationship, (input: Omit<OnboardingInput, keyof Relationship>) =>
    rpc.onboarding.saveOnboarding({ ...relationship, ...input }),
  );
export const useFinishOnboarding = (relationship: Relationship) =>
  useOnboardingChange(relationship, () => rpc.onboarding.finishOnboarding(relationship));
export const useWithdrawConsent = (relationship: Relationship) =>
  useOnboardingChange(relationship, () => rpc.onboarding.withdrawConsent(relationship));
export const useConfirmOnboarding = (relationship: Relationship) =>
  useOnboardingChange(relationship, (shown: { consentId: string | null; healthId: string | null }) =>
    rpc.onboarding.confirmOnboarding({ ...relationship, ...shown }),
  );

/** Loaded on each visit, because other pages complete its tasks. */
export const setupQuery = (coachId: string) =>
  queryOptions({ ...orpc.onboarding.getCoachSetup.queryOptions({ input: { coachId } }), staleTime: 0 });

export function useSaveCoachSetup(coachId: string) {
  const client = useQueryClient();
  return useMutation({
    mutationFn: (change: { step?: SetupStep; dismissed?: boolean }) =>
      rpc.onboarding.saveCoachSetup({ coachId, ...change }),
    onSuccess: (saved) => client.setQueryData(setupQuery(coachId).queryKey, saved),
  });
}

export function useAddClient(coachId: string) {
  const client = useQueryClient();
  return useMutation({
    mutationFn: (input: Invitee & { clientId: string }) => rpc.clients.addClient({ coachId, ...input }),
    onSettled: () => client.invalidateQueries({ queryKey: orpc.clients.key(), refetchType: 'none' }),
  });
}
