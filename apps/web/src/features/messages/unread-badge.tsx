import { Badge, VisuallyHidden } from '@mantine/core';
import type { CurrentSession } from '@stridewell/contract/identity/identity';
import { unreadLabel } from '@stridewell/contract/messages/messages.rules';
import { useUnreadMessages } from './messages.queries.ts';

/** How many messages are unread; nothing for none. */
export default function UnreadBadge({ session }: { session: CurrentSession }) {
  const label = unreadLabel(useUnreadMessages(session));
  if (!label) return null;
  return (
    <Badge component="span" size="sm" variant="filled" data-testid="unread-messages">
      {label}
      <VisuallyHidden> unread</VisuallyHidden>
    </Badge>
  );
}
