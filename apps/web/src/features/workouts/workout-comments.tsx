import { Card, Stack, Text } from '@mantine/core';
import type { WorkoutLog } from '@stridewell/contract/workouts';
import { Muted } from '../../components/muted.tsx';
import { timeAgo } from '../../lib/format.ts';
import { useTimeZone } from '../../lib/time-zone.ts';

type Comment = { id: string; setId: string | null; text: string; at: string };

/** The exercise that a comment on a set is about. */
export function exerciseOfSet({ head, sets }: WorkoutLog, setId: string | null): string | null {
  const key = sets.find(({ id }) => id === setId)?.exerciseKey;
  return head.exercises.find((exercise) => exercise.key === key)?.name ?? null;
}

/** What the coach wrote about a workout. */
export function WorkoutComments({ log, comments }: { log: WorkoutLog; comments: readonly Comment[] }) {
  const timeZone = useTimeZone();
  if (comments.length === 0) return null;
  return (
    <Card padding="md" component="section" aria-label="Comments of your coach">
      <Stack gap="sm">
        {comments.map((comment) => {
          const exercise = exerciseOfSet(log, comment.setId);
          return (
            <div key={comment.id}>
              <Muted>
                {exercise ? `${exercise}, ` : ''}
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
