import { Skeleton } from '@mantine/core';
import classes from './data-table.module.css';

type TableSkeletonProps = { rows?: number };

/** The outline of a `DataTable` while it loads, for the `skeleton` of a `QueryBoundary`. */
export const TableSkeleton = ({ rows = 8 }: TableSkeletonProps) => (
  <div className={classes.outline}>
    {Array.from({ length: rows }, (_, index) => (
      // biome-ignore lint/suspicious/noArrayIndexKey: the outline never changes its order.
      <div key={index}>
        <Skeleton h={12} w="40%" />
        <Skeleton h={12} w="15%" />
      </div>
    ))}
  </div>
);
