import { lastOfMonth, monthOf } from '@stridewell/contract/metrics/metrics.periods.rules';
import type { MrrStep } from '@stridewell/contract/money/money.mrr.rules';

/** Whole months used for the estimate, and the fewest that allow one. */
const LIFETIME_WINDOW = 12;
const LIFETIME_MIN_MONTHS = 6;
/** Fewest clients who stopped paying. A rate from one or two would be meaningless. */
const LIFETIME_MIN_CHURNED = 3;

/**
 * Lifetime value: the mean monthly revenue of a subscribed client divided by the share that stops paying in a month.
 * `missing` states what an estimate needs.
 */
export type LifetimeValue =
  | { cents: number; months: number; clients: number; churned: number; churnPercent: number }
  | { missing: 'months' | 'churned'; months: number; churned: number };

type Month = { paying: number; cents: number; churned: number };

/** Subscribed clients at the start of each month, their MRR, and how many of them had stopped paying by its end. */
function monthsOf(steps: readonly MrrStep[], firsts: readonly string[]): Month[] {
  const cents = new Map<string, number>();
  const inOrder = [...steps].sort((a, b) => (a.on < b.on ? -1 : a.on > b.on ? 1 : 0));
  let next = 0;
  const applyUpTo = (isWithin: (day: string) => boolean) => {
    for (let step = inOrder[next]; step && isWithin(step.on); step = inOrder[next]) {
      cents.set(step.clientId, (cents.get(step.clientId) ?? 0) + step.cents);
      next += 1;
    }
  };
  return firsts.map((first) => {
    applyUpTo((day) => day < first);
    const atStart = [...cents].filter(([, amount]) => amount > 0);
    applyUpTo((day) => day <= lastOfMonth(first));
    return {
      paying: atStart.length,
      cents: atStart.reduce((sum, [, amount]) => sum + amount, 0),
      churned: atStart.filter(([clientId]) => (cents.get(clientId) ?? 0) === 0).length,
    };
  });
}

const sumOf = (months: readonly Month[], key: keyof Month): number => months.reduce((sum, one) => sum + one[key], 0);

/** Lifetime value from the steps of one currency. `firsts` are the first days of whole months, oldest first. */
export function lifetimeValue(steps: readonly MrrStep[], firsts: readonly string[]): LifetimeValue {
  const months = monthsOf(steps, firsts.slice(-LIFETIME_WINDOW)).filter(({ paying }) => paying > 0);
  const [paying, cents, churned] = [sumOf(months, 'paying'), sumOf(months, 'cents'), sumOf(months, 'churned')];
  if (months.length < LIFETIME_MIN_MONTHS) return { missing: 'months', months: months.length, churned };
  if (churned < LIFETIME_MIN_CHURNED) return { missing: 'churned', months: months.length, churned };
  const churn = churned / paying;
  const clients = new Set(
    steps.filter(({ on }) => monthOf(on) <= monthOf(firsts.at(-1) ?? '')).map((step) => step.clientId),
  );
  return {
    cents: Math.round(cents / paying / churn),
    months: months.length,
    clients: clients.size,
    churned,
    churnPercent: Math.round(churn * 1000) / 10,
  };
}
