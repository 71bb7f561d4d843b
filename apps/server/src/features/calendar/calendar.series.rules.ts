import { countBefore, type SeriesRule } from '@stridewell/contract/calendar/calendar.rules';
import { addDays, daysBetween } from '@stridewell/contract/time';

/** How a series repeats, without its start. `count` counts from a given session. */
export type RepeatPattern = Pick<SeriesRule, 'frequency' | 'interval' | 'weekdays' | 'untilDay' | 'count'>;

/** Repeat pattern of a series from its occurrence on `day`. */
export const repeatPatternFrom = (rule: SeriesRule, day: string): RepeatPattern => ({
  frequency: rule.frequency,
  interval: rule.interval,
  weekdays: rule.weekdays,
  untilDay: rule.untilDay,
  count: rule.count === null ? null : rule.count - countBefore(rule, day),
});

const ordered = (weekdays: readonly number[]) => [...new Set(weekdays)].sort((a, b) => a - b).join();

export const isSameRepeatPattern = (one: RepeatPattern, other: RepeatPattern): boolean =>
  one.frequency === other.frequency &&
  one.interval === other.interval &&
  one.untilDay === other.untilDay &&
  one.count === other.count &&
  (one.frequency === 'monthly' || ordered(one.weekdays) === ordered(other.weekdays));

type PatternChange = {
  /** First occurrence with the new pattern, and the occurrence from which `pattern.count` counts. */
  from: string;
  day: string;
  /** New place of the occurrence on `from`. */
  moved: { day: string; minute: number; timeZone: string };
  /** Days of canceled or past sessions, which get no new session. */
  closed: readonly string[];
};

/** Rule for the rest of a series with a new repeat pattern. */
export function changeRepeatPattern(
  rule: SeriesRule,
  pattern: RepeatPattern,
  { from, day, moved, closed }: PatternChange,
): SeriesRule {
  const shift = daysBetween(from, moved.day);
  const earlier = countBefore(rule, day) - countBefore(rule, from);
  const closedDays = [...rule.exceptions, ...closed].filter((one) => one >= from);
  return {
    ...pattern,
    startDay: moved.day,
    startMinute: moved.minute,
    timeZone: moved.timeZone,
    count: pattern.count === null ? null : Math.max(1, pattern.count + earlier),
    exceptions: [...new Set(closedDays)].sort().map((one) => addDays(one, shift)),
  };
}

/** The furthest a session moves, in days, before it counts as a new one. */
const REACH = { weekly: 6, monthly: 20 } as const;

/**
 * Assigns the sessions on `days` to the new days `places`: the same day first, then the next one in reach, in order.
 * @param days ascending, as `places`
 * @returns for each place the index of its session in `days`, or null for a new session
 */
export function assignSessions(
  days: readonly string[],
  places: readonly string[],
  frequency: SeriesRule['frequency'],
): (number | null)[] {
  const onDay = new Map(days.map((day, index) => [day, index]));
  const open = days.map((day, index) => ({ day, index })).filter(({ day }) => !places.includes(day));
  let next = 0;
  return places.map((place) => {
    const same = onDay.get(place);
    if (same !== undefined) return same;
    for (let one = open[next]; one; one = open[next]) {
      const distance = daysBetween(one.day, place);
      if (distance < -REACH[frequency]) return null;
      next += 1;
      if (distance <= REACH[frequency]) return one.index;
    }
    return null;
  });
}
