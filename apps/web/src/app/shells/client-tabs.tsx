import type { CurrentSession } from '@stridewell/contract/identity';
import { IconCalendarEvent, IconChartLine, IconClipboardCheck, IconHome, IconMessage } from '@tabler/icons-react';
import { Link, useLocation } from '@tanstack/react-router';
// Browsers offer the installation once, often before the page that shows it.
import '../../lib/install-offer.ts';
import UnreadBadge from '../../features/messages/unread-badge.tsx';
import classes from './shell.module.css';

const TABS = [
  { label: 'Today', to: '/client/dashboard', Icon: IconHome },
  { label: 'Check-in', to: '/client/check-in', Icon: IconClipboardCheck },
  { label: 'Progress', to: '/client/progress', Icon: IconChartLine },
  { label: 'Sessions', to: '/client/book', Icon: IconCalendarEvent },
  { label: 'Messages', to: '/client/messages', Icon: IconMessage, unread: true },
];

/** The client's pages within reach of a thumb. The picture at the top leads to the profile. */
export default function ClientTabs({ session }: { session: CurrentSession | null }) {
  const { pathname } = useLocation();
  return (
    <nav className={classes.tabs} aria-label="Portal">
      {TABS.map(({ label, to, Icon, unread }) => (
        <Link key={to} to={to} className={classes.tab} aria-current={pathname === to ? 'page' : undefined}>
          <Icon size={22} stroke={1.75} aria-hidden />
          {label}
          {unread && session && (
            <span className={classes.tabBadge}>
              <UnreadBadge session={session} />
            </span>
          )}
        </Link>
      ))}
    </nav>
  );
}
