import type { ProgramDay } from '../programs/programs.ts';
import { dayTitle, shorten } from '../programs/programs.wording.rules.ts';
import { isoWeekday } from '../time.ts';
import type { AdjustmentChange } from './adjustments.changes.rules.ts';
import type { AdjustmentKind } from './adjustments.rules.ts';

export const ADJUSTMENT_TITLES: Record<AdjustmentKind, string> = {
  move: 'Move a day',
  shorten: 'Shorten days',
  join: 'Make up the main lifts',
  swap: 'Replace exercises',
  deload: 'Deload week',
  skip: 'Skip a day',
};

const WEEKDAYS = ['Monday', 'Tuesday', 'Wednesday', 'Thursday', 'Friday', 'Saturday', 'Sunday'];

/** The full name of the weekday of a day. */
export const weekdayName = (day: string): string => WEEKDAYS[isoWeekday(day) - 1] ?? '';

const MONTHS = ['Jan', 'Feb', 'Mar', 'Apr', 'May', 'Jun', 'Jul', 'Aug', 'Sep', 'Oct', 'Nov', 'Dec'];

/** A day in a stored sentence, like `Nov 23`. */
export const shortDate = (day: string): string =>
  `${MONTHS[Number(day.slice(5, 7)) - 1] ?? ''} ${Number(day.slice(8))}`;

/** Longest name within a sentence. */
const NAME_LENGTH = 40;

/** Names a day inside a sentence, like `Monday’s Lower body`. */
export const dayOf = (day: string, content: Pick<ProgramDay, 'name' | 'workout'>): string =>
  `${weekdayName(day)}’s ${shorten(dayTitle(content), NAME_LENGTH)}`;

/** Names as a list, like `Squat, Row and Press`. */
export function namesText(names: readonly string[]): string {
  const short = names.map((name) => shorten(name, NAME_LENGTH));
  return short.length > 1 ? `${short.slice(0, -1).join(', ')} and ${short.at(-1)}` : short.join('');
}

/** Lines that say what a change moves; what it changes in days is said by `describeChanges`. */
export const moveLines = ({ moves }: Pick<AdjustmentChange, 'moves'>, titleOf: (dayKey: string) => string): string[] =>
  moves.map(
    ({ dayKey, from, to }) =>
      `${shorten(titleOf(dayKey), NAME_LENGTH)}: ${weekdayName(to)} instead of ${weekdayName(from)}`,
  );

/** The side that made a change, as the client reads it. */
export const ADJUSTERS = ['coach', 'client', 'rules'] as const;
export type Adjuster = (typeof ADJUSTERS)[number];

function byText(by: Adjuster, coachName: string): string {
  if (by === 'client') return 'by you';
  return by === 'rules' ? `by the rules of ${coachName}` : `by ${coachName}`;
}

const VERBS: Record<Exclude<AdjustmentKind, 'move'>, string> = {
  shorten: 'Shortened',
  join: 'Main lifts added',
  swap: 'Exercises replaced',
  deload: 'Made lighter',
  skip: 'Skipped',
};

/** The client's note on one day of an adjustment: what happened, who did it, and why. */
export function clientNote(
  { kind, change, reason, by }: { kind: AdjustmentKind; change: AdjustmentChange; reason: string; by: Adjuster },
  { dayKey, coachName }: { dayKey: string; coachName: string },
): string {
  const move = change.moves.find((one) => one.dayKey === dayKey);
  const what = kind === 'move' ? `Moved${move ? ` from ${weekdayName(move.from)}` : ''}` : VERBS[kind];
  return `${what} ${byText(by, coachName)}. ${reason}`;
}

/** The client's note on a day that waits for the coach. It does not repeat what hurts. */
export const holdNote = (coachName: string): string =>
  `On hold because of the pain you reported. Please wait until ${coachName} has looked at it.`;
