import { exportOfTenant } from '../../core/exports.ts';
import { defineFeature, handleJob } from '../../core/feature.ts';
import { defineScheduledJob, EVERY_HOUR } from '../../platform/queue/queue.ts';
import { registerExpenses } from './expenses.http.ts';
import { expensesProcedures } from './expenses.procedures.ts';
import { addDueExpenses } from './expenses.recurring.service.ts';
import { recurringExpenses } from './expenses.table.ts';

export const expenses = defineFeature({
  name: 'expenses',
  exports: [
    exportOfTenant(recurringExpenses, {
      file: 'recurring-expenses',
      about: 'Expenses that repeat.',
      csv: true,
      coach: { but: [] },
      client: 'The expenses of a coach are for the coach alone.',
    }),
  ],
  procedures: { expenses: expensesProcedures },
  jobs: [
    // Adds the day's recurring expenses. Hourly, because a day begins at a different hour in each time zone.
    handleJob(defineScheduledJob('expenses.recurring', { schedule: EVERY_HOUR }), addDueExpenses),
  ],
  http: registerExpenses,
});
