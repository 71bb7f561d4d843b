import type { ToolPeriod } from '@stridewell/contract/assistant/assistant.tools';
import { lastOfMonth, periodAround } from '@stridewell/contract/metrics/metrics.periods.rules';
import { addMonths } from '@stridewell/contract/money/money.dates.rules';
import { addDays, isoWeekday } from '@stridewell/contract/time';
import { dayText } from './assistant.facts.rules.ts';

/** `ahead` is the reading for tools that look ahead: `on Monday` is the next one for planned sessions. */
type Found = { past: ToolPeriod; ahead: ToolPeriod };

/**
 * The period that a question names, and the rest of the question. `words` is the period as it was written. `vague`:
 * periods that the words may mean, which are asked back.
 */
export type PeriodReading = { rest: string; words: string } & (
  | { kind: 'none' }
  | ({ kind: 'period' } & Found)
  | { kind: 'vague'; choices: string[] }
);

const MONTHS = ['jan', 'feb', 'mar', 'apr', 'may', 'jun', 'jul', 'aug', 'sep', 'oct', 'nov', 'dec'];
const WEEKDAYS = ['monday', 'tuesday', 'wednesday', 'thursday', 'friday', 'saturday', 'sunday'];

const M =
  '(jan(?:uary)?|feb(?:ruary)?|mar(?:ch)?|apr(?:il)?|may|june?|july?|aug(?:ust)?|sept?(?:ember)?|oct(?:ober)?|nov(?:ember)?|dec(?:ember)?)';
/** Without May, which is also a verb. */
const BARE_M = '(january|february|march|april|june|july|august|september|october|november|december)';
const D = '(\\d{1,2})(?:st|nd|rd|th)?';
const Y = '((?:19|20)\\d\\d)';
const DATE = `(?:${M} ${D}(?: ${Y})?|${D}(?: of)? ${M}(?: ${Y})?|(\\d{4}-\\d\\d-\\d\\d))`;
const WEEKDAY = `(${WEEKDAYS.join('|')})`;

const two = (number: number): string => String(number).padStart(2, '0');
const same = (period: ToolPeriod): Found => ({ past: period, ahead: period });
const monthNumber = (name: string): number => MONTHS.indexOf(name.slice(0, 3)) + 1;

/** A day that exists, or null. */
function dayOf(year: number, month: number, day: number): string | null {
  const text = `${year}-${two(month)}-${two(day)}`;
  return day >= 1 && text <= lastOfMonth(`${year}-${two(month)}-01`) ? text : null;
}

/** A day without its year: the latest one up to today, and the next one from today on. */
function nearDays(month: number, day: number, today: string): { past: string; ahead: string } | null {
  const year = Number(today.slice(0, 4));
  const days = [year - 1, year, year + 1].flatMap((one) => dayOf(one, month, day) ?? []);
  const past = days.filter((one) => one <= today).at(-1);
  const ahead = days.find((one) => one >= today);
  return past && ahead ? { past, ahead } : null;
}

/** The seven groups of `DATE` as a day. */
function readDate(groups: readonly (string | undefined)[], today: string): { past: string; ahead: string } | null {
  const [m1, d1, y1, d2, m2, y2, iso] = groups;
  if (iso) {
    const [year = 0, month = 0, day = 0] = iso.split('-').map(Number);
    const found = month >= 1 && month <= 12 ? dayOf(year, month, day) : null;
    return found ? { past: found, ahead: found } : null;
  }
  const month = monthNumber(m1 ?? m2 ?? '');
  const day = Number(d1 ?? d2);
  const year = y1 ?? y2;
  if (year === undefined) return nearDays(month, day, today);
  const found = dayOf(Number(year), month, day);
  return found ? { past: found, ahead: found } : null;
}

function monthsNear(month: number, today: string): Found {
  const year = Number(today.slice(0, 4));
  const now = Number(today.slice(5, 7));
  const at = (of: number): ToolPeriod => {
    const first = `${of}-${two(month)}-01`;
    return { from: first, to: lastOfMonth(first) };
  };
  return { past: at(month <= now ? year : year - 1), ahead: at(month >= now ? year : year + 1) };
}

const weekOf = (day: string): ToolPeriod => {
  const from = addDays(day, 1 - isoWeekday(day));
  return { from, to: addDays(from, 6) };
};

/** A week, month, quarter or year so many of them after the present one. */
function unitAt(unit: string, move: number, today: string): ToolPeriod {
  if (unit === 'week') return weekOf(addDays(today, 7 * move));
  const kind = unit === 'quarter' || unit === 'year' ? unit : 'month';
  const months = { month: 1, quarter: 3, year: 12 }[kind] * move;
  return periodAround(kind, addMonths(`${today.slice(0, 7)}-01`, months));
}

const MOVES: Record<string, number> = { this: 0, last: -1, previous: -1, next: 1, coming: 1 };

/** So many days, weeks, months or years up to today, or from today on. */
function spanOf(count: number, unit: string, isAhead: boolean, today: string): ToolPeriod | null {
  if (count < 1 || count > 1000) return null;
  const sign = isAhead ? 1 : -1;
  const edge =
    unit === 'day' || unit === 'week'
      ? addDays(today, sign * count * (unit === 'week' ? 7 : 1))
      : addMonths(today, sign * count * (unit === 'year' ? 12 : 1));
  return isAhead ? { from: today, to: addDays(edge, -1) } : { from: addDays(edge, 1), to: today };
}

function weekdayOf(name: string, word: string | undefined, today: string): Found {
  const wanted = WEEKDAYS.indexOf(name) + 1;
  const back = (isoWeekday(today) - wanted + 7) % 7;
  const past = addDays(today, -(back === 0 && word === 'last' ? 7 : back));
  const forward = (7 - back) % 7;
  const ahead = addDays(today, forward === 0 && word === 'next' ? 7 : forward);
  const day = (on: string): ToolPeriod => ({ from: on, to: on });
  if (word === 'last') return same(day(past));
  return word === 'next' ? same(day(ahead)) : { past: day(past), ahead: day(ahead) };
}

const NAMED_DAYS: Record<string, number> = { today: 0, yesterday: -1, tomorrow: 1 };
const VAGUE_CHOICES = ['in the last 7 days', 'in the last 30 days', 'this month'];

type Rule = {
  pattern: RegExp;
  read: (groups: readonly (string | undefined)[], today: string) => Found | string[] | null;
};

/** Forms of periods, the longest first. A rule that reads null leaves its words, which nothing else understands. */
const RULES: readonly Rule[] = [
  {
    pattern: new RegExp(`\\b(?:from|between) ${DATE} (?:to|until|till|and) ${DATE}(?![\\w-])`),
    read(groups, today) {
      const [start, end] = [readDate(groups.slice(0, 7), today), readDate(groups.slice(7, 14), today)];
      if (!start || !end) return null;
      const at = (key: 'past' | 'ahead') =>
        start[key] <= end[key] ? { from: start[key], to: end[key] } : { from: start.past, to: end.ahead };
      return start.past <= end.past ? { past: at('past'), ahead: at('ahead') } : same(at('past'));
    },
  },
  {
    pattern: new RegExp(`\\bsince ${DATE}(?![\\w-])`),
    read(groups, today) {
      const date = readDate(groups, today);
      return date && same({ from: date.past, to: today });
    },
  },
  {
    pattern: new RegExp(`\\bsince (?:the (?:start|beginning) of )?${M}(?: ${Y})?(?![\\w-])`),
    read([name = '', year], today) {
      const from = year ? `${year}-${two(monthNumber(name))}-01` : monthsNear(monthNumber(name), today).past.from;
      return same({ from, to: today });
    },
  },
  {
    pattern: /\bsince (last|this) (week|month|quarter|year)\b/,
    read: ([word = '', unit = ''], today) => same({ from: unitAt(unit, MOVES[word] ?? 0, today).from, to: today }),
  },
  {
    pattern: new RegExp(`\\bsince (?:last )?${WEEKDAY}\\b`),
    read: ([name = ''], today) => same({ from: weekdayOf(name, undefined, today).past.from, to: today }),
  },
  {
    pattern: /\bsince (yesterday|today)\b/,
    read: ([word = ''], today) => same({ from: addDays(today, NAMED_DAYS[word] ?? 0), to: today }),
  },
  { pattern: new RegExp(`\\bsince ${Y}\\b`), read: ([year], today) => same({ from: `${year}-01-01`, to: today }) },
  {
    pattern: new RegExp(`\\b(?:on )?(?:the )?${DATE}(?![\\w-])`),
    read(groups, today) {
      const date = readDate(groups, today);
      return date && { past: { from: date.past, to: date.past }, ahead: { from: date.ahead, to: date.ahead } };
    },
  },
  {
    pattern: new RegExp(`\\b(?:in |of |for |during )?${M} ${Y}\\b`),
    read([name = '', year], _today) {
      const first = `${year}-${two(monthNumber(name))}-01`;
      return same({ from: first, to: lastOfMonth(first) });
    },
  },
  {
    pattern: new RegExp(`\\b(?:in|of|for|during|last) ${M}(?![\\w-])`),
    read: ([name = ''], today) => monthsNear(monthNumber(name), today),
  },
  { pattern: new RegExp(`\\b${BARE_M}\\b`), read: ([name = ''], today) => monthsNear(monthNumber(name), today) },
  {
    pattern:
      /\b(?:in |over |during |for |within )?(?:the )?(last|past|previous|next|coming) (\d{1,4}) (day|week|month|year)s?\b/,
    read([word = '', count, unit = ''], today) {
      const period = spanOf(Number(count), unit, (MOVES[word] ?? -1) > 0, today);
      return period && same(period);
    },
  },
  {
    pattern: /\b(?:in |over |during |for |within )?(?:the )?past (week|month|quarter|year)\b/,
    read([unit = ''], today) {
      const period = spanOf({ week: 7, month: 30, quarter: 90, year: 365 }[unit] ?? 30, 'day', false, today);
      return period && same(period);
    },
  },
  {
    pattern: /\b(?:in |over |during |for )?(?:the )?(this|last|previous|next|coming) (week|month|quarter|year)\b/,
    read: ([word = '', unit = ''], today) => same(unitAt(unit, MOVES[word] ?? 0, today)),
  },
  {
    pattern: new RegExp(`\\b(?:in |of |for |during )${Y}\\b`),
    read: ([year]) => same({ from: `${year}-01-01`, to: `${year}-12-31` }),
  },
  {
    pattern: /\b(today|yesterday|tomorrow)\b/,
    read([word = ''], today) {
      const day = addDays(today, NAMED_DAYS[word] ?? 0);
      return same({ from: day, to: day });
    },
  },
  {
    pattern: new RegExp(`\\b(?:on )?(?:(last|next|this) )?${WEEKDAY}\\b`),
    read: ([word, name = ''], today) => weekdayOf(name, word, today),
  },
  {
    pattern: /\b(?:on |since |from )?(\d{1,2})[/.](\d{1,2})(?:[/.](\d{2,4}))?\b/,
    read([one, other], today) {
      const readings = [
        [Number(one), Number(other)],
        [Number(other), Number(one)],
      ].flatMap(([month = 0, day = 0]) => (month >= 1 && month <= 12 ? (nearDays(month, day, today)?.past ?? []) : []));
      return readings.length > 0 ? [...new Set(readings)].map((day) => `on ${dayText(day)}`) : VAGUE_CHOICES;
    },
  },
  {
    pattern:
      /\b(?:in |over |during |this |last |on |at )?(?:the )?(?:this |last |past )?(recently|lately|spring|summer|autumn|fall|winter|weekend|few (?:days|weeks|months)|a while(?: ago)?|other day|some time)\b/,
    read: () => VAGUE_CHOICES,
  },
];

/** Reads the period of a question (`plainQuestion`) by the calendar of the coach. */
export function readPeriod(text: string, today: string): PeriodReading {
  for (const { pattern, read } of RULES) {
    const match = pattern.exec(text);
    if (!match) continue;
    const found = read(match.slice(1), today);
    if (found === null) continue;
    const words = match[0];
    const rest = `${text.slice(0, match.index)} ${text.slice(match.index + words.length)}`.replace(/\s+/g, ' ').trim();
    if (Array.isArray(found)) return { kind: 'vague', rest, words, choices: found };
    return { kind: 'period', rest, words, ...found };
  }
  return { kind: 'none', rest: text, words: '' };
}
