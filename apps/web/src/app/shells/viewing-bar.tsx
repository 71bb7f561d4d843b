import { Button } from '@mantine/core';
import { IconEye } from '@tabler/icons-react';
import { useNavigate } from '@tanstack/react-router';
import { useEffect, useState } from 'react';
import { rpc } from '../../lib/rpc.ts';
import { sessionStore } from '../session.ts';
import classes from './connection-notice.module.css';

const MINUTE_MS = 60_000;
const TICK_MS = 5000;

/** How much time is left, like `12 minutes left`. */
function timeLeft(until: string, now: number): string {
  const minutes = Math.ceil((Date.parse(until) - now) / MINUTE_MS);
  if (minutes <= 1) return 'less than a minute left';
  return `${minutes} minutes left`;
}

/** Shown on every page while an operator views as another person. The session is asked again once the time is over. */
export default function ViewingBar({ name, until }: { name: string; until: string }) {
  const navigate = useNavigate();
  const [now, setNow] = useState(() => Date.now());
  const [stopping, setStopping] = useState(false);
  useEffect(() => {
    const timer = setInterval(() => {
      setNow(Date.now());
      if (Date.now() > Date.parse(until)) void sessionStore.apply('USER_UPDATED');
    }, TICK_MS);
    return () => clearInterval(timer);
  }, [until]);
  const stop = async () => {
    setStopping(true);
    // The view may be over already. Either way the session says where this browser is now.
    const stopped = await rpc.accounts.stopViewing().catch(() => null);
    await sessionStore.apply('USER_UPDATED');
    setStopping(false);
    if (stopped) await navigate({ to: '/operator/accounts/$userId', params: stopped });
  };
  return (
    <section className={classes.viewing} aria-label="Viewing an account" data-reads>
      <IconEye size={18} stroke={1.75} aria-hidden />
      <span className={classes.viewed}>
        <span>Viewing as {name}</span> <span>{timeLeft(until, now)}</span>
      </span>
      <Button size="compact-sm" variant="default" flex="none" loading={stopping} onClick={() => void stop()}>
        Stop viewing
      </Button>
    </section>
  );
}
