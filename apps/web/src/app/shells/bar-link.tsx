import { Link, useLocation } from '@tanstack/react-router';
import { lazy, Suspense } from 'react';
import { useSession } from '../session.ts';
import { type BarItem, isCurrent, isWithheld } from './bar-items.ts';
import classes from './shell.module.css';

// Visitors never need them.
const NotShown = lazy(() => import('./not-shown.tsx'));
const UnreadBadge = lazy(() => import('../../features/messages/unread-badge.tsx'));

/** One link of a bar or menu. Marks the current page. */
export function BarLink({ item, onClick }: { item: BarItem; onClick?: () => void }) {
  const { pathname } = useLocation();
  const { session } = useSession();
  if (isWithheld(session, item)) {
    return (
      <Suspense fallback={<span className={classes.link}>{item.label}</span>}>
        <NotShown className={classes.link}>{item.label}</NotShown>
      </Suspense>
    );
  }
  return (
    <Link
      to={item.to}
      // Visitors leave the app for the public site.
      reloadDocument={session === null}
      className={classes.link}
      aria-current={isCurrent(item, pathname) ? 'page' : undefined}
      {...(onClick ? { onClick } : {})}
    >
      {item.label}
      {item.unread && session && (
        <span className={classes.count}>
          <Suspense fallback={null}>
            <UnreadBadge session={session} />
          </Suspense>
        </span>
      )}
      {item.mark && <span className={classes.mark}>{item.mark}</span>}
    </Link>
  );
}
