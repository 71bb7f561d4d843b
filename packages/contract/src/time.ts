/** Days are `YYYY-MM-DD` strings in a named time zone; instants are Dates. */

/** Zone names are not case-sensitive, so a caller could invent spellings without end. There are about 600 zones. */
const MAX_FORMATTERS = 1000;
const formatters = new Map<string, Intl.DateTimeFormat>();

function formatterOf(timeZone: string): Intl.DateTimeFormat {
  let formatter = formatters.get(timeZone);
  if (!formatter) {
    formatter = new Intl.DateTimeFormat('en-US', {
      timeZone,
      hourCycle: 'h23',
      year: 'numeric',
      month: '2-digit',
      day: '2-digit',
      hour: '2-digit',
      minute: '2-digit',
      second: '2-digit',
    });
    if (formatters.size >= MAX_FORMATTERS) formatters.clear();
    formatters.set(timeZone, formatter);
  }
  return formatter;
}

/** Local time in the zone, as milliseconds of the same time in UTC. */
function wallClock(instant: Date, timeZone: string): number {
  const parts: Record<string, number> = {};
  for (const { type, value } of formatterOf(timeZone).formatToParts(instant)) parts[type] = Number(value);
  const { year = 0, month = 1, day = 1, hour = 0, minute = 0, second = 0 } = parts;
  return Date.UTC(year, month - 1, day, hour, minute, second);
}

const DAY_MS = 86_400_000;
const MAX_CACHED_DAYS = 10_000;
/** In each zone. */
const MAX_STARTS = 1000;

/** Remembers the results of a pure function, because most calls concern the same few days. */
function remember<Key, Value>(compute: (key: Key) => Value, max = MAX_CACHED_DAYS): (key: Key) => Value {
  const known = new Map<Key, Value>();
  return (key) => {
    let value = known.get(key);
    if (value === undefined) {
      if (known.size >= max) known.clear();
      value = compute(key);
      known.set(key, value);
    }
    return value;
  };
}

/** JavaScript parses a date without a time as UTC. */
const parseDay = remember((day: string): number => Date.parse(day));
const twoDigits = (value: number): string => (value < 10 ? `0${value}` : String(value));

/** Formats the day with this number, counted from 1970. */
const formatDayNumber = remember((number: number): string => {
  const date = new Date(number * DAY_MS);
  const year = String(date.getUTCFullYear()).padStart(4, '0');
  return `${year}-${twoDigits(date.getUTCMonth() + 1)}-${twoDigits(date.getUTCDate())}`;
});
const formatDay = (utc: number): string => formatDayNumber(Math.floor(utc / DAY_MS));

/** Calendar day in the zone at this instant. */
export function dayInZone(instant: Date, timeZone: string): string {
  const now = instant.getTime();
  const day = formatDay(now);
  // Offsets are below a day, so only the UTC day and its neighbours are possible.
  const startOf = startsIn(timeZone);
  const next = addDays(day, 1);
  if (now >= startOf(next)) return next;
  return now >= startOf(day) ? day : addDays(day, -1);
}

/** Starts of days by zone, because formatters are slow. */
const startsIn = remember(
  (timeZone: string) => remember((day: string): number => findStartOfDay(day, timeZone), MAX_STARTS),
  MAX_FORMATTERS,
);

/** First instant of a day in the zone. If midnight or the whole day is skipped, the first one after the gap. */
export const startOfDay = (day: string, timeZone: string): Date => new Date(startsIn(timeZone)(day));

function findStartOfDay(day: string, timeZone: string): number {
  const midnight = parseDay(day);
  const offsetAt = (utc: number) => wallClock(new Date(utc), timeZone) - utc;
  // Midnight has either the offset before a change of clocks or the one after it.
  const offsets = new Set([offsetAt(midnight - DAY_MS / 2), offsetAt(midnight + DAY_MS / 2), offsetAt(midnight)]);
  const candidates = [...offsets]
    .map((offset) => midnight - offset)
    .filter((utc) => wallClock(new Date(utc), timeZone) === midnight);
  if (candidates.length > 0) return Math.min(...candidates);
  // Midnight does not exist, so search for the jump. A move across the date line skips 24 hours, so the search spans
  // two days either way.
  let low = midnight - 2 * DAY_MS;
  let high = midnight + 2 * DAY_MS;
  while (high - low > 1000) {
    const middle = Math.floor((low + high) / 2000) * 1000;
    if (wallClock(new Date(middle), timeZone) < midnight) low = middle;
    else high = middle;
  }
  return high;
}

const MINUTE_MS = 60_000;

/**
 * Instant of a local time, as `day` and `minute` of the day (0 to 1439). A repeated time means its first occurrence; a
 * skipped time gives null.
 */
export function instantInZone(day: string, minute: number, timeZone: string): Date | null {
  const shown = parseDay(day) + minute * MINUTE_MS;
  const candidates = [shown - DAY_MS, shown + DAY_MS]
    .map((utc) => shown - (wallClock(new Date(utc), timeZone) - utc))
    .filter((utc) => wallClock(new Date(utc), timeZone) === shown);
  return candidates.length > 0 ? new Date(Math.min(...candidates)) : null;
}

/** Like `instantInZone`, but a skipped time moves forward by the gap. */
export function instantAtWallClock(day: string, minute: number, timeZone: string): Date {
  const shown = parseDay(day) + minute * MINUTE_MS;
  const before = shown - DAY_MS;
  return instantInZone(day, minute, timeZone) ?? new Date(shown - (wallClock(new Date(before), timeZone) - before));
}

/** Local day and minute of the day at this instant. */
export function wallClockInZone(instant: Date, timeZone: string): { day: string; minute: number } {
  const shown = wallClock(instant, timeZone);
  const day = formatDay(shown);
  return { day, minute: Math.floor((shown - parseDay(day)) / MINUTE_MS) };
}

/** Half-open range of a day in the zone: mostly 23 to 25 hours, empty for a skipped day. */
export function dayRangeInZone(day: string, timeZone: string): { start: Date; end: Date } {
  return { start: startOfDay(day, timeZone), end: startOfDay(addDays(day, 1), timeZone) };
}

export const addDays = (day: string, count: number): string => formatDay(parseDay(day) + count * DAY_MS);

/** Days from `from` to `to`; negative when `to` is earlier. */
export const daysBetween = (from: string, to: string): number => Math.round((parseDay(to) - parseDay(from)) / DAY_MS);

/** 1 for Monday to 7 for Sunday. */
export const isoWeekday = (day: string): number => new Date(parseDay(day)).getUTCDay() || 7;

const WEEKDAYS = ['Mon', 'Tue', 'Wed', 'Thu', 'Fri', 'Sat', 'Sun'];
const MONTHS = ['Jan', 'Feb', 'Mar', 'Apr', 'May', 'Jun', 'Jul', 'Aug', 'Sep', 'Oct', 'Nov', 'Dec'];

/** Date such as `Tue, Oct 14`, with the year if it differs from that of `today`. */
export function dayLabel(day: string, today: string): string {
  const label = `${WEEKDAYS[isoWeekday(day) - 1]}, ${MONTHS[Number(day.slice(5, 7)) - 1]} ${Number(day.slice(8))}`;
  return day.slice(0, 4) === today.slice(0, 4) ? label : `${label}, ${day.slice(0, 4)}`;
}

/** Today, Tomorrow, Yesterday, or a date such as `Tue, Oct 14`, with the year if it differs. */
export function relativeDayLabel(day: string, today: string): string {
  const distance = daysBetween(today, day);
  if (distance === 0) return 'Today';
  if (distance === 1) return 'Tomorrow';
  return distance === -1 ? 'Yesterday' : dayLabel(day, today);
}

export function isTimeZone(value: string): boolean {
  try {
    formatterOf(value);
    return true;
  } catch {
    return false;
  }
}

/** Formatters for people by zone and parts. Making one takes longer than using it a hundred times. */
const textFormatters = new Map<string, Intl.DateTimeFormat>();

/** An instant as people read it in the zone, with the given parts. All other texts of dates and times follow from it. */
export function dateText(instant: Date, timeZone: string, parts: Intl.DateTimeFormatOptions): string {
  return textFormatterOf(timeZone, parts).format(instant);
}

function textFormatterOf(timeZone: string, parts: Intl.DateTimeFormatOptions): Intl.DateTimeFormat {
  const key = `${timeZone} ${JSON.stringify(parts)}`;
  let formatter = textFormatters.get(key);
  if (!formatter) {
    formatter = new Intl.DateTimeFormat('en-US', { ...parts, timeZone });
    if (textFormatters.size >= MAX_FORMATTERS) textFormatters.clear();
    textFormatters.set(key, formatter);
  }
  return formatter;
}

/** A whole date, like `May 5, 2025`. */
export const longDate = (instant: Date, timeZone: string): string => dateText(instant, timeZone, { dateStyle: 'long' });

/** Text such as `Tuesday, November 24 at 9:00 AM PST`. */
export const momentLabel = (instant: Date, timeZone: string): string =>
  dateText(instant, timeZone, {
    weekday: 'long',
    month: 'long',
    day: 'numeric',
    hour: 'numeric',
    minute: '2-digit',
    timeZoneName: 'short',
  });

/** A zone as people say it, like `Pacific Time`. */
export function zoneName(timeZone: string): string {
  const parts = textFormatterOf(timeZone, { timeZoneName: 'longGeneric' }).formatToParts();
  const name = parts.find(({ type }) => type === 'timeZoneName')?.value ?? timeZone;
  return name === 'GMT+00:00' ? 'UTC' : name;
}

/** Age in full years on `today`; null for a future date of birth. */
export function ageOn(dateOfBirth: string, today: string): number | null {
  if (dateOfBirth > today) return null;
  const years = Number(today.slice(0, 4)) - Number(dateOfBirth.slice(0, 4));
  return today.slice(5) < dateOfBirth.slice(5) ? years - 1 : years;
}
