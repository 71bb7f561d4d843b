import type { DELETE_CONFIRMATION } from '@stridewell/contract/identity/identity.rules';
import { queryOptions, useMutation, useQueryClient } from '@tanstack/react-query';
import { refresh, useChange } from '../../lib/changes.ts';
import { orpc, rpc } from '../../lib/rpc.ts';

/** All screens that show days or weights. */
const PREFERENCE_KEYS = [
  orpc.clients.key(),
  orpc.onboarding.key(),
  orpc.progress.key(),
  orpc.checkins.key(),
  orpc.messages.key(),
  orpc.calendar.key(),
  orpc.bookings.key(),
  orpc.metrics.key(),
  orpc.dashboard.key(),
];

export const securityQuery = () => queryOptions({ ...orpc.identity.getSecurity.queryOptions(), staleTime: 0 });

/** Changes the account through the auth library, which loads with the first change, and loads its security again. */
export const useAccountChange = <Input extends object, Answer = unknown>(path: string) =>
  useChange(
    async (input: Input) => {
      const { postToAuth } = await import('../../lib/auth-client.ts');
      return postToAuth<Answer>(path, input);
    },
    [securityQuery().queryKey],
  );

export function useEndSession() {
  const client = useQueryClient();
  return useMutation({
    mutationFn: (sessionId: string) => rpc.identity.endSession({ sessionId }),
    // Also after a refusal: the session may have ended already.
    onSettled: () => refresh(client, [securityQuery().queryKey]),
  });
}

export function useEndOtherSessions() {
  const client = useQueryClient();
  return useMutation({
    mutationFn: () => rpc.identity.endOtherSessions(),
    onSettled: () => refresh(client, [securityQuery().queryKey]),
  });
}

export const useSavePreferences = () =>
  useChange(
    (input: Parameters<typeof rpc.identity.savePreferences>[0]) => rpc.identity.savePreferences(input),
    PREFERENCE_KEYS,
  );

export const useDeleteAccount = () =>
  useMutation({
    mutationFn: (input: { password: string; confirmation: typeof DELETE_CONFIRMATION }) =>
      rpc.identity.deleteAccount(input),
  });
