import type { Notification } from '@stridewell/contract/notifications';
import { useQuery } from '@tanstack/react-query';
import { NotificationPanel, type NotificationPanelProps } from './notification-panel.tsx';
import { loadProblem } from './notifications.messages.ts';
import { notificationsQuery, useMarkAllNotificationsRead, useMarkNotificationRead } from './notifications.queries.ts';

type NotificationListProps = Pick<NotificationPanelProps, 'expanded' | 'title' | 'onOpen'>;

/** The notifications of the signed-in person; the same in the bell's panel and on its own page. */
export function NotificationList({ onOpen, ...looks }: NotificationListProps) {
  const { data, error, isPending } = useQuery(notificationsQuery());
  const markRead = useMarkNotificationRead();
  const markAll = useMarkAllNotificationsRead();
  const open = (item: Notification) => {
    if (!item.read) markRead.mutate(item.id);
    onOpen(item);
  };
  return (
    <NotificationPanel
      {...looks}
      isPending={isPending}
      problem={error ? loadProblem(error) : undefined}
      list={data}
      onOpen={open}
      onMarkAll={() => markAll.mutate(undefined)}
    />
  );
}
