import type { DELETE_WORD } from '@stridewell/contract/identity';
import { queryOptions, useMutation, useQueryClient } from '@tanstack/react-query';
import { postToAuth } from '../../lib/auth-client.ts';
import { refresh, useChange } from '../../lib/changes.ts';
import { orpc, rpc } from '../../lib/rpc.ts';

/** Every screen that shows days or weights. */
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

/** Asks the auth library for a change of the account; what is shown of its security is asked for again. */
export const useAccountChange = <Input extends object, Answer = unknown>(path: string) =>
  useChange((input: Input) => postToAuth<Answer>(path, input), [securityQuery().queryKey]);

export function useEndSession() {
  const client = useQueryClient();
  return useMutation({
    mutationFn: (sessionId: string) => rpc.identity.endSession({ sessionId }),
    // One that is gone already is what was wanted.
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
    (input: { unitSystem: 'metric' | 'imperial'; timeZone: string }) => rpc.identity.savePreferences(input),
    PREFERENCE_KEYS,
  );

export const useDeleteAccount = () =>
  useMutation({
    mutationFn: (input: { password: string; confirmation: typeof DELETE_WORD }) => rpc.identity.deleteAccount(input),
  });
