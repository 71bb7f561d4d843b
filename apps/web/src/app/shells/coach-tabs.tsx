import { Badge, VisuallyHidden } from '@mantine/core';
import { useMediaQuery } from '@mantine/hooks';
import type { CurrentSession } from '@stridewell/contract/identity/identity';
import { unreadLabel } from '@stridewell/contract/messages/messages.rules';
import { IconCalendarEvent, IconClipboardCheck, IconHome, IconMessage, IconUsers } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { unreviewedQuery } from '../../features/checkins/checkins.queries.ts';
import UnreadBadge from '../../features/messages/unread-badge.tsx';
import { TabBar } from './tab-bar.tsx';

/** The coach's pages within reach of a thumb. */
export default function CoachTabs({ session }: { session: CurrentSession }) {
  const coachId = session.user.id;
  const base = `/coach/${coachId}`;
  // A wide screen hides the tabs, so it asks for no counts.
  const isShown = useMediaQuery('(max-width: 62em)', false, { getInitialValueInEffect: false });
  const isOwn = session.viewingUntil === null;
  const { data: review } = useQuery({ ...unreviewedQuery(coachId), enabled: isShown && isOwn });
  return (
    <TabBar
      label="Coach"
      tabs={[
        { label: 'Today', to: `${base}/dashboard`, Icon: IconHome },
        { label: 'Clients', to: `${base}/clients`, alsoBelow: `${base}/client`, Icon: IconUsers },
        { label: 'Calendar', to: `${base}/calendar`, Icon: IconCalendarEvent },
        {
          label: 'Messages',
          to: `${base}/messages`,
          Icon: IconMessage,
          badge: <UnreadBadge session={session} />,
        },
        {
          label: 'Review',
          to: `${base}/check-ins`,
          Icon: IconClipboardCheck,
          badge: <ReviewCount count={review?.total ?? 0} />,
        },
      ]}
    />
  );
}

function ReviewCount({ count }: { count: number }) {
  const label = unreadLabel(count);
  if (!label) return null;
  return (
    <Badge component="span" size="sm" variant="filled">
      {label}
      <VisuallyHidden> to review</VisuallyHidden>
    </Badge>
  );
}
