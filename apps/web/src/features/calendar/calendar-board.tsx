import '@mantine/schedule/styles.css';
import { UnstyledButton, VisuallyHidden } from '@mantine/core';
import { type DayOfWeek, DayView, MonthView, type ScheduleEventData, WeekView } from '@mantine/schedule';
import type { CalendarBusy, CalendarSession } from '@stridewell/contract/calendar/calendar';
import type { Availability } from '@stridewell/contract/calendar/calendar.bookings.rules';
import { isoWeekday } from '@stridewell/contract/time';
import { IconRepeat } from '@tabler/icons-react';
import { type ComponentProps, useLayoutEffect, useMemo, useRef } from 'react';
import { timeOfDay } from '../../lib/format.ts';
import { viewing } from '../../lib/viewing.ts';
import { busyEvents, busyOnDays, isBusyEvent } from './calendar.busy.ts';
import { clockOf, instantOf } from './calendar.clock.ts';
import { useDragLabel } from './calendar.drag.ts';
import { bookableHours } from './calendar.hours.ts';
import { daysOf, spanOf } from './calendar.views.ts';
import { dayAndStatus, endOf, isCancelled, SESSION_COLOR } from './calendar.wording.ts';
import classes from './calendar-board.module.css';
import { CalendarMonth } from './calendar-month.tsx';

/** Start and length of a session before it is scheduled. */
export type SessionStart = { startsAt: string; minutes?: number };

type CalendarBoardProps = {
  view: 'day' | 'week' | 'month';
  /** On a phone a week has three days, a month has dots, and nothing is dragged. */
  narrow: boolean;
  date: string;
  timeZone: string;
  availability: Availability | undefined;
  sessions: readonly CalendarSession[];
  /** Times of connected calendars. */
  busy: readonly CalendarBusy[];
  onOpen: (session: CalendarSession) => void;
  onCreate: (start: SessionStart) => void;
  onMove: (session: CalendarSession, to: { startsAt: string; minutes: number }) => void;
  onDay: (day: string) => void;
};

/** The head of the grid covers the first hour that it scrolls to. */
const FIRST_HOUR = '06:00:00';
/** The height of the window below the bars. */
const SCROLL = { mah: 'max(420px, calc(100dvh - 228px))' };
/** Half an hour is as high as a thumb needs. */
const THUMB_HOUR = 88;
const DEFAULT_MINUTES = 60;
const MINUTE_MS = 60_000;

/** The grid of a day, a week or a month. Dragging has an equivalent in the dialogs for keyboards. */
export default function CalendarBoard({
  view,
  narrow,
  date,
  timeZone,
  availability,
  sessions,
  busy,
  onOpen,
  onCreate,
  onMove,
  onDay,
}: CalendarBoardProps) {
  const byId = useMemo(() => new Map(sessions.map((session) => [session.id, session])), [sessions]);
  const events = useMemo(
    () =>
      sessions.map(
        (session): ScheduleEventData => ({
          id: session.id,
          title: `${session.clientName}, ${session.sessionType}`,
          start: clockOf(new Date(session.sessionDate), timeZone),
          end: clockOf(endOf(session), timeZone),
          color: 'gray',
        }),
      ),
    [sessions, timeZone],
  );
  const days = daysOf(spanOf(view, narrow), date);
  const shaded = view === 'month' || !availability ? [] : bookableHours(availability, days);
  const away = view === 'month' ? [] : busyEvents(busyOnDays(busy, days, timeZone));
  const sessionOf = ({ id }: ScheduleEventData) => byId.get(String(id));

  const move = ({ eventId, newStart, newEnd }: { eventId: string | number; newStart: string; newEnd: string }) => {
    const session = byId.get(String(eventId));
    if (!session) return;
    const start = instantOf(newStart, timeZone);
    // Measured on the wall clock, so that moving keeps the length when the clocks change.
    const length = Math.round((Date.parse(`${newEnd}Z`) - Date.parse(`${newStart}Z`)) / MINUTE_MS);
    onMove(session, { startsAt: start.toISOString(), minutes: length });
  };

  const create = (from: string, to: string) =>
    onCreate({
      startsAt: instantOf(from, timeZone).toISOString(),
      minutes: Math.max(DEFAULT_MINUTES / 4, (Date.parse(`${to}Z`) - Date.parse(`${from}Z`)) / MINUTE_MS),
    });

  const renderEvent: ComponentProps<typeof WeekView>['renderEvent'] = (event, props) => {
    if (isBusyEvent(event)) {
      return (
        <div className={`${props.className ?? ''} ${classes.busy}`} style={props.style}>
          <span aria-hidden>Busy</span>
          <VisuallyHidden>{event.title}</VisuallyHidden>
        </div>
      );
    }
    if (event.display === 'background') {
      return <div className={`${props.className ?? ''} ${classes.hours}`} style={props.style} aria-hidden />;
    }
    const session = sessionOf(event);
    if (!session) return <span />;
    return (
      <UnstyledButton
        {...props}
        data-reads
        title={undefined}
        className={`${props.className ?? ''} ${classes.event}`}
        __vars={{ '--tone': SESSION_COLOR[isCancelled(session) ? 'gray' : session.color] }}
        data-off={isCancelled(session) || undefined}
        data-done={session.status !== 'scheduled' || undefined}
      />
    );
  };

  const renderEventBody: ComponentProps<typeof WeekView>['renderEventBody'] = (event) => {
    const session = sessionOf(event);
    if (!session) return null;
    const time = timeOfDay(session.sessionDate, timeZone);
    if (view === 'month') {
      return (
        <span className={classes.line}>
          <span>{time}</span> <strong className={classes.name}>{session.clientName}</strong>
          <VisuallyHidden>, {dayAndStatus(session, timeZone)}</VisuallyHidden>
        </span>
      );
    }
    return (
      <span className={classes.body} data-short={session.minutes < 45 || undefined}>
        <strong className={classes.name}>{session.clientName}</strong>{' '}
        <span>
          {session.seriesId && <IconRepeat size={12} stroke={2} aria-hidden />} {time}, {session.sessionType}
          <VisuallyHidden>, {dayAndStatus(session, timeZone)}</VisuallyHidden>
        </span>
      </span>
    );
  };

  // The library labels weekdays with an ISO date. Without the label, screen readers read the visible text.
  const board = useRef<HTMLDivElement>(null);
  useLayoutEffect(() => {
    for (const day of board.current?.getElementsByClassName(classes.weekday ?? '') ?? []) {
      day.removeAttribute('aria-label');
    }
  });

  const startDrag = useDragLabel(board, classes.preview ?? '', timeZone, date);

  const canDrag = !narrow && !viewing.isOn();
  const shared = {
    date,
    events: [...shaded, ...away, ...events] as ScheduleEventData[],
    renderEvent,
    renderEventBody,
    highlightToday: true,
    withHeader: false,
    withEventsDragAndDrop: canDrag,
    canDragEvent: (event: ScheduleEventData) => {
      const session = sessionOf(event);
      return session !== undefined && !isCancelled(session);
    },
    onEventDrop: move,
    onEventDragStart(event: ScheduleEventData) {
      const session = sessionOf(event);
      if (session) startDrag(session.clientName, timeOfDay(session.sessionDate, timeZone));
    },
    onEventClick(event: ScheduleEventData) {
      const session = sessionOf(event);
      if (session) onOpen(session);
    },
    getCurrentTime: () => clockOf(new Date(), timeZone),
    radius: 'md',
  } as const;
  const hourly = {
    intervalMinutes: 30,
    eventDragInterval: 15,
    eventResizeInterval: 15,
    slotHeight: narrow ? THUMB_HOUR : 56,
    slotLabelFormat: 'h A',
    startScrollTime: FIRST_HOUR,
    withCurrentTimeBubble: false,
    scrollAreaProps: SCROLL,
    withEventResize: canDrag,
    onEventResize: move,
    withDragSlotSelect: canDrag,
    onSlotDragEnd: create,
    onTimeSlotClick: ({ slotStart }: { slotStart: string }) =>
      onCreate({ startsAt: instantOf(slotStart, timeZone).toISOString() }),
  } as const;

  if (view === 'month' && narrow) {
    return (
      <CalendarMonth date={date} timeZone={timeZone} sessions={sessions} busy={busy} onDay={onDay} onOpen={onOpen} />
    );
  }
  return (
    <div ref={board} className={classes.board} data-calendar-board>
      {view === 'day' && (
        <DayView
          {...shared}
          {...hourly}
          withAllDaySlot={false}
          classNames={{ dayViewDragPreview: classes.preview ?? '' }}
        />
      )}
      {view === 'week' && (
        <WeekView
          {...shared}
          {...hourly}
          withWeekNumber={false}
          withAllDaySlots={false}
          {...(narrow ? threeDaysFrom(date) : { weekendDays: [] })}
          classNames={{ weekViewDayLabel: classes.weekday ?? '', weekViewDragPreview: classes.preview ?? '' }}
          onDateChange={onDay}
        />
      )}
      {view === 'month' && (
        <MonthView
          {...shared}
          firstDayOfWeek={1}
          weekendDays={[]}
          classNames={{ monthViewDayLabel: classes.number ?? '' }}
          consistentWeeks
          maxEventsPerDay={3}
          onDayClick={(day) => onDay(day)}
        />
      )}
    </div>
  );
}

/** A week that begins with a day and hides its last four. The library counts from Sunday as 0. */
function threeDaysFrom(day: string) {
  const at = (ahead: number) => ((isoWeekday(day) + ahead) % 7) as DayOfWeek;
  return { firstDayOfWeek: at(0), weekendDays: [3, 4, 5, 6].map(at), withWeekendDays: false };
}
