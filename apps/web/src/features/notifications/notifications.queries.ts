import type { Notification } from '@stridewell/contract/notifications';
import {
  BELL_REFRESH_MS,
  BELL_THROTTLE_MS,
  type ChannelChoice,
  updateChoice,
} from '@stridewell/contract/notifications.rules';
import {
  type InfiniteData,
  infiniteQueryOptions,
  type QueryClient,
  queryOptions,
  useInfiniteQuery,
  useMutation,
  useQueryClient,
} from '@tanstack/react-query';
import { useEffect } from 'react';
import { messageOf } from '../../lib/errors.ts';
import { subscribe } from '../../lib/realtime.ts';
import { orpc, rpc } from '../../lib/rpc.ts';
import { toast } from '../../lib/toasts.ts';
import type { NotificationSearch } from './notifications.search.ts';

type NotificationPage = Awaited<ReturnType<typeof rpc.notifications.listNotifications>>;
type NotificationPages = InfiniteData<NotificationPage, unknown>;

/** Pages of the list and the unread count; asked again every five minutes and at most once in ten seconds. */
export const notificationsQuery = ({ show, group }: Omit<NotificationSearch, 'view'> = {}) =>
  infiniteQueryOptions({
    ...orpc.notifications.listNotifications.infiniteOptions({
      input: (cursor: string | undefined) => ({
        ...(show && { show }),
        ...(group && { group }),
        ...(cursor && { cursor }),
      }),
      initialPageParam: undefined as string | undefined,
      getNextPageParam: ({ nextCursor }) => nextCursor ?? undefined,
    }),
    staleTime: BELL_THROTTLE_MS,
    refetchInterval: BELL_REFRESH_MS,
  });

/** What the bell shows: the newest page of everything. */
const { queryKey: bellKey } = notificationsQuery();

/** When the list may be asked for again. */
function nextAskAt(client: QueryClient): number {
  const state = client.getQueryState(bellKey);
  return Math.max(state?.dataUpdatedAt ?? 0, state?.errorUpdatedAt ?? 0) + BELL_THROTTLE_MS;
}

/** The list, asked again after every change of `path` unless it was asked for less than ten seconds ago. */
export function useNotificationsAt(path: string) {
  const client = useQueryClient();
  const query = useInfiniteQuery(notificationsQuery());
  const { refetch } = query;
  // biome-ignore lint/correctness/useExhaustiveDependencies: the path is what it follows, though it reads nothing of it.
  useEffect(() => {
    if (Date.now() >= nextAskAt(client)) void refetch({ cancelRefetch: false });
  }, [path, client, refetch]);
  return query;
}

/** Asks for the list when there is something new in it; what comes within ten seconds of an answer waits for them. */
export function useLiveNotifications(userId: string): void {
  const client = useQueryClient();
  // biome-ignore lint/correctness/useExhaustiveDependencies: another person has a connection of their own.
  useEffect(() => {
    let timer: ReturnType<typeof setTimeout> | undefined;
    // A conversation that was read, on another screen, takes its notification along.
    const leave = subscribe(['notification', 'read'], () => {
      timer ??= setTimeout(
        () => {
          timer = undefined;
          void client.invalidateQueries({ queryKey: orpc.notifications.listNotifications.key() });
        },
        Math.max(0, nextAskAt(client) - Date.now()),
      );
    });
    return () => {
      leave();
      clearTimeout(timer);
    };
  }, [client, userId]);
}

/** The lists as they are once `isMarked` ones are read, whatever they are narrowed to. */
const withRead = (data: NotificationPages, isMarked: (item: Notification) => boolean, unread: number) => ({
  ...data,
  pages: data.pages.map((page) => ({
    ...page,
    unread,
    notifications: page.notifications.map((item) => (isMarked(item) ? { ...item, read: true } : item)),
  })),
});

function useMarking<Input>(
  send: (input: Input) => Promise<unknown>,
  change: (data: NotificationPages, input: Input) => NotificationPages,
) {
  const client = useQueryClient();
  const lists = { queryKey: orpc.notifications.listNotifications.key() };
  return useMutation({
    mutationFn: send,
    // The badge answers at once and takes it back should the server refuse.
    async onMutate(input: Input) {
      await client.cancelQueries(lists);
      const before = client.getQueriesData<NotificationPages>(lists);
      for (const [key, data] of before) if (data) client.setQueryData(key, change(data, input));
      return { before };
    },
    onError(error, _input, context) {
      for (const [key, data] of context?.before ?? []) client.setQueryData(key, data);
      toast.error('Error', messageOf(error, 'Failed to update notification status'));
    },
    onSettled: () => client.invalidateQueries(lists),
  });
}

export const useMarkNotificationRead = () =>
  useMarking(
    ({ id }: Notification) => rpc.notifications.markNotificationRead({ id }),
    // Every list counts all that are unread, those that it does not hold too.
    (data, marked) =>
      withRead(data, ({ id }) => id === marked.id, Math.max(0, (data.pages[0]?.unread ?? 0) - (marked.read ? 0 : 1))),
  );

export const useMarkAllNotificationsRead = () =>
  useMarking(
    () => rpc.notifications.markAllNotificationsRead(),
    (data) => withRead(data, () => true, 0),
  );

export const preferencesQuery = () => queryOptions(orpc.notifications.getNotificationPreferences.queryOptions());

/** Saves a choice at once; one that the server refuses goes back alone, whatever was chosen beside it meanwhile. */
export function useSetPreference() {
  const client = useQueryClient();
  const { queryKey } = preferencesQuery();
  const mutationKey = orpc.notifications.setNotificationPreference.key();
  const show = (choice: ChannelChoice) =>
    client.setQueryData(queryKey, (data) => data && { choices: updateChoice(data.choices, choice) });
  return useMutation({
    mutationKey,
    mutationFn: (choice: ChannelChoice) => rpc.notifications.setNotificationPreference(choice),
    async onMutate(choice) {
      await client.cancelQueries({ queryKey });
      show(choice);
    },
    onError(error, choice) {
      show({ ...choice, enabled: !choice.enabled });
      toast.error('Not saved', messageOf(error, 'It is as before. Please try again.'));
    },
    // While another one is on its way, the server's answer would show that one as it was.
    onSettled: () => (client.isMutating({ mutationKey }) === 1 ? client.invalidateQueries({ queryKey }) : undefined),
  });
}
