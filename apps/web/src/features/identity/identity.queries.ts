import type { DELETE_CONFIRMATION } from '@stridewell/contract/identity';
import { queryOptions, useMutation, useQueryClient } from '@tanstack/react-query';
import { askAuth } from '../../lib/auth-client.ts';
import { orpc, rpc } from '../../lib/rpc.ts';

export const securityQuery = () => queryOptions({ ...orpc.identity.getSecurity.queryOptions(), staleTime: 0 });

/** Asks the auth library for a change of the account; what is shown of its security is asked for again. */
export function useAccountChange<Input extends object, Answer = unknown>(path: string) {
  const client = useQueryClient();
  return useMutation({
    mutationFn: (input: Input) => askAuth<Answer>(path, input),
    onSuccess: () => client.invalidateQueries(securityQuery()),
  });
}

export function useEndSession() {
  const client = useQueryClient();
  return useMutation({
    mutationFn: (sessionId: string) => rpc.identity.endSession({ sessionId }),
    // One that is gone already is what was wanted.
    onSettled: () => client.invalidateQueries(securityQuery()),
  });
}

export function useEndOtherSessions() {
  const client = useQueryClient();
  return useMutation({
    mutationFn: () => rpc.identity.endOtherSessions(),
    onSettled: () => client.invalidateQueries(securityQuery()),
  });
}

export function useSavePreferences() {
  const client = useQueryClient();
  return useMutation({
    mutationFn: (input: { unitSystem: 'metric' | 'imperial'; timeZone: string }) => rpc.identity.savePreferences(input),
    // Days and weights are shown everywhere.
    onSuccess: () => client.invalidateQueries(),
  });
}

export const useDeleteAccount = () =>
  useMutation({
    mutationFn: (input: { password: string; confirmation: typeof DELETE_CONFIRMATION }) =>
      rpc.identity.deleteAccount(input),
  });
