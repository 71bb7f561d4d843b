/** Rules of expenses and of those that come again. */

/** Categories that are suggested. A coach can also type another one. */
export const EXPENSE_CATEGORIES = [
  'Software',
  'Rent',
  'Equipment',
  'Marketing',
  'Insurance',
  'Education',
  'Other',
] as const;

export const EXPENSE_BOUNDS = {
  category: 60,
  payee: 120,
  note: 500,
  /** Smallest units of the currency. */
  amountCents: 100_000_000,
  /** Recurring expenses of one coach. */
  recurring: 200,
  /** Rows of one request of an import. */
  perRequest: 1000,
  /** Rows of one file. */
  perImport: 100_000,
  /** Payees with their latest category, the newest first. */
  payees: 5000,
} as const;

export const EXPENSE_SORTS = ['newest', 'oldest', 'largest', 'payee'] as const;
export type ExpenseSort = (typeof EXPENSE_SORTS)[number];
export const EXPENSE_SORT_LABELS: Record<ExpenseSort, string> = {
  newest: 'Newest',
  oldest: 'Oldest',
  largest: 'Largest',
  payee: 'Payee',
};

export const FREQUENCIES = ['weekly', 'monthly', 'yearly'] as const;
export type Frequency = (typeof FREQUENCIES)[number];
export const FREQUENCY_LABELS: Record<Frequency, string> = {
  weekly: 'Every week',
  monthly: 'Every month',
  yearly: 'Every year',
};

/** Earliest first day of a recurring expense, in days before today. */
export const RECURRING_START_DAYS = 1830;
