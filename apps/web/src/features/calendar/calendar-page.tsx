import { Button, Skeleton, Text } from '@mantine/core';
import type { CalendarSession } from '@stridewell/contract/calendar/calendar';
import { addDays, dayInZone, zoneName } from '@stridewell/contract/time';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { lazy, type ReactNode, Suspense, useState } from 'react';
import { browserTimeZone } from '../../lib/time-zone.ts';
import { toast } from '../../lib/toasts.ts';
import { usePhone } from '../../lib/use-phone.ts';
import { EmptyState } from '../../ui/empty-state.tsx';
import { late } from '../../ui/late.tsx';
import { LoadError } from '../../ui/load-error.tsx';
import { Muted } from '../../ui/muted.tsx';
import { isSameTime, type SessionTime, timeOf, useMoveSession } from './calendar.actions.ts';
import { overlapsAny } from './calendar.hours.ts';
import { useCalendarKeys } from './calendar.keys.ts';
import { calendarQuery, useExportCalendar } from './calendar.queries.ts';
import type { CalendarSearch, CalendarView } from './calendar.search.ts';
import { daysOf, spanOf, stepDate, viewOf, windowOf } from './calendar.views.ts';
import { CalendarAgenda } from './calendar-agenda.tsx';
import type { SessionStart } from './calendar-board.tsx';
import classes from './calendar-page.module.css';
import { CalendarToolbar } from './calendar-toolbar.tsx';

const MoveSession = late(async () => (await import('./move-session.tsx')).MoveSession);
const SessionDetails = late(async () => (await import('./session-details.tsx')).SessionDetails);
const SessionDialog = late(async () => (await import('./session-dialog.tsx')).SessionDialog);

const CalendarBoard = lazy(() => import('./calendar-board.tsx'));

type CalendarPageProps = {
  coachId: string;
  timeZone: string;
  search: CalendarSearch;
  onSearch: (search: CalendarSearch) => void;
  /** Above the sessions. */
  notice?: ReactNode;
};

/**
 * The dialog over the calendar: the details of a session, a move to confirm, or the form for a session. Without a start
 * the form suggests one.
 */
type OpenDialog =
  | { kind: 'details'; id: string }
  | { kind: 'move'; session: CalendarSession; to: SessionTime }
  | { kind: 'form'; session: CalendarSession | null; start: SessionStart | null };

export function CalendarPage({ coachId, timeZone, search, onSearch, notice }: CalendarPageProps) {
  const today = dayInZone(new Date(), timeZone);
  const view = viewOf(search);
  const date = search.date ?? today;
  const narrow = usePhone();
  const span = spanOf(view, narrow);
  const window = windowOf(span, date, timeZone);
  const calendar = useQuery({ ...calendarQuery(coachId, window), placeholderData: keepPreviousData });
  const move = useMoveSession(coachId, timeZone);
  const download = useExportCalendar(coachId);
  const [chosen, setOpen] = useState<OpenDialog | null>(null);
  const open: OpenDialog | null = chosen ?? (search.create ? { kind: 'form', session: null, start: null } : null);
  const close = () => {
    setOpen(null);
    const { create: _, ...others } = search;
    if (search.create) onSearch(others);
  };

  const show = (wanted: CalendarView, day: string) =>
    onSearch({ view: wanted, ...(day === today ? {} : { date: day }) });
  const step = (by: 1 | -1) => show(view, stepDate(span, date, by));
  const openForm = (start: SessionStart | null, session: CalendarSession | null = null) =>
    setOpen({ kind: 'form', session, start });
  const create = () => openForm(null);
  useCalendarKeys({
    t: () => show(view, today),
    d: () => show('day', date),
    w: () => show('week', date),
    m: () => show('month', date),
    l: () => show('agenda', date),
    n: create,
    arrowleft: () => step(-1),
    arrowright: () => step(1),
  });

  const save = (what: { id?: string } = {}) =>
    download.mutate(
      { ...window, ...what },
      { onError: () => toast.error('No file', 'The sessions could not be read. Please try again.') },
    );

  const sessions = calendar.data?.sessions ?? [];
  const busy = calendar.data?.busy ?? [];
  const selected = open?.kind === 'details' ? sessions.find(({ id }) => id === open.id) : undefined;
  const moveOrAsk = (session: CalendarSession, to: SessionTime) => {
    if (isSameTime(timeOf(session), to)) return;
    if (session.seriesId || overlapsAny({ sessions, busy }, session, to)) setOpen({ kind: 'move', session, to });
    else move(session, to);
  };
  const onOpen = ({ id }: CalendarSession) => setOpen({ kind: 'details', id });
  return (
    <div className={classes.page}>
      <CalendarToolbar
        view={view}
        span={span}
        date={date}
        onView={(wanted) => show(wanted, date)}
        onStep={step}
        onToday={() => show(view, today)}
        onNew={create}
        onAvailability={() => onSearch({ view: 'availability' })}
        onDownload={() => save()}
      />
      <Text c="dimmed" mb="md">
        Your sessions, and the hours clients can book.
      </Text>
      {timeZone !== browserTimeZone() && <Muted mb="md">Times in {zoneName(timeZone)}</Muted>}
      {notice && <div className={classes.notice}>{notice}</div>}
      {calendar.isError && !calendar.data ? (
        <LoadError
          title="Your calendar did not load"
          error={calendar.error}
          fallback="Check your connection and try again. Nothing was changed."
          onRetry={calendar.refetch}
        />
      ) : (
        <Suspense fallback={<Skeleton height="calc(100dvh - 248px)" radius="md" />}>
          {view === 'agenda' ? (
            <>
              <CalendarAgenda
                days={daysOf(view, date)}
                today={today}
                timeZone={timeZone}
                sessions={sessions}
                busy={busy}
                onOpen={onOpen}
              />
              <NothingPlanned sessions={sessions} days={daysOf(view, date)} timeZone={timeZone} onNew={create} />
            </>
          ) : (
            <CalendarBoard
              view={view}
              narrow={narrow}
              date={date}
              timeZone={timeZone}
              availability={calendar.data?.availability}
              sessions={sessions}
              busy={busy}
              onOpen={onOpen}
              onCreate={openForm}
              onMove={moveOrAsk}
              onDay={(day) => show(span === 'month' && narrow ? 'month' : 'day', day)}
            />
          )}
        </Suspense>
      )}
      {selected && calendar.data && (
        <SessionDetails
          coachId={coachId}
          session={selected}
          timeZone={timeZone}
          clientZone={calendar.data.zones.find(({ clientId }) => clientId === selected.clientId)?.timeZone}
          onClose={close}
          onEdit={() => openForm({ startsAt: selected.sessionDate, minutes: selected.minutes }, selected)}
          onDownload={() => save({ id: selected.id })}
        />
      )}
      {open?.kind === 'move' && (
        <MoveSession
          coachId={coachId}
          timeZone={timeZone}
          session={open.session}
          to={open.to}
          onMove={(apply) => move(open.session, open.to, apply)}
          onClose={close}
        />
      )}
      {open?.kind === 'form' && (
        <SessionDialog
          coachId={coachId}
          timeZone={timeZone}
          types={calendar.data?.types}
          session={open.session}
          start={open.start}
          day={date > today ? date : addDays(today, 1)}
          onClose={close}
        />
      )}
    </div>
  );
}

type NothingPlannedProps = {
  sessions: readonly CalendarSession[];
  days: readonly [from: string, to: string];
  timeZone: string;
  onNew: () => void;
};

function NothingPlanned({ sessions, days: [from, to], timeZone, onNew }: NothingPlannedProps) {
  const any = sessions.some(({ sessionDate }) => {
    const day = dayInZone(new Date(sessionDate), timeZone);
    return day >= from && day < to;
  });
  if (any) return null;
  return (
    <EmptyState
      title="No sessions on these days"
      action={
        <Button variant="light" onClick={onNew}>
          Schedule a session
        </Button>
      }
    >
      Schedule a session, or let your clients book one.
    </EmptyState>
  );
}
