import { EXPENSE_BOUNDS, EXPENSE_SORTS, type ExpenseSort } from '@stridewell/contract/expenses/expenses.rules';
import { readDay } from '../../lib/search-day.ts';
import { readSearchText } from '../../lib/search-text.ts';

/** The search parameters of the expenses, without default values. */
export type ExpensesSearch = {
  view?: 'recurring';
  q?: string;
  category?: string;
  currency?: string;
  from?: string;
  to?: string;
  receipt?: 'missing';
  sort?: ExpenseSort;
};

const oneLine = (value: unknown, max: number): string =>
  typeof value === 'string' && value.length <= max && !/\p{Cc}/u.test(value) ? value.trim() : '';

/** Reads untrusted search parameters and drops invalid ones. */
export function readExpensesSearch(search: Record<string, unknown>): ExpensesSearch {
  const q = readSearchText(search.q);
  const category = oneLine(search.category, EXPENSE_BOUNDS.category);
  const currency = typeof search.currency === 'string' && /^[A-Z]{3}$/.test(search.currency) ? search.currency : null;
  const [from, to] = [readDay(search.from), readDay(search.to)];
  const sort = EXPENSE_SORTS.find((name) => name === search.sort && name !== 'newest');
  return {
    ...(search.view === 'recurring' && { view: 'recurring' }),
    ...(q && { q }),
    ...(category && { category }),
    ...(currency && { currency }),
    ...(from && { from }),
    ...(to && { to }),
    ...(search.receipt === 'missing' && { receipt: 'missing' }),
    ...(sort && { sort }),
  };
}
