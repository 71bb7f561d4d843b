import { currencyDigits, toMajorUnits } from '@stridewell/contract/money/money.amounts.rules';
import { dateText, dayInZone, relativeDayLabel } from '@stridewell/contract/time';
import {
  energyText,
  kgToLb,
  type UnitSystem,
  weightForDisplay,
  weightUnit,
  withEnergyUnit,
} from '@stridewell/contract/units';
import { readerEnergyUnit } from './reader-energy.ts';

const MINUTE = 60_000;

/** How long ago, like `3 hours ago`; for anything older than a day, its date in the zone. */
export function timeAgo(instant: string, timeZone: string, now = Date.now()): string {
  const minutes = Math.round((now - Date.parse(instant)) / MINUTE);
  if (minutes < 1) return 'just now';
  if (minutes < 60) return `${minutes} min ago`;
  const hours = Math.round(minutes / 60);
  if (hours < 24) return hours === 1 ? '1 hour ago' : `${hours} hours ago`;
  return relativeDayLabel(dayInZone(new Date(instant), timeZone), dayInZone(new Date(now), timeZone));
}

/** How long ago something was, within a sentence. */
export function agoInSentence(instant: string, timeZone: string): string {
  const words = timeAgo(instant, timeZone);
  return words === 'Yesterday' ? 'yesterday' : words;
}

/** A day within a sentence, like `tomorrow` or `Tue, Oct 14`. */
export const dayInSentence = (day: string, today: string): string => {
  const label = relativeDayLabel(day, today);
  return ['Yesterday', 'Today', 'Tomorrow'].includes(label) ? label.toLowerCase() : label;
};

/** A day with its preposition, like `tomorrow` or `on Tue, Oct 14`. */
export const onDayInSentence = (day: string, today: string): string => {
  const words = dayInSentence(day, today);
  return /^[a-z]/.test(words) ? words : `on ${words}`;
};

/** Formatters by currency. Making one takes longer than using it a hundred times. */
const moneyFormatters = new Map<string, Intl.NumberFormat>();

/** Like `Tuesday, November 24 at 9:00 AM`. */
export const momentLabel = (instant: string, timeZone: string): string =>
  dateText(new Date(instant), timeZone, {
    weekday: 'long',
    month: 'long',
    day: 'numeric',
    hour: 'numeric',
    minute: '2-digit',
  });

/** The named parts of a day, like `{ weekday: 'long' }`. Days carry no zone, so they are read as UTC. */
export const dayText = (day: string, parts: Intl.DateTimeFormatOptions): string =>
  dateText(new Date(day), 'UTC', parts);

/** Days from one to another in one year, like `Oct 1–23` or `Oct 31–Nov 4`. */
export function dayRange(from: string, to: string): string {
  const { date } = dayParts(from);
  const isOneMonth = from.slice(0, 7) === to.slice(0, 7);
  if (from === to) return date;
  return `${date}–${isOneMonth ? dayText(to, { day: 'numeric' }) : dayParts(to).date}`;
}

/** The usual parts of a day's name. */
export const dayParts = (day: string) => ({
  weekday: dayText(day, { weekday: 'short' }),
  date: dayText(day, { month: 'short', day: 'numeric' }),
  full: dayText(day, { weekday: 'long', month: 'long', day: 'numeric' }),
});

/** A zone as lists of zones name it, by its city. Texts say `zoneName`. */
const zoneLabel = (timeZone: string): string => timeZone.replaceAll('_', ' ');

/** All zones of the browser, with the chosen ones even if the browser does not list them. */
export function timeZoneChoices(...chosen: string[]): { value: string; label: string }[] {
  const zones = new Set([...Intl.supportedValuesOf('timeZone'), 'UTC', ...chosen]);
  return [...zones].sort().map((value) => ({ value, label: zoneLabel(value) }));
}

/** A number with its thousands separated, like `1,250`. */
export const numberText = (value: number): string => value.toLocaleString('en-US');

/** A count with its noun, like `1 client` or `1,250 clients`. */
export const countLabel = (count: number, noun: string): string =>
  `${numberText(count)} ${noun}${count === 1 ? '' : 's'}`;

let list: Intl.ListFormat | undefined;

/** Several names in a sentence, like `Anna, Ben, and Carla`. */
export function listText(names: readonly string[]): string {
  // Made once, because that takes milliseconds.
  list ??= new Intl.ListFormat('en-US');
  return list.format(names);
}

/** Time of day in the given zone, like `9:00 AM`. */
export const timeOfDay = (instant: string, timeZone: string): string =>
  dateText(new Date(instant), timeZone, { hour: 'numeric', minute: '2-digit' });

/** A time of day like `07:30` as people say it: `7:30 AM`. */
export const clockText = (time: string): string => timeOfDay(`1970-01-01T${time}:00Z`, 'UTC');

/** A whole date, like `May 5, 2025`. */
export const longDate = (instant: string, timeZone: string): string =>
  dateText(new Date(instant), timeZone, { dateStyle: 'long' });

/** Money in the smallest units of its currency; no decimals shown where there are none. */
export function money(minor: number, currency = 'USD'): string {
  const digits = currencyDigits(currency);
  const shown = minor % 10 ** digits === 0 ? 0 : digits;
  const key = `${currency} ${shown}`;
  const format =
    moneyFormatters.get(key) ??
    new Intl.NumberFormat('en-US', {
      style: 'currency',
      currency,
      minimumFractionDigits: shown,
      maximumFractionDigits: shown,
    });
  moneyFormatters.set(key, format);
  return format.format(toMajorUnits(minor, currency));
}

/** Prefix of an amount, like `$`, or `CHF` with a space. */
export const currencyPrefix = (currency: string): string => money(0, currency).replace('0', '');

/** Weight with its unit, always with one decimal so that columns line up. */
export const weightLabel = (kg: number, units: UnitSystem): string =>
  `${weightForDisplay(kg, units).toFixed(1)} ${weightUnit(units)}`;

/** Change of a weight, like `+0.4 kg`; null for none. */
export function weightChangeLabel(kg: number, units: UnitSystem): string | null {
  const change = weightForDisplay(kg, units);
  return change === 0 ? null : `${change > 0 ? '+' : '−'}${Math.abs(change).toFixed(1)} ${weightUnit(units)}`;
}

/** Regions that weigh in pounds. */
const POUNDS = new Set(['US', 'LR', 'MM']);

/** The units of a new account. Settings change them. */
export const browserUnits = (): UnitSystem =>
  POUNDS.has(new Intl.Locale(navigator.language).maximize().region ?? '') ? 'imperial' : 'metric';

/** Training volume, load times reps, without decimals. */
export const volumeText = (kg: number, units: UnitSystem): string =>
  `${numberText(Math.round(units === 'imperial' ? kgToLb(kg) : kg))} ${weightUnit(units)}`;

/** Energy in the reader's unit, like `568 kcal` or `2,377 kJ`, rounded to `step` of it. */
export const kcalText = (kcal: number, step?: number): string => energyText(kcal, readerEnergyUnit(), step);

/** A sentence of the server with energy in the reader's unit. */
export const energySentence = (sentence: string): string => withEnergyUnit(sentence, readerEnergyUnit());

/** A full hour of the day, such as `7 am`. */
export const hourLabel = (hour: number): string => `${hour % 12 === 0 ? 12 : hour % 12} ${hour < 12 ? 'am' : 'pm'}`;
