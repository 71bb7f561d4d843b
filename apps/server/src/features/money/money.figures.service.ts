import {
  listCategoryMonths,
  listCategorySums,
  listClientRevenue,
  listCohorts,
  listFirstPayers,
  listMonthlySums,
  listSubscriptionChanges,
  listSubscriptionNames,
} from './money.figures.data.ts';

export type { CohortCount, MonthlySum } from './money.figures.data.ts';
/** Reads for figures of the business. Each is one statement over the coach's own rows. */
export {
  listCategoryMonths,
  listCategorySums,
  listClientRevenue,
  listCohorts,
  listFirstPayers,
  listMonthlySums,
  listSubscriptionChanges,
  listSubscriptionNames,
};
