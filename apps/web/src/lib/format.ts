import { dayInZone, relativeDayLabel } from '@stridewell/contract/time';
import { type UnitSystem, weightForDisplay, weightUnit } from '@stridewell/contract/units';

const MINUTE = 60_000;

/** How long ago, as people say it; the date for anything older than a week. */
export function timeAgo(instant: string, now = Date.now()): string {
  const minutes = Math.round((now - Date.parse(instant)) / MINUTE);
  if (minutes < 1) return 'just now';
  if (minutes < 60) return `${minutes} min ago`;
  const hours = Math.round(minutes / 60);
  if (hours < 24) return hours === 1 ? '1 hour ago' : `${hours} hours ago`;
  const zone = Intl.DateTimeFormat().resolvedOptions().timeZone;
  return relativeDayLabel(dayInZone(new Date(instant), zone), dayInZone(new Date(now), zone));
}

/** A day within a sentence, like `tomorrow` or `Tue 14 Oct`. */
export const dayInSentence = (day: string, today: string): string => {
  const label = relativeDayLabel(day, today);
  return ['Yesterday', 'Today', 'Tomorrow'].includes(label) ? label.toLowerCase() : label;
};

/** Time of day in the given zone, like `9:00 AM`. */
export const timeOfDay = (instant: string, timeZone: string): string =>
  new Intl.DateTimeFormat('en-US', { timeZone, hour: 'numeric', minute: '2-digit' }).format(new Date(instant));

/** A whole date, like `May 5, 2025`; without a zone as the reader's own calendar has it. */
export const longDate = (date: Date, timeZone?: string): string =>
  new Intl.DateTimeFormat('en-US', { dateStyle: 'long', ...(timeZone && { timeZone }) }).format(date);

/** Money of whole cents; no cents shown where there are none. */
export const money = (cents: number, currency = 'USD'): string =>
  new Intl.NumberFormat('en-US', {
    style: 'currency',
    currency,
    minimumFractionDigits: cents % 100 === 0 ? 0 : 2,
  }).format(cents / 100);

/** Weight with its unit, always with one decimal so that columns line up. */
export const weightLabel = (kg: number, units: UnitSystem): string =>
  `${weightForDisplay(kg, units).toFixed(1)} ${weightUnit(units)}`;

/** Change of a weight, like `+0.4 kg`; null for none. */
export function weightChangeLabel(kg: number, units: UnitSystem): string | null {
  const change = weightForDisplay(kg, units);
  return change === 0 ? null : `${change > 0 ? '+' : '−'}${Math.abs(change).toFixed(1)} ${weightUnit(units)}`;
}

export const browserTimeZone = (): string => Intl.DateTimeFormat().resolvedOptions().timeZone || 'UTC';
