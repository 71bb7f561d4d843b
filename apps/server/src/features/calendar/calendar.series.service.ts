import type { RepeatInput } from '@stridewell/contract/calendar/calendar';
import {
  type ApplyTo,
  moveRule,
  occurrencesBetween,
  ruleLabel,
  SERIES_HORIZON_DAYS,
  type SeriesRule,
} from '@stridewell/contract/calendar/calendar.rules';
import { addDays, dayInZone, daysBetween, wallClockInZone } from '@stridewell/contract/time';
import { v7 as uuidv7 } from 'uuid';
import { refuse } from '../../core/refusals.ts';
import type { CoachScope } from '../../core/tenancy/scope.ts';
import type { Tx } from '../../platform/db/database.ts';
import {
  findSession,
  insertSessions,
  lockCalendar,
  type NewSessionRow,
  type SessionRow,
  updateSession,
} from './calendar.data.ts';
import { recordSessions } from './calendar.events.service.ts';
import type { CalendarDeps } from './calendar.notice.service.ts';
import { findSeries, insertSeries, type SeriesRow, selectOccurrences, updateSeries } from './calendar.series.data.ts';
import { assignSessions, changeRepeatPattern, type RepeatPattern, repeatPatternFrom } from './calendar.series.rules.ts';

type CoachTx = Tx<CoachScope>;
/** Columns that all sessions of a series share. */
export type SessionDetails = Omit<NewSessionRow, 'id' | 'sessionDate' | 'seriesId' | 'originalDay' | 'notifiedAt'>;

/** Rule of a series whose first session starts at `start`. */
export function ruleOf(repeat: RepeatInput, start: Date, timeZone: string): SeriesRule {
  const { day, minute } = wallClockInZone(start, timeZone);
  return { ...repeat, startDay: day, startMinute: minute, timeZone, exceptions: [] };
}

const laterOf = (one: string, other: string): string => (daysBetween(one, other) > 0 ? other : one);

export const horizonOf = (rule: SeriesRule, now: Date): string => {
  const today = dayInZone(now, rule.timeZone);
  return addDays(laterOf(rule.startDay, today), SERIES_HORIZON_DAYS);
};

/** Whether no session follows `madeUntil` within five years. */
export const isOver = (rule: SeriesRule, madeUntil: string): boolean =>
  occurrencesBetween(rule, addDays(madeUntil, 1), addDays(madeUntil, 5 * 366)).length === 0;

/** Adds the sessions of a series up to its horizon. */
export async function extendSeries(tx: CoachTx, id: string, now: Date): Promise<void> {
  await lockCalendar(tx);
  const series = await findSeries(tx, id);
  if (!series || series.ended) return;
  const { rule, madeUntil, coachId: _, ended: __, createdAt: ___, ...details } = series;
  const until = horizonOf(rule, now);
  if (until <= madeUntil) return;
  const added = await insertSessions(
    tx,
    occurrencesBetween(rule, addDays(madeUntil, 1), until).map((one) => ({
      ...details,
      id: uuidv7(),
      seriesId: id,
      originalDay: one.day,
      sessionDate: one.start,
      notifiedAt: now,
    })),
  );
  await recordSessions(tx, { after: added });
  await updateSeries(tx, id, { madeUntil: until, ended: isOver(rule, until) });
}

export const isOpen = ({ status, cancelledAt }: SessionRow): boolean => status === 'scheduled' && cancelledAt === null;

/**
 * Repeat pattern of a session's series from that session on; null for a single session.
 * @throws NOT_FOUND
 */
export async function getSeries(tx: CoachTx, id: string) {
  const row = await findSession(tx, id);
  if (!row) throw refuse('NOT_FOUND');
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

/** First day of the series that a change applies to; null for a single session. */
export async function startOfChange(
  tx: CoachTx,
  row: Pick<SessionRow, 'seriesId' | 'originalDay'>,
  apply: ApplyTo,
  now: Date,
): Promise<string | null> {
  if (apply === 'this' || !row.seriesId || !row.originalDay) return null;
  if (apply === 'following') return row.originalDay;
  // Past sessions do not change.
  const all = await selectOccurrences(tx, row.seriesId, '0001-01-01');
  return all.find((one) => isOpen(one) && one.sessionDate >= now)?.originalDay ?? row.originalDay;
}

type Move = Pick<SeriesChange, 'series' | 'from' | 'row' | 'movedTo'>;

/** Days by which a series shifts, and the new clock time of its sessions. */
function shiftOf({ series: { rule }, row, movedTo }: Move, timeZone: string) {
  if (!movedTo) return { shift: 0, minute: rule.startMinute, timeZone: rule.timeZone };
  const { day, minute } = wallClockInZone(movedTo, timeZone);
  return { shift: daysBetween(row.originalDay ?? day, day), minute, timeZone };
}

/** Times of a series' sessions after a move that keeps its pattern. */
export async function planMove(tx: CoachTx, { coach }: Pick<CalendarDeps, 'coach'>, move: Move) {
  const { series, from, movedTo } = move;
  const rows = await selectOccurrences(tx, series.id, from);
  const { shift, ...clock } = shiftOf(move, coach.timeZone);
  const next = moveRule(series.rule, from, { day: addDays(from, shift), ...clock });
  const madeUntil = addDays(series.madeUntil, shift);
  // Two months more, because months without that day have fewer sessions.
  const places = occurrencesBetween({ ...next, exceptions: [] }, next.startDay, addDays(madeUntil, 62));
  const planned = rows.map((old, index) => {
    const place = places[index];
    return { old, place, start: movedTo && place ? place.start : old.sessionDate };
  });
  return { next, madeUntil: laterOf(places[rows.length - 1]?.day ?? madeUntil, madeUntil), planned };
}

/**
 * Ends the series before `from` and moves its later sessions to a new series, in order. Canceled and completed
 * sessions keep their times.
 */
export async function moveSeries(
  tx: CoachTx,
  deps: CalendarDeps,
  change: SeriesChange,
): Promise<(SessionRow | undefined)[]> {
  const { series, from, details, movedTo } = change;
  const { next, madeUntil, planned } = await planMove(tx, deps, change);
  const id = uuidv7();
  await insertSeries(tx, { ...details, id, rule: next, madeUntil, ended: isOver(next, madeUntil) });
  await updateSeries(tx, series.id, { rule: { ...series.rule, untilDay: addDays(from, -1) }, ended: true });
  const changed = await Promise.all(
    planned.map(({ old, place, start }) => {
      const seriesId = { seriesId: id, originalDay: place?.day ?? old.originalDay };
      if (!isOpen(old)) return updateSession(tx, old.id, seriesId);
      if (!place) {
        const off = { cancelledAt: deps.now, cancelReason: 'The series is shorter now.' };
        return updateSession(tx, old.id, { ...seriesId, ...off });
      }
      const time = movedTo ? { sessionDate: start, notifiedAt: deps.now } : {};
      return updateSession(tx, old.id, { ...details, ...seriesId, ...time });
    }),
  );
  await recordSessions(tx, { before: planned.map(({ old }) => old), after: changed });
  return changed.filter((one) => one !== undefined && isOpen(one));
}

type PatternMove = Move & { day: string; pattern: RepeatPattern };

/** Times of a series' sessions in another pattern, its open sessions, and those that the pattern drops. */
export async function planPattern(
  tx: CoachTx,
  { now, coach }: Pick<CalendarDeps, 'now' | 'coach'>,
  change: PatternMove,
) {
  const { series, from, day, movedTo, pattern } = change;
  const all = await selectOccurrences(tx, series.id, from);
  const rows = all.filter(isOpen);
  const { shift, ...clock } = shiftOf(change, coach.timeZone);
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
  const planned = places.map((place, index) => {
    const old = rows[order[index] ?? -1];
    // A session that was moved individually stays, unless the new pattern lacks its day.
    const stays = !movedTo && old?.originalDay === place.day;
    return { place, old, stays, start: stays ? old.sessionDate : place.start };
  });
  return { next, madeUntil, planned, rows, dropped: rows.filter((_, index) => !order.includes(index)) };
}

type PatternChange = SeriesChange & PatternMove;

/**
 * Ends the series before `from` and starts a new one with another pattern. A session keeps its day if the pattern has
 * it, and otherwise moves to a day nearby or is canceled. Canceled and completed sessions stay in the old series, and
 * their days stay free. Undefined when no session would be left.
 */
export async function changePattern(tx: CoachTx, deps: CalendarDeps, change: PatternChange) {
  const { now } = deps;
  const { series, from, details } = change;
  const { next, madeUntil, planned, rows, dropped: left } = await planPattern(tx, deps, change);
  if (planned.length === 0) return undefined;
  const id = uuidv7();
  await insertSeries(tx, { ...details, id, rule: next, madeUntil, ended: isOver(next, madeUntil) });
  await updateSeries(tx, series.id, { rule: { ...series.rule, untilDay: addDays(from, -1) }, ended: true });
  const [kept, moved, added]: [SessionRow[], SessionRow[], NewSessionRow[]] = [[], [], []];
  for (const { place, old, stays, start } of planned) {
    const of = { ...details, seriesId: id, originalDay: place.day, sessionDate: start };
    if (!old) {
      added.push({ ...of, id: uuidv7(), notifiedAt: now });
      continue;
    }
    const changed = await updateSession(tx, old.id, { ...of, ...(!stays && { notifiedAt: now }) });
    if (!changed) continue;
    kept.push(changed);
    if (changed.sessionDate.getTime() !== old.sessionDate.getTime()) moved.push(changed);
  }
  const inserted = await insertSessions(tx, added);
  const dropped: SessionRow[] = [];
  for (const one of left) {
    const off = await updateSession(tx, one.id, {
      cancelledAt: now,
      cancelReason: 'The repeating sessions have changed.',
    });
    if (off) dropped.push(off);
  }
  await recordSessions(tx, { before: rows, after: [...kept, ...dropped, ...inserted] });
  const made = new Set(added.map((one) => one.id));
  return {
    kept,
    moved,
    dropped,
    added: (await selectOccurrences(tx, id, next.startDay)).filter((one) => made.has(one.id)),
  };
}
