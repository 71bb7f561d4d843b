import { Button, Center } from '@mantine/core';
import type { Side } from '@stridewell/contract/messages.rules';
import type { Notification } from '@stridewell/contract/notifications';
import { useInfiniteQuery } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { messageOf } from '../../lib/errors.ts';
import { toast } from '../../lib/toasts.ts';
import { NotificationPanel, type NotificationPanelProps } from './notification-panel.tsx';
import { emptyText, loadProblem } from './notifications.messages.ts';
import { notificationsQuery, useMarkAllNotificationsRead, useMarkNotificationRead } from './notifications.queries.ts';
import type { NotificationSearch } from './notifications.search.ts';

type NotificationListProps = Pick<NotificationPanelProps, 'expanded' | 'title' | 'tools' | 'filters' | 'onOpen'> & {
  search?: NotificationSearch;
  reader?: Side;
  /** Below the newest ones, in place of a way to older ones. */
  footer?: ReactNode;
};

/** The notifications of the signed-in person; the same in the bell's panel and on its own page. */
export function NotificationList({ search = {}, reader = 'client', footer, onOpen, ...looks }: NotificationListProps) {
  const query = useInfiniteQuery(notificationsQuery(search));
  const { data, error, isPending, hasNextPage, isFetchingNextPage, isFetchNextPageError } = query;
  const markRead = useMarkNotificationRead();
  const markAll = useMarkAllNotificationsRead();
  const open = (item: Notification) => {
    if (!item.read) markRead.mutate(item);
    onOpen(item);
  };
  // One that came in between two pages has moved the last of the first to the second.
  const pages = footer ? data?.pages.slice(0, 1) : data?.pages;
  const items = [...new Map(pages?.flatMap((page) => page.notifications).map((item) => [item.id, item])).values()];
  const showOlder = async () => {
    const { isFetchNextPageError: failed, error: problem } = await query.fetchNextPage({ cancelRefetch: false });
    if (failed) toast.error('Older ones could not be loaded', messageOf(problem, 'Please try again.'));
  };
  return (
    <NotificationPanel
      {...looks}
      isPending={isPending}
      problem={error && !isFetchNextPageError ? loadProblem(error) : undefined}
      list={data && { notifications: items, unread: data.pages[0]?.unread ?? 0 }}
      empty={emptyText(search, reader)}
      footer={
        footer ??
        (hasNextPage && (
          <Center p="md">
            <Button variant="default" loading={isFetchingNextPage} onClick={() => void showOlder()}>
              Show older
            </Button>
          </Center>
        ))
      }
      onOpen={open}
      onMarkAll={() => markAll.mutate(undefined)}
    />
  );
}
