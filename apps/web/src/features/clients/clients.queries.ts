import { holdsSeat } from '@stridewell/contract/billing/billing.rules';
import type { ClientNote } from '@stridewell/contract/clients/clients.overview.rules';
import { STATUSES_OF, type TargetStatus } from '@stridewell/contract/clients/clients.rules';
import type { StartChoices } from '@stridewell/contract/clients/clients.start.rules';
import type { TimelineFilter } from '@stridewell/contract/clients/clients.timeline.rules';
import type { Departure } from '@stridewell/contract/retention/retention';
import {
  type InfiniteData,
  infiniteQueryOptions,
  queryOptions,
  useMutation,
  useQuery,
  useQueryClient,
} from '@tanstack/react-query';
import { refresh, useChange, useOptimisticChange } from '../../lib/changes.ts';
import { orpc, pagedQuery, rpc } from '../../lib/rpc.ts';
import type { ClientSearch } from './clients.search.ts';

/** Every screen that lists or names clients, or counts their seats. */
export const CLIENT_KEYS = [
  orpc.clients.key(),
  orpc.records.key(),
  orpc.dashboard.key(),
  orpc.checkins.key(),
  orpc.messages.key(),
  orpc.notifications.key(),
  orpc.onboarding.key(),
  orpc.calendar.key(),
  orpc.bookings.key(),
  orpc.progress.key(),
  orpc.billing.key(),
  orpc.retention.key(),
];

type ClientsPage = Awaited<ReturnType<typeof rpc.clients.listClients>>;
type ClientPages = InfiniteData<ClientsPage, unknown>;

export const clientsQuery = (coachId: string, search: ClientSearch) =>
  pagedQuery(orpc.clients.listClients, { coachId, ...search });

type NamedClient = { clientId: string; fullName: string };

/** Clients for a search: those of all loaded lists at once, then what the server finds. */
export function useClientsNamed(coachId: string, name: string): { clients: NamedClient[]; isAsking: boolean } {
  const client = useQueryClient();
  const { data, isFetching } = useQuery({
    ...orpc.clients.listClients.queryOptions({ input: { coachId, q: name, limit: 8 } }),
    enabled: name !== '',
  });
  const loaded = client
    .getQueriesData<ClientsPage | ClientPages>({ queryKey: orpc.clients.listClients.key() })
    .flatMap(([, list]) => (list && 'pages' in list ? list.pages : list ? [list] : []));
  const found = [...loaded, ...(data ? [data] : [])].flatMap((page) => page.clients);
  return { clients: [...new Map(found.map((one) => [one.clientId, one])).values()], isAsking: isFetching };
}

export const clientQuery = (coachId: string, clientId: string) =>
  queryOptions(orpc.clients.getClient.queryOptions({ input: { coachId, clientId } }));

export const overviewQuery = (coachId: string, clientId: string) =>
  queryOptions({ ...orpc.clients.getOverview.queryOptions({ input: { coachId, clientId } }), staleTime: 15_000 });

export const timelineQuery = (coachId: string, clientId: string, filter: TimelineFilter) =>
  infiniteQueryOptions({
    ...pagedQuery(orpc.clients.listTimeline, { coachId, clientId, filter }),
    staleTime: 15_000,
  });

export const notesQuery = (coachId: string, clientId: string, q: string) =>
  pagedQuery(orpc.clients.listNotes, { coachId, clientId, ...(q && { q }) });

export const invitationQuery = (token: string) =>
  queryOptions({ ...orpc.clients.getInvitation.queryOptions({ input: { token } }), retry: false });

export const ownInvitationsQuery = () => queryOptions(orpc.clients.listOwnInvitations.queryOptions());

/** The address of the list as a file, with its current filters and order. */
export const clientsFileUrl = (coachId: string, search: ClientSearch): string => {
  const query = new URLSearchParams(search).toString();
  return `/exports/${coachId}/clients.csv${query && `?${query}`}`;
};

export const useAddClient = (coachId: string) =>
  useChange(
    (input: { clientId: string; fullName: string; email: string; start?: StartChoices }) =>
      rpc.clients.addClient({ coachId, ...input }),
    CLIENT_KEYS,
  );

/** Whether one more client can be added. Asked on each opening; a failure lets the coach try. */
export const freeSeatQuery = () =>
  queryOptions({ ...orpc.billing.canAddMoreClients.queryOptions(), staleTime: 0, retry: false });

type StatusChanges = Parameters<typeof rpc.clients.setClientStatuses>[0]['changes'];

export const useSetClientStatuses = (coachId: string) =>
  useChange((changes: StatusChanges) => rpc.clients.setClientStatuses({ coachId, changes }), CLIENT_KEYS);

export const useAssignForm = (coachId: string) =>
  useChange(
    (input: { clientIds: string[]; templateId: string | null }) => rpc.checkins.assignForm({ coachId, ...input }),
    [orpc.checkins.key()],
  );

/** The pages after a change of status: the client is updated in place, or removed when the filter excludes them. */
function withStatus(
  data: ClientPages,
  clientId: string,
  status: TargetStatus,
  { status: filter, engagement }: ClientSearch,
) {
  const before = data.pages.flatMap(({ clients }) => clients).find((row) => row.clientId === clientId);
  if (!before) return data;
  const seat = Number(holdsSeat(status)) - Number(holdsSeat(before.status));
  const stays = STATUSES_OF[filter ?? 'current'].includes(status) && (!engagement || status === 'active');
  const pages = data.pages.map((page) => ({
    ...page,
    seats: { ...page.seats, used: page.seats.used + seat },
    clients: page.clients.flatMap((row) => (row.clientId === clientId ? (stays ? [{ ...row, status }] : []) : [row])),
  }));
  return { ...data, pages };
}

/** `departure`: why an archived client left, if the coach says so. */
type StatusInput = { clientId: string; status: TargetStatus; departure?: Departure | null };

export const useSetClientStatus = (coachId: string, search: ClientSearch) =>
  useOptimisticChange({
    send: ({ clientId, status, departure }: StatusInput) =>
      departure
        ? rpc.retention.archiveClient({ coachId, clientId, ...departure })
        : rpc.clients.setClientStatus({ coachId, clientId, status }),
    queryKey: clientsQuery(coachId, search).queryKey,
    show: (pages: ClientPages, { clientId, status }) => withStatus(pages, clientId, status, search),
    changedKeys: CLIENT_KEYS,
  });

export function useResendInvitation(coachId: string) {
  const client = useQueryClient();
  return useMutation({
    mutationFn: (clientId: string) => rpc.clients.resendInvitation({ coachId, clientId }),
    onSettled: () => refresh(client, CLIENT_KEYS),
  });
}

export const useSetClientPhoto = (coachId: string, clientId: string) =>
  useChange((fileId: string | null) => rpc.clients.setClientPhoto({ coachId, clientId, fileId }), CLIENT_KEYS);

type NoteInput = Pick<ClientNote, 'id' | 'text' | 'day' | 'pinned'>;

export const useSaveNote = (coachId: string, clientId: string) =>
  useChange((note: NoteInput) => rpc.clients.saveNote({ coachId, clientId, ...note }), [orpc.clients.key()]);

export const useDeleteNote = (coachId: string, clientId: string) =>
  useChange(
    (input: { id: string; removed: boolean }) => rpc.clients.deleteNote({ coachId, clientId, ...input }),
    [orpc.clients.key()],
  );

/**
 * Clears the cache, because all of a client's data belongs to one coach. `onAccepted` also runs when the form is gone:
 * the live session may change the page before the answer arrives.
 */
export function useAcceptInvitation(onAccepted: () => void) {
  const client = useQueryClient();
  return useMutation({
    mutationFn: (input: Parameters<typeof rpc.clients.acceptInvitation>[0]) => rpc.clients.acceptInvitation(input),
    onSuccess() {
      client.removeQueries({ type: 'inactive' });
      onAccepted();
    },
  });
}

/** Stays on the page of the link, which then shows the answer. */
export function useDeclineInvitation(token: string) {
  const client = useQueryClient();
  return useMutation({
    mutationFn: () => rpc.clients.declineInvitation({ token }),
    onSettled: () => refresh(client, [invitationQuery(token).queryKey]),
  });
}

export function useDeclineOwnInvitation(relationship: { coachId: string; clientId: string }, onDeclined: () => void) {
  const client = useQueryClient();
  return useMutation({
    mutationFn: () => rpc.clients.declineOwnInvitation(relationship),
    onSuccess() {
      onDeclined();
      return refresh(client, [ownInvitationsQuery().queryKey]);
    },
  });
}

/** `onAccepted` runs before the screen removes the invitation. */
export function useAcceptOwnInvitation(onAccepted: () => void) {
  const client = useQueryClient();
  return useMutation({
    mutationFn: (relationship: { coachId: string; clientId: string }) => rpc.clients.acceptOwnInvitation(relationship),
    onSuccess() {
      client.removeQueries();
      onAccepted();
    },
    onError: () => refresh(client, [ownInvitationsQuery().queryKey]),
  });
}
