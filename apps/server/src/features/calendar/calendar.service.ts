import type {
  CalendarSession,
  CoachSession,
  SessionType,
  SessionTypeInput,
} from '@stridewell/contract/calendar/calendar';
import { MAX_WINDOW_DAYS } from '@stridewell/contract/calendar/calendar.rules';
import type { EventType } from '@stridewell/contract/events';
import { dayInZone, dayRangeInZone } from '@stridewell/contract/time';
import { record } from '../../core/events/events.ts';
import { refuse } from '../../core/refusals.ts';
import type { ClientScope, CoachScope } from '../../core/tenancy/scope.ts';
import type { Tx } from '../../platform/db/database.ts';
import { calendarText } from '../../platform/mail/calendar-file.ts';
import { findAvailability } from './calendar.bookings.data.ts';
import { type CoachAccess, changeBuffers, forgetBusy, listExternalBusy, replaceBusy } from './calendar.busy.service.ts';
import { countSessions } from './calendar.counts.data.ts';
import {
  countOtherTypes,
  findNextSession,
  findSession,
  type SessionRow,
  selectSessions,
  selectTypes,
  selectWindow,
  toSession,
  updateRemoved,
  updateStatus,
  upsertType,
} from './calendar.data.ts';
import {
  clearMadeMeeting,
  type FeedSession,
  selectFeedSessions as listFeedSessions,
  selectSessionsById as listSessionsById,
  updateMadeMeeting,
} from './calendar.feed.data.ts';
import { renameSessions } from './calendar.names.service.ts';
import {
  type CalendarDeps,
  refreshCalendars,
  refreshSlots,
  sessionsChangedJob,
  showCalendars,
  toEvent,
} from './calendar.notice.service.ts';
import { findNextSessionWith, hasBookingHours, lastSessionAt } from './calendar.upcoming.data.ts';

/** For other features. */
export type { CalendarDeps, CoachAccess, FeedSession };
export {
  changeBuffers,
  clearMadeMeeting,
  countSessions,
  findNextSessionWith as getNextSessionWith,
  forgetBusy,
  hasBookingHours,
  lastSessionAt,
  listFeedSessions,
  listSessionsById,
  renameSessions,
  replaceBusy,
  sessionsChangedJob,
};

/** Stores the link of a meeting that a connected calendar made for a session, and shows it to coach and client. */
export async function saveMadeMeeting(tx: Tx<CoachScope>, session: FeedSession, url: string): Promise<void> {
  if (await updateMadeMeeting(tx, session, url)) await showCalendars(tx, [session.clientId]);
}

const LIST_LIMIT = 100;
/** More than the sessions of two months, and few enough for one answer. */
const WINDOW_LIMIT = 2000;
const WINDOW_DAYS = 7;
const UPCOMING_LIMIT = 5;
const MAX_TYPES = 50;
const DAY_MS = 86_400_000;

export const listSessions = (
  tx: Tx<CoachScope>,
  window: { from: string; to: string; status?: CoachSession['status'] | undefined },
) =>
  selectSessions(tx, {
    from: new Date(window.from),
    to: new Date(window.to),
    status: window.status ?? null,
    limit: LIST_LIMIT,
  });

const STATUS_EVENTS = {
  scheduled: 'session.reopened',
  completed: 'session.completed',
  no_show: 'session.missed',
} as const satisfies Record<CoachSession['status'], EventType>;

/** @throws NOT_FOUND for an unknown or canceled session */
export async function updateSessionStatus(
  tx: Tx<CoachScope>,
  { id, status }: { id: string; status: CoachSession['status'] },
  now: Date,
): Promise<CoachSession> {
  const before = await findSession(tx, id);
  const session = await updateStatus(tx, id, status);
  if (!session) throw refuse('NOT_FOUND');
  if (session.clientId && before?.status !== status) {
    const type = STATUS_EVENTS[status];
    const data = { startsAt: session.sessionDate };
    await record(tx, { type, clientId: session.clientId, subjectId: id, occurredAt: now, data });
  }
  await refreshCalendars(tx, [session.clientId], 'session_status');
  return session;
}

/**
 * Sessions of the coach's day, and the next five scheduled ones within seven times 24 hours, including today's. Runs
 * one statement.
 */
export async function listDashboardSessions(
  tx: Tx<CoachScope>,
  { now, timeZone }: { now: Date; timeZone: string },
): Promise<{ today: CoachSession[]; upcoming: CoachSession[] }> {
  const today = dayInZone(now, timeZone);
  const { start, end } = dayRangeInZone(today, timeZone);
  const horizon = new Date(now.getTime() + WINDOW_DAYS * DAY_MS);
  const sessions = await selectSessions(tx, { from: start, to: horizon, status: null, limit: LIST_LIMIT });
  const midnight = end.toISOString();
  return {
    today: sessions.filter(({ sessionDate }) => sessionDate < midnight),
    upcoming: sessions
      .filter(({ sessionDate, status }) => status === 'scheduled' && sessionDate >= now.toISOString())
      .slice(0, UPCOMING_LIMIT),
  };
}

/** The client's current or next scheduled session in the coming 60 days. */
export async function getNextSession(tx: Tx<ClientScope>, now: Date): Promise<CoachSession | null> {
  const to = new Date(now.getTime() + 60 * DAY_MS);
  return (await findNextSession(tx, { now, to, limit: LIST_LIMIT })) ?? null;
}

/** The current week is within this many days of now, in every time zone. */
const NEAR_DAYS = 8;

/** The client's sessions around today, without canceled ones. */
export const listNearSessions = (tx: Tx<ClientScope>, now: Date): Promise<CoachSession[]> =>
  selectSessions(tx, {
    from: new Date(now.getTime() - NEAR_DAYS * DAY_MS),
    to: new Date(now.getTime() + NEAR_DAYS * DAY_MS),
    status: null,
    limit: LIST_LIMIT,
  });

export const toCalendarSession = (row: SessionRow): CalendarSession => ({
  ...toSession(row),
  minutes: row.minutes,
  bufferBefore: row.bufferBefore,
  bufferAfter: row.bufferAfter,
  notes: row.notes,
  sessionTypeId: row.sessionTypeId,
  color: row.color,
  seriesId: row.seriesId,
  bookedBy: row.bookedBy,
  cancelReason: row.cancelledAt ? (row.cancelReason ?? '') : null,
  version: row.version,
  ownMeetingUrl: row.meetingUrl,
});

type WindowInput = { from: string; to: string };

/** @throws WINDOW_TOO_LONG above MAX_WINDOW_DAYS */
function windowOf(tx: Tx<CoachScope, 'WINDOW_TOO_LONG'>, { from, to }: WindowInput): { from: Date; to: Date } {
  const window = { from: new Date(from), to: new Date(to) };
  if (window.to.getTime() - window.from.getTime() > MAX_WINDOW_DAYS * DAY_MS) throw refuse(tx, 'WINDOW_TOO_LONG');
  return window;
}

/** @throws WINDOW_TOO_LONG */
export async function getCalendar(
  tx: Tx<CoachScope, 'WINDOW_TOO_LONG'>,
  input: WindowInput,
  plan: { access: CoachAccess; now: Date },
) {
  const window = windowOf(tx, input);
  const [rows, busy, types, availability] = await Promise.all([
    selectWindow(tx, window, WINDOW_LIMIT),
    listExternalBusy(tx, window, plan),
    selectTypes(tx),
    findAvailability(tx),
  ]);
  const zones = new Map(
    rows.flatMap(({ clientId, clientZone }) => (clientId && clientZone ? [[clientId, clientZone] as const] : [])),
  );
  return {
    sessions: rows.map(toCalendarSession),
    busy,
    types,
    availability,
    zones: [...zones].map(([clientId, timeZone]) => ({ clientId, timeZone })),
  };
}

/**
 * Sessions as a file for other calendars.
 * @throws WINDOW_TOO_LONG
 */
export async function exportCalendar(
  tx: Tx<CoachScope, 'WINDOW_TOO_LONG'>,
  deps: Pick<CalendarDeps, 'env' | 'coach'>,
  input: WindowInput & { id?: string | undefined },
): Promise<string> {
  const rows = await selectWindow(tx, { ...windowOf(tx, input), id: input.id }, WINDOW_LIMIT);
  const url = `${deps.env.appUrl}/coach/${tx.scope.coachId}/calendar`;
  const events = rows.map((row) =>
    toEvent(deps, row, { summary: `${row.sessionType}: ${row.clientName}`, attendee: null, url }),
  );
  return calendarText(deps.coach.fullName, 'PUBLISH', events);
}

/** @throws TOO_MANY */
export async function saveSessionType(tx: Tx<CoachScope, 'TOO_MANY'>, type: SessionTypeInput): Promise<SessionType> {
  if ((await countOtherTypes(tx, type.id)) >= MAX_TYPES) throw refuse(tx, 'TOO_MANY');
  const saved = await upsertType(tx, type);
  await refreshSlots(tx);
  return saved;
}

/** @throws NOT_FOUND */
export async function deleteSessionType(tx: Tx<CoachScope>, id: string, now: Date): Promise<void> {
  if (!(await updateRemoved(tx, id, now))) throw refuse('NOT_FOUND');
  await refreshSlots(tx);
}
