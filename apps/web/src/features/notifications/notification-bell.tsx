import { ActionIcon, Button, Popover } from '@mantine/core';
import type { Notification } from '@stridewell/contract/notifications/notifications';
import { PANEL_MAX_HEIGHT_PX, PANEL_WIDTH_PX } from '@stridewell/contract/notifications/notifications.rules';
import { Link, useLocation } from '@tanstack/react-router';
import { useState } from 'react';
import { NotificationBadge } from './notification-badge.tsx';
import { NotificationList } from './notification-list.tsx';
import { bellLabel } from './notifications.messages.ts';
import { useNotificationsAt } from './notifications.queries.ts';

type NotificationBellProps = {
  /** The unread count of the session, shown until the list is loaded. */
  initialUnread: number;
  onOpen: (notification: Notification) => void;
};

/** The bell with its badge; a click opens and closes the panel. */
export function NotificationBell({ initialUnread, onOpen }: NotificationBellProps) {
  const { pathname } = useLocation();
  const [opened, setOpened] = useState(false);
  const { data } = useNotificationsAt(pathname);
  const unread = data?.pages[0]?.unread ?? initialUnread;
  return (
    <Popover
      opened={opened}
      onChange={setOpened}
      position="bottom-end"
      width={`min(${PANEL_WIDTH_PX}px, 100vw - 16px)`}
      shadow="md"
      trapFocus
    >
      <Popover.Target>
        <ActionIcon
          variant="subtle"
          size={36}
          color="gray"
          aria-label={bellLabel(unread)}
          onClick={() => setOpened((value) => !value)}
        >
          <NotificationBadge unread={unread} />
        </ActionIcon>
      </Popover.Target>
      <Popover.Dropdown p={0} mah={PANEL_MAX_HEIGHT_PX} style={{ overflow: 'hidden' }}>
        <NotificationList
          footer={
            <Button
              component={Link}
              to="/notifications"
              variant="subtle"
              fullWidth
              radius={0}
              onClick={() => setOpened(false)}
            >
              See all notifications
            </Button>
          }
          onOpen={(notification) => {
            setOpened(false);
            onOpen(notification);
          }}
        />
      </Popover.Dropdown>
    </Popover>
  );
}
