import { queryOptions, useMutation, useQueryClient } from '@tanstack/react-query';
import { orpc, rpc } from '../../lib/rpc.ts';

export const clientsQuery = (coachId: string) =>
  queryOptions(orpc.clients.listClients.queryOptions({ input: { coachId } }));

export const clientQuery = (coachId: string, clientId: string) =>
  queryOptions(orpc.clients.getClient.queryOptions({ input: { coachId, clientId } }));

export const invitationQuery = (token: string) =>
  queryOptions({ ...orpc.clients.getInvitation.queryOptions({ input: { token } }), retry: false });

export function useAddClient(coachId: string) {
  const client = useQueryClient();
  return useMutation({
    mutationFn: (input: { clientId: string; fullName: string; email: string }) =>
      rpc.clients.addClient({ coachId, ...input }),
    onSuccess: () => client.invalidateQueries(),
  });
}

export const useAcceptInvitation = () =>
  useMutation({
    mutationFn: (input: Parameters<typeof rpc.clients.acceptInvitation>[0]) => rpc.clients.acceptInvitation(input),
  });
