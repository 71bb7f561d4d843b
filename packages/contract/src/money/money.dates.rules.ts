import { addDays } from '../time.ts';

/** How often a subscription is due. */
export const BILLING_INTERVALS = ['week', 'two_weeks', 'month', 'three_months', 'year'] as const;
export type BillingInterval = (typeof BILLING_INTERVALS)[number];

/** How often the price of a package is due. `once` is due a single time. */
export const PACKAGE_INTERVALS = ['once', ...BILLING_INTERVALS] as const;
export type PackageInterval = (typeof PACKAGE_INTERVALS)[number];

export const INTERVAL_LABELS: Record<PackageInterval, string> = {
  once: 'Once',
  week: 'Every week',
  two_weeks: 'Every 2 weeks',
  month: 'Every month',
  three_months: 'Every 3 months',
  year: 'Every year',
};

/** Follows an amount, as in `$120 a month`. */
export const INTERVAL_SUFFIXES: Record<PackageInterval, string> = {
  once: 'once',
  week: 'a week',
  two_weeks: 'every 2 weeks',
  month: 'a month',
  three_months: 'every 3 months',
  year: 'a year',
};

type Step = { unit: 'days' | 'months'; count: number };

const STEPS: Record<BillingInterval, Step> = {
  week: { unit: 'days', count: 7 },
  two_weeks: { unit: 'days', count: 14 },
  month: { unit: 'months', count: 1 },
  three_months: { unit: 'months', count: 3 },
  year: { unit: 'months', count: 12 },
};

const pad = (value: number, length: number): string => String(value).padStart(length, '0');

/** The same day of a later month, or its last day where the month is shorter: Jan 31 and 1 month is Feb 28 or 29. */
export function addMonths(day: string, count: number): string {
  const months = Number(day.slice(0, 4)) * 12 + Number(day.slice(5, 7)) - 1 + count;
  const [year, month] = [Math.floor(months / 12), months - Math.floor(months / 12) * 12];
  // Day 0 of the month after is the last day of this one.
  const last = new Date(Date.UTC(year, month + 1, 0)).getUTCDate();
  return `${pad(year, 4)}-${pad(month + 1, 2)}-${pad(Math.min(Number(day.slice(8)), last), 2)}`;
}

/** First day of the period with this index, counted from 0. Always counted from the anchor, so that a short month moves no later one. */
export function periodStart(anchor: string, interval: BillingInterval, index: number): string {
  const { unit, count } = STEPS[interval];
  return unit === 'days' ? addDays(anchor, count * index) : addMonths(anchor, count * index);
}

/** Last day of the period with this index. */
export const periodEnd = (anchor: string, interval: BillingInterval, index: number): string =>
  addDays(periodStart(anchor, interval, index + 1), -1);

/** Index of the first period from `from` on that starts on `day` or later. */
export function firstPeriodFrom(
  anchor: string,
  interval: BillingInterval,
  { from, day }: { from: number; day: string },
) {
  let index = from;
  while (periodStart(anchor, interval, index) < day) index += 1;
  return index;
}

const WEEKS_PER_YEAR = 52;
const MONTHS_PER_YEAR = 12;

/** Amount of one month, with 52 weeks in a year of 12 months. Half a unit is rounded up, once. */
export function monthlyCents(cents: number, interval: BillingInterval): number {
  const { unit, count } = STEPS[interval];
  const perYear = unit === 'days' ? WEEKS_PER_YEAR / (count / 7) : MONTHS_PER_YEAR / count;
  return Math.floor((2 * cents * perYear + MONTHS_PER_YEAR) / (2 * MONTHS_PER_YEAR));
}
