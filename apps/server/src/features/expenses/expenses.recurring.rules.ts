import type { Frequency } from '@stridewell/contract/expenses/expenses.rules';
import { addMonths } from '@stridewell/contract/money/money.dates.rules';
import { addDays, daysBetween } from '@stridewell/contract/time';

/** When a recurring expense is due: on its first day, and then at its frequency up to its last day. */
export type RecurringRule = { frequency: Frequency; startsOn: string; endsOn: string | null };

/** Counts from the first day and not from the previous one, so that the 31st stays the 31st after a short month. */
function occurrence({ frequency, startsOn }: RecurringRule, index: number): string {
  if (frequency === 'weekly') return addDays(startsOn, 7 * index);
  return addMonths(startsOn, frequency === 'monthly' ? index : 12 * index);
}

/** Longest distance between occurrences in days, so that none is skipped. */
const LONGEST: Record<Frequency, number> = { weekly: 7, monthly: 31, yearly: 366 };

/** The first due day on or after `from`; null after the end. */
export function nextOccurrence(rule: RecurringRule, from: string): string | null {
  let index = Math.max(0, Math.floor(daysBetween(rule.startsOn, from) / LONGEST[rule.frequency]));
  while (occurrence(rule, index) < from) index += 1;
  const day = occurrence(rule, index);
  return rule.endsOn !== null && day > rule.endsOn ? null : day;
}

/** The due days from `from` to `to`, both included. */
export function occurrencesBetween(rule: RecurringRule, from: string, to: string): string[] {
  const days: string[] = [];
  for (let day = nextOccurrence(rule, from); day !== null && day <= to; day = nextOccurrence(rule, addDays(day, 1))) {
    days.push(day);
  }
  return days;
}
