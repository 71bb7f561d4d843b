import type { ExpenseAnalytics } from '@stridewell/contract/metrics/metrics';
import {
  comparedPeriods,
  lastOfMonth,
  monthsUpTo,
  type Period,
} from '@stridewell/contract/metrics/metrics.periods.rules';
import type { CoachScope } from '../../core/tenancy/scope.ts';
import type { Tx } from '../../platform/db/database.ts';
import { listCategoryMonths, listCategorySums } from '../money/money.ledger.service.ts';

const SHOWN_MONTHS = 12;

type Asked = { period: Period; currency: string; ownCurrency: string; today: string };

/** Expenses by category and month. Omits categories without an expense in the shown months and periods. */
export async function getExpenseAnalytics(
  tx: Tx<CoachScope>,
  { period, currency, ownCurrency, today }: Asked,
): Promise<ExpenseAnalytics> {
  const { current, previous } = comparedPeriods(period, today);
  const months = monthsUpTo(current.to, SHOWN_MONTHS);
  const window = { since: months[0] ?? current.from, until: lastOfMonth(current.to) };
  const [sums, monthly] = await Promise.all([
    listCategorySums(tx, { ...current, previousFrom: previous.from, previousTo: previous.to }),
    listCategoryMonths(tx, window),
  ]);
  const byMonth = new Map(
    monthly.filter((row) => row.currency === currency).map((row) => [`${row.month} ${row.category}`, row.cents]),
  );
  const categories = sums
    .filter((row) => row.currency === currency)
    .map(({ category, cents, before }) => ({
      category,
      cents,
      before,
      byMonth: months.map((month) => byMonth.get(`${month} ${category}`) ?? 0),
    }))
    .filter(({ cents, before, byMonth: shown }) => cents + before + Math.max(...shown) > 0)
    .sort((a, b) => b.cents - a.cents || b.before - a.before || (a.category < b.category ? -1 : 1));
  return {
    today,
    currency,
    current,
    previous,
    months,
    categories,
    currencies: [...new Set([ownCurrency, currency, ...sums.map((row) => row.currency).sort()])],
    cents: categories.reduce((sum, row) => sum + row.cents, 0),
    before: categories.reduce((sum, row) => sum + row.before, 0),
  };
}
