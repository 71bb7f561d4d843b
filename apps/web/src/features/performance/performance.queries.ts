import type { PerformanceWeeks } from '@stridewell/contract/performance/performance.rules';
import { keepPreviousData, queryOptions } from '@tanstack/react-query';
import { orpc } from '../../lib/rpc.ts';

export const performanceQuery = (coachId: string, weeks: PerformanceWeeks) =>
  queryOptions({
    ...orpc.performance.getPerformance.queryOptions({ input: { coachId, weeks } }),
    placeholderData: keepPreviousData,
  });

/** The address of the clients of a period as a file. */
export const performanceFileUrl = (coachId: string, weeks: PerformanceWeeks): string =>
  `/exports/${coachId}/performance.csv?weeks=${weeks}`;
