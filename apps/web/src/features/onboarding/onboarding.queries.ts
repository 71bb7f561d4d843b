import type { OnboardingInput, OnboardingState } from '@stridewell/contract/onboarding';
import type { Invitee, SetupStep } from '@stridewell/contract/onboarding.rules';
import { queryOptions, useMutation, useQueryClient } from '@tanstack/react-query';
import { orpc, rpc } from '../../lib/rpc.ts';

export type Place = { coachId: string; clientId: string };

export const onboardingQuery = ({ coachId, clientId }: Place) =>
  queryOptions(orpc.onboarding.getOnboarding.queryOptions({ input: { coachId, clientId } }));

/** Something that answers with the whole state, which is shown at once. */
function useStep<Input>(place: Place, mutationFn: (input: Input) => Promise<OnboardingState>) {
  const client = useQueryClient();
  return useMutation({
    mutationFn,
    async onSuccess(state) {
      const { queryKey } = onboardingQuery(place);
      client.setQueryData(queryKey, state);
      // What was told is read on other screens too.
      await Promise.all(
        [orpc.clients.key(), orpc.records.key()].map((key) =>
          client.invalidateQueries({ queryKey: key, refetchType: 'none' }),
        ),
      );
    },
  });
}

export const useSaveOnboarding = (place: Place) =>
  useStep(place, (input: Omit<OnboardingInput, keyof Place>) => rpc.onboarding.saveOnboarding({ ...place, ...input }));
export const useFinishOnboarding = (place: Place) => useStep(place, () => rpc.onboarding.finishOnboarding(place));
export const useWithdrawConsent = (place: Place) => useStep(place, () => rpc.onboarding.withdrawConsent(place));
export const useConfirmOnboarding = (place: Place) =>
  useStep(place, (shown: { consentId: string | null; healthId: string | null }) =>
    rpc.onboarding.confirmOnboarding({ ...place, ...shown }),
  );

/** Asked for on each visit: what is made on any other page counts at once. */
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
