import { Skeleton } from '@mantine/core';
import type { ReactNode } from 'react';
import { LoadError } from './load-error.tsx';

/** The parts of a query result that the boundary reads. Infinite and suspense-free queries fit as well. */
export type QueryState<Data> = {
  data: Data | undefined;
  error: unknown;
  isError: boolean;
  refetch: () => Promise<unknown>;
};

type QueryBoundaryProps<Data> = {
  query: QueryState<Data>;
  /** Title of the error, like "Photos could not be loaded". */
  failed: string;
  /** Advice for failures without a message of the server. */
  fallback?: string;
  /** Name of the skeleton for screen readers. */
  loading?: string;
  /** An outline of the final layout, or its height in pixels. */
  skeleton: ReactNode;
  /** Shown instead of the children when the data is empty. */
  empty?: ReactNode;
  /** By default null and lists without entries are empty. */
  isEmpty?: (data: Data) => boolean;
  children: (data: Data) => ReactNode;
};

const isNothing = (data: unknown) => data === null || (Array.isArray(data) && data.length === 0);

/** Shows a query's skeleton, its error with a retry, its empty state or its data. Data stays while a refetch fails. */
export function QueryBoundary<Data>({
  query: { data, error, isError, refetch },
  failed,
  fallback,
  loading = 'Loading',
  skeleton,
  empty,
  isEmpty = isNothing,
  children,
}: QueryBoundaryProps<Data>) {
  if (data !== undefined) return empty !== undefined && isEmpty(data) ? empty : children(data);
  if (isError) return <LoadError title={failed} error={error} fallback={fallback} onRetry={refetch} />;
  return (
    <div role="status" aria-busy aria-label={loading}>
      {typeof skeleton === 'number' ? <Skeleton h={skeleton} radius="lg" /> : skeleton}
    </div>
  );
}
