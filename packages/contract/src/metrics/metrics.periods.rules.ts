import { addMonths } from '../money/money.dates.rules.ts';
import { MRR_MOVEMENTS } from '../money/money.mrr.rules.ts';
import { addDays, daysBetween } from '../time.ts';

/** Days from `from` to `to`, both included. */
export type Period = { from: string; to: string };

export const PERIOD_KINDS = ['month', 'quarter', 'year', 'custom'] as const;
export type PeriodKind = (typeof PERIOD_KINDS)[number];

/**
 * The figures that lead to their rows. The first ones are sums of the books, then come MRR with its movements, and the
 * clients who paid for the first time in the period. Active clients are those of today, whatever the period.
 */
export const ENTRY_KINDS = ['revenue', 'expense', 'all'] as const;
export const ROW_KINDS = [...ENTRY_KINDS, 'mrr', ...MRR_MOVEMENTS, 'cohort', 'active'] as const;
export type EntryKind = (typeof ENTRY_KINDS)[number];
export type RowKind = (typeof ROW_KINDS)[number];

const MONTHS: Record<Exclude<PeriodKind, 'custom'>, number> = { month: 1, quarter: 3, year: 12 };

export const monthOf = (day: string): string => day.slice(0, 7);
export const firstOfMonth = (day: string): string => `${monthOf(day)}-01`;
export const lastOfMonth = (day: string): string => addDays(addMonths(firstOfMonth(day), 1), -1);

/** The month, quarter or year that `day` lies in. */
export function periodAround(kind: Exclude<PeriodKind, 'custom'>, day: string): Period {
  const months = MONTHS[kind];
  const first = addMonths(firstOfMonth(day), -((Number(day.slice(5, 7)) - 1) % months));
  return { from: first, to: addDays(addMonths(first, months), -1) };
}

/** The period so many periods later, or earlier when negative. */
export function movePeriod({ from, to }: Period, count: number): Period {
  const months = wholeMonths({ from, to });
  if (months === null) {
    const days = (daysBetween(from, to) + 1) * count;
    return { from: addDays(from, days), to: addDays(to, days) };
  }
  const first = addMonths(from, months * count);
  return { from: first, to: addDays(addMonths(first, months), -1) };
}

/** How many whole months a period is; null when it begins or ends within one. */
export function wholeMonths({ from, to }: Period): number | null {
  if (!from.endsWith('-01') || to !== lastOfMonth(to)) return null;
  const count = (day: string) => Number(day.slice(0, 4)) * 12 + Number(day.slice(5, 7));
  return count(to) - count(from) + 1;
}

/**
 * The days to compare: those of the period up to today, and as many of the period before. A period that is over is
 * compared with the whole period before.
 */
export function comparedPeriods(period: Period, today: string): { current: Period; previous: Period } {
  const before = movePeriod(period, -1);
  if (period.to <= today) return { current: period, previous: before };
  const current = { from: period.from, to: today < period.from ? period.from : today };
  const to = addDays(before.from, daysBetween(current.from, current.to));
  return { current, previous: { from: before.from, to: [to, before.to].sort()[0] ?? to } };
}

/** The first days of `count` months, oldest first, the last of them the month of `day`. */
export const monthsUpTo = (day: string, count: number): string[] =>
  Array.from({ length: count }, (_, index) => addMonths(firstOfMonth(day), index - count + 1));
