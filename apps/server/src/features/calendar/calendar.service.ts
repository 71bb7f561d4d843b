import type { CalendarSession, CoachSession, RepeatInput, SessionType } from '@stridewell/contract/calendar';
import {
  areInTheWay,
  LONGEST_BUFFER,
  LONGEST_SESSION,
  occurrencesBetween,
  SERIES_HORIZON_DAYS,
  timeProblem,
  WINDOW_MAX_DAYS,
} from '@stridewell/contract/calendar.rules';
import { addDays, dayInZone, dayRangeInZone } from '@stridewell/contract/time';
import type { Tx } from '../../platform/db/database.ts';
import type { ClientScope, CoachScope } from '../../platform/db/scope.ts';
import { calendarText } from '../../platform/mail/calendar-file.ts';
import {
  countOtherTypes,
  findType,
  removeType,
  type SessionRow,
  saveType,
  selectAround,
  selectClientZones,
  selectSessions,
  selectTypes,
  selectWindow,
  toSession,
  updateSessionStatus,
} from './calendar.data.ts';

import { type CalendarDeps, refreshCalendars, toEvent } from './calendar.notice.service.ts';
import { ruleOf } from './calendar.series.service.ts';

const LIST_LIMIT = 100;
/** More than anybody can hold in two months, and few enough for one answer. */
const WINDOW_LIMIT = 2000;
const WINDOW_DAYS = 7;
const UPCOMING_LIMIT = 5;
const MAX_TYPES = 50;
/** How many sessions of a series are compared with what is there: a quarter of a year of one a week. */
const COMPARED = 13;
const SHOWN_CONFLICTS = 5;
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
  return window.to.getTime() - window.from.getTime() <= WINDOW_MAX_DAYS * DAY_MS ? window : undefined;
}

export async function readCalendar(tx: Tx<CoachScope>, window: { from: Date; to: Date }) {
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

type Plan = {
  startsAt: string;
  minutes: number;
  sessionTypeId: string | null;
  repeat: RepeatInput | null;
  exceptId: string | null;
};
type Conflicts = { sessions: CoachSession[]; count: number };

/** What a planned session, or the next ones of a planned series, would overlap. In words what is wrong with its time. */
export async function findConflicts(
  tx: Tx<CoachScope>,
  { now, coach }: Pick<CalendarDeps, 'now' | 'coach'>,
  plan: Plan,
): Promise<Conflicts | string> {
  const { minutes, exceptId, repeat } = plan;
  const start = new Date(plan.startsAt);
  const problem = timeProblem(start, minutes, now);
  if (problem) return problem;
  const rule = repeat && ruleOf(repeat, start, coach.timeZone);
  const starts = rule
    ? occurrencesBetween(rule, rule.startDay, addDays(rule.startDay, SERIES_HORIZON_DAYS))
        .slice(0, COMPARED)
        .map((one) => one.start)
    : [start];
  if (starts.length === 0) return { sessions: [], count: 0 };
  const reachMs = (LONGEST_SESSION + LONGEST_BUFFER) * 60_000;
  const [type, rows] = await Promise.all([
    plan.sessionTypeId ? findType(tx, plan.sessionTypeId) : undefined,
    selectAround(tx, starts, reachMs),
  ]);
  const { bufferBefore = 0, bufferAfter = 0 } = type ?? {};
  const hits = rows.filter(
    (row) =>
      row.id !== exceptId &&
      starts.some((at) =>
        areInTheWay({ start: at, minutes, bufferBefore, bufferAfter }, { ...row, start: row.sessionDate }),
      ),
  );
  return { sessions: hits.slice(0, SHOWN_CONFLICTS).map(toSession), count: hits.length };
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
  return (await countOtherTypes(tx, type.id)) < MAX_TYPES ? saveType(tx, type) : undefined;
}

export const removeSessionType = (tx: Tx<CoachScope>, id: string, now: Date): Promise<boolean> =>
  removeType(tx, id, now);
