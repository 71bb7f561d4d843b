import { Badge, Indicator, VisuallyHidden } from '@mantine/core';
import type { CurrentSession } from '@stridewell/contract/identity';
import { unreadLabel } from '@stridewell/contract/messages.rules';
import { useUnreadMessages } from './messages.queries.ts';

type UnreadBadgeProps = {
  session: CurrentSession;
  /** A mark without a number, where a menu hides the link. */
  dot?: boolean;
};

/** How many messages are unread; nothing for none. */
export default function UnreadBadge({ session, dot = false }: UnreadBadgeProps) {
  const label = unreadLabel(useUnreadMessages(session));
  if (!label) return null;
  if (dot) {
    return (
      <Indicator component="span" size={10} color="ember.7" withBorder inline data-testid="unread-dot">
        <VisuallyHidden>{label} unread messages</VisuallyHidden>
      </Indicator>
    );
  }
  return (
    <Badge component="span" size="sm" variant="filled" data-testid="unread-messages">
      {label}
      <VisuallyHidden> unread</VisuallyHidden>
    </Badge>
  );
}
