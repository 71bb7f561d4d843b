import { wallClockInZone } from '@stridewell/contract/time';

/** Dates of workout histories: mostly local times without a zone, in the language of the app that wrote them. */

/**
 * A local time, `minute` of the day from 0 and `second` of the minute. `at` counts seconds: since 1970 for a time with a
 * zone, otherwise as if the local time was one of UTC.
 */
export type LocalTime = { day: string; minute: number; second: number; at: number };

/** Languages whose month names are read. */
const LANGUAGES = ['en', 'de', 'es', 'fr', 'it', 'pt', 'nl', 'pl', 'tr', 'ru', 'sv', 'da', 'nb', 'fi', 'cs'] as const;

const plain = (word: string): string =>
  word
    .normalize('NFKD')
    .replaceAll(/\p{M}|\./gu, '')
    .toLowerCase();

/** Months from 1 by their names, long and short, alone and within a date. */
function monthNames(): ReadonlyMap<string, number> {
  const names = new Map<string, number>();
  for (const language of LANGUAGES) {
    for (const style of ['short', 'long'] as const) {
      for (const parts of [{ month: style }, { month: style, day: 'numeric' }] as const) {
        const format = new Intl.DateTimeFormat(language, { ...parts, timeZone: 'UTC' });
        for (let month = 1; month <= 12; month += 1) {
          const found = format.formatToParts(Date.UTC(2024, month - 1, 1)).find(({ type }) => type === 'month');
          const name = plain(found?.value ?? '');
          if (/^\p{L}+$/u.test(name) && !names.has(name)) names.set(name, month);
        }
      }
    }
  }
  return names;
}
let months: ReadonlyMap<string, number> | undefined;

/** The month that a word names, also when it is shortened to three letters or more. */
function monthOf(word: string): number | undefined {
  months ??= monthNames();
  return months.get(plain(word)) ?? months.get(plain(word).slice(0, 3));
}

const pad = (value: number, length = 2): string => String(value).padStart(length, '0');

/** A day that exists, between 1970 and 2199. */
function dayOf(year: number, month: number, dayOfMonth: number): string | null {
  const time = new Date(Date.UTC(year, month - 1, dayOfMonth));
  const isReal = time.getUTCMonth() === month - 1 && time.getUTCDate() === dayOfMonth;
  return isReal && year >= 1970 && year < 2200 ? `${pad(year, 4)}-${pad(month)}-${pad(dayOfMonth)}` : null;
}

const NUMERIC = /^(\d{4})-(\d{1,2})-(\d{1,2})(?!\d)/;
const DOTTED = /^(\d{1,2})\.\s?(\d{1,2})\.\s?(\d{4})(?!\d)/;
const EASTERN = /^(\d{4})[年년]\s?(\d{1,2})[月월]\s?(\d{1,2})[日일]/;
const NAMED_DAY_FIRST = /^(\d{1,2})\.?\s(?:de\s)?(\p{L}+)\.?,?\s(?:de\s)?(\d{4})\b/u;
const NAMED_MONTH_FIRST = /^(\p{L}+)\.?\s(\d{1,2}),?\s(\d{4})\b/u;

/** The date at the start of a text, and how long it is. */
function dateIn(text: string): { day: string | null; length: number } | null {
  const numeric = NUMERIC.exec(text) ?? EASTERN.exec(text);
  if (numeric) {
    const [whole, year, month, dayOfMonth] = numeric;
    return { day: dayOf(Number(year), Number(month), Number(dayOfMonth)), length: whole.length };
  }
  const dotted = DOTTED.exec(text);
  if (dotted) {
    const [whole, dayOfMonth, month, year] = dotted;
    return { day: dayOf(Number(year), Number(month), Number(dayOfMonth)), length: whole.length };
  }
  const dayFirst = NAMED_DAY_FIRST.exec(text);
  const [whole, dayOfMonth, name, year] = dayFirst ?? reorder(NAMED_MONTH_FIRST.exec(text));
  const month = name === undefined ? undefined : monthOf(name);
  if (whole === undefined || month === undefined) return null;
  return { day: dayOf(Number(year), month, Number(dayOfMonth)), length: whole.length };
}

const reorder = (match: RegExpExecArray | null): (string | undefined)[] =>
  match ? [match[0], match[2], match[1], match[3]] : [];

const CLOCK = /(\d{1,2})[:.h](\d{2})(?:[:.](\d{2}))?/;
const AFTERNOON = /\bp\.?\s?m\b|下午|午後|오후/i;
const MORNING = /\ba\.?\s?m\b|上午|午前|오전/i;

/** Seconds of the day in a text like `18:04`, `7:01 PM` or `7:01 p. m.`; midnight without a time. */
function secondsIn(text: string): number | null {
  if (text.replaceAll(/[\s,T]/g, '') === '') return 0;
  const [, hours, minutes, seconds = '0'] = CLOCK.exec(text) ?? [];
  if (hours === undefined) return null;
  const isHalfDay = AFTERNOON.test(text) || MORNING.test(text);
  const hour = isHalfDay ? (Number(hours) % 12) + (AFTERNOON.test(text) ? 12 : 0) : Number(hours);
  if (hour > 23 || Number(minutes) > 59 || Number(seconds) > 59) return null;
  return hour * 3600 + Number(minutes) * 60 + Number(seconds);
}

const ZONED = /^(\d{4}-\d{2}-\d{2})[T ](\d{2}:\d{2})(?::(\d{2})(?:[.,]\d{1,9})?)?\s?(Z|UTC|GMT|[+-]\d{2}:?\d{2})$/i;

/** Converts a time that names its zone to the clock of `timeZone`. */
function readInstant(text: string, timeZone: string): LocalTime | null | undefined {
  const [, day, clock, second = '00', zone] = ZONED.exec(text) ?? [];
  if (day === undefined || zone === undefined) return undefined;
  const offset = /^[+-]/.test(zone) ? `${zone.slice(0, 3)}:${zone.slice(-2)}` : 'Z';
  const time = Date.parse(`${day}T${clock}:${second}${offset}`);
  const [year, month, dayOfMonth] = day.split('-').map(Number);
  if (Number.isNaN(time) || dayOf(year ?? 0, month ?? 0, dayOfMonth ?? 0) === null) return null;
  return { ...wallClockInZone(new Date(time), timeZone), second: Number(second), at: time / 1000 };
}

/**
 * Reads a local time like `21 Oct 2025, 18:04`, `Jul 19, 2026, 7:01 PM`, `2025-10-21 18:04:00` or `21. Okt. 2025, 18:04`.
 * Null where it is none. Dates with slashes are none, because day and month may be either way round. A time that ends
 * in `Z` or an offset is an instant.
 * @param timeZone of the person, for instants
 */
export function readLocalTime(typed: string, timeZone: string): LocalTime | null {
  const text = typed.replaceAll(/\s+/g, ' ').trim();
  if (text.length > 60) return null;
  const instant = readInstant(text, timeZone);
  if (instant !== undefined) return instant;
  const date = dateIn(text);
  const seconds = date && secondsIn(text.slice(date.length));
  if (!date?.day || seconds === null) return null;
  const at = Date.parse(date.day) / 1000 + seconds;
  return { day: date.day, minute: Math.floor(seconds / 60), second: seconds % 60, at };
}

const UNIT_SECONDS: Readonly<Record<string, number>> = { h: 3600, m: 60, min: 60, s: 1, sec: 1 };

/** Seconds in `1h 5m`, `45min`, `1:05:00`, `5:30` or a number of seconds; null where it says none. */
export function readDuration(typed: string): number | null {
  const text = typed.trim().toLowerCase();
  if (/^\d+(?:[.,]\d+)?$/.test(text)) return Math.round(Number(text.replace(',', '.')));
  const [, hours = '0', minutes, seconds] = /^(?:(\d{1,2}):)?(\d{1,2}):(\d{2})$/.exec(text) ?? [];
  if (minutes !== undefined) return Number(hours) * 3600 + Number(minutes) * 60 + Number(seconds);
  const parts = [...text.matchAll(/(\d+)\s?(h|min|m|sec|s)\b/g)];
  if (parts.length === 0) return null;
  return parts.reduce((sum, [, amount, unit = '']) => sum + Number(amount) * (UNIT_SECONDS[unit] ?? 0), 0);
}
