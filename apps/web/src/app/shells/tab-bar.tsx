import type { Icon } from '@tabler/icons-react';
import { Link, useLocation } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import { type BarItem, isCurrent } from './bar-items.ts';
import classes from './shell.module.css';

export type Tab = Pick<BarItem, 'label' | 'to' | 'alsoBelow'> & {
  Icon: Icon;
  /** A small count at the corner of the icon. */
  badge?: ReactNode;
};

/** The main pages within reach of a thumb, at the lower edge of small screens. */
export function TabBar({ label, tabs }: { label: string; tabs: readonly Tab[] }) {
  const { pathname } = useLocation();
  return (
    <nav className={classes.tabs} aria-label={label}>
      {tabs.map((tab) => (
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
      ))}
    </nav>
  );
}
