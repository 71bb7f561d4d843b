import type { ExpenseInput, ExpenseOrigin } from '@stridewell/contract/expenses/expenses';
import { infiniteQueryOptions, keepPreviousData, queryOptions } from '@tanstack/react-query';
import { useChange } from '../../lib/changes.ts';
import { orpc, pagedQuery, rpc } from '../../lib/rpc.ts';
import type { ExpensesSearch } from './expenses.search.ts';

/** Every screen that shows expenses or adds them up. */
export const EXPENSE_KEYS = [orpc.expenses.key(), orpc.metrics.key(), orpc.dashboard.key()];

export const expensesQuery = (coachId: string, { view: _, ...filters }: ExpensesSearch) =>
  infiniteQueryOptions({
    ...pagedQuery(orpc.expenses.listExpenses, { coachId, ...filters }),
    placeholderData: keepPreviousData,
  });

export const recurringQuery = (coachId: string) =>
  queryOptions(orpc.expenses.listRecurring.queryOptions({ input: { coachId } }));

export const payeesQuery = (coachId: string) =>
  queryOptions(orpc.expenses.listPayees.queryOptions({ input: { coachId } }));

/** The address of the selected expenses as a file. */
export function expensesFileUrl(coachId: string, { view: _, sort: _sort, ...filters }: ExpensesSearch): string {
  const query = new URLSearchParams(filters).toString();
  return `/exports/${coachId}/expenses.csv${query && `?${query}`}`;
}

type Input<Name extends keyof typeof rpc.expenses> = Omit<Parameters<(typeof rpc.expenses)[Name]>[0], 'coachId'>;

export const useSaveExpense = (coachId: string) =>
  useChange((input: Input<'saveExpense'>) => rpc.expenses.saveExpense({ coachId, ...input }), EXPENSE_KEYS);

export const useDeleteExpense = (coachId: string) =>
  useChange((expenseId: string) => rpc.expenses.deleteExpense({ coachId, expenseId }), EXPENSE_KEYS);

type Restored = { expenseId: string; expense: ExpenseInput; origin: ExpenseOrigin };

export const useRestoreExpense = (coachId: string) =>
  useChange((input: Restored) => rpc.expenses.restoreExpense({ coachId, ...input }), EXPENSE_KEYS);

export const useSaveRecurring = (coachId: string) =>
  useChange((input: Input<'saveRecurring'>) => rpc.expenses.saveRecurring({ coachId, ...input }), EXPENSE_KEYS);

export const usePauseRecurring = (coachId: string) =>
  useChange((input: Input<'pauseRecurring'>) => rpc.expenses.pauseRecurring({ coachId, ...input }), EXPENSE_KEYS);

export const useDeleteRecurring = (coachId: string) =>
  useChange((recurringId: string) => rpc.expenses.deleteRecurring({ coachId, recurringId }), EXPENSE_KEYS);
