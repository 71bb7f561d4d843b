import { Text } from '@mantine/core';
import type { PreviousPerformance, WorkoutLog } from '@stridewell/contract/workouts/workouts';
import type { ReactNode } from 'react';
import classes from './workout-player.module.css';
import { progressOf } from './workouts.editing.ts';

type RunningBarProps = {
  /** The workout on the page; undefined where there is none. */
  log: WorkoutLog | undefined;
  previous: readonly PreviousPerformance[];
  readOnly: boolean;
  /** The way back. */
  children: ReactNode;
};

/** The way back and how far the workout is. On phones it replaces the bars of the portal until the workout is finished. */
export function RunningBar({ log, previous, readOnly, children }: RunningBarProps) {
  const isRunning = log !== undefined && log.head.finishedAt === null && !readOnly;
  const progress = isRunning && progressOf(log, previous);
  return (
    <div className={classes.running} data-running={isRunning || undefined}>
      {children}
      {progress && (
        <Text size="sm" c="dimmed" role="status">
          {progress.done} of {progress.total} sets
        </Text>
      )}
    </div>
  );
}
