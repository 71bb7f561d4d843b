import { Button, Group, ScrollArea, Text } from '@mantine/core';
import type { Notification } from '@stridewell/contract/notifications';
import { PANEL_MAX_HEIGHT_PX } from '@stridewell/contract/notifications.rules';
import { IconBellCheck } from '@tabler/icons-react';
import type { ReactNode } from 'react';
import { LoadingSpinner } from '../../components/loading-spinner.tsx';
import { ProblemAlert } from '../../components/problem-alert.tsx';
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
    <div data-expanded={expanded || undefined}>
      <Group className={classes.head} justify="space-between" wrap="nowrap">
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
          <div className={classes.state}>
            <LoadingSpinner size="sm" />
          </div>
        )}
        <ProblemAlert m="sm" text={problem} />
        {list?.notifications.length === 0 && (
          <div className={classes.state}>
            <IconBellCheck size={24} stroke={1.75} aria-hidden />
            <Text c="dimmed">{empty}</Text>
          </div>
        )}
        {list && list.notifications.length > 0 && (
          <ul className={classes.list}>
            {list.notifications.map((item) => (
              <li key={item.id}>
                <NotificationEntry item={item} onClick={() => onOpen(item)} />
              </li>
            ))}
          </ul>
        )}
      </ScrollArea.Autosize>
      {footer}
    </div>
  );
}
