import { Anchor, Stack, Title } from '@mantine/core';
import { workoutLogId } from '@stridewell/contract/workouts/workouts';
import { useQuery, useSuspenseQuery } from '@tanstack/react-query';
import { createFileRoute, Link, notFound, redirect } from '@tanstack/react-router';
import { useEffect, useMemo } from 'react';
import { requireClient } from '../app/guards.ts';
import { queryClient } from '../app/query-client.ts';
import { useSession } from '../app/session.ts';
import { DayNote } from '../features/adjustments/day-note.tsx';
import { RunningBar } from '../features/workouts/running-bar.tsx';
import { WorkoutComments } from '../features/workouts/workout-comments.tsx';
import { WorkoutPlayer } from '../features/workouts/workout-player.tsx';
import { ownRecords } from '../features/workouts/workouts.done.ts';
import { before, startWorkout } from '../features/workouts/workouts.editing.ts';
import { ownWorkoutQuery, ownWorkoutsQuery } from '../features/workouts/workouts.queries.ts';
import { workoutStore } from '../features/workouts/workouts.store.ts';
import { useStore } from '../lib/store.ts';
import { EmptyState } from '../ui/empty-state.tsx';
import { PageSkeleton } from '../ui/page-skeleton.tsx';

export const Route = createFileRoute('/client/workouts/$logId')({
  /** `from`: where the workout was opened and is left to; the list of workouts without it. */
  validateSearch: ({ from }: Record<string, unknown>): { from?: 'today' | undefined } =>
    from === 'today' ? { from } : {},
  async beforeLoad(visit) {
    const { client } = await requireClient(visit);
    if (!client) throw redirect({ to: '/client/dashboard' });
    return { relationship: client };
  },
  loader: async ({ params: { logId } }) => {
    if (!workoutLogId.safeParse(logId).success) throw notFound();
    await queryClient.ensureQueryData(ownWorkoutsQuery());
  },
  pendingComponent: () => <PageSkeleton title="Workout" width={680} heights={[240, 240]} />,
  component: WorkoutPage,
});

function WorkoutPage() {
  const { logId } = Route.useParams();
  const { from } = Route.useSearch();
  const back = from === 'today' ? '/client/dashboard' : '/client/workouts';
  const { relationship } = Route.useRouteContext();
  const { session } = useSession();
  const navigate = Route.useNavigate();
  const { data } = useSuspenseQuery(ownWorkoutsQuery());
  const store = workoutStore(session?.user.id ?? '', relationship.coachId);
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
    if (isSent && isFinished) void queryClient.invalidateQueries({ queryKey: ownWorkoutQuery(logId).queryKey });
  }, [isSent, isFinished, logId]);
  const fresh = useMemo(() => planned && startWorkout(planned), [planned]);
  const initial = isUsable ? known : fresh;
  return (
    <Stack gap="md" maw={680} mx="auto">
      <RunningBar log={initial} previous={data.previous} readOnly={data.readOnly}>
        <Anchor component={Link} to={back} size="sm" w="fit-content" py={12} my={-4}>
          {from === 'today' ? 'Today' : 'Workouts'}
        </Anchor>
      </RunningBar>
      {initial && session ? (
        <>
          <Title order={1}>{initial.head.name}</Title>
          {planned && <DayNote planned={planned} />}
          <WorkoutPlayer
            store={store}
            initial={initial}
            previous={before(data.previous, initial)}
            // An answer that an older version kept on the device has none.
            substitutes={data.substitutes ?? []}
            guides={data.guides ?? []}
            records={isSent && stored.data ? stored.data.records : ownRecords(initial, data.previous)}
            units={session.user.unitSystem}
            readOnly={data.readOnly}
            onLeave={() => void navigate({ to: back })}
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
