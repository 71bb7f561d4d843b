import { Anchor, Badge, Button, Card, Group, Stack, Text, Title } from '@mantine/core';
import { useDisclosure } from '@mantine/hooks';
import { OWN_PROGRAM_PDF_URL } from '@stridewell/contract/programs/programs.files.rules';
import { addDays, isoWeekday } from '@stridewell/contract/time';
import type { UnitSystem } from '@stridewell/contract/units';
import type { PlannedWorkout } from '@stridewell/contract/workouts/workouts';
import { HISTORY_SOURCE_LABELS } from '@stridewell/contract/workouts/workouts.rules';
import { setCountText } from '@stridewell/contract/workouts/workouts.swaps.rules';
import { IconChevronRight, IconFileImport } from '@tabler/icons-react';
import { useInfiniteQuery, useSuspenseQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { lazy, type ReactNode, Suspense, useEffect, useState } from 'react';
import { countLabel, dayText, volumeText } from '../../lib/format.ts';
import { useStore } from '../../lib/store.ts';
import { EmptyState } from '../../ui/empty-state.tsx';
import { LoadMore } from '../../ui/load-more.tsx';
import { Muted } from '../../ui/muted.tsx';
import { Notice } from '../../ui/notice.tsx';
import rows from '../../ui/rows.module.css';
import { SectionCard } from '../../ui/section-card.tsx';
import classes from './own-workouts.module.css';
import { dueIn, type NoteOf, TodayWorkouts, useStatusOf } from './today-workout.tsx';
import { deviceToday, finishedToday, nextPlanned, nextText } from './workouts.done.ts';
import { ownHistoryQuery, ownWorkoutsQuery } from './workouts.queries.ts';
import { workoutStore } from './workouts.store.ts';

const HistoryImport = lazy(() => import('./history-import.tsx'));

type OwnWorkoutsProps = {
  userId: string;
  coachId: string;
  units: UnitSystem;
  noteOf: NoteOf;
};

/** The week of a client: what is due today first, then the other days, then what was done. */
export function OwnWorkouts({ userId, coachId, units, noteOf }: OwnWorkoutsProps) {
  const { data } = useSuspenseQuery(ownWorkoutsQuery());
  const store = workoutStore(userId, coachId);
  useEffect(() => store.absorb(data.logs), [store, data.logs]);
  const statusOf = useStatusOf(store);
  const { logs } = useStore(store);
  const { today, week, programName, readOnly } = data;
  const due = dueIn(data, statusOf);
  const monday = addDays(today, 1 - isoWeekday(today));
  const earlier = week.filter(({ day }) => day < monday);
  const rowsIn = (list: readonly PlannedWorkout[]): DayRowsProps['rows'] =>
    list.map((planned) => ({ planned, status: statusOf(planned), note: noteOf(planned) }));
  const next = nextPlanned(data, (planned) => statusOf(planned) === 'done', today);
  const isFree = !due && !finishedToday(logs, deviceToday());
  return (
    <Stack gap="lg">
      {readOnly && (
        <Notice>Your coach’s plan does not cover this coaching at the moment, so workouts cannot be logged.</Notice>
      )}
      {week.length === 0 ? (
        <>
          <TodayWorkouts data={data} store={store} noteOf={noteOf} />
          <EmptyState title={emptyTitle(programName, next !== null)}>
            {next && nextText(next, today)}
            {!next &&
              (programName ? 'Enjoy the rest.' : 'Your workouts appear here once your coach assigns a program.')}
          </EmptyState>
        </>
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
          {isFree && (
            <div>
              <Text fw={600}>No workout today.</Text>
              {next && <Muted>{nextText(next, today)}</Muted>}
            </div>
          )}
          <TodayWorkouts data={data} store={store} noteOf={noteOf} />
          <DayRows
            title="This week"
            rows={rowsIn(week.filter((one) => one !== due && one.day >= monday))}
            today={today}
          />
          <DayRows
            title={earlier.every((one) => statusOf(one) === 'missed') ? 'Missed last week' : 'From last week'}
            rows={rowsIn(earlier)}
            today={today}
          />
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

const STATUS: Record<PlannedWorkout['status'], { text: string; color: string } | null> = {
  done: { text: 'Done', color: 'pine' },
  missed: { text: 'Missed', color: 'yellow' },
  started: { text: 'Started', color: 'gray' },
  upcoming: null,
  today: null,
};

type DayRowsProps = {
  title: string;
  rows: { planned: PlannedWorkout; status: PlannedWorkout['status']; note: ReactNode }[];
  today: string;
};

function DayRows({ title, rows: days, today }: DayRowsProps) {
  if (days.length === 0) return null;
  return (
    <Stack gap="xs" component="section" aria-label={title}>
      <Title order={2}>{title}</Title>
      <Card padding={0} component="ul" className={rows.divided}>
        {days.map(({ planned: { logId, name, day, minutes }, status, note }) => {
          const mark = STATUS[status];
          return (
            <li key={logId}>
              <Link to="/client/workouts/$logId" params={{ logId }} className={rows.link}>
                <Stack gap={0} flex={1} miw={0}>
                  <Text fw={600}>{name}</Text>
                  <Muted>
                    {day === today ? 'Today' : dayText(day, { weekday: 'short', month: 'short', day: 'numeric' })},{' '}
                    {minutes} min
                  </Muted>
                </Stack>
                {mark && <Badge color={mark.color}>{mark.text}</Badge>}
                <IconChevronRight size={18} aria-hidden />
              </Link>
              <div className={classes.note}>{note}</div>
            </li>
          );
        })}
      </Card>
    </Stack>
  );
}

/** The title of a week without workouts. A program that starts later has workouts, but no name yet. */
function emptyTitle(programName: string | null, hasNext: boolean): string {
  if (programName) return 'No workouts this week';
  return hasNext ? 'Your program has not started yet' : 'No program yet';
}

function History({ units }: { units: UnitSystem }) {
  const query = useInfiniteQuery(ownHistoryQuery());
  const [isOpen, setOpen] = useState(false);
  const done = query.data?.pages.flatMap(({ workouts }) => workouts) ?? [];
  if (done.length === 0) return null;
  return (
    <SectionCard title="Earlier workouts">
      <ul className={rows.divided} style={{ margin: 0, padding: 0, listStyle: 'none' }}>
        {(isOpen ? done : done.slice(0, 5)).map(
          ({ id, name, day, sets, plannedSets, volumeKg, records, importedFrom }) => (
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
                    {dayText(day, { weekday: 'short', month: 'short', day: 'numeric' })},{' '}
                    {setCountText({ sets, plannedSets })}
                    {volumeKg > 0 && `, ${volumeText(volumeKg, units)}`}
                    {importedFrom && `, from ${HISTORY_SOURCE_LABELS[importedFrom]}`}
                  </Muted>
                </Stack>
                {records > 0 && <Badge>{countLabel(records, 'record')}</Badge>}
              </Link>
            </li>
          ),
        )}
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
