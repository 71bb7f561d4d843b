import type { CalendarSession, CoachSession, SessionType } from '@stridewell/contract/calendar';
import { MAX_WINDOW_DAYS } from '@stridewell/contract/calendar.rules';
import { addDays, dayInZone, dayRangeInZone } from '@stridewell/contract/time';
import type { ClientScope, CoachScope } from '../../core/tenancy/scope.ts';
import type { Tx } from '../../platform/db/database.ts';
import { calendarText } from '../../platform/mail/calendar-file.ts';
import {
  countOtherTypes,
  removeType,
  type SessionRow,
  saveType,
  selectClientZones,
  selectSessions,
  selectTypes,
  selectWindow,
  toSession,
  updateSessionStatus,
} from './calendar.data.ts';

import { type CalendarDeps, refreshCalendars, refreshSlots, toEvent } from './calendar.notice.service.ts';

const LIST_LIMIT = 100;
/** More than anybody can hold in two months, and few enough for one answer. */
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

export async function setSessionStatus(tx: Tx<CoachScope>, id: string, status: CoachSession['status']) {
  const session = await updateSessionStatus(tx, id, status);
  if (session) await refreshCalendars(tx, [session.clientId]);
  return session;
}

/** Sessions of the coach's today, and the next five scheduled ones of the seven days from now on. One statement. */
export async function selectDashboardSessions(
  tx: Tx<CoachScope>,
  { now, timeZone }: { now: Date; timeZone: string },
): Promise<{ today: CoachSession[]; upcoming: CoachSession[] }> {
  const today = dayInZone(now, timeZone);
  const { start, end } = dayRangeInZone(today, timeZone);
  const { end: horizon } = dayRangeInZone(addDays(today, WINDOW_DAYS), timeZone);
  const sessions = await selectSessions(tx, { from: start, to: horizon, status: null, limit: LIST_LIMIT });
  const nowIso = now.toISOString();
  return {
    today: sessions.filter(({ sessionDate }) => sessionDate < end.toISOString()),
    upcoming: sessions
      .filter(({ sessionDate, status }) => status === 'scheduled' && sessionDate >= nowIso)
      .slice(0, UPCOMING_LIMIT),
  };
}

/** The client's next scheduled session in the coming 60 days. */
export async function nextSession(tx: Tx<ClientScope>, now: Date): Promise<CoachSession | null> {
  const to = new Date(now.getTime() + 60 * 86_400_000);
  const [session] = await selectSessions(tx, { from: now, to, status: 'scheduled', limit: 1 });
  return session ?? null;
}

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
});

/** The window as Dates; undefined for one that is longer than a screen. */
export function windowOf({ from, to }: { from: string; to: string }): { from: Date; to: Date } | undefined {
  const window = { from: new Date(from), to: new Date(to) };
  return window.to.getTime() - window.from.getTime() <= MAX_WINDOW_DAYS * DAY_MS ? window : undefined;
}

export async function getCalendar(tx: Tx<CoachScope>, window: { from: Date; to: Date }) {
  const [rows, types, zones] = await Promise.all([
    selectWindow(tx, window, WINDOW_LIMIT),
    selectTypes(tx),
    selectClientZones(tx, window),
  ]);
  return {
    sessions: rows.map(toCalendarSession),
    types,
    zones: zones.flatMap(({ clientId, timeZone }) => (clientId && timeZone ? [{ clientId, timeZone }] : [])),
  };
}

/** Sessions as a file for other calendars. */
export async function exportCalendar(
  tx: Tx<CoachScope>,
  deps: Pick<CalendarDeps, 'env' | 'coach'>,
  window: { from: Date; to: Date; id?: string | undefined },
): Promise<string> {
  const rows = await selectWindow(tx, window, WINDOW_LIMIT);
  const url = `${deps.env.appUrl}/coach/${tx.scope.coachId}/calendar`;
  const events = rows.map((row) =>
    toEvent(deps, row, { summary: `${row.sessionType}: ${row.clientName}`, attendee: null, url }),
  );
  return calendarText(deps.coach.fullName, 'PUBLISH', events);
}

/** Undefined when there is no room for another type. */
export async function saveSessionType(tx: Tx<CoachScope>, type: SessionType): Promise<SessionType | undefined> {
  if ((await countOtherTypes(tx, type.id)) >= MAX_TYPES) return undefined;
  const saved = await saveType(tx, type);
  await refreshSlots(tx);
  return saved;
}

export async function deleteSessionType(tx: Tx<CoachScope>, id: string, now: Date): Promise<boolean> {
  const removed = await removeType(tx, id, now);
  if (removed) await refreshSlots(tx);
  return removed;
}
