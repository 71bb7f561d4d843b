import { addDays, isoWeekday } from '../time.ts';
import { weeksOf } from './programs.rules.ts';
import type { ProgramPhase } from './programs.ts';

type Phases = { phases: readonly ProgramPhase[] };

const WEEK = 7;

/** A training day on its date. `weekNumber` starts at 1, and a week begins on the weekday of the start day. */
export type DatedDay = { day: string; weekNumber: number; dayKey: string; name: string };

/** The last day of the last week, so that a late workout still counts. */
export const endDayOf = (program: Phases, startDay: string): string =>
  addDays(startDay, weeksOf(program).length * WEEK - 1);

/**
 * Days after the start of a week on which its training days fall. Weekdays that were chosen come first; more training
 * days than those take the next free dates, and then the first ones.
 */
function offsetsIn(weekStart: string, weekdays: readonly number[], count: number): number[] {
  const all = Array.from({ length: WEEK }, (_, offset) => offset);
  const chosen = all.filter((offset) => weekdays.includes(isoWeekday(addDays(weekStart, offset))));
  const last = chosen.at(-1) ?? -1;
  const free = all.filter((offset) => !chosen.includes(offset));
  const extra = [...free.filter((offset) => offset > last), ...free.filter((offset) => offset < last)];
  return [...chosen, ...extra].slice(0, count).sort((a, b) => a - b);
}

/** Days of a program that were moved: the key of the day and its new date. */
export type MovedDays = Readonly<Record<string, string>>;

/** A program as its dates need it: the training days of each week. `weekdays`: 1 for Monday. */
export type Schedule = {
  weeks: readonly { days: readonly { key: string; name: string }[] }[];
  startDay: string;
  weekdays: readonly number[];
  moved: MovedDays;
};

const isWithinWeek = (day: string, weekStart: string): boolean => day >= weekStart && day < addDays(weekStart, WEEK);

/**
 * The dates of the days of one week. A moved day stays within its week. Where two days would share a date, because the
 * program was changed after the move, the whole week keeps the dates that it has without moves.
 */
function datesIn(weekStart: string, days: readonly { key: string }[], weekdays: readonly number[], moved: MovedDays) {
  const offsets = offsetsIn(weekStart, weekdays, days.length);
  const regular = days.map((_, place) => addDays(weekStart, offsets[place] ?? 0));
  const dates = days.map(({ key }, place) => {
    const to = Object.hasOwn(moved, key) ? moved[key] : undefined;
    return to !== undefined && isWithinWeek(to, weekStart) ? to : (regular[place] ?? weekStart);
  });
  return new Set(dates).size === dates.length ? dates : regular;
}

/** The training days of weeks with their dates, in order of the dates. */
export const datedDays = ({ weeks, startDay, weekdays, moved }: Schedule): DatedDay[] =>
  weeks.flatMap(({ days }, index) => {
    const weekStart = addDays(startDay, index * WEEK);
    const dates = datesIn(weekStart, days, weekdays, moved);
    return days
      .map(({ key, name }, place) => ({ day: dates[place] ?? weekStart, weekNumber: index + 1, dayKey: key, name }))
      .sort((a, b) => (a.day < b.day ? -1 : 1));
  });

/** A program with its dates. */
export type DatedProgram = Omit<Schedule, 'weeks'> & { program: Phases };

/** The training days of a program with their dates, in order of the dates. */
export const programDays = ({ program, ...dates }: DatedProgram): DatedDay[] =>
  datedDays({ ...dates, weeks: weeksOf(program).map(({ week }) => week) });

/** Moved days with further moves. A day that returns to its regular date, or is gone, is no longer a moved one. */
export function withMoves(dated: DatedProgram, moves: readonly { dayKey: string; to: string }[]): MovedDays {
  const regular = new Map(programDays({ ...dated, moved: {} }).map(({ dayKey, day }) => [dayKey, day]));
  const moved = { ...dated.moved, ...Object.fromEntries(moves.map(({ dayKey, to }) => [dayKey, to])) };
  return Object.fromEntries(
    Object.entries(moved).filter(([dayKey, day]) => regular.has(dayKey) && regular.get(dayKey) !== day),
  );
}

/** Training days that leave a rest day between them where a week has enough. 1 for Monday. */
const USUAL_WEEKDAYS: Record<number, number[]> = {
  1: [1],
  2: [1, 4],
  3: [1, 3, 5],
  4: [1, 2, 4, 5],
  5: [1, 2, 3, 5, 6],
  6: [1, 2, 3, 4, 5, 6],
  7: [1, 2, 3, 4, 5, 6, 7],
};
export const usualWeekdays = (frequency: number): number[] => USUAL_WEEKDAYS[frequency] ?? [1];
