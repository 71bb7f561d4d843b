import { Button, Group, Progress, Text } from '@mantine/core';
import { clockText } from '@stridewell/contract/programs/programs.wording.rules';
import { IconBell } from '@tabler/icons-react';
import { useEffect, useState } from 'react';
import { useStore } from '../../lib/store.ts';
import { IconButton } from '../../ui/icon-button.tsx';
import classes from './workout-player.module.css';
import { restTimer } from './workouts.rest.ts';

const TICK_MS = 250;

/** Browsers ask each person once. */
const canAskToNotify = (): boolean => 'Notification' in window && Notification.permission === 'default';

/** Counts the rest down. Derived from the time it ends, so a locked screen changes nothing. */
export function RestBar() {
  const rest = useStore(restTimer);
  const [now, setNow] = useState(Date.now);
  const [mayAsk, setMayAsk] = useState(canAskToNotify);
  useEffect(() => {
    if (!rest) return undefined;
    const tick = () => setNow(Date.now());
    tick();
    const timer = setInterval(tick, TICK_MS);
    document.addEventListener('visibilitychange', tick);
    return () => {
      clearInterval(timer);
      document.removeEventListener('visibilitychange', tick);
    };
  }, [rest]);
  if (!rest) return null;
  const left = Math.max(0, Math.ceil((rest.endsAt - now) / 1000));
  return (
    <div className={classes.rest} role="timer" aria-label="Rest">
      <Progress value={(left / rest.seconds) * 100} size="xs" aria-hidden />
      <Group justify="space-between" wrap="nowrap" gap="sm" pt="xs">
        <Text className={classes.restTime}>{left > 0 ? clockText(left) : 'Go'}</Text>
        <Group gap="xs" wrap="nowrap">
          {mayAsk && (
            <IconButton
              label="Notify me when the rest is over"
              icon={IconBell}
              size={44}
              onClick={() => void Notification.requestPermission().then(() => setMayAsk(canAskToNotify()))}
            />
          )}
          <Button variant="default" px="sm" onClick={() => restTimer.add(15)}>
            +15 s
          </Button>
          <Button variant="default" px="sm" onClick={() => restTimer.stop()}>
            {left > 0 ? 'Skip rest' : 'Close'}
          </Button>
        </Group>
      </Group>
    </div>
  );
}
