import { exportOfTenant } from '../../core/exports.ts';
import { recurringExpenses } from './expenses.table.ts';

/** Recurring expenses in copies of people's data. */
export const expenseExports = [
  exportOfTenant(recurringExpenses, {
    file: 'recurring-expenses',
    about: 'Expenses that repeat.',
    csv: true,
    coach: { but: [] },
    client: 'The expenses of a coach are for the coach alone.',
  }),
];
