import { Anchor, Stack, Title } from '@mantine/core';
import type { UnitSystem } from '@stridewell/contract/units';
import { useQuery, useQueryClient, useSuspenseQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { useEffect, useMemo } from 'react';
import { useStore } from '../../lib/store.ts';
import { EmptyState } from '../../ui/empty-state.tsx';
import { RunningBar } from './running-bar.tsx';
import type { NoteOf } from './today-workout.tsx';
import { WorkoutComments } from './workout-comments.tsx';
import { WorkoutPlayer } from './workout-player.tsx';
import { ownRecords } from './workouts.done.ts';
import { before, startWorkout } from './workouts.editing.ts';
import { ownWorkoutQuery, ownWorkoutsQuery } from './workouts.queries.ts';
import { workoutStore } from './workouts.store.ts';

type OwnWorkoutProps = {
  userId: string;
  coachId: string;
  logId: string;
  units: UnitSystem;
  /** The page that the workout was opened from. */
  back: { to: '/client/dashboard' | '/client/workouts'; label: string };
  noteOf: NoteOf;
  onLeave: () => void;
};

/** One workout of the client: planned, under way or done. */
export function OwnWorkout({ userId, coachId, logId, units, back, noteOf, onLeave }: OwnWorkoutProps) {
  const client = useQueryClient();
  const { data } = useSuspenseQuery(ownWorkoutsQuery());
  const store = workoutStore(userId, coachId);
  const { logs } = useStore(store);
  const planned = data.week.find((one) => one.logId === logId);
  const known = logs.get(logId)?.log;
  const isUsable = known !== undefined && !known.head.deleted;
  // An older workout is neither in this week nor on the device. Comments come with every stored one.
  // The loaded week may be older than the workouts that this device has sent.
  const isSent = logs.get(logId)?.pending === false;
  const isStored = isSent || !planned || planned.status === 'started' || planned.status === 'done';
  const stored = useQuery({ ...ownWorkoutQuery(logId), retry: false, enabled: isStored });
  useEffect(() => {
    if (stored.data) store.absorb([stored.data.log]);
  }, [store, stored.data]);
  useEffect(() => store.absorb(data.logs), [store, data.logs]);
  const isFinished = typeof known?.head.finishedAt === 'string';
  // The server knows the records once it has the end of the workout.
  useEffect(() => {
    if (isSent && isFinished) void client.invalidateQueries({ queryKey: ownWorkoutQuery(logId).queryKey });
  }, [client, isSent, isFinished, logId]);
  const fresh = useMemo(() => planned && startWorkout(planned), [planned]);
  const initial = isUsable ? known : fresh;
  return (
    <Stack gap="md" maw={680} mx="auto">
      <RunningBar log={initial} previous={data.previous} readOnly={data.readOnly}>
        <Anchor component={Link} to={back.to} size="sm" w="fit-content" py={12} my={-4}>
          {back.label}
        </Anchor>
      </RunningBar>
      {initial ? (
        <>
          <Title order={1}>{initial.head.name}</Title>
          {planned && noteOf(planned)}
          <WorkoutPlayer
            store={store}
            initial={initial}
            previous={before(data.previous, initial)}
            // An answer that an older version kept on the device has none.
            substitutes={data.substitutes ?? []}
            guides={data.guides ?? []}
            records={isSent && stored.data ? stored.data.records : ownRecords(initial, data.previous)}
            units={units}
            readOnly={data.readOnly}
            onLeave={onLeave}
          />
          {stored.data && <WorkoutComments log={initial} comments={stored.data.comments} />}
        </>
      ) : (
        !stored.isLoading && (
          <EmptyState title="Workout not found">It may have been deleted, or moved by your coach.</EmptyState>
        )
      )}
    </Stack>
  );
}
