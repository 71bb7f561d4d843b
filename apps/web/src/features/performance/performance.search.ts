import { PERFORMANCE_WEEKS, type PerformanceWeeks } from '@stridewell/contract/performance/performance.rules';

export const PERFORMANCE_SORTS = ['name', 'workouts', 'checkIns', 'nutrition', 'streak', 'weight'] as const;
export type PerformanceSort = (typeof PERFORMANCE_SORTS)[number];
const ORDERS = ['asc', 'desc'] as const;
export type PerformanceOrder = (typeof ORDERS)[number];

/** The order of a column that is chosen for the first time. */
export const USUAL_SORT_ORDER: Record<PerformanceSort, PerformanceOrder> = {
  name: 'asc',
  workouts: 'desc',
  checkIns: 'desc',
  nutrition: 'desc',
  streak: 'desc',
  weight: 'asc',
};

/** The search parameters of the page, without default values: four weeks, by name. */
export type PerformanceSearch = { weeks?: PerformanceWeeks; sort?: PerformanceSort; order?: PerformanceOrder };

/** Reads untrusted search parameters and drops invalid ones. */
export function readPerformanceSearch(search: Record<string, unknown>): PerformanceSearch {
  const weeks = PERFORMANCE_WEEKS.find((count) => String(count) === String(search.weeks) && count !== 4);
  const sort = PERFORMANCE_SORTS.find((name) => name === search.sort && name !== 'name');
  const order = ORDERS.find((name) => name === search.order && name !== USUAL_SORT_ORDER[sort ?? 'name']);
  return { ...(weeks && { weeks }), ...(sort && { sort }), ...(order && { order }) };
}
