import type { Program } from '@stridewell/contract/programs/programs';
import type { Past } from '@stridewell/contract/programs/programs.past.rules';
import { weeksOf } from '@stridewell/contract/programs/programs.rules';
import { NO_PAST } from './programs.past.ts';

/**
 * A place of the grid that can have the focus: the head of a week or a day, an exercise, or the field that adds to a day.
 * `add` has the key of its day.
 */
export const PLACES = ['week', 'day', 'exercise', 'add'] as const;
export type Place = { at: (typeof PLACES)[number]; key: string };

export const samePlace = (a: Place, b: Place): boolean => a.at === b.at && a.key === b.key;

/** Columns of places for each week: the head of the week, then one column a day. Nothing is added to a day that is over. */
function columnsOf(program: Program, past: Past): Place[][][] {
  return program.phases.flatMap(({ weeks }) =>
    weeks.map((week) => [
      [{ at: 'week' as const, key: week.key }],
      ...week.days.map((day) => [
        { at: 'day' as const, key: day.key },
        ...day.workout.exercises.map(({ key }) => ({ at: 'exercise' as const, key })),
        ...(past.days.has(day.key) ? [] : [{ at: 'add' as const, key: day.key }]),
      ]),
    ]),
  );
}

type Position = { week: number; column: number; row: number };

function positionOf(columns: Place[][][], place: Place): Position | undefined {
  for (const [week, inWeek] of columns.entries()) {
    for (const [column, places] of inWeek.entries()) {
      const row = places.findIndex((one) => samePlace(one, place));
      if (row >= 0) return { week, column, row };
    }
  }
  return undefined;
}

export const isPlace = (program: Program, place: Place): boolean =>
  positionOf(columnsOf(program, NO_PAST), place) !== undefined;

/** Whether a week is over, or the day of another place. */
export function isPastPlace(program: Program, { at, key }: Place, past: Past): boolean {
  if (at === 'week') return weeksOf(program).findIndex(({ week }) => week.key === key) < past.weeks;
  if (at !== 'exercise') return past.days.has(key);
  return daysIn(program).some((day) => past.days.has(day.key) && day.workout.exercises.some((one) => one.key === key));
}

const daysIn = ({ phases }: Program) => phases.flatMap(({ weeks }) => weeks.flatMap((week) => week.days));

/** The field of the first day that is not over; the head of the first day when all are. */
export function firstPlace(program: Program, past: Past = NO_PAST): Place {
  const days = daysIn(program);
  const open = days.find(({ key }) => !past.days.has(key));
  return open ? { at: 'add', key: open.key } : { at: 'day', key: days[0]?.key ?? '' };
}

const clamp = (value: number, length: number) => Math.max(0, Math.min(value, length - 1));

/** Where a key leads from a place: the arrows, Home and End within the week, Page Up and Page Down between weeks. */
export function nextPlace(program: Program, from: Place, key: string, past: Past = NO_PAST): Place | undefined {
  const columns = columnsOf(program, past);
  const position = positionOf(columns, from);
  if (!position) return undefined;
  const { week, column, row } = position;
  const at = (toWeek: number, toColumn: number, toRow: number): Place | undefined => {
    const inWeek = columns[toWeek];
    const places = inWeek?.[clamp(toColumn, inWeek.length)];
    return places?.[toRow === Number.POSITIVE_INFINITY ? places.length - 1 : clamp(toRow, places.length)];
  };
  const height = columns[week]?.[column]?.length ?? 0;
  switch (key) {
    case 'ArrowUp':
      return row > 0 ? at(week, column, row - 1) : at(week - 1, column, Number.POSITIVE_INFINITY);
    case 'ArrowDown':
      return row < height - 1 ? at(week, column, row + 1) : at(week + 1, column, 0);
    case 'ArrowLeft':
      return column > 0 ? at(week, column - 1, row) : undefined;
    case 'ArrowRight':
      return column < (columns[week]?.length ?? 0) - 1 ? at(week, column + 1, row) : undefined;
    case 'Home':
      return at(week, 0, 0);
    case 'End':
      return at(week, Number.POSITIVE_INFINITY, row);
    case 'PageUp':
      return at(week - 1, column, row);
    case 'PageDown':
      return at(week + 1, column, row);
    default:
      return undefined;
  }
}

/** The field of the day after this one, in its week or the next. */
export function nextField(program: Program, dayKey: string): Place | undefined {
  const days = daysIn(program);
  const next = days[days.findIndex(({ key }) => key === dayKey) + 1];
  return next && { at: 'add', key: next.key };
}

/** The place that takes the focus when this one is deleted: the next in its day, else the one before. */
export function placeAfter(program: Program, gone: ReadonlySet<string>): Place | undefined {
  for (const { weeks } of program.phases) {
    for (const week of weeks) {
      for (const day of week.days) {
        const keys = day.workout.exercises.map(({ key }) => key);
        const last = keys.findLastIndex((key) => gone.has(key));
        if (last < 0) continue;
        const next = keys.slice(last + 1).find((key) => !gone.has(key)) ?? keys.findLast((key) => !gone.has(key));
        return next === undefined ? { at: 'add', key: day.key } : { at: 'exercise', key: next };
      }
    }
  }
  return undefined;
}

/** Keys of the exercises of one day between two of them, both included; only the second when they are apart. */
export function rangeOf(program: Program, from: string, to: string): string[] {
  for (const { weeks } of program.phases) {
    for (const { days } of weeks) {
      for (const { workout } of days) {
        const keys = workout.exercises.map(({ key }) => key);
        const [a, b] = [keys.indexOf(from), keys.indexOf(to)];
        if (a >= 0 && b >= 0) return keys.slice(Math.min(a, b), Math.max(a, b) + 1);
      }
    }
  }
  return [to];
}
