import type { CalendarSession, NewSession, SessionChange } from '@stridewell/contract/calendar/calendar';
import {
  type ApplyTo,
  CANCEL_HOLD_SECONDS,
  occurrencesBetween,
  timeProblem,
} from '@stridewell/contract/calendar/calendar.rules';
import { addDays } from '@stridewell/contract/time';
import { v7 as uuidv7 } from 'uuid';
import { z } from 'zod';
import { record } from '../../core/events/events.ts';
import { refuse } from '../../core/refusals.ts';
import type { CoachScope } from '../../core/tenancy/scope.ts';
import type { Tx } from '../../platform/db/database.ts';
import {
  defineJob,
  defineScheduledJob,
  EVERY_FIVE_MINUTES,
  EVERY_HOUR,
  type Queue,
} from '../../platform/queue/queue.ts';
import {
  findClient,
  findSession,
  findType,
  insertSessions,
  lockCalendar,
  type SessionRow,
  updateSession as updateRow,
} from './calendar.data.ts';
import { recordSessions } from './calendar.events.service.ts';
import { type CalendarDeps, notifyClient, refreshCalendars } from './calendar.notice.service.ts';
import { findSeries, insertSeries, selectOccurrences, updateSeries } from './calendar.series.data.ts';
import { isSameRepeatPattern, type RepeatPattern, repeatPatternFrom } from './calendar.series.rules.ts';
import {
  changePattern,
  horizonOf,
  isOpen,
  isOver,
  moveSeries,
  ruleOf,
  startOfChange,
} from './calendar.series.service.ts';
import { toCalendarSession } from './calendar.service.ts';

/** Sends reminders of sessions that start within a day or within an hour. */
export const remindOfSessionsJob = defineScheduledJob('calendar.remind', { schedule: EVERY_FIVE_MINUTES });

/** Mails the client about a canceled session, once the coach can no longer undo it. */
export const mailCancellationJob = defineJob('calendar.mail_cancellation', {
  schema: z.object({ coachId: z.uuid(), id: z.uuid(), version: z.int() }),
});

/** Deletes holds that visitors did not confirm. */
export const forgetHoldsJob = defineScheduledJob('calendar.forget_holds', { schedule: EVERY_HOUR, retryLimit: 2 });

/** Adds the sessions of series whose horizon has moved. */
export const extendSeriesJob = defineScheduledJob('calendar.extend', { schedule: EVERY_HOUR, retryLimit: 2 });

/** The edited session, and how many sessions the edit changed. */
export type SessionEdit = { session: CalendarSession; count: number };

type SessionInput = Omit<NewSession, 'coachId' | 'id' | 'repeat'>;

type Shape = Pick<SessionRow, 'sessionTypeId' | 'bufferBefore' | 'bufferAfter' | 'color'>;
const NO_OCCURRENCES = 'This end date leaves no sessions in the series.';
const PLAIN: Shape = { sessionTypeId: null, bufferBefore: 0, bufferAfter: 0, color: 'pine' };

/**
 * Columns of a session from its input. Unless its type changes, it keeps its length, buffers and colour.
 * @throws UNKNOWN_CLIENT
 */
async function detailsOf(tx: Tx<CoachScope, 'UNKNOWN_CLIENT'>, wanted: SessionInput, kept: Shape = PLAIN) {
  const [client, type] = await Promise.all([
    wanted.clientId ? findClient(tx, wanted.clientId) : undefined,
    wanted.sessionTypeId && wanted.sessionTypeId !== kept.sessionTypeId
      ? findType(tx, wanted.sessionTypeId)
      : undefined,
  ]);
  const shape = wanted.sessionTypeId === kept.sessionTypeId ? kept : PLAIN;
  const clientName = wanted.clientId ? client?.fullName : wanted.clientName;
  if (!clientName) throw refuse(tx, 'UNKNOWN_CLIENT');
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
    meetingUrl: (wanted.meetingUrl ?? type?.meetingUrl) || null,
    notes: wanted.notes,
  };
}

/**
 * Schedules a session, or a series that starts with it. Idempotent by id.
 * @throws BAD_TIME, UNKNOWN_CLIENT
 */
export async function createSession(
  tx: Tx<CoachScope, 'BAD_TIME' | 'UNKNOWN_CLIENT'>,
  deps: CalendarDeps,
  { id, repeat, ...wanted }: Omit<NewSession, 'coachId'>,
): Promise<SessionEdit> {
  const start = new Date(wanted.startsAt);
  const problem = timeProblem(start, wanted.minutes, deps.now);
  if (problem) throw refuse(tx, 'BAD_TIME', { message: problem });
  await lockCalendar(tx);
  const known = await findSession(tx, id);
  if (known) return { session: toCalendarSession(known), count: 0 };
  const details = await detailsOf(tx, wanted);
  const notified = { notifiedAt: deps.now };
  if (!repeat) {
    await insertSessions(tx, [{ ...details, ...notified, id, sessionDate: start }]);
  } else {
    const rule = ruleOf(repeat, start, deps.coach.timeZone);
    const madeUntil = horizonOf(rule, deps.now);
    const occurrences = occurrencesBetween(rule, rule.startDay, madeUntil);
    if (occurrences.length === 0) throw refuse(tx, 'BAD_TIME', { message: NO_OCCURRENCES });
    await insertSeries(tx, { ...details, id, rule, madeUntil, ended: isOver(rule, madeUntil) });
    await insertSessions(
      tx,
      occurrences.map((one, index) => ({
        ...details,
        ...notified,
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
  if (!session) throw new Error('a session is not readable after its creation');
  await recordSessions(tx, { after: rows });
  await notifyClient(tx, deps, 'scheduled', rows);
  await refreshCalendars(tx, [session.clientId]);
  return { session: toCalendarSession(session), count: rows.length };
}

type Edit = { id: string; version: number; apply: ApplyTo };

/**
 * Changes a session, or it and the following ones of its series. Idempotent.
 * @throws NOT_FOUND, BAD_TIME, UNKNOWN_CLIENT, CHANGED
 */
export async function updateSession(
  tx: Tx<CoachScope, 'BAD_TIME' | 'CHANGED' | 'UNKNOWN_CLIENT'>,
  deps: CalendarDeps,
  { id, version, apply, change, repeat }: Edit & { change: SessionChange; repeat?: RepeatPattern | undefined },
): Promise<SessionEdit> {
  await lockCalendar(tx);
  const row = await findSession(tx, id);
  if (!row) throw refuse('NOT_FOUND');
  const wanted: SessionInput = {
    startsAt: change.startsAt ?? row.sessionDate.toISOString(),
    minutes: change.minutes ?? row.minutes,
    clientId: change.clientId === undefined ? row.clientId : change.clientId,
    clientName: change.clientName ?? row.clientName,
    sessionTypeId: change.sessionTypeId === undefined ? row.sessionTypeId : change.sessionTypeId,
    sessionType: change.sessionType ?? row.sessionType,
    location: change.location ?? row.location ?? '',
    meetingUrl: change.meetingUrl ?? row.meetingUrl ?? '',
    notes: change.notes ?? row.notes,
  };
  const start = new Date(wanted.startsAt);
  const problem = timeProblem(start, wanted.minutes, deps.now);
  if (problem) throw refuse(tx, 'BAD_TIME', { message: problem });
  const known = await detailsOf(tx, wanted, row);
  const isSamePerson =
    row.clientId === known.clientId && (row.clientId !== null || row.clientName === known.clientName);
  // A link that was made for one person never goes to another.
  const details = isSamePerson ? known : { ...known, madeMeetingUrl: null };
  const moved = start.getTime() !== row.sessionDate.getTime();
  const series = row.seriesId ? await findSeries(tx, row.seriesId) : undefined;
  const day = row.originalDay;
  const newPattern =
    repeat && series && day && !isSameRepeatPattern(repeat, repeatPatternFrom(series.rule, day)) ? repeat : undefined;
  if (newPattern && apply === 'this') {
    throw refuse(tx, 'BAD_TIME', { message: 'One session alone cannot repeat another way.' });
  }
  const same =
    !moved && !newPattern && Object.entries(details).every(([name, value]) => row[name as keyof SessionRow] === value);
  if (same) return { session: toCalendarSession(row), count: 0 };
  if (row.version !== version || row.cancelledAt) throw refuse(tx, 'CHANGED');
  const from = await startOfChange(tx, row, apply, deps.now);
  const next = { ...details, ...(moved ? { sessionDate: start, notifiedAt: deps.now } : {}) };
  const to = { from, row, details, movedTo: moved ? start : null };
  if (newPattern && series && from && day) {
    const result = await changePattern(tx, deps, { ...to, series, from, day, pattern: newPattern });
    if (!result) throw refuse(tx, 'BAD_TIME', { message: NO_OCCURRENCES });
    await notifyClient(tx, deps, 'cancelled', result.dropped);
    await notifyClient(tx, deps, 'scheduled', result.added);
    if (isVisible(row, { ...row, ...next })) await notifyClient(tx, deps, 'changed', result.kept);
    else await notifyClient(tx, deps, 'changed', result.moved);
    const rows = [...result.kept, ...result.added];
    const session = rows.find((one) => one.id === id) ?? rows[0];
    if (!session) throw new Error('a series has no sessions after its pattern changed');
    await refreshCalendars(tx, [row.clientId, details.clientId]);
    return { session: toCalendarSession(session), count: rows.length + result.dropped.length };
  }
  const changed =
    series && from ? await moveSeries(tx, deps, { ...to, series, from }) : [await updateRow(tx, id, next)];
  if (!(series && from)) await recordSessions(tx, { before: [row], after: changed });
  const rows = changed.filter((one) => one !== undefined);
  const session = rows.find((one) => one.id === id) ?? rows[0];
  if (!session) throw refuse(tx, 'CHANGED');
  const before = row.clientId !== details.clientId ? [row] : [];
  // For the previous client, the session is canceled.
  if (before.length > 0) await notifyClient(tx, deps, 'cancelled', [{ ...row, cancelledAt: deps.now }]);
  // A change of only the private notes notifies no client.
  if (isVisible(row, session)) await notifyClient(tx, deps, before.length > 0 ? 'scheduled' : 'changed', rows);
  await refreshCalendars(tx, [row.clientId, details.clientId]);
  return { session: toCalendarSession(session), count: rows.length };
}

const isVisible = (before: SessionRow, after: SessionRow): boolean =>
  before.sessionDate.getTime() !== after.sessionDate.getTime() ||
  before.minutes !== after.minutes ||
  before.location !== after.location ||
  before.meetingUrl !== after.meetingUrl ||
  before.sessionType !== after.sessionType ||
  before.clientId !== after.clientId;

/**
 * Cancels a session, or it and the following ones of its series. Canceling again has no effect.
 * @throws NOT_FOUND, CHANGED
 */
export async function cancelSession(
  tx: Tx<CoachScope, 'CHANGED'>,
  deps: CalendarDeps & { queue: Pick<Queue, 'send'> },
  { id, version, apply, reason }: Edit & { reason: string },
): Promise<SessionEdit> {
  await lockCalendar(tx);
  const row = await findSession(tx, id);
  if (!row) throw refuse('NOT_FOUND');
  if (row.cancelledAt) return { session: toCalendarSession(row), count: 0 };
  if (row.version !== version) throw refuse(tx, 'CHANGED');
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
  const changed = (await Promise.all(rows.map((one) => updateRow(tx, one.id, off)))).filter((one) => one !== undefined);
  const session = changed.find((one) => one.id === id) ?? (await findSession(tx, id));
  if (!session) throw refuse('NOT_FOUND');
  await recordSessions(tx, { before: rows, after: changed });
  // A single canceled session can be restored for a moment, so its mail waits.
  const isHeld = changed.length === 1;
  await notifyClient(tx, deps, 'cancelled', changed, { mailed: !isHeld });
  if (isHeld) {
    const of = { coachId: tx.scope.coachId, id: session.id, version: session.version };
    await deps.queue.send(mailCancellationJob, of, tx, { startAfterSeconds: CANCEL_HOLD_SECONDS });
  }
  await refreshCalendars(tx, [row.clientId]);
  return { session: toCalendarSession(session), count: changed.length };
}

/**
 * Restores one canceled session and notifies the client. Idempotent.
 * @throws NOT_FOUND, CHANGED
 */
export async function restoreSession(
  tx: Tx<CoachScope, 'CHANGED'>,
  deps: CalendarDeps,
  { id, version }: Pick<Edit, 'id' | 'version'>,
): Promise<CalendarSession> {
  await lockCalendar(tx);
  const row = await findSession(tx, id);
  if (!row) throw refuse('NOT_FOUND');
  if (!row.cancelledAt) return toCalendarSession(row);
  if (row.version !== version) throw refuse(tx, 'CHANGED');
  const isHeld = deps.now.getTime() < row.cancelledAt.getTime() + CANCEL_HOLD_SECONDS * 1000;
  const series = row.seriesId ? await findSeries(tx, row.seriesId) : undefined;
  if (series) {
    const exceptions = series.rule.exceptions.filter((day) => day !== row.originalDay);
    await updateSeries(tx, series.id, { rule: { ...series.rule, exceptions } });
  }
  const restored = await updateRow(tx, id, { cancelledAt: null, cancelReason: null, notifiedAt: deps.now });
  if (!restored) throw refuse('NOT_FOUND');
  if (row.clientId) {
    const data = { startsAt: row.sessionDate.toISOString() };
    const of = { clientId: row.clientId, subjectId: id, occurredAt: deps.now };
    await record(tx, { ...of, type: 'session.reopened', data });
  }
  // The mail about the cancellation was not sent yet, so none about the restored session is needed.
  await notifyClient(tx, deps, 'scheduled', [restored], { mailed: !isHeld });
  await refreshCalendars(tx, [row.clientId]);
  return toCalendarSession(restored);
}
