import type { RepeatInput } from '@stridewell/contract/calendar';
import {
  moveRule,
  occurrencesBetween,
  ruleLabel,
  SERIES_HORIZON_DAYS,
  type SeriesRule,
} from '@stridewell/contract/calendar.rules';
import { layAnew, type Rhythm, rhythmFrom, turnRule } from '@stridewell/contract/calendar.series.rules';
import { addDays, dayInZone, daysBetween, wallClockInZone } from '@stridewell/contract/time';
import { v7 as uuidv7 } from 'uuid';
import type { Tx } from '../../platform/db/database.ts';
import type { CoachScope } from '../../platform/db/scope.ts';
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
export async function readSeries(tx: CoachTx, id: string) {
  const row = await findSession(tx, id);
  if (!row) return undefined;
  const series = row.seriesId && row.originalDay ? await findSeries(tx, row.seriesId) : undefined;
  if (!series || !row.originalDay) return null;
  return { repeat: rhythmFrom(series.rule, row.originalDay), label: ruleLabel(series.rule) };
}

export type SeriesChange = {
  series: SeriesRow;
  from: string;
  row: SessionRow;
  details: SessionDetails;
  movedTo: Date | null;
};

/**
 * Ends the series before `from` and lets a new one go on with its sessions, one after the other. What was called off
 * or has taken place goes along as it is.
 */
export async function changeSeries(
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

type Turning = SeriesChange & { day: string; rhythm: Rhythm };

/**
 * Ends the series before `from` and lets a new one go on in another rhythm. Sessions stay on their day where the new
 * one has it, move to the next one near it, or are called off; what was called off or has taken place stays with the old
 * series, and its day stays free. Undefined where nothing would be left.
 */
export async function turnSeries(
  tx: CoachTx,
  { now, coach }: CalendarDeps,
  { series, from, day, row, details, movedTo, rhythm }: Turning,
) {
  const { rule } = series;
  const all = await selectOccurrences(tx, series.id, from);
  const rows = all.filter(isOpen);
  const clock = wallClockInZone(movedTo ?? row.sessionDate, coach.timeZone);
  const shift = movedTo ? daysBetween(row.originalDay ?? clock.day, clock.day) : 0;
  const dayOf = ({ originalDay }: SessionRow) => addDays(originalDay ?? from, shift);
  const next = turnRule(rule, rhythm, {
    from,
    day,
    moved: {
      day: addDays(from, shift),
      minute: movedTo ? clock.minute : rule.startMinute,
      timeZone: movedTo ? coach.timeZone : rule.timeZone,
    },
    closed: all.filter((one) => !isOpen(one)).map((one) => one.originalDay ?? from),
  });
  const madeUntil = horizonOf(next, now);
  const places = occurrencesBetween(next, next.startDay, madeUntil);
  if (places.length === 0) return undefined;
  const id = uuidv7();
  await insertSeries(tx, { ...details, id, rule: next, madeUntil, ended: isOver(next, madeUntil) });
  await updateSeries(tx, series.id, { rule: { ...rule, untilDay: addDays(from, -1) }, ended: true });
  const laid = layAnew(
    rows.map(dayOf),
    places.map((place) => place.day),
    next.frequency,
  );
  const [kept, moved, added]: [SessionRow[], SessionRow[], NewSessionRow[]] = [[], [], []];
  for (const [index, place] of places.entries()) {
    const old = rows[laid[index] ?? -1];
    const of = { ...details, seriesId: id, originalDay: place.day, sessionDate: place.start };
    if (!old) {
      added.push({ ...of, id: uuidv7(), toldAt: now });
      continue;
    }
    // One that was moved by hand stays where it is, unless its day is no longer one of the series.
    const stays = !movedTo && old.originalDay === place.day;
    const changed = await changeSession(tx, old.id, {
      ...of,
      ...(stays ? { sessionDate: old.sessionDate } : { toldAt: now }),
    });
    if (!changed) continue;
    kept.push(changed);
    if (changed.sessionDate.getTime() !== old.sessionDate.getTime()) moved.push(changed);
  }
  await insertSessions(tx, added);
  const dropped: SessionRow[] = [];
  for (const [index, one] of rows.entries()) {
    if (laid.includes(index)) continue;
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
