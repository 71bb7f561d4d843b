import type { NewSession, SessionChange } from '@stridewell/contract/calendar';
import { type ApplyTo, occurrencesBetween, timeProblem } from '@stridewell/contract/calendar.rules';
import { isSameRepeatPattern, type RepeatPattern, repeatPatternFrom } from '@stridewell/contract/calendar.series.rules';
import { addDays } from '@stridewell/contract/time';
import { v7 as uuidv7 } from 'uuid';
import type { CoachScope } from '../../core/tenancy/scope.ts';
import type { Tx } from '../../platform/db/database.ts';
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
import { findSeries, insertSeries, selectOccurrences, updateSeries } from './calendar.series.data.ts';
import {
  changeSeries,
  horizonOf,
  isOpen,
  isOver,
  ruleOf,
  startOfChange,
  turnSeries,
} from './calendar.series.service.ts';

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

type Edit = { id: string; version: number; apply: ApplyTo };

/** Changes a session, or those of its series that follow. The same request again is harmless. */
export async function updateSession(
  tx: CoachTx,
  deps: CalendarDeps,
  { id, version, apply, change, repeat }: Edit & { change: SessionChange; repeat?: RepeatPattern | undefined },
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
  const series = row.seriesId ? await findSeries(tx, row.seriesId) : undefined;
  const day = row.originalDay;
  const turned =
    repeat && series && day && !isSameRepeatPattern(repeat, repeatPatternFrom(series.rule, day)) ? repeat : undefined;
  if (turned && apply === 'this') return { kind: 'bad_time', message: 'One session alone cannot repeat another way.' };
  const same =
    !moved && !turned && Object.entries(details).every(([name, value]) => row[name as keyof SessionRow] === value);
  if (same) return { kind: 'done', session: row, count: 0 };
  if (row.version !== version || row.cancelledAt) return { kind: 'changed' };
  const from = await startOfChange(tx, row, apply, deps.now);
  const next = { ...details, ...(moved ? { sessionDate: start, toldAt: deps.now } : {}) };
  const to = { from, row, details, movedTo: moved ? start : null };
  if (turned && series && from && day) {
    const result = await turnSeries(tx, deps, { ...to, series, from, day, pattern: turned });
    if (!result) return { kind: 'bad_time', message: 'With this end there is no session at all.' };
    await tellClient(tx, deps, 'cancelled', result.dropped);
    await tellClient(tx, deps, 'scheduled', result.added);
    if (isVisible(row, { ...row, ...next })) await tellClient(tx, deps, 'changed', result.kept);
    else await tellClient(tx, deps, 'changed', result.moved);
    const rows = [...result.kept, ...result.added];
    const session = rows.find((one) => one.id === id) ?? rows[0];
    if (!session) throw new Error('a series that was turned has no sessions');
    await refreshCalendars(tx, [row.clientId, details.clientId]);
    return { kind: 'done', session, count: rows.length + result.dropped.length };
  }
  const changed =
    series && from ? await changeSeries(tx, deps, { ...to, series, from }) : [await changeSession(tx, id, next)];
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
