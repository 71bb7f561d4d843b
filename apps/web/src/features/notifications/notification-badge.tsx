import { Indicator } from '@mantine/core';
import { badgeOf } from '@stridewell/contract/notifications/notifications.rules';
import { IconBell } from '@tabler/icons-react';

/** The bell with its unread badge. The component around it announces the number in words. */
export function NotificationBadge({ unread }: { unread: number }) {
  const badge = badgeOf(unread);
  return (
    <Indicator
      disabled={badge.kind === 'none'}
      label={badge.kind === 'count' ? badge.text : undefined}
      size={badge.kind === 'count' ? 16 : 9}
      color="ember.7"
      offset={badge.kind === 'count' ? 1 : 3}
      withBorder
      component="span"
      inline
      display="flex"
      fw={650}
      data-testid={`badge-${badge.kind}`}
    >
      <IconBell size={20} stroke={1.75} aria-hidden />
    </Indicator>
  );
}
