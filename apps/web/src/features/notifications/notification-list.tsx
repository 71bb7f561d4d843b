import { Alert, Button, Group, ScrollArea, Text, UnstyledButton } from '@mantine/core';
import type { Notification } from '@stridewell/contract/notifications';
import { PANEL_MAX_HEIGHT_PX } from '@stridewell/contract/notifications.rules';
import {
  IconAlertTriangle,
  IconBellCheck,
  IconCalendarDue,
  IconClipboardCheck,
  IconMessage,
  IconUserHeart,
  IconUserPlus,
} from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { LoadingSpinner } from '../../components/loading-spinner.tsx';
import { timeAgo } from '../../lib/formatters.ts';
import classes from './notification-list.module.css';
import { loadProblem } from './notifications.messages.ts';
import { notificationsQuery, useMarkAllNotificationsRead, useMarkNotificationRead } from './notifications.queries.ts';

const ICONS: Record<Notification['type'], typeof IconMessage> = {
  check_in_completed: IconClipboardCheck,
  check_in_due: IconCalendarDue,
  message_received: IconMessage,
  client_assigned: IconUserPlus,
  coach_assigned: IconUserHeart,
};

const HEAD_HEIGHT_PX = 52;

type NotificationListProps = {
  /** As wide and as long as the page allows, for the page of its own. */
  expanded?: boolean;
  /** The heading; the page brings its own. */
  title?: ReactNode;
  onOpen: (notification: Notification) => void;
};

/** The notifications of the signed-in person; the same in the bell's panel and on its own page. */
export function NotificationList({ expanded = false, title = 'Notifications', onOpen }: NotificationListProps) {
  const { data, error, isPending } = useQuery(notificationsQuery());
  const markRead = useMarkNotificationRead();
  const markAll = useMarkAllNotificationsRead();
  const open = (item: Notification) => {
    if (!item.read) markRead.mutate(item.id);
    onOpen(item);
  };
  return (
    <div data-expanded={expanded || undefined}>
      <Group className={classes.head} justify="space-between" wrap="nowrap">
        <Text component="div" fw={650}>
          {title}
        </Text>
        <Button
          size="compact-sm"
          variant="subtle"
          className={classes.markAll}
          disabled={isPending || !data || data.unread === 0}
          onClick={() => markAll.mutate(undefined)}
        >
          Mark all as read
        </Button>
      </Group>
      <ScrollArea.Autosize {...(expanded ? {} : { mah: PANEL_MAX_HEIGHT_PX - HEAD_HEIGHT_PX })} type="auto">
        {isPending && (
          <div className={classes.state}>
            <LoadingSpinner size="sm" />
          </div>
        )}
        {error && (
          <Alert m="sm" color="red" icon={<IconAlertTriangle size={18} stroke={1.75} />} role="alert">
            {loadProblem(error)}
          </Alert>
        )}
        {data?.notifications.length === 0 && (
          <div className={classes.state}>
            <IconBellCheck size={24} stroke={1.75} aria-hidden />
            <Text c="dimmed">No notifications</Text>
          </div>
        )}
        {data && data.notifications.length > 0 && (
          <ul className={classes.list}>
            {data.notifications.map((item) => (
              <li key={item.id}>
                <Entry item={item} onClick={() => open(item)} />
              </li>
            ))}
          </ul>
        )}
      </ScrollArea.Autosize>
    </div>
  );
}

function Entry({ item, onClick }: { item: Notification; onClick: () => void }) {
  const Icon = ICONS[item.type];
  return (
    <UnstyledButton className={classes.item} onClick={onClick}>
      <span className={classes.icon}>
        <Icon size={18} stroke={1.75} aria-hidden />
      </span>
      <span className={classes.body}>
        <Text component="span" fw={item.read ? 500 : 650}>
          {item.title}
        </Text>
        <Text component="span" size="sm" c="dimmed" className={classes.message}>
          {item.message}
        </Text>
        <Text component="time" size="xs" c="dimmed" dateTime={item.createdAt}>
          {timeAgo(item.createdAt)}
        </Text>
      </span>
      {!item.read && <span className={classes.dot} role="img" aria-label="Unread" />}
    </UnstyledButton>
  );
}
