import { keepPreviousData, queryOptions } from '@tanstack/react-query';
import { orpc, pagedQuery } from '../../lib/rpc.ts';
import type { RowsSearch } from './metrics.search.ts';

type Asked = { from: string; to: string; currency?: string | undefined };

export const businessQuery = (coachId: string, { from, to, currency }: Asked) =>
  queryOptions({
    ...orpc.metrics.getBusinessMetrics.queryOptions({ input: { coachId, from, to, ...(currency && { currency }) } }),
    placeholderData: keepPreviousData,
  });

export const expenseAnalyticsQuery = (coachId: string, { from, to, currency }: Asked) =>
  queryOptions({
    ...orpc.metrics.getExpenseAnalytics.queryOptions({ input: { coachId, from, to, ...(currency && { currency }) } }),
    placeholderData: keepPreviousData,
  });

export const rowsQuery = (coachId: string, { client, ...search }: RowsSearch) =>
  pagedQuery(orpc.metrics.listBusinessRows, { ...search, coachId, ...(client && { clientId: client }) });

/** The address of the months as a file. */
export const businessFileUrl = (coachId: string): string => `/exports/${coachId}/business-metrics.csv`;
