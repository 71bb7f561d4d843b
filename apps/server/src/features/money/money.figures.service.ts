import {
  listCategoryMonths,
  listCategorySums,
  listClientRevenue,
  listCohorts,
  listFirstPayers,
  listSubscriptionChanges,
  listSubscriptionNames,
} from './money.figures.data.ts';
import { endsOfPaying, hasFailedPayment, listFailedPayers, listMonthlyPrices } from './money.leaving.data.ts';
import { listMonthlySums } from './money.months.data.ts';

export type { CohortCount } from './money.figures.data.ts';
export type { MonthlySum } from './money.months.data.ts';
/** Reads for business figures. Each is one statement over the coach's own rows. */
export {
  endsOfPaying,
  hasFailedPayment,
  listCategoryMonths,
  listCategorySums,
  listClientRevenue,
  listCohorts,
  listFailedPayers,
  listFirstPayers,
  listMonthlyPrices,
  listMonthlySums,
  listSubscriptionChanges,
  listSubscriptionNames,
};
