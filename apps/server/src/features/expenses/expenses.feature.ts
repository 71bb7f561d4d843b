import { defineFeature, handleJob } from '../../core/feature.ts';
import { expenseExports } from './expenses.copy.ts';
import { registerExpenses } from './expenses.http.ts';
import { addRecurringJob } from './expenses.jobs.ts';
import { expensesProcedures } from './expenses.procedures.ts';
import { addDueExpenses } from './expenses.recurring.service.ts';

export const expenses = defineFeature({
  name: 'expenses',
  exports: expenseExports,
  procedures: { expenses: expensesProcedures },
  jobs: [handleJob(addRecurringJob, addDueExpenses)],
  http: registerExpenses,
});
