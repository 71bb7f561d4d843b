import { ActionIcon } from '@mantine/core';
import type { Notification } from '@stridewell/contract/notifications/notifications';
import { useLocation } from '@tanstack/react-router';
import { late } from '../../ui/late.tsx';
import { usePanelButton } from '../../ui/panel-button.ts';
import { NotificationBadge } from './notification-badge.tsx';
import { bellLabel } from './notifications.messages.ts';
import { useNotificationsAt } from './notifications.queries.ts';

const NotificationBellPanel = late(async () => (await import('./notification-bell-panel.tsx')).default);

type NotificationBellProps = {
  /** The unread count of the session, shown until the list is loaded. */
  initialUnread: number;
  onOpen: (notification: Notification) => void;
};

/** The bell with its badge; a click opens and closes the panel. */
export function NotificationBell({ initialUnread, onOpen }: NotificationBellProps) {
  const { pathname } = useLocation();
  const { buttonProps, panel } = usePanelButton(NotificationBellPanel.prepare, 'dialog');
  const { data } = useNotificationsAt(pathname);
  const unread = data?.pages[0]?.unread ?? initialUnread;
  return (
    <>
      <ActionIcon variant="subtle" size={36} color="gray" aria-label={bellLabel(unread)} {...buttonProps}>
        <NotificationBadge unread={unread} />
      </ActionIcon>
      {panel && <NotificationBellPanel {...panel} onOpen={onOpen} />}
    </>
  );
}
