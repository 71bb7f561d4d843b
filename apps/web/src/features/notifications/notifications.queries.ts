import type { Notification } from '@stridewell/contract/notifications';
import { BELL_REFRESH_MS, BELL_THROTTLE_MS } from '@stridewell/contract/notifications.rules';
import { type QueryClient, queryOptions, useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { useEffect } from 'react';
import { messageOf } from '../../lib/errors.ts';
import { subscribe } from '../../lib/realtime.ts';
import { orpc, rpc } from '../../lib/rpc.ts';
import { toast } from '../../lib/toasts.ts';

type NotificationList = { notifications: Notification[]; unread: number };

/** The list and its unread count; asked again every five minutes and at most once in ten seconds. */
export const notificationsQuery = () =>
  queryOptions({
    ...orpc.notifications.listNotifications.queryOptions(),
    staleTime: BELL_THROTTLE_MS,
    refetchInterval: BELL_REFRESH_MS,
  });

const { queryKey } = notificationsQuery();

/** When the list may be asked for again. */
function nextAskAt(client: QueryClient): number {
  const state = client.getQueryState(queryKey);
  return Math.max(state?.dataUpdatedAt ?? 0, state?.errorUpdatedAt ?? 0) + BELL_THROTTLE_MS;
}

/** The list, asked again after every change of `path` unless it was asked for less than ten seconds ago. */
export function useNotificationsAt(path: string) {
  const client = useQueryClient();
  const query = useQuery(notificationsQuery());
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
          void client.invalidateQueries({ queryKey });
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

function useMarking<Input>(
  send: (input: Input) => Promise<unknown>,
  change: (list: NotificationList, input: Input) => NotificationList,
) {
  const client = useQueryClient();
  return useMutation({
    mutationFn: send,
    // The badge answers at once and takes it back should the server refuse.
    async onMutate(input: Input) {
      await client.cancelQueries({ queryKey });
      const before = client.getQueryData<NotificationList>(queryKey);
      if (before) client.setQueryData<NotificationList>(queryKey, change(before, input));
      return { before };
    },
    onError(error, _input, context) {
      if (context?.before) client.setQueryData<NotificationList>(queryKey, context.before);
      toast.error('Error', messageOf(error, 'Failed to update notification status'));
    },
    onSettled: () => client.invalidateQueries({ queryKey }),
  });
}

export const useMarkNotificationRead = () =>
  useMarking(
    (id: string) => rpc.notifications.markNotificationRead({ id }),
    ({ notifications, unread }, id) => ({
      notifications: notifications.map((item) => (item.id === id ? { ...item, read: true } : item)),
      unread: Math.max(0, unread - (notifications.some((item) => item.id === id && !item.read) ? 1 : 0)),
    }),
  );

export const useMarkAllNotificationsRead = () =>
  useMarking(
    () => rpc.notifications.markAllNotificationsRead(),
    ({ notifications }) => ({ notifications: notifications.map((item) => ({ ...item, read: true })), unread: 0 }),
  );
