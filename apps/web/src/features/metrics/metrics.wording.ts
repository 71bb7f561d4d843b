import type { BusinessMetrics, ExpenseAnalytics } from '@stridewell/contract/metrics/metrics';
import { type Period, type RowKind, wholeMonths } from '@stridewell/contract/metrics/metrics.periods.rules';
import { MRR_MOVEMENTS, type MrrMovement } from '@stridewell/contract/money/money.mrr.rules';
import { dayRange, dayText, money } from '../../lib/format.ts';

/** The movements of MRR, and what each one counts. */
export const MOVEMENTS: Record<MrrMovement, { label: string; what: string }> = {
  new: { label: 'New', what: 'First subscription of a client' },
  reactivation: { label: 'Reactivated', what: 'Clients who pay again' },
  expansion: { label: 'Expansion', what: 'Clients who pay more' },
  contraction: { label: 'Contraction', what: 'Clients who pay less' },
  churn: { label: 'Churn', what: 'Clients who stopped or paused' },
};

export const isMovement = (kind: RowKind): kind is MrrMovement => MRR_MOVEMENTS.some((name) => name === kind);

export const monthLabel = (month: string): string => dayText(month, { month: 'long', year: 'numeric' });
export const shortMonth = (month: string): string => dayText(month, { month: 'short' });

/** A period as a title, like `November 2026`, `2026` or `Oct 1 to Dec 31, 2026`. */
export function periodLabel(period: Period): string {
  const months = wholeMonths(period);
  if (months === 1) return monthLabel(period.from);
  if (months === 12 && period.from.slice(5) === '01-01') return period.from.slice(0, 4);
  const day = { month: 'short', day: 'numeric' } as const;
  if (period.from === period.to) return dayText(period.from, { ...day, year: 'numeric' });
  const isOneYear = period.from.slice(0, 4) === period.to.slice(0, 4);
  const from = dayText(period.from, isOneYear ? day : { ...day, year: 'numeric' });
  return `${from} to ${dayText(period.to, { ...day, year: 'numeric' })}`;
}

/** The previous period, like `October` or `Oct 1–23`. */
export function previousLabel({ current, previous }: Pick<BusinessMetrics, 'current' | 'previous'>): string {
  if (wholeMonths(previous) === 1) return dayText(previous.from, { month: 'long' });
  const isOneYear = current.from.slice(0, 4) === previous.from.slice(0, 4);
  return wholeMonths(previous) === null && isOneYear ? dayRange(previous.from, previous.to) : periodLabel(previous);
}

const NUMBERS = ['no', 'one', 'two', 'three', 'four', 'five'];

/** Clients whose payments explain most of a change; empty when the change is spread over many. */
function causeOf(changes: BusinessMetrics['changes'], change: number): string {
  const own = changes.filter(({ cents }) => Math.sign(cents) === Math.sign(change));
  const fresh = own.filter(({ isNew }) => isNew);
  const half = Math.abs(change) / 2;
  const sum = fresh.reduce((total, { cents }) => total + cents, 0);
  if (change > 0 && sum >= half && fresh.length > 0) {
    return `, mostly from ${NUMBERS[fresh.length] ?? fresh.length} new ${fresh.length === 1 ? 'client' : 'clients'}`;
  }
  const [first] = own;
  return first?.name && Math.abs(first.cents) >= half ? `, mostly because of ${first.name}` : '';
}

/** Summary of the chart in one sentence. */
export function revenueSentence(metrics: BusinessMetrics): string {
  const { figures, before, currency, changes } = metrics;
  const [now, change] = [money(figures.revenue, currency), figures.revenue - before.revenue];
  const previous = previousLabel(metrics);
  if (figures.revenue === 0 && before.revenue === 0) return `No revenue yet, same as ${previous}.`;
  if (before.revenue === 0) return `Revenue is ${now}, up from zero in ${previous}.`;
  if (change === 0) return `Revenue is ${now}, same as ${previous}.`;
  const direction = change > 0 ? 'up' : 'down';
  return `Revenue is ${direction} ${money(Math.abs(change), currency)} vs. ${previous}${causeOf(changes, change)}.`;
}

/** Summary of the table of categories in one sentence: the change of the total, and the largest of a category. */
export function spendingSentence(analytics: ExpenseAnalytics): string {
  const { cents, before, currency, categories } = analytics;
  const previous = previousLabel(analytics);
  if (cents === 0 && before === 0) return `No expenses yet, same as ${previous}.`;
  if (before === 0) return `Expenses are ${money(cents, currency)}, up from zero in ${previous}.`;
  const changes = categories.map((row) => ({ name: row.category, change: row.cents - row.before }));
  const [largest] = changes.sort((a, b) => Math.abs(b.change) - Math.abs(a.change));
  const whole =
    cents === before
      ? `Expenses are ${money(cents, currency)}, same as ${previous}`
      : `Expenses are ${cents > before ? 'up' : 'down'} ${money(Math.abs(cents - before), currency)} vs. ${previous}`;
  if (!largest || largest.change === 0) return `${whole}.`;
  const moved = `${largest.change > 0 ? 'rose' : 'fell'} by ${money(Math.abs(largest.change), currency)}`;
  return `${whole}. ${largest.name} ${moved}, more than any other category.`;
}

/** A change of an amount with its sign, like `+$420 vs. October`. */
export function changeText(change: number, currency: string, previous: string): string {
  if (change === 0) return `Same as ${previous}`;
  return `${signedText(change, currency)} vs. ${previous}`;
}

/** A change of an amount with its sign, without what it is compared with. */
export const signedText = (cents: number, currency: string): string =>
  cents === 0 ? money(0, currency) : `${cents > 0 ? '+' : '−'}${money(Math.abs(cents), currency)}`;
