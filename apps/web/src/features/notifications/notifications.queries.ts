import type { Notification } from '@stridewell/contract/notifications/notifications';
import {
  type InfiniteData,
  infiniteQueryOptions,
  type QueryClient,
  useInfiniteQuery,
  useMutation,
  useQueryClient,
} from '@tanstack/react-query';
import { useEffect } from 'react';
import { messageOf } from '../../lib/errors.ts';
import { subscribe } from '../../lib/realtime.ts';
import { orpc, pagedQuery, rpc } from '../../lib/rpc.ts';
import { toast } from '../../lib/toasts.ts';
import type { NotificationSearch } from './notifications.search.ts';

const BELL_REFRESH_MS = 300_000;
const BELL_THROTTLE_MS = 10_000;

type NotificationPage = Awaited<ReturnType<typeof rpc.notifications.listNotifications>>;
type NotificationPages = InfiniteData<NotificationPage, unknown>;

/** Pages of the list and the unread count, refetched every five minutes and at most every ten seconds. */
export const notificationsQuery = ({ show, group }: Omit<NotificationSearch, 'view'> = {}) =>
  infiniteQueryOptions({
    ...pagedQuery(orpc.notifications.listNotifications, { ...(show && { show }), ...(group && { group }) }),
    staleTime: BELL_THROTTLE_MS,
    refetchInterval: BELL_REFRESH_MS,
  });

/** All lists: the bell shows the unfiltered one, the page a filtered one. */
const LISTS = { queryKey: orpc.notifications.listNotifications.key() };

/** The earliest time for the next request. */
function nextFetchAt(client: QueryClient): number {
  const states = client
    .getQueryCache()
    .findAll(LISTS)
    .map(({ state }) => state);
  return Math.max(0, ...states.flatMap((state) => [state.dataUpdatedAt, state.errorUpdatedAt])) + BELL_THROTTLE_MS;
}

const waiting = new WeakMap<QueryClient, ReturnType<typeof setTimeout>>();

/** Refetches the lists as soon as the throttle allows. Calls until then share the request. */
function refetchSoon(client: QueryClient): void {
  if (waiting.has(client)) return;
  const refetch = () => {
    waiting.delete(client);
    void client.invalidateQueries(LISTS);
  };
  waiting.set(client, setTimeout(refetch, Math.max(0, nextFetchAt(client) - Date.now())));
}

/** The list, refetched after every change of `path`, at most every ten seconds. */
export function useNotificationsAt(path: string) {
  const client = useQueryClient();
  const query = useInfiniteQuery(notificationsQuery());
  const { refetch } = query;
  // biome-ignore lint/correctness/useExhaustiveDependencies: a new path triggers the refetch.
  useEffect(() => {
    if (Date.now() >= nextFetchAt(client)) void refetch({ cancelRefetch: false });
  }, [path, client, refetch]);
  return query;
}

/** Refetches the list after live events, at most every ten seconds. */
export function useLiveNotifications(userId: string): void {
  const client = useQueryClient();
  // biome-ignore lint/correctness/useExhaustiveDependencies: each person has a separate connection.
  useEffect(() => {
    // Reading a conversation elsewhere also marks its notification as read.
    const unsubscribe = subscribe(['notification', 'read'], () => refetchSoon(client));
    return () => {
      unsubscribe();
      clearTimeout(waiting.get(client));
      waiting.delete(client);
    };
  }, [client, userId]);
}

/** The list with some entries marked as read. Filtered lists keep them until the refetch. */
const withRead = (data: NotificationPages, isMarked: (item: Notification) => boolean, unread: number) => ({
  ...data,
  pages: data.pages.map((page) => ({
    ...page,
    unread,
    notifications: page.notifications.map((item) => (isMarked(item) ? { ...item, read: true } : item)),
  })),
});

function useMarkRead<Input>(
  send: (input: Input) => Promise<unknown>,
  change: (data: NotificationPages, input: Input) => NotificationPages,
) {
  const client = useQueryClient();
  return useMutation({
    mutationFn: send,
    // Updates the badge at once and reverts it when the server refuses.
    async onMutate(input: Input) {
      await client.cancelQueries(LISTS);
      const before = client.getQueriesData<NotificationPages>(LISTS);
      for (const [key, data] of before) if (data) client.setQueryData(key, change(data, input));
      return { before };
    },
    onError(error, _input, context) {
      for (const [key, data] of context?.before ?? []) client.setQueryData(key, data);
      toast.error('Error', messageOf(error, 'Failed to update notification status'));
    },
    onSettled: () => refetchSoon(client),
  });
}

export const useMarkNotificationRead = () =>
  useMarkRead(
    ({ id }: Notification) => rpc.notifications.markNotificationRead({ id }),
    // Every list has the total unread count, also of entries it does not contain.
    (data, marked) =>
      withRead(data, ({ id }) => id === marked.id, Math.max(0, (data.pages[0]?.unread ?? 0) - (marked.read ? 0 : 1))),
  );

export const useMarkAllNotificationsRead = () =>
  useMarkRead(
    () => rpc.notifications.markAllNotificationsRead(),
    (data) => withRead(data, () => true, 0),
  );
