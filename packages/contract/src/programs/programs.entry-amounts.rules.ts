import { weightFromInput } from '../units.ts';
import { numberOf } from './programs.entry-text.rules.ts';
import type { SetLoad } from './programs.ts';

/** Expressions for the plain text of quick entry, and what their matches say. */

export const INT = String.raw`\d{1,4}`;
export const NUM = String.raw`\d{1,5}(?:[.,]\d{1,2})?`;
/** Characters that may follow a part. Anything else means that the part is the start of a longer word. */
export const END = String.raw`(?=[\s;()\[\]@|]|$|[.:!](?=\s|$)|,(?!\d)|,(?=\d{1,2}x\d))`;
const UNIT = `(?:seconds?|secs?|s|minutes?|mins?|hours?|hrs?|h|met(?:er|re)s?|m|km|k|miles?|mi|yards?|yds?|feet|ft|''|"|')`;
export const CLOCK = String.raw`\d{1,3}:[0-5]\d`;
/** A dash with spaces around it stands between parts more often than in a range. */
export const TO = String.raw`(?:-|\s+to\s+)`;
export const AMOUNT = String.raw`${NUM}\s*(?:${UNIT})?${TO}${NUM}\s*${UNIT}|${NUM}\s*${UNIT}`;
export const SIDE = String.raw`(?:\/\s*(?:side|leg|arm|way)|(?:each|per)\s+(?:side|leg|arm|way)|each|ea|e\/s|l\/r)`;
export const OPEN_REPS = String.raw`(?:amrap|max(?:\s+reps?)?|(?:(?:to|till|until)\s+)?failure|warm[\s-]?ups?)`;
export const REPS_NUMBER = String.raw`(?:${INT}(?:(?:-|\s+(?:-|to)\s+)${INT})?|${INT}(?:\+${INT}){1,5}|${INT}\+)`;
export const REPS_LIST = String.raw`${INT}(?:\/${INT}){1,19}|${INT}(?:-${INT}){2,19}|${INT}(?:,${INT}){2,19}`;
export const LOAD_UNIT = '(?:kgs?|kilos?|kilograms?|lbs?|pounds?|#)';
export const PERCENT = String.raw`%(?:\s*(?:of\s+)?(?:the\s+)?(?:e?1\s?-?rm|rm|max))?`;

const UNIT_NAMES: readonly [RegExp, string][] = [
  [/^(?:s|secs?|seconds?|''|")$/, 'sec'],
  [/^(?:mins?|minutes?|')$/, 'min'],
  [/^(?:h|hrs?|hours?)$/, 'h'],
  [/^(?:m|met(?:er|re)s?)$/, 'm'],
  [/^(?:km|k)$/, 'km'],
  [/^(?:mi|miles?)$/, 'mi'],
  [/^(?:yds?|yards?)$/, 'yd'],
  [/^(?:ft|feet)$/, 'ft'],
];

const unitName = (unit: string): string => UNIT_NAMES.find(([words]) => words.test(unit))?.[1] ?? unit;

const AMOUNT_PARTS = new RegExp(String.raw`^(${NUM})\s*(${UNIT})?(?:${TO}(${NUM})\s*(${UNIT}))?$`);

/** A time or a distance as the product writes it, like `30 sec`, `20-30 min` or `5 km`. */
export function amountText(typed: string): string | undefined {
  const [, from, fromUnit, to, toUnit] = AMOUNT_PARTS.exec(typed) ?? [];
  if (from === undefined) return undefined;
  const first = fromUnit === undefined ? undefined : unitName(fromUnit);
  if (to === undefined || toUnit === undefined) return first && `${numberOf(from)} ${first}`;
  const second = unitName(toUnit);
  const start = first === undefined || first === second ? `${numberOf(from)}` : `${numberOf(from)} ${first}`;
  return `${start}-${numberOf(to)} ${second}`;
}

export function sideText(typed: string | undefined): string {
  if (typed === undefined) return '';
  return ` each ${/side|leg|arm|way/.exec(typed)?.[0] ?? 'side'}`;
}

const SPACED_RANGE = /^(\d+)(-|\s+(?:-|to)\s+)(\d+)$/;
/** Most that the end of a range typed with spaces is above its start; a load would be further away. */
const SPACED_RANGE_REACH = 10;

/** Reps in numbers, like `8`, `8-10`, `5+` or `2+1`. Undefined when a range is none. */
export function repsNumberText(typed: string): string | undefined {
  const [, from, between, to] = SPACED_RANGE.exec(typed) ?? [];
  if (from === undefined || to === undefined) return typed;
  const reach = Number(to) - Number(from);
  if (reach <= 0 || (between !== '-' && reach > SPACED_RANGE_REACH)) return undefined;
  return `${from}-${to}`;
}

const kgOf = (value: number, unit: string): number =>
  weightFromInput(value, /^(?:lb|pound|#)/.test(unit) ? 'imperial' : 'metric');

export function loadOf(value: number, unit: string): SetLoad {
  return unit.startsWith('%') ? { unit: 'percent', value } : { unit: 'kg', value: kgOf(value, unit) };
}

const REST_TIME = new RegExp(
  String.raw`^(${NUM})\s*(seconds?|secs?|s|''|"|minutes?|mins?|m|')?(?:\s*(\d{1,2})\s*(?:seconds?|secs?|s|''|")?)?$`,
);
/** No coach gives a rest of a few seconds, or of many minutes, without a unit [K]. */
const MINUTES_UP_TO = 5;
const SECONDS_FROM = 20;

/** Seconds of a rest. Undefined when it can be seconds as well as minutes. */
export function restSeconds(typed: string): number | undefined {
  const [, clockMinutes, clockSeconds] = /^(\d{1,3}):([0-5]\d)$/.exec(typed) ?? [];
  if (clockMinutes !== undefined) return Number(clockMinutes) * 60 + Number(clockSeconds);
  const [, amount, unit, more] = REST_TIME.exec(typed) ?? [];
  if (amount === undefined) return undefined;
  const value = numberOf(amount);
  const isBare = unit === undefined;
  if (isBare && (more !== undefined || (value > MINUTES_UP_TO && value < SECONDS_FROM))) return undefined;
  const isMinutes = isBare ? value <= MINUTES_UP_TO : /^(?:m|')/.test(unit) && unit !== "''";
  if (more !== undefined && (!isMinutes || Number(more) > 59)) return undefined;
  const seconds = value * (isMinutes ? 60 : 1) + Number(more ?? 0);
  return Number.isInteger(seconds) ? seconds : undefined;
}
