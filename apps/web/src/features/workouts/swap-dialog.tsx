import { Card, Stack, Text, UnstyledButton } from '@mantine/core';
import type { PerformedExercise } from '@stridewell/contract/workouts/workouts';
import { IconChevronRight } from '@tabler/icons-react';
import { Dialog } from '../../ui/dialog.tsx';
import { Muted } from '../../ui/muted.tsx';
import rows from '../../ui/rows.module.css';
import type { SwapOption } from './workouts.swaps.ts';

type SwapDialogProps = {
  exercise: PerformedExercise;
  options: readonly SwapOption[];
  /** Sets of the exercise that are done and stay. */
  done: number;
  onChoose: (option: SwapOption) => void;
  onClose: () => void;
};

/** Exercises that can be done instead of one. They are on the device, so it needs no connection. */
export function SwapDialog({ exercise, options, done, onChoose, onClose }: SwapDialogProps) {
  return (
    <Dialog opened onClose={onClose} title={`Swap ${exercise.name}`}>
      <Stack gap="md">
        <Muted>
          {done > 0 ? 'Sets that are done stay. The others are for the new exercise.' : 'Your coach sees the swap.'}
        </Muted>
        <Card padding={0} component="ul" className={rows.divided}>
          {options.map((option) => (
            <li key={option.exerciseId}>
              <UnstyledButton className={rows.link} onClick={() => onChoose(option)}>
                <Stack gap={0} flex={1} miw={0}>
                  <Text fw={600}>{option.name}</Text>
                  <Muted>{option.why}</Muted>
                </Stack>
                <IconChevronRight size={18} aria-hidden />
              </UnstyledButton>
            </li>
          ))}
        </Card>
      </Stack>
    </Dialog>
  );
}
