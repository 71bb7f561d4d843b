import { Button, Divider, Group, Paper, Text, Title } from '@mantine/core';
import { useState } from 'react';
import { momentLabel } from '../../lib/format.ts';
import { takeFocus } from '../../lib/take-focus.ts';
import { DemoSlots } from './demo-slots.tsx';
import { useDemoSlots } from './site.demos.ts';

type DemoMoveProps = {
  timeZone: string;
  onTimeZone: (timeZone: string) => void;
  busy: boolean;
  /** @returns whether the time is still free */
  onMove: (startsAt: string) => Promise<boolean>;
  onClose: () => void;
};

/** Moves a booked demo. Every move sends an email, so the chosen time needs a confirmation. */
export default function DemoMove({ timeZone, onTimeZone, busy, onMove, onClose }: DemoMoveProps) {
  const [picked, setPicked] = useState('');
  const times = useDemoSlots();
  const move = async () => {
    if (await onMove(picked)) return;
    setPicked('');
    await times.refetch();
  };
  return (
    <section aria-label="Choose a new time">
      <Divider mb="lg" />
      <Title order={2} ref={takeFocus} tabIndex={-1}>
        Choose a new time
      </Title>
      <Text c="dimmed" mb={20}>
        Your old time stays booked until you do.
      </Text>
      {picked ? (
        <>
          <Paper ref={takeFocus} tabIndex={-1} p="md" mb={20} bg="var(--pine-tint)" fz="lg" fw={600}>
            {momentLabel(picked, timeZone)}
          </Paper>
          <Group gap="sm">
            <Button size="md" loading={busy} onClick={() => void move()}>
              Move the demo
            </Button>
            <Button size="md" variant="default" disabled={busy} onClick={() => setPicked('')}>
              Choose another time
            </Button>
          </Group>
        </>
      ) : (
        <>
          <DemoSlots times={times} timeZone={timeZone} onTimeZone={onTimeZone} onPick={setPicked} />
          <Button mt="lg" size="md" variant="default" onClick={onClose}>
            Keep the old time
          </Button>
        </>
      )}
    </section>
  );
}
