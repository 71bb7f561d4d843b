import { Link, useLocation } from '@tanstack/react-router';
import { lazy, Suspense } from 'react';
import { useSession } from '../session.ts';
import { type BarItem, isCurrent } from './bar-items.ts';
import classes from './shell.module.css';

// Visitors never need it.
const UnreadBadge = lazy(() => import('../../features/messages/unread-badge.tsx'));

/** One link of a bar or menu. Marks the current page. */
export function BarLink({ item, onClick }: { item: BarItem; onClick?: () => void }) {
  const { pathname } = useLocation();
  const { session } = useSession();
  return (
    <Link
      to={item.to}
      className={classes.link}
      aria-current={isCurrent(item, pathname) ? 'page' : undefined}
      {...(onClick ? { onClick } : {})}
    >
      {item.label}
      {item.unread && session && (
        <Suspense fallback={null}>
          <UnreadBadge session={session} />
        </Suspense>
      )}
      {item.mark && <span className={classes.mark}>{item.mark}</span>}
    </Link>
  );
}
