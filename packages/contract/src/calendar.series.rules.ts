import { countBefore, type SeriesRule } from './calendar.rules.ts';
import { addDays, daysBetween } from './time.ts';

/** How a series repeats, without where it begins. `count` is how many there are from some session on. */
export type RepeatPattern = Pick<SeriesRule, 'frequency' | 'interval' | 'weekdays' | 'untilDay' | 'count'>;

/** How a series goes on from its occurrence of `day`. */
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
  /** The occurrence from which on the series has another pattern, and the one whose number `pattern.count` counts from. */
  from: string;
  day: string;
  /** Where the occurrence of `from` moves to. */
  moved: { day: string; minute: number; timeZone: string };
  /** Days of the series that are called off or over, which get no other session. */
  closed: readonly string[];
};

/** The rest of a series in another pattern. */
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

/** As far as a session moves to stay one of its series, in days; one that would go further is another session. */
const REACH = { weekly: 6, monthly: 20 } as const;

/**
 * Which of the sessions on `days` takes place on which of `places`, as indexes: the same day first, then the next one
 * in reach, in order. A place without a session is null; a session without a place is in none. Both lists ascend.
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
