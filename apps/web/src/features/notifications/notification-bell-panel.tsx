import { Button, Popover } from '@mantine/core';
import type { Notification } from '@stridewell/contract/notifications/notifications';
import { PANEL_MAX_HEIGHT_PX, PANEL_WIDTH_PX } from '@stridewell/contract/notifications/notifications.rules';
import { Link } from '@tanstack/react-router';
import { ExistingTarget, useOpenedOnceMounted } from '../../ui/existing-target.tsx';
import type { PanelProps } from '../../ui/panel-button.ts';
import { NotificationList } from './notification-list.tsx';

type NotificationBellPanelProps = PanelProps & { onOpen: (notification: Notification) => void };

/** The latest notifications, below the bell. */
export default function NotificationBellPanel({ button, opened, onOpen, ...panel }: NotificationBellPanelProps) {
  const close = () => panel.onChange(false);
  return (
    <Popover
      {...panel}
      opened={useOpenedOnceMounted(opened)}
      position="bottom-end"
      width={`min(${PANEL_WIDTH_PX}px, 100vw - 16px)`}
      shadow="md"
      trapFocus
    >
      <Popover.Target>
        <ExistingTarget button={button} />
      </Popover.Target>
      <Popover.Dropdown p={0} mah={PANEL_MAX_HEIGHT_PX} style={{ overflow: 'hidden' }}>
        <NotificationList
          footer={
            <Button component={Link} to="/notifications" variant="subtle" fullWidth radius={0} onClick={close}>
              See all notifications
            </Button>
          }
          onOpen={(notification) => {
            close();
            onOpen(notification);
          }}
        />
      </Popover.Dropdown>
    </Popover>
  );
}
