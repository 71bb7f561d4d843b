import type { RepeatInput } from '@stridewell/contract/calendar';
import {
  type ApplyTo,
  moveRule,
  occurrencesBetween,
  ruleLabel,
  SERIES_HORIZON_DAYS,
  type SeriesRule,
} from '@stridewell/contract/calendar.rules';
import {
  assignSessions,
  changeRepeatPattern,
  type RepeatPattern,
  repeatPatternFrom,
} from '@stridewell/contract/calendar.series.rules';
import { addDays, dayInZone, daysBetween, wallClockInZone } from '@stridewell/contract/time';
import { v7 as uuidv7 } from 'uuid';
import type { CoachScope } from '../../core/tenancy/scope.ts';
import type { Tx } from '../../platform/db/database.ts';
import {
  changeSession,
  findSession,
  insertSessions,
  lockCalendar,
  type NewSessionRow,
  type SessionRow,
} from './calendar.data.ts';
import type { CalendarDeps } from './calendar.notice.service.ts';
import { findSeries, insertSeries, type SeriesRow, selectOccurrences, updateSeries } from './calendar.series.data.ts';

type CoachTx = Tx<CoachScope>;
/** What the sessions of a series have in common. */
export type SessionDetails = Omit<NewSessionRow, 'id' | 'sessionDate' | 'seriesId' | 'originalDay' | 'toldAt'>;

/** The rule of a series that begins with a session at `start`. */
export function ruleOf(repeat: RepeatInput, start: Date, timeZone: string): SeriesRule {
  const { day, minute } = wallClockInZone(start, timeZone);
  return { ...repeat, startDay: day, startMinute: minute, timeZone, exceptions: [] };
}

const laterOf = (one: string, other: string): string => (daysBetween(one, other) > 0 ? other : one);

export const horizonOf = (rule: SeriesRule, now: Date): string => {
  const today = dayInZone(now, rule.timeZone);
  return addDays(laterOf(rule.startDay, today), SERIES_HORIZON_DAYS);
};

/** Whether nothing comes after `madeUntil`, as far as anybody plans. */
export const isOver = (rule: SeriesRule, madeUntil: string): boolean =>
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

export const isOpen = ({ status, cancelledAt }: SessionRow): boolean => status === 'scheduled' && cancelledAt === null;

/** How the series of a session goes on from it; null for one that does not repeat. */
export async function getSeries(tx: CoachTx, id: string) {
  const row = await findSession(tx, id);
  if (!row) return undefined;
  const series = row.seriesId && row.originalDay ? await findSeries(tx, row.seriesId) : undefined;
  if (!series || !row.originalDay) return null;
  return { repeat: repeatPatternFrom(series.rule, row.originalDay), label: ruleLabel(series.rule) };
}

export type SeriesChange = {
  series: SeriesRow;
  from: string;
  row: SessionRow;
  details: SessionDetails;
  movedTo: Date | null;
};

/** The day of the series from which on a change counts; null for one session alone. */
export async function startOfChange(
  tx: CoachTx,
  row: Pick<SessionRow, 'seriesId' | 'originalDay'>,
  apply: ApplyTo,
  now: Date,
): Promise<string | null> {
  if (apply === 'this' || !row.seriesId || !row.originalDay) return null;
  if (apply === 'following') return row.originalDay;
  // What has taken place is not changed any more.
  const all = await selectOccurrences(tx, row.seriesId, '0001-01-01');
  return all.find((one) => isOpen(one) && one.sessionDate >= now)?.originalDay ?? row.originalDay;
}

type Move = Pick<SeriesChange, 'series' | 'from' | 'row' | 'movedTo'>;

/** How far the days of a series shift, and the clock of its sessions from then on. */
function shiftOf({ series: { rule }, row, movedTo }: Move, timeZone: string) {
  if (!movedTo) return { shift: 0, minute: rule.startMinute, timeZone: rule.timeZone };
  const { day, minute } = wallClockInZone(movedTo, timeZone);
  return { shift: daysBetween(row.originalDay ?? day, day), minute, timeZone };
}

/** Where the sessions of a series would take place after a change that leaves its pattern as it is. */
export async function layMoved(tx: CoachTx, { coach }: Pick<CalendarDeps, 'coach'>, move: Move) {
  const { series, from, movedTo } = move;
  const rows = await selectOccurrences(tx, series.id, from);
  const { shift, ...clock } = shiftOf(move, coach.timeZone);
  const next = moveRule(series.rule, from, { day: addDays(from, shift), ...clock });
  const madeUntil = addDays(series.madeUntil, shift);
  // A month longer, because months that lack a day have fewer sessions.
  const places = occurrencesBetween({ ...next, exceptions: [] }, next.startDay, addDays(madeUntil, 62));
  const laid = rows.map((old, index) => {
    const place = places[index];
    return { old, place, start: movedTo && place ? place.start : old.sessionDate };
  });
  return { next, madeUntil: laterOf(places[rows.length - 1]?.day ?? madeUntil, madeUntil), laid };
}

/**
 * Ends the series before `from` and lets a new one go on with its sessions, one after the other. What was called off
 * or has taken place goes along as it is.
 */
export async function changeSeries(
  tx: CoachTx,
  deps: CalendarDeps,
  change: SeriesChange,
): Promise<(SessionRow | undefined)[]> {
  const { series, from, details, movedTo } = change;
  const { next, madeUntil, laid } = await layMoved(tx, deps, change);
  const id = uuidv7();
  await insertSeries(tx, { ...details, id, rule: next, madeUntil, ended: isOver(next, madeUntil) });
  await updateSeries(tx, series.id, { rule: { ...series.rule, untilDay: addDays(from, -1) }, ended: true });
  const changed = await Promise.all(
    laid.map(({ old, place, start }) => {
      const seriesId = { seriesId: id, originalDay: place?.day ?? old.originalDay };
      if (!isOpen(old)) return changeSession(tx, old.id, seriesId);
      if (!place) {
        const off = { cancelledAt: deps.now, cancelReason: 'The series is shorter now.' };
        return changeSession(tx, old.id, { ...seriesId, ...off });
      }
      const time = movedTo ? { sessionDate: start, toldAt: deps.now } : {};
      return changeSession(tx, old.id, { ...details, ...seriesId, ...time });
    }),
  );
  return changed.filter((one) => one !== undefined && isOpen(one));
}

type Turn = Move & { day: string; pattern: RepeatPattern };

/** Where the sessions of a series would take place in another pattern, which of those there are, and which are not left. */
export async function layTurned(tx: CoachTx, { now, coach }: Pick<CalendarDeps, 'now' | 'coach'>, turn: Turn) {
  const { series, from, day, movedTo, pattern } = turn;
  const all = await selectOccurrences(tx, series.id, from);
  const rows = all.filter(isOpen);
  const { shift, ...clock } = shiftOf(turn, coach.timeZone);
  const next = changeRepeatPattern(series.rule, pattern, {
    from,
    day,
    moved: { day: addDays(from, shift), ...clock },
    closed: all.filter((one) => !isOpen(one)).map((one) => one.originalDay ?? from),
  });
  const madeUntil = horizonOf(next, now);
  const places = occurrencesBetween(next, next.startDay, madeUntil);
  const order = assignSessions(
    rows.map(({ originalDay }) => addDays(originalDay ?? from, shift)),
    places.map((place) => place.day),
    next.frequency,
  );
  const laid = places.map((place, index) => {
    const old = rows[order[index] ?? -1];
    // One that was moved by hand stays where it is, unless its day is no longer one of the series.
    const stays = !movedTo && old?.originalDay === place.day;
    return { place, old, stays, start: stays ? old.sessionDate : place.start };
  });
  return { next, madeUntil, laid, rows, dropped: rows.filter((_, index) => !order.includes(index)) };
}

type Turning = SeriesChange & Turn;

/**
 * Ends the series before `from` and lets a new one go on in another pattern. Sessions stay on their day where the new
 * one has it, move to the next one near it, or are called off; what was called off or has taken place stays with the old
 * series, and its day stays free. Undefined where nothing would be left.
 */
export async function turnSeries(tx: CoachTx, deps: CalendarDeps, turning: Turning) {
  const { now } = deps;
  const { series, from, details } = turning;
  const { next, madeUntil, laid, dropped: left } = await layTurned(tx, deps, turning);
  if (laid.length === 0) return undefined;
  const id = uuidv7();
  await insertSeries(tx, { ...details, id, rule: next, madeUntil, ended: isOver(next, madeUntil) });
  await updateSeries(tx, series.id, { rule: { ...series.rule, untilDay: addDays(from, -1) }, ended: true });
  const [kept, moved, added]: [SessionRow[], SessionRow[], NewSessionRow[]] = [[], [], []];
  for (const { place, old, stays, start } of laid) {
    const of = { ...details, seriesId: id, originalDay: place.day, sessionDate: start };
    if (!old) {
      added.push({ ...of, id: uuidv7(), toldAt: now });
      continue;
    }
    const changed = await changeSession(tx, old.id, { ...of, ...(!stays && { toldAt: now }) });
    if (!changed) continue;
    kept.push(changed);
    if (changed.sessionDate.getTime() !== old.sessionDate.getTime()) moved.push(changed);
  }
  await insertSessions(tx, added);
  const dropped: SessionRow[] = [];
  for (const one of left) {
    const off = await changeSession(tx, one.id, { cancelledAt: now, cancelReason: 'The series goes on another way.' });
    if (off) dropped.push(off);
  }
  const made = new Set(added.map((one) => one.id));
  return {
    kept,
    moved,
    dropped,
    added: (await selectOccurrences(tx, id, next.startDay)).filter((one) => made.has(one.id)),
  };
}
