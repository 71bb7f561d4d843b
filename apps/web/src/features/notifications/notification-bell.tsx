import { ActionIcon, Indicator, Popover } from '@mantine/core';
import type { Notification } from '@stridewell/contract/notifications';
import { badgeOf, PANEL_WIDTH_PX } from '@stridewell/contract/notifications.rules';
import { IconBell } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { NotificationList } from './notification-list.tsx';
import { notificationsQuery } from './notifications.queries.ts';

/** The bell with its badge; a click opens and closes the panel. */
export function NotificationBell({ onOpen }: { onOpen: (notification: Notification) => void }) {
  const [opened, setOpened] = useState(false);
  const { data } = useQuery(notificationsQuery());
  const unread = data?.unread ?? 0;
  const badge = badgeOf(unread);
  return (
    <Popover opened={opened} onChange={setOpened} position="bottom-end" width={`min(${PANEL_WIDTH_PX}px, 100vw - 16px)`} shadow="md" trapFocus>
      <Popover.Target>
        <Indicator
          disabled={badge.kind === 'none'}
          label={badge.kind === 'count' ? badge.text : undefined}
          size={badge.kind === 'count' ? 18 : 10}
          color="ember.7"
          offset={5}
        >
          <ActionIcon
            variant="subtle"
            size="lg"
            color="gray"
            aria-label={unread > 0 ? `Notifications, ${unread} unread` : 'Notifications'}
            aria-expanded={opened}
            onClick={() => setOpened((value) => !value)}
          >
            <IconBell size={20} stroke={1.75} />
          </ActionIcon>
        </Indicator>
      </Popover.Target>
      <Popover.Dropdown p={0} mah={500} aria-label="Notifications">
        <NotificationList
          onOpen={(notification) => {
            setOpened(false);
            onOpen(notification);
          }}
        />
      </Popover.Dropdown>
    </Popover>
  );
}
