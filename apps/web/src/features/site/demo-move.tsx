import { Button, Group } from '@mantine/core';
import { useState } from 'react';
import { momentLabel } from '../../lib/format.ts';
import { takeFocus } from '../../lib/take-focus.ts';
import classes from './demo-move.module.css';
import { DemoSlots } from './demo-slots.tsx';

type DemoMoveProps = {
  timeZone: string;
  onTimeZone: (timeZone: string) => void;
  busy: boolean;
  onMove: (startsAt: string, onTaken: () => void) => void;
  onClose: () => void;
};

/** Moves a booked demo. Every move sends an email, so the chosen time needs a confirmation. */
export function DemoMove({ timeZone, onTimeZone, busy, onMove, onClose }: DemoMoveProps) {
  const [picked, setPicked] = useState('');
  return (
    <section className={classes.move} aria-label="Choose a new time">
      <h2 ref={takeFocus} tabIndex={-1}>
        Choose a new time
      </h2>
      <p>Your old time stays booked until you do.</p>
      {picked ? (
        <>
          <div ref={takeFocus} tabIndex={-1} className={classes.picked}>
            {momentLabel(picked, timeZone)}
          </div>
          <Group gap="sm">
            <Button size="md" loading={busy} onClick={() => onMove(picked, () => setPicked(''))}>
              Move the demo
            </Button>
            <Button size="md" variant="default" disabled={busy} onClick={() => setPicked('')}>
              Choose another time
            </Button>
          </Group>
        </>
      ) : (
        <>
          <DemoSlots timeZone={timeZone} onTimeZone={onTimeZone} onPick={setPicked} />
          <Button mt="lg" size="md" variant="default" onClick={onClose}>
            Keep the old time
          </Button>
        </>
      )}
    </section>
  );
}
