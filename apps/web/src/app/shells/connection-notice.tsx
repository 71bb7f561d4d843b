import type { CurrentSession } from '@stridewell/contract/identity/identity';
import { IconAlertCircle, IconAlertTriangle, IconCloudOff, IconCloudUp } from '@tabler/icons-react';
import { Link, useLocation } from '@tanstack/react-router';
import { lazy, Suspense, useEffect, useState } from 'react';
import { useConnection } from '../../lib/realtime.ts';
import { useSending } from '../sending/sending.tsx';
import { sumOf, type Unsent, unsentWords } from '../sending/unsent.ts';
import classes from './connection-notice.module.css';
import { UpdateBar } from './update-bar.tsx';
import { usePush } from './use-push.ts';

// Operators who view as another person need these.
const ViewingBar = lazy(() => import('./viewing-bar.tsx'));
const ViewingControls = lazy(() => import('./viewing-controls.tsx'));

/** Requests faster than this show no notice. */
const SHOW_AFTER_MS = 1500;

/** Shown while the server cannot be reached, while something waits to be sent, and for a newer version. */
export default function ConnectionNotice({ session }: { session: CurrentSession }) {
  usePush(session);
  const { offline } = useConnection();
  const { unsent, parts } = useSending(session);
  const isMoving = sumOf(unsent.moving) > 0;
  const [isSlow, setSlow] = useState(false);
  useEffect(() => {
    if (!isMoving) return setSlow(false);
    const timer = setTimeout(() => setSlow(true), SHOW_AFTER_MS);
    return () => clearTimeout(timer);
  }, [isMoving]);
  const isShown = offline || (isMoving && isSlow) || unsent.full;
  return (
    <div className={classes.position}>
      {parts}
      {session.viewingUntil && (
        <Suspense fallback={null}>
          <ViewingControls />
          <ViewingBar name={session.user.fullName} until={session.viewingUntil} />
        </Suspense>
      )}
      <div role="status">{isShown && <Notice unsent={unsent} offline={offline} />}</div>
      <div role="status">{sumOf(unsent.left) > 0 && <LeftBar {...unsent} />}</div>
      <UpdateBar />
    </div>
  );
}

/** Links to the entries that cannot be sent, on every page but theirs. */
function LeftBar({ left }: Unsent) {
  const { pathname } = useLocation();
  if (pathname === '/client/unsent') return null;
  return (
    <div className={classes.left}>
      <IconAlertCircle size={18} stroke={1.75} aria-hidden />
      <span>{unsentWords(left)} cannot be sent</span>
      <Link to="/client/unsent" className={classes.look}>
        Look at {sumOf(left) === 1 ? 'it' : 'them'}
      </Link>
    </div>
  );
}

function Notice({ unsent, offline }: { unsent: Unsent; offline: boolean }) {
  const Icon = unsent.full ? IconAlertTriangle : offline || unsent.waiting ? IconCloudOff : IconCloudUp;
  return (
    <p className={classes.notice} data-warning={unsent.full || undefined}>
      <Icon size={16} stroke={1.75} aria-hidden />
      {wordsOf(unsent, offline)}
    </p>
  );
}

function wordsOf({ moving, waiting, full }: Unsent, offline: boolean): string {
  const what = unsentWords(moving);
  const isOne = sumOf(moving) === 1;
  if (full)
    return `This device is out of storage: keep this page open until ${what || 'everything'} ${isOne || !what ? 'is' : 'are'} sent`;
  if (!what) return "Offline: what you write is kept and sent when you're back online";
  if (offline) return `Offline: ${what} will sync when you're back online`;
  return waiting ? `Not sent yet: ${what}. Trying again automatically` : `Sending ${what}`;
}
