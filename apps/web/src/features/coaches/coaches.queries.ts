import type { Business, CoachCard, CoachProfile } from '@stridewell/contract/coaches/coaches';
import { queryOptions, useMutation, useQueryClient } from '@tanstack/react-query';
import { refresh, useChange } from '../../lib/changes.ts';
import { orpc, rpc } from '../../lib/rpc.ts';

/** Every screen on which a former client may no longer write. */
const RELATIONSHIP_KEYS = [
  orpc.coaches.key(),
  orpc.clients.key(),
  orpc.checkins.key(),
  orpc.messages.key(),
  orpc.bookings.key(),
  orpc.calendar.key(),
  orpc.dashboard.key(),
  orpc.progress.key(),
  orpc.onboarding.key(),
  orpc.notifications.key(),
];

export const coachProfileQuery = (coachId: string) =>
  queryOptions(orpc.coaches.getCoachProfile.queryOptions({ input: { coachId } }));

export const businessQuery = (coachId: string) =>
  queryOptions(orpc.coaches.getBusiness.queryOptions({ input: { coachId } }));

/** Figures and forms show the new currency. */
export const useSaveBusiness = (coachId: string) =>
  useChange(
    (chosen: Business) => rpc.coaches.saveBusiness({ coachId, ...chosen }),
    [
      businessQuery(coachId).queryKey,
      orpc.metrics.key(),
      orpc.money.key(),
      orpc.expenses.key(),
      orpc.dashboard.key(),
      orpc.pipeline.key(),
    ],
  );

export const myCoachQuery = () => queryOptions(orpc.coaches.getMyCoach.queryOptions());

function useProfileMutation<Input>(coachId: string, send: (input: Input) => Promise<CoachCard>) {
  const client = useQueryClient();
  return useMutation({
    mutationFn: send,
    onSuccess: (saved) => client.setQueryData(coachProfileQuery(coachId).queryKey, saved),
  });
}

export const useSaveCoachProfile = (coachId: string) =>
  useProfileMutation(coachId, (profile: CoachProfile) => rpc.coaches.saveCoachProfile({ coachId, ...profile }));

export const useSetCoachPhoto = (coachId: string) =>
  useProfileMutation(coachId, (fileId: string | null) => rpc.coaches.setCoachPhoto({ coachId, fileId }));

/** `onChosen` resolves when the portal shows the coach who was chosen. */
export const useChooseCoach = (onChosen: () => Promise<unknown>) =>
  useMutation({
    mutationFn: (coachId: string) => rpc.coaches.chooseCoach({ coachId }),
    onSuccess: onChosen,
  });

/** `onEnded` runs first, because the refresh removes the dialog that asked. */
export function useEndRelationship(onEnded: () => void) {
  const client = useQueryClient();
  return useMutation({
    mutationFn: (coachId: string) => rpc.coaches.endRelationship({ coachId }),
    onSuccess() {
      onEnded();
      return refresh(client, RELATIONSHIP_KEYS);
    },
  });
}
