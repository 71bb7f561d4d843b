import type { Program, ProgramDay, ProgramWeek } from '@stridewell/contract/programs/programs';
import type { Past } from '@stridewell/contract/programs/programs.past.rules';
import { isSame, weeksOf } from '@stridewell/contract/programs/programs.rules';

/** Of a template, which has no dates. */
export const NO_PAST: Past = { weeks: 0, days: new Set() };

/** Why it does not change, on the screen. */
export const PAST_REASON = 'Past training can’t be changed. You can still copy from it.';

const weekList = (program: Program): ProgramWeek[] => weeksOf(program).map(({ week }) => week);

/** Whether all that is over is the same in both, at the same place, because the place of a day gives its date. */
export function keepsPast(before: Program, after: Program, past: Past): boolean {
  const next = weekList(after);
  return weekList(before).every((week, index) => {
    if (index < past.weeks) return isSame(week, next[index]);
    return week.days.every((day, place) => !past.days.has(day.key) || isSame(day, next[index]?.days[place]));
  });
}

/** The days of a week as filled from another one, except for those that are over. */
function keepDays(days: readonly ProgramDay[], filled: readonly ProgramDay[], past: Past): ProgramDay[] {
  const kept = days.findLastIndex(({ key }) => past.days.has(key)) + 1;
  return [...days.slice(0, kept), ...filled.slice(kept)];
}

/** Weeks that were filled from another one, except for what is over. `first`: how many weeks of the program precede them. */
export const keepPast = (
  weeks: readonly ProgramWeek[],
  filled: readonly ProgramWeek[],
  first: number,
  past: Past,
): ProgramWeek[] =>
  filled.map((week, index) => {
    const before = weeks[index];
    if (!before) return week;
    return first + index < past.weeks ? before : { ...week, days: keepDays(before.days, week.days, past) };
  });
