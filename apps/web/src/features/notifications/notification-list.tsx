import { Alert, Box, Button, Group, ScrollArea, Stack, Text, UnstyledButton } from '@mantine/core';
import type { Notification } from '@stridewell/contract/notifications';
import { PANEL_MAX_HEIGHT_PX } from '@stridewell/contract/notifications.rules';
import {
  IconAlertTriangle,
  IconCalendarDue,
  IconClipboardCheck,
  IconMessage,
  IconUserHeart,
  IconUserPlus,
} from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { LoadingSpinner } from '../../components/loading-spinner.tsx';
import { timeAgo } from '../../lib/formatters.ts';
import classes from './notification-list.module.css';
import { notificationsQuery, useMarkAllNotificationsRead, useMarkNotificationRead } from './notifications.queries.ts';

const ICONS: Record<Notification['type'], typeof IconMessage> = {
  check_in_completed: IconClipboardCheck,
  check_in_due: IconCalendarDue,
  message_received: IconMessage,
  client_assigned: IconUserPlus,
  coach_assigned: IconUserHeart,
};

type NotificationListProps = { expanded?: boolean; onOpen: (notification: Notification) => void };

/** The notifications of the signed-in person; the same in the bell's panel and on its own page. */
export function NotificationList({ expanded = false, onOpen }: NotificationListProps) {
  const { data, error, isPending } = useQuery(notificationsQuery());
  const markRead = useMarkNotificationRead();
  const markAll = useMarkAllNotificationsRead();
  const items = data?.notifications ?? [];
  const open = (item: Notification) => {
    if (!item.read) markRead.mutate(item.id);
    onOpen(item);
  };
  return (
    <Box>
      <Group justify="space-between" px="md" py="sm">
        <Text fw={650}>Notifications</Text>
        <Button
          size="compact-sm"
          variant="subtle"
          disabled={isPending || !data || data.unread === 0}
          onClick={() => markAll.mutate(undefined)}
        >
          Mark all as read
        </Button>
      </Group>
      <ScrollArea.Autosize mah={expanded ? undefined : PANEL_MAX_HEIGHT_PX - 60} type="auto">
        {isPending && (
          <Box py="lg">
            <LoadingSpinner size="sm" />
          </Box>
        )}
        {error && (
          <Alert m="sm" color="red" icon={<IconAlertTriangle size={18} />} role="alert">
            {error.message || 'Failed to load notifications'}
          </Alert>
        )}
        {data && items.length === 0 && (
          <Text py="xl" ta="center" c="dimmed">
            No notifications
          </Text>
        )}
        <Stack gap={0} component="ul" className={classes.list}>
          {items.map((item) => {
            const Icon = ICONS[item.type];
            return (
              <li key={item.id}>
                <UnstyledButton className={classes.item} data-unread={!item.read || undefined} onClick={() => open(item)}>
                  <Icon size={20} stroke={1.75} className={classes.icon} aria-hidden />
                  <span className={classes.body}>
                    <Text component="span" size="sm" fw={item.read ? 500 : 650}>
                      {item.title}
                    </Text>
                    <Text component="span" size="sm" c="dimmed" className={classes.message}>
                      {item.message}
                    </Text>
                    <Text component="span" size="xs" c="dimmed">
                      {timeAgo(item.createdAt)}
                    </Text>
                  </span>
                  {!item.read && <span className={classes.dot} role="img" aria-label="Unread" />}
                </UnstyledButton>
              </li>
            );
          })}
        </Stack>
      </ScrollArea.Autosize>
    </Box>
  );
}
