import type { Expense } from '@stridewell/contract/expenses/expenses';
import type { BusinessMetrics } from '@stridewell/contract/metrics/metrics';
import { monthsUpTo } from '@stridewell/contract/metrics/metrics.periods.rules';

export const EXPENSE_ID = '0190a5a0-0000-7000-8000-0000000000e1';

/** November up to the 23rd, compared with the same days of October. */
export const aBusiness = (changes: Partial<BusinessMetrics> = {}): BusinessMetrics => ({
  today: '2026-11-23',
  currency: 'USD',
  currencies: ['USD'],
  current: { from: '2026-11-01', to: '2026-11-23' },
  previous: { from: '2026-10-01', to: '2026-10-23' },
  figures: { revenue: 150_000, expenses: 50_000, profit: 100_000, margin: 66.7 },
  before: { revenue: 108_000, expenses: 50_000, profit: 58_000, margin: 53.7 },
  retention: { percent: 92, started: 13, kept: 12, isAssumed: false },
  growth: 50,
  activeClients: 3,
  capacity: 30,
  planPlaces: 35,
  revenuePerClient: 50_000,
  historyMonths: 2,
  changes: [
    { clientId: EXPENSE_ID, name: 'Nina Park', cents: 30_000, isNew: true },
    { clientId: null, name: null, cents: 12_000, isNew: false },
  ],
  months: monthsUpTo('2026-11-23', 12).map((month) => ({ month, revenue: 100_000, expenses: 50_000 })),
  mrr: null,
  cohorts: [{ month: '2026-10-01', clients: 4, paying: [4, 3] }],
  lifetime: { missing: 'months', months: 2, churned: 0 },
  forecast: null,
  ...changes,
});

export const anExpense = (changes: Partial<Expense> = {}): Expense => ({
  id: EXPENSE_ID,
  amountCents: 62_000,
  currency: 'USD',
  occurredOn: '2026-11-01',
  payee: 'Studio One',
  category: 'Rent',
  note: '',
  receiptId: null,
  receipt: null,
  source: 'manual',
  version: 1,
  ...changes,
});

export const aListOf = (...expenses: Expense[]) => ({
  expenses,
  total: expenses.length,
  sums: [{ currency: 'USD', cents: 62_000 }],
  categories: ['Rent'],
  today: '2026-11-23',
  currency: 'USD',
  nextCursor: null,
});
