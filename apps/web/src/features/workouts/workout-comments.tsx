import { Card, Stack, Text } from '@mantine/core';
import type { WorkoutLog } from '@stridewell/contract/workouts/workouts';
import { shownExercises } from '@stridewell/contract/workouts/workouts.swaps.rules';
import { timeAgo } from '../../lib/format.ts';
import { useTimeZone } from '../../lib/time-zone.ts';
import { Muted } from '../../ui/muted.tsx';
import { rowsOf } from './workouts.editing.ts';

export type Comment = { id: string; setId: string | null; text: string; at: string };

/** The set that a comment is about, like `Bench press, set 2`; null for the whole workout, or a set that is gone. */
export function nameOfSet(log: WorkoutLog, setId: string | null): string | null {
  if (setId === null) return null;
  for (const exercise of shownExercises(log)) {
    const index = rowsOf(log, exercise, []).findIndex(({ id }) => id === setId);
    if (index >= 0) return `${exercise.name}, set ${index + 1}`;
  }
  return null;
}

/** The coach's comments on a workout. */
export function WorkoutComments({ log, comments }: { log: WorkoutLog; comments: readonly Comment[] }) {
  const timeZone = useTimeZone();
  if (comments.length === 0) return null;
  return (
    <Card padding="md" component="section" aria-label="Comments of your coach">
      <Stack gap="sm">
        {comments.map((comment) => {
          const set = nameOfSet(log, comment.setId);
          return (
            <div key={comment.id}>
              <Muted>
                {set ? `${set}, ` : ''}
                {timeAgo(comment.at, timeZone)}
              </Muted>
              <Text style={{ whiteSpace: 'pre-wrap' }}>{comment.text}</Text>
            </div>
          );
        })}
      </Stack>
    </Card>
  );
}
