import type { NewSession, RepeatInput, SessionChange } from '@stridewell/contract/calendar';
import {
  type ApplyTo,
  moveRule,
  occurrencesBetween,
  SERIES_HORIZON_DAYS,
  type SeriesRule,
  timeProblem,
} from '@stridewell/contract/calendar.rules';
import { addDays, dayInZone, daysBetween, wallClockInZone } from '@stridewell/contract/time';
import { v7 as uuidv7 } from 'uuid';
import type { Tx } from '../../platform/db/database.ts';
import type { CoachScope } from '../../platform/db/scope.ts';
import {
  changeSession,
  findClient,
  findSession,
  findType,
  insertSessions,
  lockCalendar,
  type SessionRow,
} from './calendar.data.ts';
import { type CalendarDeps, refreshCalendars, tellClient } from './calendar.notice.service.ts';
import { findSeries, insertSeries, type SeriesRow, selectOccurrences, updateSeries } from './calendar.series.data.ts';

type CoachTx = Tx<CoachScope>;
type Problem = { kind: 'bad_time'; message: string } | { kind: 'unknown_client' } | { kind: 'not_found' };
export type EditResult = { kind: 'done'; session: SessionRow; count: number } | { kind: 'changed' } | Problem;

type Wanted = Omit<NewSession, 'coachId' | 'id' | 'repeat'>;

type Shape = Pick<SessionRow, 'sessionTypeId' | 'bufferBefore' | 'bufferAfter' | 'color'>;
const PLAIN: Shape = { sessionTypeId: null, bufferBefore: 0, bufferAfter: 0, color: 'pine' };

/** What a session will be, from what its coach asks for. Without another type it keeps its own shape. */
async function detailsOf(tx: CoachTx, wanted: Wanted, kept: Shape = PLAIN) {
  const [client, type] = await Promise.all([
    wanted.clientId ? findClient(tx, wanted.clientId) : undefined,
    wanted.sessionTypeId && wanted.sessionTypeId !== kept.sessionTypeId
      ? findType(tx, wanted.sessionTypeId)
      : undefined,
  ]);
  const shape = wanted.sessionTypeId === kept.sessionTypeId ? kept : PLAIN;
  const clientName = wanted.clientId ? client?.fullName : wanted.clientName;
  if (!clientName) return undefined;
  return {
    clientId: wanted.clientId,
    clientName,
    sessionTypeId: type?.id ?? shape.sessionTypeId,
    sessionType: wanted.sessionType,
    minutes: wanted.minutes,
    bufferBefore: type?.bufferBefore ?? shape.bufferBefore,
    bufferAfter: type?.bufferAfter ?? shape.bufferAfter,
    color: type?.color ?? shape.color,
    location: wanted.location || null,
    notes: wanted.notes,
  };
}

/** The rule of a series that begins with a session at `start`. */
export function ruleOf(repeat: RepeatInput, start: Date, timeZone: string): SeriesRule {
  const { day, minute } = wallClockInZone(start, timeZone);
  return { ...repeat, startDay: day, startMinute: minute, timeZone, exceptions: [] };
}

const laterOf = (one: string, other: string): string => (daysBetween(one, other) > 0 ? other : one);

const horizonOf = (rule: SeriesRule, now: Date): string => {
  const today = dayInZone(now, rule.timeZone);
  return addDays(laterOf(rule.startDay, today), SERIES_HORIZON_DAYS);
};

/** Schedules a session, or a series whose first session it is. The same id again is the same session. */
export async function createSession(
  tx: CoachTx,
  deps: CalendarDeps,
  { id, repeat, ...wanted }: Omit<NewSession, 'coachId'>,
): Promise<EditResult> {
  const start = new Date(wanted.startsAt);
  const problem = timeProblem(start, wanted.minutes, deps.now);
  if (problem) return { kind: 'bad_time', message: problem };
  await lockCalendar(tx);
  const known = await findSession(tx, id);
  if (known) return { kind: 'done', session: known, count: 0 };
  const details = await detailsOf(tx, wanted);
  if (!details) return { kind: 'unknown_client' };
  const told = { toldAt: deps.now };
  if (!repeat) {
    await insertSessions(tx, [{ ...details, ...told, id, sessionDate: start }]);
  } else {
    const rule = ruleOf(repeat, start, deps.coach.timeZone);
    const madeUntil = horizonOf(rule, deps.now);
    const occurrences = occurrencesBetween(rule, rule.startDay, madeUntil);
    if (occurrences.length === 0) return { kind: 'bad_time', message: 'With this end there is no session at all.' };
    await insertSeries(tx, { ...details, id, rule, madeUntil, ended: isOver(rule, madeUntil) });
    await insertSessions(
      tx,
      occurrences.map((one, index) => ({
        ...details,
        ...told,
        id: index === 0 ? id : uuidv7(),
        seriesId: id,
        originalDay: one.day,
        sessionDate: one.start,
      })),
    );
  }
  const made = repeat ? await selectOccurrences(tx, id, '0001-01-01') : [await findSession(tx, id)];
  const rows = made.filter((row) => row !== undefined);
  const [session] = rows;
  if (!session) throw new Error('a session is not readable after it was made');
  await tellClient(tx, deps, 'scheduled', rows);
  await refreshCalendars(tx, [session.clientId]);
  return { kind: 'done', session, count: rows.length };
}

/** Whether nothing comes after `madeUntil`, as far as anybody plans. */
const isOver = (rule: SeriesRule, madeUntil: string): boolean =>
  occurrencesBetween(rule, addDays(madeUntil, 1), addDays(madeUntil, 5 * 366)).length === 0;

/** Adds the sessions of a series that its horizon has come to. */
export async function extendSeries(tx: CoachTx, id: string, now: Date): Promise<void> {
  await lockCalendar(tx);
  const series = await findSeries(tx, id);
  if (!series || series.ended) return;
  const { rule, madeUntil, coachId: _, ended: __, createdAt: ___, ...details } = series;
  const until = horizonOf(rule, now);
  if (until <= madeUntil) return;
  await insertSessions(
    tx,
    occurrencesBetween(rule, addDays(madeUntil, 1), until).map((one) => ({
      ...details,
      id: uuidv7(),
      seriesId: id,
      originalDay: one.day,
      sessionDate: one.start,
      toldAt: now,
    })),
  );
  await updateSeries(tx, id, { madeUntil: until, ended: isOver(rule, until) });
}

const isOpen = ({ status, cancelledAt }: SessionRow): boolean => status === 'scheduled' && cancelledAt === null;

/** The day of the series from which on a change counts; null for one session alone. */
async function startOfChange(tx: CoachTx, row: SessionRow, apply: ApplyTo, now: Date): Promise<string | null> {
  if (apply === 'this' || !row.seriesId || !row.originalDay) return null;
  if (apply === 'following') return row.originalDay;
  // What has taken place is not changed any more.
  const all = await selectOccurrences(tx, row.seriesId, '0001-01-01');
  return all.find((one) => isOpen(one) && one.sessionDate >= now)?.originalDay ?? row.originalDay;
}

type Edit = { id: string; version: number; apply: ApplyTo };

/** Changes a session, or those of its series that follow. The same request again is harmless. */
export async function updateSession(
  tx: CoachTx,
  deps: CalendarDeps,
  { id, version, apply, change }: Edit & { change: SessionChange },
): Promise<EditResult> {
  await lockCalendar(tx);
  const row = await findSession(tx, id);
  if (!row) return { kind: 'not_found' };
  const wanted: Wanted = {
    startsAt: change.startsAt ?? row.sessionDate.toISOString(),
    minutes: change.minutes ?? row.minutes,
    clientId: change.clientId === undefined ? row.clientId : change.clientId,
    clientName: change.clientName ?? row.clientName,
    sessionTypeId: change.sessionTypeId === undefined ? row.sessionTypeId : change.sessionTypeId,
    sessionType: change.sessionType ?? row.sessionType,
    location: change.location ?? row.location ?? '',
    notes: change.notes ?? row.notes,
  };
  const start = new Date(wanted.startsAt);
  const problem = timeProblem(start, wanted.minutes, deps.now);
  if (problem) return { kind: 'bad_time', message: problem };
  const details = await detailsOf(tx, wanted, row);
  if (!details) return { kind: 'unknown_client' };
  const moved = start.getTime() !== row.sessionDate.getTime();
  const same = !moved && Object.entries(details).every(([name, value]) => row[name as keyof SessionRow] === value);
  if (same) return { kind: 'done', session: row, count: 0 };
  if (row.version !== version || row.cancelledAt) return { kind: 'changed' };
  const from = await startOfChange(tx, row, apply, deps.now);
  const next = { ...details, ...(moved ? { sessionDate: start, toldAt: deps.now } : {}) };
  const series = from && row.seriesId ? await findSeries(tx, row.seriesId) : undefined;
  const changed =
    series && from
      ? await changeSeries(tx, deps, { series, from, row, details, movedTo: moved ? start : null })
      : [await changeSession(tx, id, next)];
  const rows = changed.filter((one) => one !== undefined);
  const session = rows.find((one) => one.id === id) ?? rows[0];
  if (!session) return { kind: 'changed' };
  const before = row.clientId !== details.clientId ? [row] : [];
  // Somebody else's session now: for the one before it is cancelled.
  if (before.length > 0) await tellClient(tx, deps, 'cancelled', [{ ...row, cancelledAt: deps.now }]);
  // Private notes are nobody else's business.
  if (isVisible(row, session)) await tellClient(tx, deps, before.length > 0 ? 'scheduled' : 'changed', rows);
  await refreshCalendars(tx, [row.clientId, details.clientId]);
  return { kind: 'done', session, count: rows.length };
}

const isVisible = (before: SessionRow, after: SessionRow): boolean =>
  before.sessionDate.getTime() !== after.sessionDate.getTime() ||
  before.minutes !== after.minutes ||
  before.location !== after.location ||
  before.sessionType !== after.sessionType ||
  before.clientId !== after.clientId;

type Details = NonNullable<Awaited<ReturnType<typeof detailsOf>>>;
type SeriesChange = { series: SeriesRow; from: string; row: SessionRow; details: Details; movedTo: Date | null };

/**
 * Ends the series before `from` and lets a new one go on with its sessions, one after the other. What was called off
 * or has taken place goes along as it is.
 */
async function changeSeries(
  tx: CoachTx,
  { now, coach }: CalendarDeps,
  { series, from, row, details, movedTo }: SeriesChange,
): Promise<(SessionRow | undefined)[]> {
  const { rule } = series;
  const rows = await selectOccurrences(tx, series.id, from);
  const clock = wallClockInZone(movedTo ?? row.sessionDate, coach.timeZone);
  const shift = movedTo ? daysBetween(row.originalDay ?? clock.day, clock.day) : 0;
  const minute = movedTo ? clock.minute : rule.startMinute;
  const next = moveRule(rule, from, {
    day: addDays(from, shift),
    minute,
    timeZone: movedTo ? coach.timeZone : rule.timeZone,
  });
  const madeUntil = addDays(series.madeUntil, shift);
  // A month longer, because months that lack a day have fewer sessions.
  const places = occurrencesBetween({ ...next, exceptions: [] }, next.startDay, addDays(madeUntil, 62));
  const id = uuidv7();
  const until = laterOf(places[rows.length - 1]?.day ?? madeUntil, madeUntil);
  await insertSeries(tx, { ...details, id, rule: next, madeUntil: until, ended: isOver(next, until) });
  await updateSeries(tx, series.id, { rule: { ...rule, untilDay: addDays(from, -1) }, ended: true });
  const changed = await Promise.all(
    rows.map((one, index) => {
      const place = places[index];
      const seriesId = { seriesId: id, originalDay: place?.day ?? one.originalDay };
      if (!isOpen(one)) return changeSession(tx, one.id, seriesId);
      if (!place)
        return changeSession(tx, one.id, { ...seriesId, cancelledAt: now, cancelReason: 'The series is shorter now.' });
      const time = movedTo ? { sessionDate: place.start, toldAt: now } : {};
      return changeSession(tx, one.id, { ...details, ...seriesId, ...time });
    }),
  );
  return changed.filter((one) => one !== undefined && isOpen(one));
}

/** Calls a session off, or those of its series that follow. What was called off stays so. */
export async function cancelSession(
  tx: CoachTx,
  deps: CalendarDeps,
  { id, version, apply, reason }: Edit & { reason: string },
): Promise<EditResult> {
  await lockCalendar(tx);
  const row = await findSession(tx, id);
  if (!row) return { kind: 'not_found' };
  if (row.cancelledAt) return { kind: 'done', session: row, count: 0 };
  if (row.version !== version) return { kind: 'changed' };
  const from = await startOfChange(tx, row, apply, deps.now);
  const series = row.seriesId ? await findSeries(tx, row.seriesId) : undefined;
  const rows = series && from ? (await selectOccurrences(tx, series.id, from)).filter(isOpen) : [row];
  if (series) {
    const { rule } = series;
    await updateSeries(
      tx,
      series.id,
      from
        ? { rule: { ...rule, untilDay: addDays(from, -1) }, ended: true }
        : { rule: { ...rule, exceptions: [...rule.exceptions, row.originalDay ?? ''] } },
    );
  }
  const off = { cancelledAt: deps.now, cancelReason: reason };
  const changed = (await Promise.all(rows.map((one) => changeSession(tx, one.id, off)))).filter(
    (one) => one !== undefined,
  );
  const session = changed.find((one) => one.id === id) ?? (await findSession(tx, id));
  if (!session) return { kind: 'not_found' };
  await tellClient(tx, deps, 'cancelled', changed);
  await refreshCalendars(tx, [row.clientId]);
  return { kind: 'done', session, count: changed.length };
}
