import { keepPreviousData, queryOptions } from '@tanstack/react-query';
import { orpc } from '../../lib/rpc.ts';
import type { ReportSearch } from './reports.search.ts';

/** The report of all clients. The page chooses one of them without asking again. */
export const interactionsQuery = (coachId: string, { from, to }: ReportSearch) =>
  queryOptions({
    ...orpc.reports.getInteractions.queryOptions({ input: { coachId, from, to } }),
    placeholderData: keepPreviousData,
  });

/** The address of the report as a file. */
export function reportFileUrl(coachId: string, { from, to, client }: ReportSearch, type: 'csv' | 'pdf'): string {
  const chosen = new URLSearchParams({ ...(from && to && { from, to }), ...(client && { clientId: client }) });
  return `/exports/${coachId}/interactions.${type}${chosen.size > 0 ? `?${chosen}` : ''}`;
}
