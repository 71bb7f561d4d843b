import type { BroadcastClient, BroadcastDetail } from '@stridewell/contract/messages/messages';
import type { BroadcastOutcome } from '@stridewell/contract/messages/messages.broadcast.rules';
import { queryOptions, useMutation, useQueryClient } from '@tanstack/react-query';
import { refresh } from '../../lib/changes.ts';
import { countLabel } from '../../lib/format.ts';
import { orpc, pagedQuery, rpc } from '../../lib/rpc.ts';

export const broadcastClientsQuery = (coachId: string) =>
  queryOptions(orpc.messages.listBroadcastClients.queryOptions({ input: { coachId } }));

export const broadcastsQuery = (coachId: string) => pagedQuery(orpc.messages.listBroadcasts, { coachId });

const SENDING_REFRESH_MS = 1000;

/** A group message, refetched every second until it is delivered. */
export const broadcastQuery = (coachId: string, id: string) =>
  queryOptions({
    ...orpc.messages.getBroadcast.queryOptions({ input: { coachId, id } }),
    refetchInterval: ({ state: { data } }) => (data && data.pending > 0 ? SENDING_REFRESH_MS : false),
  });

export function useSendBroadcast(coachId: string) {
  const client = useQueryClient();
  return useMutation({
    mutationFn: (input: { id: string; body: string; clientIds: string[] }) =>
      rpc.messages.sendBroadcast({ coachId, ...input }),
    onSuccess(sent: BroadcastDetail) {
      client.setQueryData(broadcastQuery(coachId, sent.id).queryKey, sent);
      void refresh(client, [orpc.messages.key()]);
    },
  });
}

export type RecipientFilter = 'active' | 'attention' | 'paused' | 'all';

export const RECIPIENT_FILTERS: { value: RecipientFilter; label: string }[] = [
  { value: 'active', label: 'Active' },
  { value: 'attention', label: 'Needs attention' },
  { value: 'paused', label: 'Paused' },
  { value: 'all', label: 'All' },
];

const plain = (text: string) => text.normalize('NFKD').replace(/\p{M}/gu, '').toLowerCase();

/** Clients that match a filter and a search. The search matches the beginning of each word of a name. */
export function matching(
  clients: readonly BroadcastClient[],
  filter: RecipientFilter,
  typed: string,
): BroadcastClient[] {
  const q = plain(typed.trim());
  return clients.filter(({ fullName, status, needsAttention }) => {
    if (filter === 'attention' && !needsAttention) return false;
    if ((filter === 'active' || filter === 'paused') && status !== filter) return false;
    return ` ${plain(fullName)}`.includes(` ${q}`);
  });
}

export const clientCount = (count: number): string => countLabel(count, 'client');

export const readWords = (read: number): string => (read === 0 ? 'not read yet' : `read by ${read}`);

/** Why a client was left out; null for the others. */
export const OUTCOME_WORDS: Record<BroadcastOutcome, string | null> = {
  pending: null,
  sent: null,
  not_covered: 'Not sent: not covered by your plan',
  not_joined: 'Not sent: has not accepted your invitation',
  closed: 'Not sent: no longer your client',
};
