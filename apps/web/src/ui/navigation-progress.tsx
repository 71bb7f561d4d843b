import { useLocation } from '@tanstack/react-router';
import { useEffect, useState } from 'react';
import classes from './navigation-progress.module.css';

const SHOWN_MS = 500;

/** A thin bar for half a second after every change of path. */
export function NavigationProgress() {
  const { pathname } = useLocation();
  const [shownFor, setShownFor] = useState<string | null>(null);
  useEffect(() => {
    setShownFor(pathname);
    const timer = setTimeout(() => setShownFor(null), SHOWN_MS);
    return () => clearTimeout(timer);
  }, [pathname]);
  return shownFor ? <div key={shownFor} className={classes.bar} aria-hidden data-testid="navigation-progress" /> : null;
}
