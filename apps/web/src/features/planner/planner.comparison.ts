import type { Program } from '@stridewell/contract/programs/programs';
import { isSame, weeksOf } from '@stridewell/contract/programs/programs.rules';

/** Differences that a draft makes for a client, by the names of exercises. */
export type Comparison = {
  /** First weeks that stay as they are. */
  keptWeeks: number;
  stays: string[];
  added: string[];
  removed: string[];
};

const namesIn = (weeks: readonly { week: Program['phases'][number]['weeks'][number] }[]): string[] => [
  ...new Set(
    weeks.flatMap(({ week }) => week.days.flatMap(({ workout }) => workout.exercises.map(({ name }) => name))),
  ),
];

/** Compares a draft with the program that it continues. Only weeks that change are compared. */
export function compareWith(present: Program, draft: Program): Comparison {
  const [before, after] = [weeksOf(present), weeksOf(draft)];
  const first = after.findIndex(({ week }, index) => !isSame(week, before[index]?.week));
  const keptWeeks = first === -1 ? after.length : first;
  const [then, now] = [namesIn(before.slice(keptWeeks)), namesIn(after.slice(keptWeeks))];
  return {
    keptWeeks,
    stays: now.filter((name) => then.includes(name)),
    added: now.filter((name) => !then.includes(name)),
    removed: then.filter((name) => !now.includes(name)),
  };
}
