import type { CurrentSession } from '@stridewell/contract/identity/identity';
import { IconBarbell, IconChartLine, IconClipboardCheck, IconHome, IconMessage } from '@tabler/icons-react';
// Browsers offer the installation once, often before the page that shows it.
import '../../device/install-offer.ts';
import UnreadBadge from '../../features/messages/unread-badge.tsx';
import { TabBar } from './tab-bar.tsx';

/** The client's pages within reach of a thumb. The picture at the top leads to the profile. */
export default function ClientTabs({ session }: { session: CurrentSession | null }) {
  return (
    <TabBar
      label="Portal"
      tabs={[
        { label: 'Today', to: '/client/dashboard', Icon: IconHome },
        { label: 'Workouts', to: '/client/workouts', Icon: IconBarbell },
        { label: 'Check-in', to: '/client/check-in', Icon: IconClipboardCheck },
        { label: 'Progress', to: '/client/progress', Icon: IconChartLine },
        {
          label: 'Messages',
          to: '/client/messages',
          Icon: IconMessage,
          badge: session && <UnreadBadge session={session} />,
        },
      ]}
    />
  );
}
