import type { Notification } from '@stridewell/contract/notifications/notifications';
import type { Side } from '@stridewell/contract/people.rules';
import { useInfiniteQuery } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { LoadMore } from '../../ui/load-more.tsx';
import { NotificationPanel, type NotificationPanelProps } from './notification-panel.tsx';
import { emptyText, loadProblem } from './notifications.messages.ts';
import { notificationsQuery, useMarkAllNotificationsRead, useMarkNotificationRead } from './notifications.queries.ts';
import type { NotificationSearch } from './notifications.search.ts';

type NotificationListProps = Pick<NotificationPanelProps, 'expanded' | 'title' | 'tools' | 'filters' | 'onOpen'> & {
  search?: NotificationSearch;
  reader?: Side;
  /** Replaces the button that loads older ones. */
  footer?: ReactNode;
};

/** The notifications of the signed-in person, for the bell's panel and for the page. */
export function NotificationList({ search = {}, reader = 'client', footer, onOpen, ...looks }: NotificationListProps) {
  const query = useInfiniteQuery(notificationsQuery(search));
  const { data, error, isPending, isFetchNextPageError } = query;
  const markRead = useMarkNotificationRead();
  const markAll = useMarkAllNotificationsRead();
  const open = (item: Notification) => {
    if (!item.read) markRead.mutate(item);
    onOpen(item);
  };
  // A new notification between two requests moves the last one of page 1 to page 2.
  const pages = footer ? data?.pages.slice(0, 1) : data?.pages;
  const items = [...new Map(pages?.flatMap((page) => page.notifications).map((item) => [item.id, item])).values()];
  return (
    <NotificationPanel
      {...looks}
      isPending={isPending}
      problem={error && !isFetchNextPageError ? loadProblem(error) : undefined}
      list={data && { notifications: items, unread: data.pages[0]?.unread ?? 0 }}
      empty={emptyText(search, reader)}
      footer={
        footer ?? <LoadMore query={query} label="Show older" failed="Older notifications could not be loaded" mb="md" />
      }
      onOpen={open}
      onMarkAll={() => markAll.mutate(undefined)}
    />
  );
}
