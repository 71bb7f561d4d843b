import type { Icon } from '@tabler/icons-react';
import { Link, useLocation } from '@tanstack/react-router';
import { lazy, type ReactNode, Suspense } from 'react';
import { useSession } from '../session.ts';
import { type BarItem, isCurrent, isWithheld } from './bar-items.ts';
import classes from './shell.module.css';

const NotShown = lazy(() => import('./not-shown.tsx'));

export type Tab = Pick<BarItem, 'label' | 'to' | 'alsoBelow'> & {
  Icon: Icon;
  /** A small count at the corner of the icon. */
  badge?: ReactNode;
};

/** The main pages within reach of a thumb, at the lower edge of small screens. */
export function TabBar({ label, tabs }: { label: string; tabs: readonly Tab[] }) {
  const { pathname } = useLocation();
  const { session } = useSession();
  return (
    <nav className={classes.tabs} aria-label={label}>
      {tabs.map((tab) =>
        isWithheld(session, tab) ? (
          <Suspense key={tab.to} fallback={<span className={classes.tab}>{tab.label}</span>}>
            <NotShown className={classes.tab}>
              <tab.Icon size={22} stroke={1.75} aria-hidden />
              {tab.label}
            </NotShown>
          </Suspense>
        ) : (
          <Link
            key={tab.to}
            to={tab.to}
            className={classes.tab}
            aria-current={isCurrent(tab, pathname) ? 'page' : undefined}
          >
            <tab.Icon size={22} stroke={1.75} aria-hidden />
            {tab.label}
            {tab.badge && <span className={classes.tabBadge}>{tab.badge}</span>}
          </Link>
        ),
      )}
    </nav>
  );
}
