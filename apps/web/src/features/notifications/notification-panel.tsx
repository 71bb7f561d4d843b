import { Box, Button, Group, ScrollArea, Stack, Text } from '@mantine/core';
import type { Notification } from '@stridewell/contract/notifications/notifications';
import { PANEL_MAX_HEIGHT_PX } from '@stridewell/contract/notifications/notifications.rules';
import { IconBellCheck } from '@tabler/icons-react';
import type { ReactNode } from 'react';
import { LoadingSpinner } from '../../ui/loading-spinner.tsx';
import { ProblemAlert } from '../../ui/problem-alert.tsx';
import { NotificationEntry } from './notification-entry.tsx';
import classes from './notification-list.module.css';

const HEAD_HEIGHT_PX = 52;
const FOOT_HEIGHT_PX = 36;

export type NotificationPanelProps = {
  /** Fills the page instead of the bell's panel. */
  expanded?: boolean;
  /** The heading; the page sets its own. */
  title?: ReactNode;
  /** Beside the button that marks all as read. */
  tools?: ReactNode;
  /** Between the heading and the list. */
  filters?: ReactNode;
  /** The text of an empty list. */
  empty?: string;
  /** Below the list. */
  footer?: ReactNode;
  isPending?: boolean;
  /** The text of a failure to load. An earlier list stays. */
  problem?: string | undefined;
  list?: { notifications: Notification[]; unread: number } | undefined;
  onOpen: (notification: Notification) => void;
  onMarkAll: () => void;
};

/** The panel in each of its states, without loading data. */
export function NotificationPanel({
  expanded = false,
  title = 'Notifications',
  tools,
  filters,
  empty = 'No notifications',
  footer,
  isPending = false,
  problem,
  list,
  onOpen,
  onMarkAll,
}: NotificationPanelProps) {
  const listHeight = PANEL_MAX_HEIGHT_PX - HEAD_HEIGHT_PX - (footer ? FOOT_HEIGHT_PX : 0);
  return (
    <div className={classes.panel} data-expanded={expanded || undefined}>
      <Group h={expanded ? 64 : HEAD_HEIGHT_PX} pl="var(--inset)" pr="xs" justify="space-between" wrap="nowrap">
        <Text component="div" fw={650}>
          {title}
        </Text>
        <Group gap={4} wrap="nowrap">
          <Button
            size="compact-sm"
            variant="subtle"
            className={classes.markAll}
            disabled={isPending || !list || list.unread === 0}
            onClick={onMarkAll}
          >
            Mark all as read
          </Button>
          {tools}
        </Group>
      </Group>
      {filters}
      <ScrollArea.Autosize {...(expanded ? {} : { mah: listHeight })} type="auto">
        {isPending && (
          <Box pt="lg" pb="xl">
            <LoadingSpinner size="sm" />
          </Box>
        )}
        <ProblemAlert m="sm" text={problem} />
        {list?.notifications.length === 0 && (
          <Stack align="center" gap="xs" px="md" pt="lg" pb="xl" c="dimmed">
            <IconBellCheck size={24} stroke={1.75} aria-hidden />
            <Text>{empty}</Text>
          </Stack>
        )}
        {list && list.notifications.length > 0 && (
          <Box component="ul" pb="xs">
            {list.notifications.map((item) => (
              <li key={item.id}>
                <NotificationEntry item={item} onClick={() => onOpen(item)} />
              </li>
            ))}
          </Box>
        )}
      </ScrollArea.Autosize>
      {footer}
    </div>
  );
}
