import { weeksOf } from './programs.rules.ts';
import type { ProgramPhase } from './programs.ts';
import { addDays, isoWeekday } from './time.ts';

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

/** A program as its dates need it: the training days of each week. `weekdays`: 1 for Monday. */
export type Schedule = {
  weeks: readonly { days: readonly { key: string; name: string }[] }[];
  startDay: string;
  weekdays: readonly number[];
};

/** The training days of weeks with their dates, in order. */
export const datedDays = ({ weeks, startDay, weekdays }: Schedule): DatedDay[] =>
  weeks.flatMap(({ days }, index) => {
    const weekStart = addDays(startDay, index * WEEK);
    const offsets = offsetsIn(weekStart, weekdays, days.length);
    return days.map(({ key, name }, place) => ({
      day: addDays(weekStart, offsets[place] ?? 0),
      weekNumber: index + 1,
      dayKey: key,
      name,
    }));
  });

/** The training days of a program with their dates, in order. */
export const programDays = ({
  program,
  ...dates
}: Omit<Schedule, 'weeks'> & {
  program: Phases;
}): DatedDay[] => datedDays({ ...dates, weeks: weeksOf(program).map(({ week }) => week) });
