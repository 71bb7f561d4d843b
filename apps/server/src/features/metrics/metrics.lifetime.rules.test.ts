import { monthsUpTo } from '@stridewell/contract/metrics/metrics.periods.rules';
import { mrrSteps } from '@stridewell/contract/money/money.mrr.rules';
import { describe, expect, it } from 'vitest';
import { lifetimeValue } from './metrics.lifetime.rules.ts';

const FIRSTS = monthsUpTo('2026-10-15', 12);
const subscription = (client: number, from: string, to: string | null) => {
  const key = { clientId: `c${client}`, subscriptionId: `s${client}`, currency: 'USD' };
  return [{ ...key, on: from, monthlyCents: 10_000 }, ...(to ? [{ ...key, on: to, monthlyCents: 0 }] : [])];
};
const valueFrom = (...changes: ReturnType<typeof subscription>[]) => lifetimeValue(mrrSteps(changes.flat()), FIRSTS);

describe('the lifetime value', () => {
  it('divides the revenue of a client by the churn rate', () => {
    // Ten clients pay all year. Three more leave in February, April and June.
    const staying = Array.from({ length: 10 }, (_, index) => subscription(index, '2025-01-01', null));
    const leaving = ['02', '04', '06'].map((month, index) =>
      subscription(100 + index, '2025-01-01', `2026-${month}-10`),
    );
    // Client months at risk: 10 x 12, and 4 + 6 + 8 from November to the month of leaving.
    const churn = 3 / (120 + 4 + 6 + 8);
    expect(valueFrom(...staying, ...leaving)).toEqual({
      cents: Math.round(10_000 / churn),
      months: 12,
      clients: 13,
      churned: 3,
      churnPercent: Math.round(churn * 1000) / 10,
    });
  });

  it('states what is missing', () => {
    expect(valueFrom()).toEqual({ missing: 'months', months: 0, churned: 0 });
    expect(valueFrom(subscription(1, '2026-06-15', null))).toEqual({ missing: 'months', months: 4, churned: 0 });
    expect(valueFrom(subscription(1, '2025-06-15', '2026-07-01'))).toEqual({
      missing: 'churned',
      months: 9,
      churned: 1,
    });
  });

  it('ignores a client who starts and stops within a month', () => {
    const staying = subscription(1, '2025-01-01', null);
    expect(valueFrom(staying, subscription(2, '2026-03-02', '2026-03-20'))).toMatchObject({ churned: 0 });
  });
});
