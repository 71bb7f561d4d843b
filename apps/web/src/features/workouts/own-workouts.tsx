import { Anchor, Badge, Button, Card, Group, Stack, Text, Title } from '@mantine/core';
import { useDisclosure } from '@mantine/hooks';
import { OWN_PROGRAM_PDF_URL } from '@stridewell/contract/programs.files.rules';
import type { UnitSystem } from '@stridewell/contract/units';
import type { PlannedWorkout } from '@stridewell/contract/workouts';
import { HISTORY_SOURCE_LABELS } from '@stridewell/contract/workouts.rules';
import { IconChevronRight, IconFileImport } from '@tabler/icons-react';
import { useInfiniteQuery, useQuery, useSuspenseQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { lazy, type ReactNode, Suspense, useEffect, useState } from 'react';
import { EmptyState } from '../../components/empty-state.tsx';
import { LoadMore } from '../../components/load-more.tsx';
import { Muted } from '../../components/muted.tsx';
import { Notice } from '../../components/notice.tsx';
import rows from '../../components/rows.module.css';
import { SectionCard } from '../../components/section-card.tsx';
import { countLabel, dayText, volumeText } from '../../lib/format.ts';
import { useStore } from '../../lib/store.ts';
import classes from './own-workouts.module.css';
import { ownHistoryQuery, ownWorkoutsQuery } from './workouts.queries.ts';
import { type WorkoutStore, workoutStore } from './workouts.store.ts';

const HistoryImport = lazy(() => import('./history-import.tsx'));

type OwnWorkoutsProps = {
  userId: string;
  coachId: string;
  units: UnitSystem;
  /** What was changed about a day, and what can be done about it. */
  noteOf: NoteOf;
};

type NoteOf = (planned: PlannedWorkout) => ReactNode;

/** The week of a client: what is due today first, then the other days, then what was done. */
export function OwnWorkouts({ userId, coachId, units, noteOf }: OwnWorkoutsProps) {
  const { data } = useSuspenseQuery(ownWorkoutsQuery());
  const store = workoutStore(userId, coachId);
  useEffect(() => store.absorb(data.logs), [store, data.logs]);
  const { today, week, programName, readOnly } = data;
  const due = week.find(({ day, status }) => day === today && status !== 'done');
  const others = week.filter((one) => one !== due);
  return (
    <Stack gap="lg">
      {readOnly && (
        <Notice>Your coach’s plan does not cover this coaching at the moment, so workouts cannot be logged.</Notice>
      )}
      {week.length === 0 ? (
        <EmptyState title={programName ? 'No workouts this week' : 'No program yet'}>
          {programName ? 'Enjoy the rest.' : 'Your workouts are here once your coach assigns a program.'}
        </EmptyState>
      ) : (
        <>
          {programName && (
            <Group justify="space-between" gap="xs">
              <Muted>{programName}</Muted>
              <Anchor href={OWN_PROGRAM_PDF_URL} download size="sm">
                Download as PDF
              </Anchor>
            </Group>
          )}
          {due ? (
            <TodayWorkout planned={due} store={store} readOnly={readOnly} note={noteOf(due)} />
          ) : (
            <Text fw={600}>No workout is left for today.</Text>
          )}
          {others.length > 0 && (
            <Stack gap="xs" component="section" aria-label="This week">
              <Title order={2}>This week</Title>
              <Card padding={0} component="ul" className={rows.divided}>
                {others.map((planned) => (
                  <DayRow key={planned.logId} planned={planned} store={store} today={today} note={noteOf(planned)} />
                ))}
              </Card>
            </Stack>
          )}
        </>
      )}
      <History units={units} />
      {!readOnly && <ImportButton coachId={coachId} />}
    </Stack>
  );
}

function ImportButton({ coachId }: { coachId: string }) {
  const [isOpen, dialog] = useDisclosure(false);
  return (
    <Group>
      <Button variant="subtle" mih={44} leftSection={<IconFileImport size={18} stroke={1.75} />} onClick={dialog.open}>
        Import workouts from Hevy or Strong
      </Button>
      {isOpen && (
        <Suspense>
          <HistoryImport coachId={coachId} onClose={dialog.close} />
        </Suspense>
      )}
    </Group>
  );
}

type RowProps = { planned: PlannedWorkout; store: WorkoutStore };
type NotedProps = RowProps & { note: ReactNode };

/** Today's workout on another page; nothing while none is due. */
export function DueWorkout({ userId, coachId, noteOf }: { userId: string; coachId: string; noteOf: NoteOf }) {
  const { data } = useQuery(ownWorkoutsQuery());
  const planned = data?.week.find(({ day, status }) => day === data.today && status !== 'done');
  if (!data || !planned) return null;
  const store = workoutStore(userId, coachId);
  return <TodayWorkout planned={planned} store={store} readOnly={data.readOnly} note={noteOf(planned)} />;
}

/** What this device knows of a workout counts before what the server said, which may be older. */
function useStatus({ planned, store }: RowProps): PlannedWorkout['status'] {
  const { logs } = useStore(store);
  const log = logs.get(planned.logId)?.log;
  if (!log || log.head.deleted) return planned.status;
  return log.head.finishedAt ? 'done' : 'started';
}

/** The workout that is due, with the one tap that starts it. */
function TodayWorkout({ planned, store, readOnly, note }: NotedProps & { readOnly: boolean }) {
  const status = useStatus({ planned, store });
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
          <Button component={Link} to={`/client/workouts/${logId}`} variant="ember" size="lg" fullWidth>
            {status === 'done' ? 'Look at workout' : status === 'started' ? 'Continue workout' : 'Start workout'}
          </Button>
        )}
      </Stack>
    </Card>
  );
}

const STATUS: Record<PlannedWorkout['status'], { text: string; color: string } | null> = {
  done: { text: 'Done', color: 'pine' },
  missed: { text: 'Missed', color: 'yellow' },
  started: { text: 'Started', color: 'gray' },
  upcoming: null,
  today: null,
};

function DayRow({ planned, store, today, note }: NotedProps & { today: string }) {
  const status = useStatus({ planned, store });
  const mark = STATUS[status];
  const { day, name, logId, minutes } = planned;
  return (
    <li>
      <Link to="/client/workouts/$logId" params={{ logId }} className={rows.link}>
        <Stack gap={0} flex={1} miw={0}>
          <Text fw={600}>{name}</Text>
          <Muted>
            {day === today ? 'Today' : dayText(day, { weekday: 'short', month: 'short', day: 'numeric' })}, {minutes}{' '}
            min
          </Muted>
        </Stack>
        {mark && <Badge color={mark.color}>{mark.text}</Badge>}
        <IconChevronRight size={18} aria-hidden />
      </Link>
      <div className={classes.note}>{note}</div>
    </li>
  );
}

function History({ units }: { units: UnitSystem }) {
  const query = useInfiniteQuery(ownHistoryQuery());
  const [isOpen, setOpen] = useState(false);
  const done = query.data?.pages.flatMap(({ workouts }) => workouts) ?? [];
  if (done.length === 0) return null;
  return (
    <SectionCard title="Earlier workouts">
      <ul className={rows.divided} style={{ margin: 0, padding: 0, listStyle: 'none' }}>
        {(isOpen ? done : done.slice(0, 5)).map(({ id, name, day, sets, volumeKg, records, importedFrom }) => (
          <li key={id}>
            <Link
              to="/client/workouts/$logId"
              params={{ logId: id }}
              className={rows.link}
              style={{ paddingInline: 0 }}
            >
              <Stack gap={0} flex={1}>
                <Text fw={600}>{name}</Text>
                <Muted>
                  {dayText(day, { weekday: 'short', month: 'short', day: 'numeric' })}, {countLabel(sets, 'set')}
                  {volumeKg > 0 && `, ${volumeText(volumeKg, units)}`}
                  {importedFrom && `, from ${HISTORY_SOURCE_LABELS[importedFrom]}`}
                </Muted>
              </Stack>
              {records > 0 && <Badge>{countLabel(records, 'record')}</Badge>}
            </Link>
          </li>
        ))}
      </ul>
      {!isOpen && done.length > 5 && (
        <Group justify="center" mt="sm">
          <Button variant="default" onClick={() => setOpen(true)}>
            Show more
          </Button>
        </Group>
      )}
      {isOpen && <LoadMore query={query} label="Show older" failed="Older workouts could not be loaded" />}
    </SectionCard>
  );
}
