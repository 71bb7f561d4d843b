import { currencyDigits, toMajorUnits } from '@stridewell/contract/money.amounts.rules';
import { dayInZone, relativeDayLabel } from '@stridewell/contract/time';
import { kgToLb, type UnitSystem, weightForDisplay, weightUnit } from '@stridewell/contract/units';

const MINUTE = 60_000;

/** How long ago, like `3 hours ago`; the date for anything older than a day. */
export function timeAgo(instant: string, now = Date.now()): string {
  const minutes = Math.round((now - Date.parse(instant)) / MINUTE);
  if (minutes < 1) return 'just now';
  if (minutes < 60) return `${minutes} min ago`;
  const hours = Math.round(minutes / 60);
  if (hours < 24) return hours === 1 ? '1 hour ago' : `${hours} hours ago`;
  const zone = browserTimeZone();
  return relativeDayLabel(dayInZone(new Date(instant), zone), dayInZone(new Date(now), zone));
}

/** How long ago something was, within a sentence. */
export function agoInSentence(instant: string): string {
  const words = timeAgo(instant);
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

/** Formatters by their options. Making one takes longer than using it a hundred times. */
const dateFormatters = new Map<string, Intl.DateTimeFormat>();
const moneyFormatters = new Map<string, Intl.NumberFormat>();

function formatterFor<Formatter>(made: Map<string, Formatter>, key: string, make: () => Formatter): Formatter {
  const known = made.get(key) ?? make();
  made.set(key, known);
  return known;
}

function dateText(instant: Date, options: Intl.DateTimeFormatOptions): string {
  const make = () => new Intl.DateTimeFormat('en-US', options);
  return formatterFor(dateFormatters, JSON.stringify(options), make).format(instant);
}

/** Like `Tuesday, November 24 at 9:00 AM`. */
export const momentLabel = (instant: string, timeZone: string): string =>
  dateText(new Date(instant), {
    timeZone,
    weekday: 'long',
    month: 'long',
    day: 'numeric',
    hour: 'numeric',
    minute: '2-digit',
  });

/** The named parts of a day, like `{ weekday: 'long' }`. Days carry no zone, so they are read as UTC. */
export const dayText = (day: string, parts: Intl.DateTimeFormatOptions): string =>
  dateText(new Date(day), { timeZone: 'UTC', ...parts });

/** The usual parts of a day's name. */
export const dayParts = (day: string) => ({
  weekday: dayText(day, { weekday: 'short' }),
  date: dayText(day, { month: 'short', day: 'numeric' }),
  full: dayText(day, { weekday: 'long', month: 'long', day: 'numeric' }),
});

/** A zone as people say it, like `Pacific Time`; zones without a name keep their city. */
export function zoneName(timeZone: string): string {
  const make = () => new Intl.DateTimeFormat('en-US', { timeZone, timeZoneName: 'longGeneric' });
  const parts = formatterFor(dateFormatters, `zone ${timeZone}`, make).formatToParts(0);
  return parts.find(({ type }) => type === 'timeZoneName')?.value ?? zoneLabel(timeZone);
}

export const zoneLabel = (timeZone: string): string => timeZone.replaceAll('_', ' ');

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

/** Several names in a sentence, like `Anna, Ben, and Carla`. */
export const listText = (names: readonly string[]): string => new Intl.ListFormat('en-US').format(names);

/** Time of day in the given zone, like `9:00 AM`. */
export const timeOfDay = (instant: string, timeZone: string): string =>
  dateText(new Date(instant), { timeZone, hour: 'numeric', minute: '2-digit' });

/** A whole date, like `May 5, 2025`; without a zone as the reader's own calendar has it. */
export const longDate = (date: Date, timeZone?: string): string =>
  dateText(date, { dateStyle: 'long', ...(timeZone && { timeZone }) });

/** Money in the smallest units of its currency; no decimals shown where there are none. */
export function money(minor: number, currency = 'USD'): string {
  const digits = currencyDigits(currency);
  const shown = minor % 10 ** digits === 0 ? 0 : digits;
  const make = () =>
    new Intl.NumberFormat('en-US', {
      style: 'currency',
      currency,
      minimumFractionDigits: shown,
      maximumFractionDigits: shown,
    });
  return formatterFor(moneyFormatters, `${currency} ${shown}`, make).format(toMajorUnits(minor, currency));
}

/** What stands before an amount, like `$`, or `CHF` with a space. */
export const currencyPrefix = (currency: string): string => money(0, currency).replace('0', '');

/** Weight with its unit, always with one decimal so that columns line up. */
export const weightLabel = (kg: number, units: UnitSystem): string =>
  `${weightForDisplay(kg, units).toFixed(1)} ${weightUnit(units)}`;

/** Change of a weight, like `+0.4 kg`; null for none. */
export function weightChangeLabel(kg: number, units: UnitSystem): string | null {
  const change = weightForDisplay(kg, units);
  return change === 0 ? null : `${change > 0 ? '+' : '−'}${Math.abs(change).toFixed(1)} ${weightUnit(units)}`;
}

export const browserTimeZone = (): string => Intl.DateTimeFormat().resolvedOptions().timeZone || 'UTC';

/** Regions that weigh in pounds. */
const POUNDS = new Set(['US', 'LR', 'MM']);

/** The units of a new account. Settings change them. */
export const browserUnits = (): UnitSystem =>
  POUNDS.has(new Intl.Locale(navigator.language).maximize().region ?? '') ? 'imperial' : 'metric';

/** Training volume, load times reps, without decimals. */
export const volumeText = (kg: number, units: UnitSystem): string =>
  `${numberText(Math.round(units === 'imperial' ? kgToLb(kg) : kg))} ${weightUnit(units)}`;
