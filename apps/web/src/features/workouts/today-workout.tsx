import { Button, Card, Group, Stack, Text, Title } from '@mantine/core';
import type { PlannedWorkout, WorkoutLog } from '@stridewell/contract/workouts/workouts';
import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import { countLabel } from '../../lib/format.ts';
import { useStore } from '../../lib/store.ts';
import { DoneIcon } from '../../ui/done-icon.tsx';
import { Muted } from '../../ui/muted.tsx';
import { SyncText } from './sync-text.tsx';
import {
  deviceToday,
  finishedToday,
  nextPlanned,
  nextText,
  ownRecords,
  resultText,
  trainedDaysOf,
} from './workouts.done.ts';
import { type OwnWorkouts, ownWorkoutsQuery } from './workouts.queries.ts';
import { type WorkoutStore, workoutStore } from './workouts.store.ts';

/** The change of a day, with the actions for it. */
export type NoteOf = (planned: PlannedWorkout) => ReactNode;

type Status = PlannedWorkout['status'];

/** The log on this device overrides the server's answer, which may be older. */
export function useStatusOf(store: WorkoutStore): (planned: PlannedWorkout) => Status {
  const { logs } = useStore(store);
  return ({ logId, status }) => {
    const log = logs.get(logId)?.log;
    if (!log || log.head.deleted) return status;
    return log.head.finishedAt ? 'done' : 'started';
  };
}

type TodayProps = { data: OwnWorkouts; store: WorkoutStore; noteOf: NoteOf; from?: 'today' };

/** The workout that is due today, and the one that was done today with what comes next. */
export function TodayWorkouts({ data, store, noteOf, from }: TodayProps) {
  const statusOf = useStatusOf(store);
  const { logs } = useStore(store);
  const due = dueIn(data, statusOf);
  const done = finishedToday(logs, deviceToday());
  const next = nextPlanned(data, (planned) => statusOf(planned) === 'done', data.today);
  return (
    <>
      {done && <DoneWorkout log={done} data={data} store={store} next={next && nextText(next, data.today)} />}
      {due && (
        <DueWorkout planned={due} status={statusOf(due)} readOnly={data.readOnly} note={noteOf(due)} from={from} />
      )}
    </>
  );
}

/** Today's workout that is not done yet. */
export const dueIn = ({ week, today }: OwnWorkouts, statusOf: (planned: PlannedWorkout) => Status) =>
  week.find((planned) => planned.day === today && statusOf(planned) !== 'done');

type OwnProps = { userId: string; coachId: string };

/** Today's workouts on another page; nothing on a day without any. */
export function OwnToday({ userId, coachId, noteOf }: OwnProps & { noteOf: NoteOf }) {
  const { data } = useQuery(ownWorkoutsQuery());
  const store = workoutStore(userId, coachId);
  return data ? <TodayWorkouts data={data} store={store} noteOf={noteOf} from="today" /> : null;
}

/** The planned days whose workouts this device knows to be done. */
export function TrainedDays({ userId, coachId, children }: OwnProps & { children: (days: Set<string>) => ReactNode }) {
  const { logs } = useStore(workoutStore(userId, coachId));
  return children(trainedDaysOf(logs));
}

type DoneProps = { log: WorkoutLog; data: OwnWorkouts; store: WorkoutStore; next: string | null };

function DoneWorkout({ log, data, store, next }: DoneProps) {
  const { logs } = useStore(store);
  const stored = data.week.find(({ logId, status }) => logId === log.id && status === 'done');
  const records = stored?.records ?? ownRecords(log, data.previous).length;
  return (
    <Card component="section" aria-label="Done today" padding="lg">
      <Group gap="sm" wrap="nowrap" align="flex-start">
        <DoneIcon done size={28} />
        <Stack gap={2} flex={1} miw={0}>
          <Title order={2} style={{ overflowWrap: 'anywhere' }}>
            {log.head.name} done
          </Title>
          <Text>{resultText(log, records)}</Text>
          {next && <Muted>{next}</Muted>}
          {logs.get(log.id)?.pending && <SyncText store={store} logId={log.id} />}
        </Stack>
      </Group>
      <Button
        variant="default"
        mt="md"
        renderRoot={(props) => <Link to="/client/workouts/$logId" params={{ logId: log.id }} {...props} />}
      >
        See workout
      </Button>
    </Card>
  );
}

type DueProps = {
  planned: PlannedWorkout;
  status: Status;
  readOnly: boolean;
  note: ReactNode;
  from: 'today' | undefined;
};

/** The workout that is due, with the one tap that starts it. */
function DueWorkout({ planned, status, readOnly, note, from }: DueProps) {
  const { workout, logId, name, minutes } = planned;
  return (
    <Card component="section" aria-label="Today’s workout" padding="lg">
      <Stack gap="sm">
        <div>
          <Muted>Today</Muted>
          <Title order={2}>{name}</Title>
          <Muted>
            {countLabel(workout.exercises.length, 'exercise')}, about {minutes} minutes
          </Muted>
        </div>
        {note}
        <Text size="sm">{workout.exercises.map((exercise) => exercise.name).join(', ')}</Text>
        {!readOnly && (
          <Button
            variant="ember"
            size="lg"
            fullWidth
            renderRoot={(props) => (
              <Link to="/client/workouts/$logId" params={{ logId }} search={{ from }} {...props} />
            )}
          >
            {status === 'started' ? 'Continue workout' : 'Start workout'}
          </Button>
        )}
      </Stack>
    </Card>
  );
}
